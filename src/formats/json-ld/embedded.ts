import type { EventRecord } from '../../events/event.ts';
import { WeakMemo } from '../../lib/weak-memo.ts';
import { nameOfView, type View } from '../../records/view.ts';

/** An embedded record; its JSON is cached for each view, since many events embed it. */
export function embedded<Row extends object>(
  rowOf: (event: EventRecord) => Row | undefined,
  show: (row: Row, view: View) => object,
) {
  const written = new WeakMemo<string>();
  return {
    of(event: EventRecord, view: View) {
      const row = rowOf(event);
      return row && show(row, view);
    },
    json(event: EventRecord, view: View) {
      const row = rowOf(event);
      return row && written.of(row, nameOfView(view), () => JSON.stringify(show(row, view)));
    },
  };
}
