import { between, pick, type Random } from '../../bench/random.ts';
import type { Parameter } from '../document.ts';
import { SECRET } from './calendar.ts';
import type { Material } from './material.ts';
import { FIRST_DAY, WORDS } from './planting.ts';
import * as recurrences from './recurrences.ts';
import { COLLECTIONS, type Collection, type Moment } from './secrets.ts';
import { translations } from './translations.ts';
import * as values from './values.ts';

/** A parameter of an operation. The path shows what its name means. */
export interface Named {
  name: string;
  schema: Parameter['schema'];
  path: string;
}

/** How values are drawn. Careful values are mostly accepted. */
export interface Drawing {
  random: Random;
  material: Material;
  careful: boolean;
}

/** A value that a parameter may have. */
export function valueFor(drawing: Drawing, { name, schema, path }: Named): unknown {
  const { random, material, careful } = drawing;
  const collection = LINKED.get(name);
  // In a venue, the field `venue` is its name.
  if (collection && path.split('/')[1] !== `${name}s`) return references(drawing, name, collection);
  if (name === 'translations') return translations(drawing, collectionAt(path));
  const own = OWN.get(name);
  if (own) return own(drawing);
  const { type, items, enum: options } = schema as Typed;
  if (options) return pick(random, options);
  if (items?.enum) return between(random, 0, 3) ? pick(random, items.enum) : items.enum;
  if (type === 'boolean' || /^show_map/.test(name))
    return pick(random, careful ? [true, false] : [true, false, '1', '0', 'TRUE', 'no', 2]);
  if (type === 'integer') return careful ? between(random, 1, 9) : values.number(random);
  if (/^(venue|organizer)$/.test(name) && random() < 0.2) return pick(random, material.names);
  if (careful) return random() < 0.7 ? `${material.mark()} ${pick(random, WORDS)}` : pick(random, WORDS);
  return random() < 0.5 ? values.text(random) : `${material.mark()} ${values.text(random)}`;
}

const collectionAt = (path: string): Collection =>
  COLLECTIONS.find(name => path.startsWith(`/${name}`)) ?? 'events';

interface Typed {
  type?: unknown;
  items?: { enum?: unknown[] };
  enum?: unknown[];
}

const link = ({ random, material }: Drawing) =>
  `https://example.test/${material.mark()}?${between(random, 0, 9)}`;

const date =
  (careful: readonly (string | number)[]) =>
  (drawing: Drawing): string | number =>
    drawing.careful ? pick(drawing.random, careful) : values.moment(drawing.random);

/** A time this many hours after the first one. */
const time = (hours: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds((FIRST_DAY + hours * 3600) * 1000);
const wall = (hours: number): string => time(hours).toString().replace('T', ' ').replace('Z', '');

const EARLY = [wall(0).slice(0, 10), wall(3), time(-5).toString(), FIRST_DAY - 40_000];
const LATE = [wall(30).slice(0, 10), wall(14), time(40).toString({ timeZone: '+02:00' }), FIRST_DAY + 90_000];
const LONG_AGO = ['2001-02-03 04:05:06', 'now', 'yesterday', '2020-01-01'];

const probe = ({ random, material, careful }: Drawing): string =>
  random() < 0.5 ? pick(random, material.marks) : careful ? pick(random, WORDS) : values.text(random);

const degrees =
  (known: readonly number[]) =>
  ({ random, careful }: Drawing) =>
    careful || random() < 0.7 ? pick(random, known) : values.number(random);
const latitude = degrees([41, 42, -33, 90]);
const longitude = degrees([2, 3, 151, -180]);

/** Parameters whose names say more than their schemas. */
const OWN = new Map<string, (drawing: Drawing) => unknown>([
  ['start_date', date(EARLY)],
  ['starts_after', date(EARLY)],
  ['ends_after', date(EARLY)],
  ['end_date', date(LATE)],
  ['starts_before', date(LATE)],
  ['ends_before', date(LATE)],
  ['date', date([...LONG_AGO, '2040-05-06'])],
  ['date_utc', date(LONG_AGO)],
  ['timezone', ({ random, careful }) => (careful ? 'Europe/Madrid' : values.zone(random))],
  ['cost', ({ random, material }) => (random() < 0.5 ? material.mark() : values.cost(random))],
  ['website', drawing => (drawing.careful ? link(drawing) : values.address(drawing.random))],
  ['search', probe],
  ['email', ({ material }) => `${material.mark()}@example.test`],
  ['slug', drawing => (drawing.random() < 0.4 ? slugOf(drawing) : probe(drawing))],
  ['order', ({ random }) => pick(random, ['asc', 'desc', 'DESC', 'x'])],
  ['orderby', ({ random }) => pick(random, ['id', 'name', 'slug', 'count', 'description', 'include', 'x'])],
  ['author', ({ random, material }) => pick(random, [...material.moment.roles.keys()])],
  ['password', ({ random, material }) => (material.opens && random() < 0.7 ? SECRET : 'wrong')],
  [
    'language',
    ({ random, careful }) => pick(random, careful ? ['fr', 'es', 'ca', 'en'] : ['ca', 'FR', '', 'de']),
  ],
  ['recurrence', ({ random, careful }) => recurrences.lines(random, careful)],
  ['dates', ({ random, careful }) => recurrences.dates(random, careful)],
  ['scope', ({ random, careful }) => recurrences.scope(random, careful)],
  ['focal_point', ({ random }) => pick(random, [{ x: between(random, 0, 101), y: 50 }, null])],
  ['geo_lat', latitude],
  ['geo_lng', longitude],
  ['geoloc_lat', latitude],
  ['geoloc_lng', longitude],
  ['geoloc_radius', ({ random }) => pick(random, [1, 25, 500, 20_000])],
]);

const slugOf = ({ random, material: { moment } }: Drawing) =>
  pick(random, Object.values(moment.slugs).flat());

/** Parameters that name records, with the collection. */
const LINKED = new Map<string, Collection>([
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['categories', 'categories'],
  ['tags', 'tags'],
  ['parent', 'categories'],
  ['image', 'images'],
  ['event', 'events'],
  ['post', 'events'],
  ['post_parent', 'events'],
  ['include', 'events'],
  ['exclude', 'categories'],
  ['series', 'events'],
]);

function references(drawing: Drawing, name: string, collection: Collection): unknown {
  const { random } = drawing;
  const many = MANY.includes(name) && random() < 0.3;
  return many
    ? Array.from({ length: 3 }, () => reference(drawing, name, collection))
    : reference(drawing, name, collection);
}

const MANY = ['series', 'venue', 'organizer', 'categories', 'tags', 'include', 'exclude'];

function reference({ random, material, careful }: Drawing, name: string, collection: Collection): unknown {
  const { moment, mark } = material;
  if (careful || random() < 0.6) return anId(random, moment, collection, careful);
  if (name === 'image') return values.address(random);
  const named = { [name]: mark(), description: values.text(random), status: 'draft', city: mark() };
  const inFrench = { ...named, translations: { fr: { [name]: mark(), description: mark() } } };
  return pick(random, [
    named,
    inFrench,
    mark(),
    values.number(random),
    pick(random, [...moment.slugs[collection], 'x']),
  ]);
}

/** The id of a record of a collection, or of any record. */
export function anId(
  random: Random,
  { ids, trashed }: Moment,
  collection: Collection | 'trash',
  careful: boolean,
): number {
  const own = collection === 'trash' ? trashed : ids[collection];
  const all = own.length > 0 && (careful || random() < 0.9) ? own : Object.values(ids).flat();
  return all.length > 0 ? pick(random, all) : 1;
}
