import { readConfig } from '../../src/config.ts';
import type { Db } from '../../src/db/tables.ts';
import { eventTimes } from '../../src/events/times.ts';
import { findOccurrences } from '../../src/series/occurrences.ts';
import { insertSeries } from '../../src/series/write.ts';
import { type Candidate, filled } from './candidate.ts';
import { jsonBody } from './writes.ts';

/** A planted series of as many occurrences as one may have. */
export interface LongSeries {
  readonly id: number;
  /** Its occurrences in the order of their dates. */
  readonly occurrences: readonly number[];
}

const MOST = 3650;
const LARGE = `<p>${filled('festa a la fresca ', 5_000)}</p>`;

const dayAfter = (days: number): string =>
  Temporal.PlainDate.from(new Date().toISOString().slice(0, 10)).add({ days }).toString();
const stamp = (days: number, time: string): string =>
  `${dayAfter(Math.floor(days)).replaceAll('-', '')}T${time}`;

/** Twice a day for five years, which is how far occurrences are made. */
const FULL = {
  recurrence: [
    'RRULE:FREQ=DAILY;COUNT=1820',
    `RDATE:${Array.from({ length: MOST - 1820 }, (_, at) => stamp(at, '203000')).join()}`,
  ],
  ...{ start_date: `${dayAfter(1)} 10:00:00`, end_date: `${dayAfter(1)} 12:00:00` },
};

/** Writes this many such series, with large texts. */
export async function plantLongSeries(
  db: Db,
  count: number,
  author: number,
  links: { venue_ids: number[]; category_ids: number[]; tag_ids: number[] },
): Promise<LongSeries[]> {
  const config = readConfig({ TIME_ZONE: 'Europe/Madrid' });
  const context = {
    viewer: { id: author, login: 'author', role: 'author' as const },
    ...{ config, now: Math.floor(Date.now() / 1000) },
  };
  const times = eventTimes({ start_date: FULL.start_date, end_date: FULL.end_date }, undefined, context);
  if ('refused' in times) throw new Error('a planted series takes place');
  const planted: LongSeries[] = [];
  for (let at = 0; at < count; at++) {
    const recurrence = FULL.recurrence.join('\n');
    const patch = { title: `Long series ${at}`, description: LARGE, times, recurrence, ...links };
    const { row } = await db
      .transaction()
      .execute(db => insertSeries(db, { patch: { ...patch, status: 'publish' } }, context));
    const occurrences = await findOccurrences(db, row.id);
    planted.push({ id: row.id, occurrences: occurrences.map(({ id }) => id) });
  }
  return planted;
}

const LINKED = { description: LARGE, venue: 'Long hall', categories: ['Long'], tags: ['Long', 'Longer'] };
const many = (of: (at: number) => string): string => Array.from({ length: MOST }, (_, at) => of(at)).join();

function datesOf(at: number) {
  const day = dayAfter(1 + Math.floor(at / 2));
  const hour = at % 2 ? 10 : 18;
  return { start_date: `${day} ${hour}:00:00`, end_date: `${day} ${hour + 1 + (at % 3)}:00:00` };
}

const secondOf = (at: number): string =>
  Temporal.PlainTime.from('00:00')
    .add({ seconds: at * 7 })
    .toString()
    .replaceAll(':', '')
    .padEnd(6, '0');

/** Recurrences with which an event is created; many are refused. */
const CREATED: readonly [about: string, json: object][] = [
  ['every day without end', { recurrence: 'RRULE:FREQ=DAILY', ...LINKED }],
  ['twice a day', { ...FULL, ...LINKED }],
  ['a text that is too large', { ...FULL, description: filled('festa ', 190_000) }],
  ['explicit dates', { dates: Array.from({ length: MOST }, (_, at) => datesOf(at)), ...LINKED }],
  [
    'dates of another zone',
    { recurrence: `RDATE;TZID=America/New_York:${many(at => stamp(at / 2, at % 2 ? '103000' : '203000'))}` },
  ],
  [
    'dates and exceptions of other zones',
    {
      recurrence: [
        `RDATE;TZID=Australia/Lord_Howe:${many(at => stamp(at / 2, at % 2 ? '103000' : '203000'))}`,
        `EXDATE;TZID=Africa/Casablanca:${many(at => stamp(at / 2, at % 2 ? '093000' : '203000'))}`,
      ],
    },
  ],
  [
    'exceptions of a day of many dates',
    {
      recurrence: [
        `RDATE:${many(at => stamp(2, secondOf(at)))}`,
        `EXDATE;VALUE=DATE:${many(() => stamp(2, '').slice(0, 8))}`,
      ],
    },
  ],
  ['megabytes of dates', { recurrence: `RDATE:${filled('20310506T100000,', 4_800_000)}` }],
  ['as many dates as the text may be long', { recurrence: `RDATE:${filled('20310506,', 199_000)}` }],
  ['empty lines', { recurrence: filled('\r\n', 199_000) }],
  ['folded lines', { recurrence: `RDATE:20310506${filled('\r\n ', 199_000)}` }],
  ['lines', { recurrence: Array(19_000).fill('RDATE:20310') }],
  ['parameters', { recurrence: `RDATE${filled(';A=B', 199_000)}:20310506` }],
  ['quotes', { recurrence: `RDATE${filled(';A="', 199_000)}` }],
  ...['BYMONTHDAY=1,', 'BYYEARDAY=-1,', 'BYDAY=1MO,', 'BYSETPOS=1,', 'BYMONTH=2,'].map(
    (part): [string, object] => {
      const [name, value] = part.split('=') as [string, string];
      return [
        name,
        { recurrence: `RRULE:FREQ=YEARLY;COUNT=3;${name}=${filled(value, 199_000).replace(/,?[^,]*$/, '')}` },
      ];
    },
  ),
  [
    'a rule of many days',
    {
      recurrence: `RRULE:FREQ=YEARLY;COUNT=3650;BYYEARDAY=${Array.from({ length: 366 }, (_, at) => at + 1).join()};BYSETPOS=${Array.from({ length: 366 }, (_, at) => -at - 1).join()}`,
    },
  ],
  ['a rule of rare days', { recurrence: 'RRULE:FREQ=MONTHLY;INTERVAL=47;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO' }],
  ['a rule of the last millennia', { recurrence: 'RRULE:FREQ=DAILY;UNTIL=99991231T000000Z' }],
];

