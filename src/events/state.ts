import type { Db, EventRow } from '../db/tables.ts';
import type { Current } from '../interface/conditions.ts';
import type { Call } from '../interface/route.ts';
import { stateOf, type Writer } from '../records/state.ts';
import type { Viewer } from '../users/rights.ts';
import { type EventRecord, writeEvent } from './event.ts';
import { withLinks } from './linked.ts';

export const writerOf =
  (event: EventRecord): Writer =>
  view =>
    writeEvent(event, view);

/** The event as conditions see it: what it shows is also what its venues, organizers and terms show in it. */
export function asShown(db: Db, row: EventRow, { config, viewer }: Pick<Call, 'config' | 'viewer'>): Current {
  const shownTo = async (viewer: Viewer) => (await withLinks(db, [row], viewer))[0]!;
  const state = async (viewer: Viewer) => stateOf(writerOf(await shownTo(viewer)), { config, viewer });
  return {
    states: [() => state(viewer), () => state(undefined)],
    async modifiedAt() {
      const { venues, organizers } = await shownTo(viewer);
      return Math.max(...[row, ...venues, ...organizers].map(({ modified_at }) => modified_at));
    },
  };
}
