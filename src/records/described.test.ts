import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PreparedTexts } from '../background/texts.ts';
import { MAX_NAMED_TEXT } from '../limits.ts';
import { plainDescription, prepareDescription } from './described.ts';

const html = '<p>Fish &amp; chips</p> '.repeat(MAX_NAMED_TEXT / 10);
const text = 'Fish &amp; chips '.repeat(MAX_NAMED_TEXT / 10).trim();

/** Whether the event loop turns before the work is done. Work in the background always needs a turn. */
async function waits(act: () => Promise<void>): Promise<boolean> {
  let turned = false;
  const turn = setImmediate(() => (turned = true));
  await act();
  clearImmediate(turn);
  return turned;
}

describe('Very long descriptions', () => {
  it('A very long description is prepared in the background, once', async () => {
    const row = {};
    assert.equal(await waits(() => prepareDescription([row, html])), true);
    assert.equal(await waits(() => prepareDescription([row, html])), false);
    assert.equal(plainDescription(row, html), text);
  });

  it('A description that was prepared before a transaction does not wait within it', async () => {
    const [row, texts] = [{}, new PreparedTexts()];
    await texts.prepare('readers', 'escapedTextOf', [html]);
    assert.equal(await waits(() => prepareDescription([row, html], texts)), false);
    assert.equal(plainDescription(row, html), text);
  });
});
