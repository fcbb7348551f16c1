import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PreparedTexts } from '../background/texts.ts';
import { MAX_NAMED_TEXT } from '../limits.ts';
import { plainDescription, prepareDescription } from './described.ts';

const html = '<p>Fish &amp; chips</p> '.repeat(MAX_NAMED_TEXT / 10);
const text = 'Fish &amp; chips '.repeat(MAX_NAMED_TEXT / 10).trim();

/** Whether the work needs a turn of the event loop, as work in the background does. */
async function waits(act: () => Promise<void>): Promise<boolean> {
  let isDone = false;
  const done = act().then(() => (isDone = true));
  // These awaits take no turn of the event loop.
  for (let microtask = 0; microtask < 100; microtask++) await undefined;
  const waited = !isDone;
  await done;
  return waited;
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
