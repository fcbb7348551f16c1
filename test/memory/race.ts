import assert from 'node:assert/strict';
import { type Body, type Call, caller } from '../client.ts';
import type { Service } from '../service.ts';

/** The fields of an event, which all follow from the count in its title. */
const fieldsOf = (count: number) => ({
  title: `Count ${count}`,
  status: count % 3 === 0 ? 'private' : 'publish',
  featured: count % 2 === 0,
  start_date: `2031-05-${dayOf(count)} 10:00:00`,
  end_date: `2031-05-${dayOf(count)} 12:00:00`,
  categories: ['All'],
  tags: [count % 2 === 0 ? 'Even' : 'Odd'],
});
const dayOf = (count: number) => 10 + (count % 5);

const MAY = '?start_date=2031-05-01&end_date=2031-05-31';

/** Lists, with the counts that they may contain. */
const lists: [query: string, holds: (count: number) => boolean][] = [
  [MAY, () => true],
  [`${MAY}&categories=all`, () => true],
  [`${MAY}&featured=1`, count => count % 2 === 0],
  [`${MAY}&categories=all&featured=0`, count => count % 2 === 1],
  [`${MAY}&tags=odd`, count => count % 2 === 1],
  ...[10, 11, 12, 13, 14].map((day): (typeof lists)[number] => [
    `?categories=all&start_date=2031-05-${day}&end_date=2031-05-${day}`,
    count => dayOf(count) === day,
  ]),
];

/**
 * Writers increase counts in titles, through one service and then another, while readers read through all services.
 * Ends after at least this many counts and reads.
 */
export async function race(
  { accounts: { editor: as } }: Service,
  services: readonly { base: string }[],
  least: { events: number; counts: number; readers: number; reads: number },
): Promise<void> {
  const calls = services.map(({ base }) => caller(base));
  const at = (turn: number) => calls[turn % calls.length]!;
  // The last acknowledged count of each event.
  const acknowledged = new Map<number, number>();
  for (let made = 0; made < least.events; made++)
    acknowledged.set((await at(0)('POST /events', { as, json: fieldsOf(1) })).body.id, 1);
  const ids = [...acknowledged.keys()];
  let writing = true;
  let reads = 0;

  async function write(id: number) {
    for (let count = 2; count <= least.counts || reads < least.reads; count++) {
      const { status, text } = await at(count + id)(`PATCH /events/${id}`, { as, json: fieldsOf(count) });
      assert.equal(status, 200, text);
      acknowledged.set(id, count);
    }
  }
  async function read(reader: number) {
    for (let turn = reader; writing; turn++) {
      const before = new Map(acknowledged);
      const found = turn % 3 === 0 ? await readOne(at(turn), turn) : await readList(at(turn), turn);
      reads++;
      for (const { id, title, status } of found) {
        const count = countOf(title);
        assert.ok(
          count >= before.get(id)!,
          `${count} was read where ${before.get(id)} had been acknowledged`,
        );
        assert.ok(status === 'publish' && count % 3 !== 0, `"${title}" is not for everybody`);
      }
    }
  }
  async function readOne(call: Call, turn: number): Promise<Body[]> {
    const { status, body, text } = await call(`GET /events/${ids[turn % ids.length]}`);
    assert.ok(status === 200 || body.code === 'event-not-accessible', text);
    return status === 200 ? [body] : [];
  }
  async function readList(call: Call, turn: number): Promise<Body[]> {
    const [query, holds] = lists[turn % lists.length]!;
    const { status, body, text } = await call(`GET /events${query}`);
    assert.equal(status, 200, text);
    for (const { title } of body.events) assert.ok(holds(countOf(title)), `"${title}" in ${query}`);
    return body.events;
  }

  const written = Promise.all(ids.map(write)).finally(() => {
    writing = false;
  });
  await Promise.all([written, ...Array.from({ length: least.readers }, (_, reader) => read(reader))]);
}

const countOf = (title: string) => Number(title.slice('Count '.length));
