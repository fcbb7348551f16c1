import type { EventRecord } from '../../events/event.ts';
import { WeakMemo } from '../../lib/weak-memo.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { nameOfView, type View } from '../../records/view.ts';

/** An embedded record in the language of the view; its JSON is cached for each view, since many events embed it. */
export function embedded<Row extends object>(
  rowOf: (event: EventRecord) => Row | undefined,
  show: (row: Row, view: View) => object,
) {
  const written = new WeakMemo<string>();
  const shown = (row: Row, view: View) => show(inLanguage(row, view), view);
  return {
    of(event: EventRecord, view: View) {
      const row = rowOf(event);
      return row && shown(row, view);
    },
    json(event: EventRecord, view: View) {
      const row = rowOf(event);
      return row && written.of(row, nameOfView(view), () => JSON.stringify(shown(row, view)));
    },
  };
}
