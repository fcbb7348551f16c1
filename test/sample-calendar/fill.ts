import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Account } from '../account.ts';
import { type Body, type Call, caller } from '../client.ts';
import { type At, DAY, type SampleEvent } from './event.ts';
import { highlights } from './highlights.ts';
import { hidden, others } from './others.ts';
import { altTexts, pictureNames } from './pictures.ts';
import { series } from './series.ts';
import { categories, organizers, tags, venues, written } from './town.ts';

export const sampleEvents: SampleEvent[] = [...highlights, ...series, ...others, ...hidden];

/** Ids by the keys of the sample. */
type Ids = Record<string, number>;

/**
 * Writes the calendar of an invented Catalan town, in four languages, through the interface: some hundred events
 * around `today`, with pictures, exhibitions that run, series, cancelled, protected and hidden events.
 * @param base address of the namespace
 * @param as an editor or administrator
 */
export async function fillSample(
  base: string,
  as: Account,
  today = Temporal.Now.plainDateISO('Europe/Madrid'),
) {
  const ask = caller(base);
  const done = async (line: string, json: unknown): Promise<Body> => accepted(line, ask(line, { as, json }));
  const pictures = await uploadPictures(ask, as, new URL(base).origin);
  const terms = (kind: string, list: Record<string, (typeof categories)[string]>, ids: Ids = {}) =>
    each(Object.keys(list), async key => {
      const { name, slug, parent } = list[key]!;
      const above = parent === undefined ? {} : { parent: ids[parent] ?? 0 };
      const { id } = await done(`POST /${kind}`, { ...written({ name, slug }), ...above });
      ids[key] = id;
      return id;
    });
  const places = {
    categories: await terms('categories', categories),
    tags: await terms('tags', tags),
    venue: await each(Object.keys(venues), async key => {
      const { fields, picture } = venues[key]!;
      return (await done('POST /venues', { ...fields, ...(picture && { image: pictures[picture] }) })).id;
    }),
    organizer: await each(
      Object.keys(organizers),
      async key => (await done('POST /organizers', organizers[key])).id,
    ),
  };
  for (const event of sampleEvents) {
    const { id } = await done('POST /events', fieldsOf(event, places, pictures, today));
    if (event.password) await done(`PATCH /events/${id}`, { password: event.password });
  }
}

function fieldsOf(
  event: SampleEvent,
  ids: Record<'categories' | 'tags' | 'venue' | 'organizer', Ids>,
  pictures: Ids,
  today: Temporal.PlainDate,
): object {
  const {
    title,
    description,
    excerpt,
    status_reason,
    slugs: slug,
    at,
    lasts,
    allDay = false,
    recurrence,
    cost,
    more,
  } = event;
  const start = momentOf(at, today);
  // An event of whole days ends on its last one.
  const end = start.add({ minutes: allDay ? lasts - DAY : lasts });
  return {
    ...written({ title, description, excerpt, status_reason, slug }),
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

function momentOf([week, day, time]: At, today: Temporal.PlainDate): Temporal.PlainDateTime {
  return today.add({ days: 7 * week + day - today.dayOfWeek }).toPlainDateTime(Temporal.PlainTime.from(time));
}

const textOf = (moment: Temporal.PlainDateTime): string =>
  moment.toString({ smallestUnit: 'second' }).replace('T', ' ');

async function uploadPictures(ask: Call, as: Account, site: string): Promise<Ids> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'almanac-sample-'));
  await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('./draw.ts', import.meta.url)),
    folder.path,
  ]);
  return await each(pictureNames, async name => {
    const body = new FormData();
    body.set('file', new File([await readFile(join(folder.path, `${name}.jpg`))], `${name}.jpg`));
    const { id } = await accepted(name, ask(`POST ${site}/images`, { as, body }));
    await accepted(
      name,
      ask(`PATCH ${site}/images/${id}`, { as, json: written({ alt_text: altTexts[name]! }) }),
    );
    return id;
  });
}

async function accepted(line: string, asked: ReturnType<Call>): Promise<Body> {
  const { status, text, body } = await asked;
  assert.ok(status < 300, `${line}: ${status} ${text}`);
  return body;
}

/** What becomes of each name, one after the other: ids then follow the order of the names. */
async function each(names: string[], make: (name: string) => Promise<number>): Promise<Ids> {
  const ids: Ids = {};
  for (const name of names) ids[name] = await make(name);
  return ids;
}
