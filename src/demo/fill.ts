import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Language } from '../i18n/language.ts';
import { KINDS, type KindName, type Taxonomy } from '../kinds.ts';
import { IMAGES_PATH } from '../site/address.ts';
import { DAY, type DemoTime, type SampleEvent } from './event.ts';
import { altTexts, focalPoints, pictureNames } from './pictures.ts';
import { categories, type DemoTexts, organizersIn, tags, venuesIn, written } from './town.ts';

/** What is written, and into what. */
export interface Filling {
  readonly write: Write;
  /** The language of the records; the texts in the others are their translations. */
  readonly language: Language;
  readonly today: Temporal.PlainDate;
  readonly events: readonly SampleEvent[];
  /** Once it is aborted, the work stops and throws. */
  readonly signal?: AbortSignal;
}

/**
 * Writes a record through the interface: a new one, or a change of the one with this id.
 * @param values its members, or the file of a picture
 * @returns its id
 */
export type Write = (kind: KindName, values: object | File, id?: number) => Promise<number>;

/** Ids by the keys of the town. */
type IdsByKey = Record<string, number>;

/** Writes an invented town and these events, with pictures and translations. */
export async function fillTown(filling: Filling): Promise<void> {
  const { write, language, events, today } = filling;
  const terms = (taxonomy: Taxonomy, list: Record<string, (typeof categories)[string]>, ids: IdsByKey = {}) =>
    each(Object.keys(list), async key => {
      const { name, slug, parent } = list[key]!;
      const above = parent === undefined ? {} : { parent: ids[parent] ?? 0 };
      ids[key] = await write(taxonomy, { ...written(language, { name, slug }), ...above });
      return ids[key];
    });
  const ofTerms = { categories: await terms('category', categories), tags: await terms('tag', tags) };
  const pictures = await writePictures(filling);
  const [venues, organizers] = [venuesIn(language), organizersIn(language)];
  const ids = {
    ...ofTerms,
    venue: await each(Object.keys(venues), key => {
      const { fields, picture } = venues[key]!;
      return write('venue', { ...fields, ...(picture && { image: pictures[picture] }) });
    }),
    organizer: await each(Object.keys(organizers), key => write('organizer', organizers[key]!)),
  };
  for (const event of events) {
    const id = await write('event', fieldsOf(event, ids, pictures, language, today));
    if (event.password) await write('event', { password: event.password }, id);
  }
}

/** A service that is filled over HTTP. */
interface FilledService {
  /** `http://127.0.0.1:3000` */
  readonly site: string;
  /** The path of the interface. */
  readonly namespace: string;
  /** The header of an editor or administrator. */
  readonly authorization: string;
  readonly signal?: AbortSignal;
}

/** Writes to a service over HTTP. */
export function writesTo({ site, namespace, authorization, signal }: FilledService): Write {
  return async (kind, values, id) => {
    // Between requests: `fetch` fails badly if a form is aborted while it is sent.
    signal?.throwIfAborted();
    const path = pathOf(kind, namespace) + (id === undefined ? '' : `/${id}`);
    const [method, isFile] = [id === undefined ? 'POST' : 'PATCH', values instanceof File];
    const body = isFile ? new FormData() : JSON.stringify(values);
    if (body instanceof FormData) body.set('file', values as File);
    const headers = { authorization, ...(!isFile && { 'content-type': 'application/json' }) };
    const response = await fetch(site + path, { method, headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text).id;
  };
}

/** The path of the records of a kind in the interface. */
export const pathOf = (kind: KindName, namespace: string): string =>
  kind === 'image' ? IMAGES_PATH : `${namespace}/${KINDS[kind].collection}`;

function fieldsOf(
  event: SampleEvent,
  ids: Record<'categories' | 'tags' | 'venue' | 'organizer', IdsByKey>,
  pictures: IdsByKey,
  language: Language,
  today: Temporal.PlainDate,
): object {
  const { title, description, excerpt, status_reason, slugs: slug } = event;
  const { at, lasts, allDay = false, recurrence, cost, more } = event;
  const start = momentOf(at, today);
  // An event of whole days ends on its last one.
  const end = start.add({ minutes: allDay ? lasts - DAY : lasts });
  return {
    ...written(language, { title, description, excerpt, status_reason, slug }),
    ...{ start_date: textOf(start), end_date: textOf(end), all_day: allDay },
    categories: event.categories.map(key => ids.categories[key]),
    tags: (event.tags ?? []).map(key => ids.tags[key]),
    ...(event.venue && { venue: ids.venue[event.venue] }),
    ...(event.organizer && { organizer: ids.organizer[event.organizer] }),
    ...(event.picture && { image: pictures[event.picture] }),
    ...(recurrence && { recurrence }),
    ...(cost !== undefined && { cost }),
    ...more,
  };
}

function momentOf(at: DemoTime, today: Temporal.PlainDate): Temporal.PlainDateTime {
  const [first, second, third] = at;
  if (typeof first === 'string') return dayOfYear(first, today).toPlainDateTime(second as string);
  return today.add({ days: 7 * first + Number(second) - today.dayOfWeek }).toPlainDateTime(third!);
}

/** The day of this name in the twelve months from three months ago on. */
function dayOfYear(day: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const first = today.subtract({ months: 3 });
  const here = Temporal.PlainDate.from(`${first.year}-${day}`);
  return Temporal.PlainDate.compare(here, first) < 0 ? here.add({ years: 1 }) : here;
}

const textOf = (moment: Temporal.PlainDateTime): string =>
  moment.toString({ smallestUnit: 'second' }).replace('T', ' ');

/** Draws the pictures and writes them, with their alternative texts. */
async function writePictures({ write, language, signal }: Filling): Promise<IdsByKey> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'almanac-pictures-'));
  const program = fileURLToPath(new URL('./draw-process.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [program, folder.path], signal && { signal });
  return await each(pictureNames, async name => {
    const id = await write(
      'image',
      new File([await readFile(join(folder.path, `${name}.jpg`))], `${name}.jpg`),
    );
    const alt_text: DemoTexts = altTexts[name]!;
    const focal_point = focalPoints[name];
    await write('image', { ...written(language, { alt_text }), ...(focal_point && { focal_point }) }, id);
    return id;
  });
}

/** What becomes of each name, one after the other: ids then follow the order of the names. */
async function each(names: string[], make: (name: string) => Promise<number>): Promise<IdsByKey> {
  const ids: IdsByKey = {};
  for (const name of names) ids[name] = await make(name);
  return ids;
}
