import type { DataSet } from '../data.ts';
import { categoryOf } from '../generate.ts';
import { EVENTS, kinds, pathOf } from '../kinds.ts';
import { between, pick, type Random } from '../random.ts';
import { tagId } from '../terms.ts';
import type { Send, Sent } from './client.ts';

/** The clients' shared knowledge of the calendar. */
export interface World {
  set: DataSet;
  draw: Random;
  /** Paths of lists, each different. */
  lists(): string;
  /** Counts the requests, so that no two are equal. */
  sent: number;
  /** Events that were created and are not in the trash, the oldest first. */
  made: number[];
  /** Paths of images. */
  pictures: string[];
  /** An image file to upload. */
  picture: Buffer;
  /** Records created, and other writes. */
  written: { records: number; changes: number };
}

export type Group = 'read' | 'search' | 'write' | 'picture' | 'fault';

/** One kind of request: its frequency among the others, and the expected response. */
export interface Traffic {
  group: Group;
  share: number;
  /** Throws if the response is not the expected one. */
  run(ask: Send, world: World): Promise<void>;
}

/** Sends a request and returns the response. */
export async function expect(ask: Send, asked: Sent, ...statuses: number[]): Promise<Buffer> {
  const { status, body } = await ask(asked);
  if (statuses.includes(status)) return body;
  throw new Error(`${asked.method ?? 'GET'} ${asked.path} was answered ${status} ${body.subarray(0, 300)}`);
}

const reading = (group: Group, share: number, next: (world: World) => Sent): Traffic => ({
  ...{ group, share },
  run: async (ask, world) => void (await expect(ask, next(world), 200)),
});

const signed = ({ set }: World) => ({ authorization: set.editor });
const searches = kinds.filter(({ name }) => name.startsWith('search'));
const lists = kinds.filter(({ name }) => !name.startsWith('search'));
const BASE = EVENTS.slice(0, EVENTS.lastIndexOf('/'));
const others = ['/venues', '/organizers', '/categories', '/tags', '/doc', ''];

/** Reads of visitors and editors. */
export const reads: readonly Traffic[] = [
  reading('read', 6, () => ({ path: EVENTS })),
  reading('read', 6, ({ set, draw }) => ({ path: `${EVENTS}/${pick(draw, set.readable)}` })),
  reading('read', 6, ({ lists }) => ({ path: lists() })),
  reading('read', 4, world => {
    const kind = pick(world.draw, lists);
    const path = pathOf(kind.query(world.sent, world.set));
    return { path, ...(kind.editor && { headers: signed(world) }) };
  }),
  reading('read', 3, world => ({ path: `${EVENTS}?per_page=50&page=2`, headers: signed(world) })),
  reading('read', 2, ({ draw }) => ({ path: BASE + pick(draw, others) })),
  reading('search', 5, world => ({
    path: pathOf(pick(world.draw, searches).query(world.sent, world.set)),
  })),
];

/** Number of created events that stay out of the trash. */
const MADE = 200;

const writing = (share: number, run: Traffic['run']): Traffic => ({ group: 'write', share, run });

/** Writes of editors. As many events are moved to the trash as are created. */
export const writes: readonly Traffic[] = [
  writing(2, async (ask, world) => {
    const { draw, set, sent } = world;
    const day = new Date((set.calendar.anchor + between(draw, 0, 500) * 86_400) * 1000);
    const date = day.toISOString().slice(0, 10);
    const json = {
      ...{ title: `Concert de prova ${sent}`, start_date: `${date} 19:00`, end_date: `${date} 21:00` },
      ...{ categories: [categoryOf(sent % 10)], tags: [tagId(sent % 50)] },
      ...(sent % 10 === 0 && { venue: { venue: `Sala ${sent}`, city: 'Vic' } }),
    };
    const asked = { method: 'POST', path: EVENTS, headers: signed(world), body: JSON.stringify(json) };
    world.made.push(JSON.parse(String(await expect(ask, asked, 201))).id);
    world.written.records++;
    if (world.made.length <= MADE) return;
    const path = `${EVENTS}/${world.made.shift()}`;
    await expect(ask, { method: 'DELETE', path, headers: signed(world) }, 200);
    world.written.changes++;
  }),
  writing(3, async (ask, world) => {
    const json = { description: `<p>La festa número ${world.sent}</p>`, featured: world.sent % 2 === 0 };
    const path = `${EVENTS}/${pick(world.draw, world.set.readable)}`;
    const body = JSON.stringify(json);
    await expect(ask, { method: 'PATCH', path, headers: signed(world), body }, 200);
    world.written.changes++;
  }),
  writing(0.5, async (ask, world) => {
    const body = JSON.stringify({ name: `Etiqueta ${world.sent}` });
    const asked = { method: 'POST', path: `${BASE}/tags`, headers: signed(world), body };
    const { id } = JSON.parse(String(await expect(ask, asked, 201)));
    await expect(ask, { method: 'DELETE', path: `${BASE}/tags/${id}`, headers: signed(world) }, 200);
    world.written.changes += 2;
  }),
];

/** Images that the clients remember. */
const PICTURES = 50;

export const pictures: readonly Traffic[] = [
  {
    ...{ group: 'picture', share: 0.3 },
    async run(ask, world) {
      const headers = { ...signed(world), 'content-type': 'image/png' };
      const asked = { method: 'POST', path: '/images', headers, body: world.picture };
      const { url } = JSON.parse(String(await expect(ask, asked, 201)));
      world.pictures.push(new URL(url).pathname);
      if (world.pictures.length > PICTURES) world.pictures.shift();
      world.written.records++;
    },
  },
  {
    ...{ group: 'picture', share: 2 },
    async run(ask, { pictures, draw }) {
      if (pictures.length > 0) await expect(ask, { path: pick(draw, pictures) }, 200);
    },
  },
];
