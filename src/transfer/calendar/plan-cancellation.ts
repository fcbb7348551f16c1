import { holdEventRow, updateEvent } from '../../events/store.ts';
import { hashOf, type Identity } from '../identity.ts';
import { type JsonObject, textOf } from '../json.ts';
import type { Plan } from '../plan.ts';
import type { Run } from '../run.ts';

/** Plans the cancellation of an imported event by a message (`METHOD:CANCEL`), which says nothing else of the event. */
export function planCancellation(run: Run, identity: Identity, extras: JsonObject): Plan {
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
        insert: () => Promise.reject(new Error('only imported events are cancelled')),
        async update(db, id) {
          const current = (await holdEventRow(db, id))!;
          const { modified_at } = await updateEvent(db, current, { event_status: 'canceled' }, run.context);
          return { id, modified_at };
        },
      },
    }),
  };
}
