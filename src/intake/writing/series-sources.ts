import type { Db } from '../../db/tables.ts';
import { keepFormer } from '../../records/former-addresses.ts';
import type { OccurrenceChange } from '../../series/apply.ts';
import { readProvenance, rememberNew } from '../imported.ts';
import { formerAddresses } from '../reading/source-addresses.ts';
import type { CarriedSeries } from '../reading/source-series.ts';
import type { Run } from '../run.ts';

/** Remembers the original sources and the former addresses of the occurrences of a series, which an export tells. */
export async function keepSources(
  db: Db,
  run: Run,
  { occurrences }: CarriedSeries,
  changes: readonly OccurrenceChange[],
): Promise<void> {
  if (!run.source.isExport) return;
  const ids = new Map(changes.map(({ id, after }) => [after?.recurrence_id, id]));
  const there = occurrences.flatMap(({ date, more }) => {
    const id = ids.get(date);
    return id === undefined ? [] : [{ id, more }];
  });
  await rememberNew(
    db,
    there.flatMap(({ id, more }) => readProvenance(more.imported, 'event', id)),
  );
  await keepFormer(
    db,
    there.flatMap(({ id, more }) =>
      formerAddresses(more).map(address => ({ ...address, type: 'event' as const, record_id: id })),
    ),
  );
}
