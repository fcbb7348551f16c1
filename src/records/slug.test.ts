import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { freeSlug } from './slug.ts';

/** The result of `freeSlug` if these slugs are taken, and its number of look-ups. */
async function asked(slug: string, taken: readonly string[]) {
  const known = new Set(taken);
  let looks = 0;
  const free = await freeSlug(slug, async candidate => {
    looks++;
    return known.has(candidate);
  });
  return { free, looks };
}

/** The slugs of `count` records with the same name. */
const numberedUpTo = (count: number) => ['market', ...range(2, count).map(n => `market-${n}`)];
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

describe('freeSlug', () => {
  it('freeSlug returns a free slug unchanged', async () => {
    assert.deepEqual(await asked('market', ['market-2', 'fair']), { free: 'market', looks: 1 });
  });

  it('freeSlug numbers records of one name in their order', async () => {
    for (const count of [...range(1, 40), 127, 128, 129, 1000]) {
      assert.equal((await asked('market', numberedUpTo(count))).free, `market-${count + 1}`);
    }
  });

  it('freeSlug needs few lookups where a thousand records have the name', async () => {
    assert.ok((await asked('market', numberedUpTo(1000))).looks <= 22);
  });

  it('freeSlug finds a free slug also between gaps', async () => {
    const gaps = fc.uniqueArray(fc.integer({ min: 2, max: 60 }));
    await fc.assert(
      fc.asyncProperty(gaps, async numbers => {
        const taken = ['market', ...numbers.map(n => `market-${n}`)];
        const { free } = await asked('market', taken);
        assert.match(free, /^market-\d+$/);
        assert.ok(!taken.includes(free));
      }),
    );
  });

  it('freeSlug stays within 200 bytes and cuts no character in two', async () => {
    const long = 'a'.repeat(200);
    assert.equal((await asked(long, [long])).free, `${'a'.repeat(198)}-2`);
    const greek = '%ce%b1'.repeat(33);
    const { free } = await asked(greek, [greek]);
    assert.equal(free, `${'%ce%b1'.repeat(33)}-2`);
    const full = `${greek}ab`;
    assert.equal((await asked(full, [full])).free, `${greek}-2`);
  });

  it('freeSlug numbers a slug of full length without a collision', async () => {
    const long = 'a'.repeat(200);
    const taken = [long, ...range(2, 120).map(n => `${'a'.repeat(199 - String(n).length)}-${n}`)];
    assert.equal((await asked(long, taken)).free, `${'a'.repeat(196)}-121`);
  });

  it('freeSlug treats a number as a slug like any other', async () => {
    assert.equal((await asked('2031', ['2031', '2031-2'])).free, '2031-3');
    assert.equal((await asked('market-2', ['market', 'market-2'])).free, 'market-2-2');
  });
});
