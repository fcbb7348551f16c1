import { describe } from 'node:test';
import { SERVER } from '../store.ts';
import { type Answer, fitsForm, isMembers, listAt, type Members } from './client.ts';
import { type Kind, markOf } from './fields.ts';
import { type Method, type Operation, operations } from './interface.ts';
import { answers, type Probe, pair, refuses, same, shows } from './probes.ts';
import type { World } from './world.ts';

/** Tests every field of a kind in creates and all kinds of updates, as JSON and as a form. */
export function writes(world: World, kind: Kind): void {
  const fields = Object.keys(kind.fields(world));
  describe(`Fields of ${kind.path}`, () => {
    for (const operation of operations.filter(({ path, method }) => path === kind.path && method === 'POST'))
      for (const field of fields)
        pair(operation, field, probe => creation(world, kind, operation, field, probe));
    for (const operation of operations.filter(
      one => one.path.startsWith(`${kind.path}/`) && writing(one.method),
    ))
      for (const field of fields)
        pair(operation, field, probe => update(world, kind, operation, field, probe));
  });
}

type Encoding = 'json' | 'form';
/** Forms are read before they reach a store, so they are tested on the embedded one. */
const encodings: Encoding[] = SERVER ? ['json'] : ['json', 'form'];

/**
 * Creates and one kind of update get every value as JSON and two values in a form. For the other kinds a sample shows
 * that they are the same.
 */
function sample<Item>(items: Item[], encoding: Encoding, whole: boolean): Item[] {
  if (whole) return encoding === 'json' ? items : items.slice(0, 2);
  return encoding === 'json' ? items.slice(0, 1) : items.slice(1, 2);
}

async function creation(
  world: World,
  kind: Kind,
  operation: Operation,
  name: string,
  probe: Probe,
): Promise<void> {
  const { required } = operation.parameters.find(one => one.name === name)!;
  const create = (encoding: Encoding, members: Members): Promise<Answer> =>
    world.ask({ method: 'POST', path: kind.path, [encoding]: members, as: 'administrator' });
  for (const encoding of encodings) {
    const number = world.unique();
    const bare = (await create(encoding, kind.marked(number))).body;
    const { values, refused } = kind.fields(world)[name]!;
    const creating = values.filter(
      ({ update, keeps, send }) => !update && !keeps && sendable(encoding, send),
    );
    const tried = sample(creating, encoding, true);
    for (const { send, reads } of tried)
      await probe(`${encoding} ${JSON.stringify(send)}`, async () => {
        const made = await create(encoding, { ...kind.least(world.unique()), [name]: send });
        answers(made, 201, reads);
        answers(await read(world, kind, made.body), 200, reads);
        // Frees the name and the slug for the next record.
        if (name in kind.least(0) || name === 'slug')
          await world.ask({ method: 'DELETE', path: `${kind.path}/${made.body.id}`, as: 'administrator' });
      });
    await probe(`${encoding} makes a difference`, async () =>
      same(
        tried.every(({ reads }) => shows(bare, reads)),
        false,
        'a record shows it anyway',
      ),
    );
    const refusing = refused.filter(one => sendable(encoding, one));
    for (const send of sample(refusing, encoding, true))
      await probe(`${encoding} refuses ${JSON.stringify(send)}`, async () => {
        const answer = await create(encoding, { ...kind.marked(number), [name]: send });
        if (required && send === null) missing(answer, name);
        else refuses(answer, [name]);
      });
    if (required)
      await probe(`${encoding} without it`, async () => {
        const { [name]: _, ...others } = kind.marked(number);
        missing(await create(encoding, others), name);
      });
    await probe(`${encoding} nothing is created by what is refused`, async () =>
      same(await found(world, kind, number), [bare.id], 'records of that mark'),
    );
  }
}

async function update(
  world: World,
  kind: Kind,
  { method, path }: Operation,
  name: string,
  probe: Probe,
): Promise<void> {
  const made = await world.ask({
    method: 'POST',
    path: kind.path,
    json: kind.full(world, world.unique()),
    as: 'administrator',
  });
  answers(made, 201);
  let before = (await read(world, kind, made.body)).body;
  const { values, refused, follows = [] } = kind.fields(world)[name]!;
  const others = [name, ...follows, 'modified', 'modified_utc', 'json_ld'];
  for (const encoding of encodings) {
    const send = (value: unknown): Promise<Answer> =>
      world.ask({ method, path: address(path, before), [encoding]: { [name]: value }, as: 'administrator' });
    const whole = method === 'PATCH' && path.endsWith('<id>');
    const sent = values.filter(one => sendable(encoding, one.send));
    for (const { send: value, reads, keeps } of sample(sent, encoding, whole))
      await probe(`${encoding} ${JSON.stringify(value)}`, async () => {
        if (!keeps) same(shows(before, reads), false, 'the record shows it before');
        const was = before;
        const answer = await send(value);
        before = (await read(world, kind, made.body)).body;
        answers(answer, 200, reads);
        answers({ ...answer, body: before }, 200, reads);
        same(without(before, others), without(was, others), 'what was not named');
      });
    // Creates try every refused value on both stores, so on PostgreSQL updates get a sample.
    const refusing = refused.filter(one => sendable(encoding, one));
    for (const value of sample(refusing, encoding, whole && !SERVER))
      await probe(`${encoding} refuses ${JSON.stringify(value)}`, async () =>
        refuses(await send(value), [name]),
      );
  }
  await probe('nothing is changed by what is refused', async () =>
    same(without((await read(world, kind, made.body)).body), without(before), 'the record'),
  );
}

/** The path of a record, by id or by its current slug. */
export function address(path: string, record: Members): string {
  return path.replace('<id>', String(record.id)).replace('<slug>', String(record.slug));
}

export function writing(method: Method): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** The ids of the records with the mark of this number, as an administrator finds them. */
async function found({ ask }: World, { path }: Kind, number: number): Promise<unknown[]> {
  const query = {
    search: markOf(number),
    start_date: '1970-01-02',
    end_date: '2100-01-01',
    hide_empty: false,
  };
  const answer = await ask({ path, query, as: 'administrator' });
  return listAt(answer.body, path.slice(1)).map(({ id }) => id);
}

/** The record as an administrator reads it. */
export function read({ ask }: World, { path }: Kind, { id }: Members): Promise<Answer> {
  return ask({ path: `${path}/${id}`, as: 'administrator' });
}

function missing(answer: Answer, name: string): void {
  answers(answer, 400, { code: 'rest_missing_callback_param', data: { params: [name] } });
}

function sendable(encoding: Encoding, value: unknown): boolean {
  return encoding === 'json' || fitsForm(value);
}

/** A record without some members, and without the counts of its terms, which depend on other records. */
function without(record: Members, names: string[] = []): Members {
  const uncounted = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(item => (isMembers(item) ? { ...item, count: 0 } : item)) : value;
  return Object.fromEntries(
    Object.entries(record)
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => [name, uncounted(value)]),
  );
}
