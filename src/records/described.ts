import { PreparedTexts } from '../background/texts.ts';
import { Pacer } from '../lib/pacer.ts';
import { WeakMemo } from '../lib/sized-cache.ts';
import { escapedTextOf } from '../lib/text/text.ts';
import { MAX_NAMED_TEXT } from '../limits.ts';

const described = new WeakMemo<string>();

/** The description of a record in structured data: plain text, safe within HTML, cached for each row. */
export const plainDescription = (row: object, html: string): string =>
  described.of(row, NAME, () => escapedTextOf(html));

const NAME = 'text';

export type DescribedRecord = readonly [row: object, html: string];

/** Characters. Shorter descriptions are converted too quickly to need preparation. */
const SHORT = 1000;

/** Makes plain descriptions ahead of their use, with pauses for other requests. */
export async function prepareDescriptions(records: readonly DescribedRecord[]): Promise<void> {
  const pacer = new Pacer();
  for (const [row, html] of records) {
    if (html.length > SHORT) plainDescription(row, html);
    await pacer.pause();
  }
}

/**
 * Makes a plain description ahead of its use, a very long one in the background.
 * @param texts texts prepared before; within a transaction they must include this description
 */
export async function prepareDescription(
  [row, html]: DescribedRecord,
  texts = new PreparedTexts(),
): Promise<void> {
  if (html.length <= MAX_NAMED_TEXT || described.has(row, NAME)) return;
  // If the background queue is full, the description is made in this thread.
  await texts.prepare('readers', 'escapedTextOf', [html]).catch(() => {});
  described.of(row, NAME, () => texts.get('escapedTextOf', html));
}
