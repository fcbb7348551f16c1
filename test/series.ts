import assert from 'node:assert/strict';
import { type Body, caller, eventOf } from './client.ts';
import type { Service } from './service.ts';

/** Members of series, and of the plan of a dry run. */
export type Series = Body & {
  series: { id: number };
  recurrence: string[];
  recurrence_id: string;
  occurrences_total: number;
  added: Planned[];
  removed: Planned[];
  moved: Planned[];
  kept: Planned[];
};

interface Planned {
  id: number | null;
  recurrence_id: string;
  start_date: string;
  end_date: string;
}

/** Tuesdays at half past seven in the evening, from 6 May 2031. */
export const TUESDAYS = { start_date: '2031-05-06 19:30:00', end_date: '2031-05-06 21:00:00' };

/** Writes series of a service as its editor, and reads their occurrences from the store. */
export function seriesOf({ base, db, accounts: { editor } }: Service) {
  const ask = caller(base);

  /** The answer to a request that must succeed. */
  async function done(line: string, json?: unknown): Promise<Series> {
    const { status, text, body } = await ask(line, { as: editor, ...(json === undefined ? {} : { json }) });
    assert.ok(status < 300, `${line}: ${status} ${text}`);
    return body as Series;
  }

  /** The occurrences of a series in the order of their dates. */
  const rows = (series: number) =>
    db.selectFrom('events').selectAll().where('series_id', '=', series).orderBy('recurrence_id').execute();

  return {
    ask,
    done,
    rows,
    starts: async (series: number) => (await rows(series)).map(({ start_date }) => start_date),
    ids: async (series: number) => (await rows(series)).map(({ id }) => id),
    weekly: (title: string, count: number, fields: object = {}) =>
      done(
        'POST /events',
        eventOf(title, { ...TUESDAYS, recurrence: `RRULE:FREQ=WEEKLY;COUNT=${count}`, ...fields }),
      ),
  };
}
