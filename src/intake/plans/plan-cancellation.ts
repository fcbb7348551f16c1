import type { Db } from '../../db/tables.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { updateOccurrence } from '../../series/occurrence.ts';
import { lockWithSeries } from '../../series/occurrences.ts';
import { updateSeries } from '../../series/write.ts';
import { hashOf, type Identity } from '../identity.ts';
import { occurrenceIn } from '../reading/source-series.ts';
import { textOf } from '../reading/values.ts';
import type { Run } from '../run.ts';
import { localOccurrence } from '../writing/write-occurrence.ts';
import type { ImportPlan, WrittenRecord } from './plan.ts';

/**
 * Plans the cancellation of an imported event, of a series or of an occurrence by a message (`METHOD:CANCEL`), which says
 * nothing else of it.
 */
export function planCancellation(run: Run, identity: Identity, extras: JsonObject): ImportPlan {
  const occurrence = occurrenceIn(extras, identity);
  return {
    ...{ type: 'event', identity, id: undefined, own: undefined, picture: undefined, extra: undefined },
    core: hashOf(['canceled', extras.sequence]),
    content: textOf(extras.content),
    ...{ provenance: undefined, addresses: [], links: [] },
    read: () => ({
      notes: [],
      patch: {
        isLinkable: true,
        same: async () => undefined,
        async insert(db) {
          const id = occurrence && (await localOccurrence(db, run, occurrence))?.row.id;
          if (id === undefined) throw new Error('only imported events are cancelled');
          return cancel(db, run, id);
        },
        update: (db, id) => cancel(db, run, id),
      },
    }),
  };
}

async function cancel(db: Db, run: Run, id: number): Promise<WrittenRecord> {
  const held = await lockWithSeries(db, id);
  if (!held) throw new Error('its date is none of its series any more');
  const { event, series } = held;
  const patch = { event_status: 'canceled' } as const;
  const { modified_at } = series
    ? await updateOccurrence(db, series, event, patch, run.context)
    : (await updateSeries(db, event, patch, run.context)).row;
  return { id, modified_at };
}
