import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokenJson, type JsonPart, readParts } from './parts.ts';

const LISTS = new Set(['events', 'tags']);

async function* cut(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function partsOf(text: string, size = 7): Promise<JsonPart[]> {
  const parts: JsonPart[] = [];
  for await (const part of readParts(cut(text, size), LISTS)) parts.push(part);
  return parts;
}

describe('Parts of a JSON document', () => {
  it('The lists of an object are read item by item, and its other members whole', async () => {
    const text =
      '\uFEFF{ "events": [ {"id": 1, "tags": ["]"]} , {"id":2} ], "total": 2, "tags": [], "more": [1] }\n';
    assert.deepEqual(await partsOf(text), [
      { begins: 'events' },
      { list: 'events', item: { id: 1, tags: [']'] } },
      { list: 'events', item: { id: 2 } },
      { member: 'total', value: 2 },
      { begins: 'tags' },
      { member: 'more', value: [1] },
    ]);
  });

  it('The items of a top-level list are read one by one', async () => {
    assert.deepEqual(await partsOf('[ {"events": [3]}, 4.5e3 ,"a,]\\"" ,null]'), [
      { list: undefined, item: { events: [3] } },
      { list: undefined, item: 4500 },
      { list: undefined, item: 'a,]"' },
      { list: undefined, item: null },
    ]);
    assert.deepEqual(await partsOf(' [ ] '), []);
  });

  it('The lists within a record are left to the record', async () => {
    assert.deepEqual(await partsOf('{"id":5,"tags":[{"id":6}]}'), [
      { member: 'id', value: 5 },
      { member: 'tags', value: [{ id: 6 }] },
    ]);
  });

  it('A document is read as JSON.parse reads it, wherever the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 40 }), async (values, size) => {
        const text = JSON.stringify(values, null, size % 3);
        const items = (await partsOf(text, size)).map(part => 'item' in part && part.item);
        assert.deepEqual(items, JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  for (const text of [
    '',
    'null',
    '<html>',
    '{"events":[{"id":1}',
    '[1 2]',
    '{"a" 1}',
    '[1]x',
    '{,}',
    '[tru]',
    '["a',
  ]) {
    it(`The document "${text || 'nothing'}" is refused`, async () => {
      await assert.rejects(partsOf(text, 3), BrokenJson);
    });
  }

  it('The time for a long value grows with its length, not with the square', async () => {
    const long = 'é€'.repeat(150_000);
    const began = performance.now();
    assert.deepEqual(await partsOf(JSON.stringify([long, 1]), 16), [
      { list: undefined, item: long },
      { list: undefined, item: 1 },
    ]);
    // It takes some 20, and took 7,000.
    const took = performance.now() - began;
    assert.ok(took < 3000, `${took} ms`);
  });

  it('A document whose records have too many levels is refused where they begin', async () => {
    const nested = (levels: number) => `{"events":[1,${'['.repeat(levels)}${']'.repeat(levels)}]}`;
    assert.equal((await partsOf(nested(1000))).length, 3);
    await assert.rejects(partsOf(nested(1001)), {
      name: 'BrokenJson',
      message: 'one of its records has too many levels',
    });
  });

  it('The items before the place where a document breaks off are read', async () => {
    const items: unknown[] = [];
    await assert.rejects(async () => {
      for await (const part of readParts(cut('{"events":[{"id":1},{"id":2},{"id":', 5), LISTS))
        items.push(part);
    }, BrokenJson);
    assert.equal(items.length, 3);
  });
});
