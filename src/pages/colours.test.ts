import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { categoryColors } from '../db/tables.ts';
import { leastContrast } from '../lib/colour.ts';

const css = ['00-tokens', '16-colours']
  .map(name => readFileSync(new URL(`styles/${name}.css`, import.meta.url), 'utf8'))
  .join('\n');

/** The colours of a value on light and on dark pages. */
function pairOf(name: string): readonly string[] {
  const [, light, dark] = new RegExp(`${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(css) ?? [];
  assert.ok(light && dark, name);
  return [light, dark];
}

test('Every colour of categories can be told from the page in both schemes', () => {
  const [pages, surfaces] = [pairOf('--background'), pairOf('--surface')];
  for (const name of categoryColors)
    for (const [scheme, color] of pairOf(`\\.k-${name} {\\s+--c`).entries())
      assert.ok(leastContrast(color, [pages[scheme]!, surfaces[scheme]!]) >= 4.5, `${name} ${color}`);
});
