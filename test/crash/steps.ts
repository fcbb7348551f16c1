import { between, pick, type Random } from '../../bench/random.ts';
import type { Body, Sending } from '../client.ts';
import { fieldsOf, type Key, type Kind, type Known, kindOf, kinds, type World } from './model.ts';

/** A request of a writer, and the writer's records once it is acknowledged. */
export interface Step {
  line: string;
  sending: Sending;
  /** The status that acknowledges it. */
  status: number;
  after: World;
  /** The image named in the response, for a later step. */
  uploads?: string;
  /** A series whose occurrences have changed. */
  learns?: Key;
}

/** What a step is chosen from. */
export interface Planning {
  world: World;
  random: Random;
  /** A key that was never used. */
  fresh(kind: Kind): Key;
  /** The id of a record, or of an occurrence by its name. */
  idOf(key: Key): number | undefined;
  /** The most records of a kind that a writer keeps. */
  most(kind: Kind): number;
  /** The host of fetched images. */
  gallery: string;
  /** An uploaded image that no event uses yet. */
  upload: { id: number; picture: string } | undefined;
  /** An image to upload, with its size. */
  file: { bytes: Uint8Array<ArrayBuffer>; picture: string };
}

/** A step that creates an event. */
export const createEvent = (planning: Planning): Step => {
  const key = planning.fresh('e');
  const { links, sent, made } = chooseLinks(planning);
  const { picture, image } = choosePicture(planning, key);
  const known = { turn: 1, trashed: false, links, picture };
  const json = { ...newFields(key), ...sent, ...image };
  return {
    ...{ line: 'POST /events', sending: { json }, status: 201 },
    after: { ...planning.world, ...made, [key]: known },
  };
};

export type Choice = (planning: Planning, kind: Kind) => Step | undefined;

const create: Choice = (planning, kind) => {
  const { world, fresh, most } = planning;
  if (keysOf(world, kind).length >= most(kind)) return undefined;
  if (kind === 'e') return createEvent(planning);
  const key = fresh(kind);
  return {
    ...{ line: `POST /${kinds[kind].path}`, sending: { json: newFields(key) }, status: 201 },
    after: { ...world, [key]: FIRST },
  };
};

const update: Choice = (planning, kind) => {
  const key = choose(planning, kind, known => !known.trashed);
  if (key === undefined) return undefined;
  const known = planning.world[key]!;
  const turn = known.turn + 1;
  if (kind !== 'e') return change(planning, key, fieldsOf(key, turn), { ...known, turn });
  const { links, sent, made } = chooseLinks(planning);
  const { picture, image } = choosePicture(planning, key);
  const json = { ...fieldsOf(key, turn), ...sent, ...image };
  return change(planning, key, json, { ...known, turn, links, picture: picture || known.picture }, made);
};

const remove: Choice = (planning, kind) => {
  const { world, idOf } = planning;
  const key = choose(planning, kind, known => !known.trashed);
  if (key === undefined) return undefined;
  const line = `DELETE /${kinds[kind].path}/${idOf(key)}`;
  return { ...{ line, sending: {}, status: 200 }, after: removed(world, key) };
};

/** A record in the trash is linked to no event; a deleted term is gone for good. */
function removed(world: World, gone: Key): World {
  const kind = kindOf(gone);
  const entries = Object.entries(world).flatMap(([key, known]): [Key, Known][] => {
    if (key === gone) return kind === 'c' || kind === 't' ? [] : [[key, { ...known, trashed: true }]];
    return [[key, { ...known, links: known.links.filter(link => link !== gone) }]];
  });
  return Object.fromEntries(entries);
}

const restore: Choice = (planning, kind) => {
  const key = choose(planning, kind, known => known.trashed);
  if (key === undefined) return undefined;
  return change(planning, key, { status: 'publish' }, { ...planning.world[key]!, trashed: false });
};

const upload: Choice = ({ world, file: { bytes, picture } }) => ({
  ...{ line: 'POST /images', status: 201, uploads: picture, after: world },
  sending: { body: bytes, headers: { 'content-type': 'image/png' } },
});

/** A request that turns out to be wrong after a part of it was written. */
const refused: Choice = ({ world }) => ({
  ...{ line: 'POST /events', status: 400, after: world },
  sending: {
    json: {
      ...{ ...fieldsOf('w0e1', 1), title: 'Refused' },
      ...{ venue: { venue: 'Refused' }, organizer: [{ organizer: ' ' }] },
    },
  },
});

/** Steps about other records; each kind is as frequent as its entries here. */
export const CHOICES: readonly Choice[] = [
  ...[create, create, create, update, update, update, update],
  ...[remove, restore, upload, refused],
];

export function newFields(key: Key): Record<string, unknown> {
  const { description, ...fields } = fieldsOf(key, 1);
  // An empty description may not be sent.
  return description ? { ...fields, description } : fields;
}

const FIRST: Known = { turn: 1, trashed: false, links: [], picture: '' };

function change({ world, idOf }: Planning, key: Key, json: object, known: Known, made: World = {}): Step {
  const line = `PATCH /${kinds[kindOf(key)].path}/${idOf(key)}`;
  return { ...{ line, sending: { json }, status: 200 }, after: { ...world, ...made, [key]: known } };
}

export const keysOf = (world: World, kind: Kind): Key[] =>
  Object.keys(world).filter(key => kindOf(key) === kind);

export function choose(
  { world, random }: Planning,
  kind: Kind,
  suits: (known: Known) => boolean,
): Key | undefined {
  const keys = keysOf(world, kind).filter(key => suits(world[key]!));
  return keys.length === 0 ? undefined : pick(random, keys);
}

/** Some existing records to link, and some that are created with the event. */
export function chooseLinks(planning: Planning) {
  const { world, random, fresh, idOf, most } = planning;
  const sent: Record<string, unknown[]> = { venue: [], organizer: [], categories: [], tags: [] };
  const made: Record<Key, Known> = {};
  const links: Key[] = [];
  for (const [kind, member] of LINKED) {
    const there = choose(planning, kind, known => !known.trashed);
    const room = keysOf(world, kind).length < most(kind);
    const draw = random();
    if (draw < 0.2 && room) {
      const key = fresh(kind);
      made[key] = FIRST;
      links.push(key);
      const fields = newFields(key);
      // A term is created by its name.
      sent[member]!.push(fields.name ?? fields);
    } else if (draw < 0.8 && there !== undefined) {
      links.push(there);
      sent[member]!.push(idOf(there));
    }
  }
  return { links: links.sort(), sent, made };
}

const LINKED = [
  ['v', 'venue'],
  ['o', 'organizer'],
  ['c', 'categories'],
  ['t', 'tags'],
] as const;

/** A fetched image, of which each event has a few, or an uploaded one; usually none. */
function choosePicture({ random, gallery, upload }: Planning, key: Key) {
  const draw = random();
  if (draw < 0.1) {
    const image = `http://${gallery}/${key}-${between(random, 1, 3)}.png`;
    return { picture: GALLERY_PICTURE, image: { image } };
  }
  if (draw < 0.3 && upload) return { picture: upload.picture, image: { image: upload.id } };
  return { picture: '', image: {} };
}

/** Width and height of the gallery's images. */
const GALLERY_PICTURE = '40x30';

/** The id of the image in a response. */
export const uploadedIn = (step: Step, { id }: Body) =>
  step.uploads === undefined ? undefined : { id, picture: step.uploads };
