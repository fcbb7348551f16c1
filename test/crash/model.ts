import assert from 'node:assert/strict';
import type { Body } from '../client.ts';
import type { KnownSeries } from './series.ts';

/** How the records of writers are made and read. All that a record shows follows from its key and its turn. */

/** Names a record of a writer: `w2e05` is the fifth event of the second writer. */
export type Key = string;

export type Kind = keyof typeof kinds;

/** The collections, by their letters in keys. */
export const kinds = {
  e: { path: 'events', name: 'title' },
  s: { path: 'events', name: 'title' },
  v: { path: 'venues', name: 'venue' },
  o: { path: 'organizers', name: 'organizer' },
  c: { path: 'categories', name: 'name' },
  t: { path: 'tags', name: 'name' },
} as const;

export const kindOf = (key: Key): Kind => /^w\d+(\w)/.exec(key)![1] as Kind;

/** What a writer knows of one of its records. */
export interface Known {
  /** Grows with each update, and determines the fields. */
  readonly turn: number;
  readonly trashed: boolean;
  /** Venues, organizers, categories and tags of an event, sorted. */
  readonly links: readonly Key[];
  /** Width and height of an event's image; '' for none. */
  readonly picture: string;
  /** Of a series. */
  readonly series?: KnownSeries;
}

/** A record as it is shown. */
export type Shown = Omit<Known, 'series'> & { readonly occurrences?: readonly string[] };

/** The records of one writer. */
export type World = Readonly<Record<Key, Known>>;

/** The members that are sent and shown. */
export const fieldsOf = (key: Key, turn: number): Record<string, unknown> => ({
  ...ownFields(key, turn),
  translations: translationsOf(key, turn),
});

/** A text in French with a slug and, every other turn, a draft in Spanish; a term is created by its name alone. */
function translationsOf(key: Key, turn: number): Record<string, object | null> {
  const kind = kindOf(key);
  if (turn === 1 && 'ct'.includes(kind)) return {};
  const textIn = (language: string) => ({ [kinds[kind].name]: `${key} ${language} ${turn}` });
  return {
    fr: { ...textIn('fr'), slug: `${key}-fr` },
    es: turn % 2 === 0 ? { ...textIn('es'), status: 'draft' } : null,
  };
}

/** A member as it is shown after it was sent: null has removed a translation. */
export const shownAs = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
    : value;

function ownFields(key: Key, turn: number): Record<string, unknown> {
  const name = `${key} turn ${turn}`;
  const day = `2031-05-${dayOf(turn)}`;
  switch (kindOf(key)) {
    case 'e':
      return {
        ...{ title: name, description: `<p>${name}. ${textOf(key, turn)}</p>` },
        ...{ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` },
        ...{ website: `https://${key}.example/${turn}`, featured: isFeatured(turn) },
      };
    case 's':
      return {
        ...{ title: name, description: `<p>${name}. ${textOf(key, turn)}</p>` },
        ...{ website: `https://${key}.example/${turn}`, featured: isFeatured(turn) },
      };
    case 'v':
      return { venue: name, city: `City ${turn}`, geo_lat: latitudeOf(turn), geo_lng: 2 };
    case 'o':
      return { organizer: name, phone: `93 ${turn}`, email: `${key}.${turn}@example.org` };
    default:
      // A term created by name has no description.
      return { name, description: turn === 1 ? '' : `Turn ${turn}` };
  }
}

export const dayOf = (turn: number): number => 10 + (turn % 5);
export const isFeatured = (turn: number): boolean => turn % 2 === 0;
/** A degree of latitude is about 111 km, so each is beyond the radius of the others. */
export const latitudeOf = (turn: number): number => 41 + (turn % 3);

/** Some are longer than a page of either store. */
const textOf = (key: Key, turn: number): string =>
  `turn${turn} `.repeat(key.endsWith('0') ? 1500 : 3).trimEnd();

/** The key and state of a record as it was read; fails if it mixes two turns. */
export function readRecord(kind: Kind, body: Body): [Key, Shown] {
  const name = Reflect.get(body, kinds[kind].name) as string;
  const [, key = '', turn = ''] = /^(w\d+\w\d+) turn (\d+)$/.exec(name) ?? [];
  assert.ok(key !== '' && kindOf(key) === kind, `somebody else’s record: ${name}`);
  for (const [field, value] of Object.entries(fieldsOf(key, Number(turn)))) {
    const shown: unknown = Reflect.get(body, field);
    assert.deepEqual(typeof shown === 'string' ? shown.trim() : shown, shownAs(value), `${field} of ${name}`);
  }
  const { status } = body;
  assert.ok(status === 'publish' || status === 'trash' || status === undefined, `${name} is ${status}`);
  return [
    key,
    {
      ...{ turn: Number(turn), trashed: status === 'trash' },
      ...{ links: kind === 'e' ? linksOf(body) : [], picture: pictureOf(body) },
    },
  ];
}

const keyIn = (name: string): Key => name.split(' ', 1)[0]!;

const namesIn = (linked: unknown, member: string): Key[] =>
  [linked ?? []].flat().map(record => keyIn(Reflect.get(record as object, member) as string));

export const linksOf = ({ venue, organizer, categories, tags }: Body): Key[] =>
  [
    ...[...namesIn(venue, 'venue'), ...namesIn(organizer, 'organizer')],
    ...[...namesIn(categories, 'name'), ...namesIn(tags, 'name')],
  ].sort();

const pictureOf = ({ image }: Body): string => (image ? `${image.width}x${image.height}` : '');

/** The ids of all records in a response, by key. */
export function idsIn(body: Body): [Key, number][] {
  const members: unknown[] = [body.venue, body.organizer, body.categories, body.tags].flat();
  const records = [body, ...members.filter(member => typeof member === 'object' && member !== null)];
  return records.flatMap((record): [Key, number][] => {
    const names: unknown[] = Object.values(kinds).map(({ name }) => Reflect.get(record, name));
    const name = names.find(name => typeof name === 'string' && /^w\d+\w\d+ turn /.test(name));
    if (typeof name !== 'string') return [];
    // An occurrence has the title of its series.
    const { id } = (Reflect.get(record, 'series') ?? record) as { id: number };
    return [[keyIn(name), id]];
  });
}
