import assert from 'node:assert/strict';
import { caller, eventOf } from './client.ts';
import type { Service } from './service.ts';

/** An occurrence to plant: the hour of its start on a day, and what differs from the series. */
export interface PlantedOccurrence {
  /** `2031-05-06` */
  readonly day: string;
  /** `19:30:00` by default. */
  readonly time?: string;
  /** The day of its recurrence id, if it was moved. */
  readonly of?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly password?: string;
  readonly isTrashed?: boolean;
}

export interface PlantedSeries {
  readonly title: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly recurrence: string;
  readonly occurrences: readonly PlantedOccurrence[];
  readonly password?: string;
}

/** Creates a series and its occurrences as they are stored. */
export async function plantSeries(
  { base, accounts, db }: Pick<Service, 'base' | 'accounts' | 'db'>,
  { title, fields = {}, recurrence, occurrences, password }: PlantedSeries,
): Promise<{ id: number; slug: string; occurrences: number[] }> {
  const call = caller(base);
  const post = async (json: object, secret: string | undefined) => {
    const { status, body } = await call('POST /events', { as: accounts.editor, json });
    assert.equal(status, 201, JSON.stringify(body));
    if (secret !== undefined)
      await call(`PATCH /events/${body.id}`, { as: accounts.editor, json: { password: secret } });
    return body;
  };
  const timed = ({ day, time = '19:30:00' }: PlantedOccurrence) => ({
    start_date: `${day} ${time}`,
    end_date: `${day} 23:00:00`,
  });
  const series = await post({ ...eventOf(title), ...timed(occurrences[0]!), ...fields }, password);
  const ids: number[] = [];
  const days = new Map<string, number>();
  for (const one of occurrences) {
    const { id } = await post(
      { ...eventOf(title), ...fields, ...timed(one), ...one.fields },
      one.password ?? password,
    );
    const number = (days.get(one.day) ?? 0) + 1;
    days.set(one.day, number);
    const slug = `${series.slug}/${one.day}${number > 1 ? `/${number}` : ''}`;
    const recurrence_id = `${one.of ?? one.day} ${one.time ?? '19:30:00'}`;
    await db
      .updateTable('events')
      .set({ series_id: series.id, recurrence_id, slug })
      .where('id', '=', id)
      .execute();
    if (one.isTrashed) await db.updateTable('events').set({ status: 'trash' }).where('id', '=', id).execute();
    ids.push(id);
  }
  await db.updateTable('events').set({ recurrence }).where('id', '=', series.id).execute();
  return { id: series.id, slug: series.slug, occurrences: ids };
}
