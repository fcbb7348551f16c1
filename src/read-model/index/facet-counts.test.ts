import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runsOf } from '../../../test/sample.ts';
import { costClasses } from '../../db/tables.ts';
import { dayNumbersIn, lastInstant } from '../../lib/time/day.ts';
import { type IndexColumns, RawColumns } from './columns.ts';
import type { IndexEntry } from './entry.ts';
import { EventIndex } from './event-index.ts';
import { type LinkedValues, TraitColumn } from './facet-columns.ts';
import { type IndexQuery, matcher } from './query.ts';
import { segmentData } from './segment-data.ts';
import { countSeries } from './series-matches.ts';
import { NO_SERIES } from './series-positions.ts';
import { traitsOf } from './states.ts';
import { valueBits } from './traits.ts';

/** Adds the values of one event that is not in a segment. */
function countEntry({ kind, numbersOf }: LinkedValues, entry: IndexEntry, counts: Int32Array): void {
  for (const number of new Set(entry[kind].flatMap(numbersOf))) counts[number]!++;
}

/** Enough events that many matches are counted by tables of several blocks. */
const EVENTS = 9000;
const HOUR = 3600;
const ZONE = 'Europe/Madrid';
const BEGINNING = Date.UTC(2031, 2, 1) / 1000;

/** What the occurrences of some series have in common. */
const ALIKE = { venues: [5], organizers: [2], terms: [3, 11], languages: 1 };

const entries: IndexEntry[] = Array.from({ length: EVENTS }, (_, at) => {
  const start = BEGINNING + ((at * 7919) % 4000) * HOUR;
  return {
    id: at + 1,
    start,
    end: start + ((at * 31) % 11 === 0 ? 900 : at % 4) * HOUR,
    date: at % 3,
    author: 1 + (at % 3),
    traits: {
      ...traitsOf(0),
      status: at % 17 === 0 ? 'draft' : 'publish',
      hidden: at % 23 === 0,
      featured: at % 5 === 0,
      cost: costClasses[at % 3]!,
      virtual: at % 6 === 0,
    },
    hash: at % 19 === 0 ? 'one' : null,
    venues: at % 7 === 0 ? [] : at % 13 === 0 ? [1 + (at % 40), 41] : [1 + (at % 40)],
    organizers: [1 + (at % 3)],
    modified: at % 4,
    languages: at % 8 === 0 ? 0b110 : 1,
    series: at % 4 === 0 ? 0 : 1 + (at % 90),
    terms: [...new Set([1 + (at % 9), 1 + ((at * 5) % 9), 10 + (at % 30)])],
    ...(at % 4 > 0 && at % 2 === 0 && ALIKE),
  };
});

/** Two numbers for some records, none for others. */
const values = (kind: LinkedValues['kind']): LinkedValues => ({
  ...{ kind, size: 12 },
  numbersOf: id => (id % 8 === 0 ? [] : id % 3 === 0 ? [id % 12, (id + 5) % 12] : [id % 12]),
});
const counted = { venues: values('venues'), terms: values('terms') };

const bound = (none: number) =>
  fc.oneof(fc.constant(none), fc.integer({ min: BEGINNING - HOUR, max: BEGINNING + 4100 * HOUR }));
const queries: fc.Arbitrary<IndexQuery> = fc.record({
  ...{
    from: bound(-Infinity),
    before: bound(Infinity),
    endAtMost: bound(Infinity),
    endAbove: bound(-Infinity),
  },
  ...{
    statuses: fc.constantFrom(valueBits('status', ['publish']), valueBits('status', ['publish', 'draft'])),
  },
  ...{ own: fc.constant(undefined) },
  ...{ series: fc.constantFrom(undefined, [3, 4]), oneOfSeries: fc.constant(undefined) },
  ...{ ids: fc.constant(undefined), words: fc.constant(undefined) },
  ...{ without: fc.constantFrom(undefined, [1, 2, 3]), organizers: fc.constantFrom([], [[1, 2]], [[3]]) },
  ...{ venues: fc.constantFrom([], [[7]]), terms: fc.constantFrom([], [[2, 3, 4]], [[1], [12, 13]]) },
  ...{ runsFrom: bound(-Infinity), idleAt: fc.option(bound(0), { nil: undefined, freq: 1 }) },
  traits: fc.record({
    featured: fc.constantFrom(undefined, 1, 2),
    cost: fc.constantFrom(undefined, 1, 6),
    virtual: fc.constantFrom(undefined, 2),
  }),
  modifiedAbove: fc.constantFrom(-Infinity, 1),
  ...{ hidden: fc.constantFrom(undefined, 'all'), authors: fc.constantFrom(undefined, [1]) },
  ...{ languages: fc.constantFrom(undefined, 1, 4), lacking: fc.constantFrom(0, 2) },
  ...{ locked: fc.boolean(), offeredHash: fc.constantFrom(undefined, 'one') },
});

function indexOf(entries: Iterable<IndexEntry>): EventIndex {
  const raw = new RawColumns();
  for (const entry of entries) raw.append(entry);
  return new EventIndex({
    id: '',
    data: segmentData(raw.sorted(), { own: Array(EVENTS).fill(''), translated: new Map() }),
    words: undefined,
  });
}

const index = indexOf(entries);
const current = new Map(entries.map(entry => [entry.id, entry]));
const matching = (query: IndexQuery) => [...current.values()].filter(matcher(query));

