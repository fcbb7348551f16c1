import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fragment } from '../lib/json.ts';
import { type RenderedEvent, RenderedEvents } from './rendered-events.ts';

const written = (text: string): RenderedEvent => ({
  ...{ segments: [fragment(text), fragment('}')], whole: fragment(`${text}}`) },
  ...{ ownState: undefined, state: undefined, links: 0 },
});

describe('The cache of rendered events', () => {
  it('A rendered event is kept for each view and invalidated in all of them', () => {
    const parts = new RenderedEvents(() => 1e6);
    const [catalan, english] = [written('ca'), written('en')];
    parts.set(7, 'ca', catalan);
    parts.set(7, 'en', english);
    parts.set(8, 'ca', english);
    assert.equal(parts.get(7, 'ca'), catalan);
    assert.equal(parts.get(7, 'en'), english);
    assert.equal(parts.get(7, 'fr'), undefined);
    parts.forget(7);
    assert.deepEqual([parts.get(7, 'ca'), parts.get(7, 'en')], [undefined, undefined]);
    assert.equal(parts.get(8, 'ca'), english);
  });

  it('A rendered event is never returned for another view, however many there are', () => {
    const parts = new RenderedEvents(() => 1e6);
    for (let view = 0; view < 100; view++) {
      parts.set(1, `${view}`, written(`${view}`));
      for (let other = 0; other <= view; other++) {
        const known = parts.get(1, `${other}`);
        if (known) assert.deepEqual(known.segments[0]!.pieces, [`${other}`]);
      }
      assert.ok(parts.get(1, `${view}`));
    }
  });

  it('Rendered events stay within their byte limit', () => {
    const parts = new RenderedEvents(() => 10_000);
    for (let id = 0; id < 100; id++) parts.set(id, 'ca', written('x'.repeat(1000)));
    const known = Array.from({ length: 100 }, (_, id) => parts.get(id, 'ca')).filter(Boolean);
    assert.ok(known.length > 0 && known.length <= 9, `${known.length} are kept`);
  });

  it('Rendered events make room only for those that are requested again', () => {
    const parts = new RenderedEvents(() => 10_000);
    const ask = (id: number) => parts.get(id, 'ca') ?? parts.set(id, 'ca', written('x'.repeat(1000)));
    for (let id = 0; id < 5; id++) ask(id);
    for (let id = 1000; id < 30_000; id++) ask(id);
    assert.ok(parts.get(0, 'ca'));
    for (let id = 1000; id < 1020; id++) ask(id);
    const again = Array.from({ length: 20 }, (_, at) => parts.get(1000 + at, 'ca')).filter(Boolean);
    assert.ok(again.length > 5, `${again.length} of those asked for again are kept`);
  });
});
