import { PreparedTexts } from '../background/texts.ts';
import { Pacer } from '../lib/pacer.ts';
import { escapedTextOf } from '../lib/text/text.ts';
import { WeakMemo } from '../lib/weak-memo.ts';
import { MAX_NAMED_TEXT } from '../limits.ts';

const described = new WeakMemo<string>();

/** The description of a record as structured data has it: text, safe within HTML. It is made once for each row. */
export const plainDescription = (row: object, html: string): string =>
  described.of(row, NAME, () => escapedTextOf(html));

const NAME = 'text';

/** A record and its description in HTML. */
export type DescribedRecord = readonly [row: object, html: string];

/** Characters. Up to this length, `plainDescription` takes too little time to be prepared. */
const SHORT = 1000;

/** Makes plain descriptions ahead of their use; other requests are answered in between. */
export async function prepareDescriptions(records: readonly DescribedRecord[]): Promise<void> {
  const pacer = new Pacer();
  for (const [row, html] of records) {
    if (html.length > SHORT) plainDescription(row, html);
    await pacer.pause();
  }
}

/**
 * Makes a plain description ahead of its use, a very long one in the background.
 * @param texts may have it already, as they must within a transaction
 */
export async function prepareDescription(
  [row, html]: DescribedRecord,
  texts = new PreparedTexts(),
): Promise<void> {
  if (html.length <= MAX_NAMED_TEXT || described.has(row, NAME)) return;
  // Where too many jobs wait, the description is made here and now.
  await texts.prepare('readers', 'escapedTextOf', [html]).catch(() => {});
  described.of(row, NAME, () => texts.get('escapedTextOf', html));
}