async function assertCounts(query: IndexQuery): Promise<void> {
  const pending = index.matching(query)!;
  for (const values of Object.values(counted)) {
    const counts = (await index.facets.count(index.facets.linked(values), query))!;
    const expected = new Int32Array(values.size);
    for (const entry of pending) countEntry(values, entry, counts);
    for (const entry of matching(query)) countEntry(values, entry, expected);
    assert.deepEqual(counts, expected);
  }
}

/** Each series counts once for a value. */
async function assertCountsOnce(query: IndexQuery): Promise<void> {
  const series = (await index.seriesMatches({ ...query, oneOfSeries: 'first' }, 'first'))!;
  assert.deepEqual(
    [...series.alike, ...series.others].length > 0,
    matching(query).some(one => one.series > 0),
  );
  const singles = { ...query, series: query.series ? [] : [NO_SERIES] };
  for (const values of Object.values(counted)) {
    const valuesOf = (entry: IndexEntry) => entry[values.kind].flatMap(values.numbersOf);
    const column = index.facets.linked(values);
    const counts = (await index.facets.count(column, singles))!;
    for (const entry of index.matching(singles)!) countEntry(values, entry, counts);
    await countSeries(column, series, valuesOf, counts);
    const expected = new Int32Array(values.size);
    const groups = Map.groupBy(matching(query), ({ id, series }) => (series === 0 ? -id : series));
    for (const group of groups.values())
      for (const number of new Set(group.flatMap(valuesOf))) expected[number]!++;
    assert.deepEqual(counts, expected);
  }
}

const COSTS = {
  columnOf: (columns: IndexColumns) => new TraitColumn(columns, 'cost'),
};

async function assertCosts(query: IndexQuery): Promise<void> {
  const counts = (await index.facets.count(index.facets.own(COSTS), query))!;
  for (const { traits } of index.matching(query)!) counts[costClasses.indexOf(traits.cost)]!++;
  const found = matching(query).map(({ traits }) => traits.cost);
  assert.deepEqual(
    [...counts],
    costClasses.map(one => found.filter(cost => cost === one).length),
  );
}

async function assertDays(query: IndexQuery): Promise<void> {
  const dayOf = dayNumbersIn(ZONE);
  const column = await index.facets.days(ZONE);
  const found = column.split((await index.facets.count(column, query))!);
  const pending = new Set(index.matching(query));
  const tally = (days: number[]) =>
    [...Map.groupBy(days, day => day)].map(([day, all]) => [day, all.length]).sort(([a], [b]) => a! - b!);
  const of = matching(query).filter(entry => !pending.has(entry));
  const listed = (counts: Int32Array) =>
    Array.from(found.days, (day, at) => [day, counts[at]!]).filter(([, count]) => count !== 0);
  assert.deepEqual(listed(found.firsts), tally(of.map(({ start }) => dayOf(start))));
  assert.deepEqual(listed(found.lasts), tally(of.map(({ start, end }) => dayOf(lastInstant(start, end)))));
}

describe('Counts of facets in the index', () => {
  const run = () =>
    fc.assert(
      fc.asyncProperty(queries, async query => {
        // A table is made the second time.
        for (const again of [query, { ...query }, { ...query }]) {
          await assertCounts(again);
          await assertCountsOnce(again);
          await assertDays(again);
          await assertCosts(again);
        }
      }),
      { numRuns: runsOf(60, 0.5) },
    );

  it('Every window and filter is counted as one by one', run);

  it('Changed events are not counted any more where they were, also by tables that are kept', async () => {
    const kept = [EVERYTHING, ...fc.sample(queries, 20)];
    for (const query of [...kept, ...kept]) await assertCounts({ ...query });
    for (let at = 0; at < 300; at++) {
      const id = 1 + ((at * 29) % EVENTS);
      const changed = { ...entries[(id + 4000) % EVENTS]!, id };
      index.put(id, at % 3 === 0 ? undefined : changed);
      if (at % 3 === 0) current.delete(id);
      else current.set(id, changed);
    }
    for (const query of kept) await assertCounts({ ...query });
    await run();
  });

  it('Two requests at a time share one table', async () => {
    const other = indexOf(entries);
    const column = other.facets.linked(counted.terms);
    const count = () => other.facets.count(column, { ...EVERYTHING });
    const first = await count();
    assert.equal(other.facets.bytes, 0, 'a query that does not come again needs no table');
    assert.deepEqual(await Promise.all([count(), count()]), [first, first]);
    const { bytes } = other.facets;
    await other.facets.count(column, { ...EVERYTHING, from: BEGINNING });
    assert.equal(other.facets.bytes, bytes, 'another window needs no table of its own');
    assert.ok(bytes > 0);
  });
});

const EVERYTHING: IndexQuery = {
  ...{ from: -Infinity, before: Infinity, endAtMost: Infinity, endAbove: -Infinity },
  ...{
    statuses: valueBits('status', ['publish']),
    traits: {},
    ...{ own: undefined, hidden: undefined, authors: undefined },
    ids: undefined,
    words: undefined,
  },
  ...{
    without: undefined,
    series: undefined,
    oneOfSeries: undefined,
    venues: [],
    organizers: [],
    terms: [],
    locked: false,
    offeredHash: undefined,
  },
  ...{ runsFrom: -Infinity, idleAt: undefined, modifiedAbove: -Infinity },
  ...{ languages: undefined, lacking: 0 },
};
