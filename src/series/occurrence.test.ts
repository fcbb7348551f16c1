import assert from 'node:assert/strict';
import { it } from 'node:test';
import { occurrenceSlugs } from './occurrence.ts';

it('Many occurrences of a day are numbered in time in proportion to them', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    ...{ id: at + 1, slug: at === 4 ? 'fair/2031-05-06/3' : null },
    start_date: '2031-05-06 10:00:00',
  }));
  const before = process.cpuUsage();
  const slugs = occurrenceSlugs('fair', many);
  const { user } = process.cpuUsage(before);
  assert.equal(slugs.get(1), 'fair/2031-05-06');
  assert.equal(slugs.get(2), 'fair/2031-05-06/2');
  assert.equal(slugs.get(3), 'fair/2031-05-06/4');
  assert.equal(slugs.get(5), 'fair/2031-05-06/3');
  assert.equal(new Set(slugs.values()).size, many.length);
  assert.ok(user < 2_000_000, `${user} µs`);
});