/** Changes of a whole series. */
const CHANGED: readonly [about: string, json: (attempt: number) => object][] = [
  ['texts', attempt => ({ title: `Changed ${attempt}`, description: `${LARGE} ${attempt}` })],
  [
    'the time',
    attempt => ({ start_date: `${dayAfter(1)} 0${attempt}:00:00`, end_date: `${dayAfter(1)} 12:30:00` }),
  ],
  [
    'the day',
    attempt => ({
      start_date: `${dayAfter(2 + attempt)} 09:00:00`,
      end_date: `${dayAfter(2 + attempt)} 12:30:00`,
    }),
  ],
  ['the slug', attempt => ({ slug: `long-${attempt}` })],
  ['the status', attempt => ({ status: attempt % 2 ? 'publish' : 'private' })],
  [
    'links',
    attempt => ({ venue: `Hall ${attempt}`, categories: [`Category ${attempt}`], tags: [`Tag ${attempt}`] }),
  ],
  ['the rule', attempt => ({ recurrence: `RRULE:FREQ=DAILY;COUNT=${1400 - attempt}` })],
  ['the rule back', attempt => ({ recurrence: `RRULE:FREQ=DAILY;COUNT=${1800 - attempt}` })],
  ['no series', () => ({ recurrence: [] })],
  ['a series again', attempt => ({ recurrence: `RRULE:FREQ=DAILY;COUNT=${1820 - attempt}` })],
];

type Path = (series: LongSeries, attempt: number) => string;

/** The address of an occurrence, another one each time, with this query. */
const middle =
  (query: string): Path =>
  ({ occurrences }, attempt) =>
    `${occurrences[1200 - attempt * 200]}${query}`;

const whole: Path = ({ id }) => String(id);

/** Requests about series of thousands of occurrences, deletions last. */
export function* seriesCandidates(): Generator<Candidate> {
  for (const [about, json] of CREATED)
    yield candidate(
      'POST',
      about,
      () => '',
      attempt => ({ title: `Series ${attempt}`, ...DATES, ...json }),
    );
  for (const path of ['', '/occurrences?per_page=50', '.ics'])
    yield candidate('GET', `read ${path}`, ({ id }) => `${id}${path}`);
  for (const [about, json] of CHANGED.slice(0, 6)) {
    yield candidate('PATCH', `${about}, dry`, ({ id }) => `${id}?dry_run=true`, json);
    yield candidate('PATCH', about, whole, json);
  }
  yield candidate('PATCH', 'one occurrence', middle(''), () => ({ title: 'One', description: 'Own' }));
  yield candidate('PATCH', 'all, by one', middle('?scope=all'), () => ({ title: 'All', featured: true }));
  yield candidate('PATCH', 'the following ones', middle('?scope=following'), () => ({ title: 'Following' }));
  yield candidate('DELETE', 'the following ones', middle('?scope=following'));
  for (const [about, json] of CHANGED.slice(6)) yield candidate('PATCH', about, whole, json);
  yield candidate('DELETE', 'all', whole);
  yield {
    ...candidate('POST', 'restore', whole),
    make: ({ series }, attempt) => ({ path: `/cal/trash/v1/${series[attempt % series.length]!.id}/restore` }),
  };
}

const DATES = { start_date: FULL.start_date, end_date: FULL.end_date };

/** A request to the collection of events, or to one of them. */
const candidate = (
  method: string,
  about: string,
  path: Path,
  json?: (attempt: number) => object,
): Candidate => ({
  ...{ operation: `${method} /cal/events/v1/events`, method, as: 'editor', parts: [] },
  about: `series: ${about}`,
  make({ series }, attempt) {
    const below = path(series[attempt % series.length]!, attempt);
    return {
      path: `/cal/events/v1/events${below && `/${below}`}`,
      ...(json && jsonBody(json(attempt))),
    };
  },
});
