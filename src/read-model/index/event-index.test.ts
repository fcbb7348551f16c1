import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { statuses } from '../../db/tables.ts';
import type { FullText } from '../../fulltext/full-text.ts';
import type { Language } from '../../i18n/language.ts';
import { linkedTables } from '../../kinds.ts';
import { add } from '../../lib/bits.ts';
import type { Built } from './build.ts';
import { columnsOf, type IndexColumns, RawColumns } from './columns.ts';
import type { IndexEntry } from './entry.ts';
import { EventIndex } from './event-index.ts';
import type { IndexOrder } from './order.ts';
import type { IndexQuery } from './query.ts';
import { Segment } from './segment.ts';
import { merged, segmentData } from './segment-data.ts';
import { traitsOf } from './states.ts';
import type { TitleOrder, Titles } from './title-ranks.ts';
import { having, type TraitName, type Traits, traitNames, traits, valueBits } from './traits.ts';

/** Number of generated indexes. */
const RUNS = Number(process.env.CALENDARS ?? 1) * 40;

/** Starts lie in this range, so that several of many entries share one. */
const SPAN = 30;
/** In small indexes every linked set is dense; in large ones those of high ids are lists. */
const SIZES = [0, 1, 5, 40, 300, 2000];

const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...others));

/** Ids up to 60, low ones much more often, so that some have many entries and some a few. */
const linked = fc.integer({ min: 0, max: 59 }).map(n => Math.floor((n * n) / 60) + 1);
const links = (most: number) => fc.uniqueArray(linked, { maxLength: most });

/** Most events are published and not hidden; of other traits, one value is as frequent as another. */
const valuesOfTraits = Object.fromEntries(
  traitNames.map(name => {
    const values: readonly (boolean | string)[] = traits[name].values;
    const isRare = name === 'status' || name === 'hidden';
    return [name, isRare ? often(values[0], ...values) : fc.constantFrom(...values)];
  }),
) as { [Name in TraitName]: fc.Arbitrary<Traits[Name]> };

const fields = fc.record({
  start: fc.nat(SPAN),
  lasts: fc.oneof(
    { weight: 8, arbitrary: fc.nat(3) },
    fc.constantFrom(0, 40, 5 * SPAN), // across all others
  ),
  date: fc.nat(2),
  author: fc.integer({ min: 1, max: 3 }),
  traits: fc.record(valuesOfTraits, { noNullPrototype: true }),
  modified: fc.nat(3),
  // Of the site; of the first language; of the site, with translations; of the second one, with a translation.
  languages: often(1, 2, 0b1011, 0b1100),
  hash: often<string | null>(null, 'one', 'two'),
  ...{ venues: links(2), organizers: links(2), terms: links(5) },
  series: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, linked),
});
const entryOf = (id: number, { lasts, ...rest }: typeof fields extends fc.Arbitrary<infer F> ? F : never) =>
  ({ ...rest, id, end: rest.start + lasts }) satisfies IndexEntry;

const entries = fc
  .constantFrom(...SIZES)
  .chain(size => fc.array(fields, { minLength: size, maxLength: size, size: 'max' }))
  .map(all => all.map((one, at) => entryOf(2 * at + 1, one)));

const bound = (none: number) => fc.oneof(fc.constant(none), fc.integer({ min: -1, max: SPAN + 5 }));
/** Long lists of ids are found in another way, and once more in another when they are asked for again. */
const manyIds = fc.uniqueArray(linked, { minLength: 17, size: 'max', maxLength: 40 });
const asked = fc.array(
  fc.oneof({ weight: 4, arbitrary: fc.uniqueArray(linked, { maxLength: 3 }) }, manyIds),
  { maxLength: 2 },
);
const someStatuses = fc.subarray([...statuses]).map(some => valueBits('status', some));
const queries: fc.Arbitrary<IndexQuery> = fc.record({
  from: bound(-Infinity),
  before: bound(Infinity),
  endAtMost: bound(Infinity),
  endAbove: bound(-Infinity),
  runsFrom: bound(-Infinity),
  idleAt: fc.option(fc.integer({ min: -1, max: SPAN + 5 }), { nil: undefined, freq: 4 }),
  modifiedAbove: often(-Infinity, 0, 2),
  statuses: fc.oneof(fc.constant(valueBits('status', ['publish'])), someStatuses),
  own: fc.option(
    fc.record({ author: fc.integer({ min: 1, max: 4 }), statuses: someStatuses, open: someStatuses }),
    { nil: undefined },
  ),
  hidden: fc.constantFrom(undefined, 'all', 'own'),
  authors: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.subarray([1, 2, 3])),
  // One or two values.
  traits: fc.dictionary(fc.constantFrom(...traitNames), fc.constantFrom(0b1, 0b10, 0b110), { maxKeys: 2 }),
  ids: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.array(fc.nat(50))),
  without: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.uniqueArray(linked)),
  series: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.uniqueArray(linked)),
  oneOfSeries: fc.constantFrom(undefined, 'first', 'last'),
  languages: often<number | undefined>(undefined, 1, 2, 0b1010),
  lacking: often(0, 1, 0b110),
  ...{ venues: asked, organizers: asked, terms: asked },
  locked: fc.boolean(),
  offeredHash: fc.constantFrom(undefined, 'one'),
  words: fc.constant(undefined),
});
const pages = fc.record({
  offset: fc.oneof(fc.nat(5), fc.nat(2100)),
  limit: fc.integer({ min: 1, max: 50 }),
});

/** A page by the index, in the form in which `naive` gives one. */
function pageOf(index: EventIndex, query: IndexQuery, page: { offset: number; limit: number }) {
  const { entries, total, isDoubtful } = index.find(query, page)!;
  return { entries, total, isDoubtful };
}

/** The expected page, from a scan of every entry. */
function naive(
  all: Iterable<IndexEntry>,
  query: IndexQuery,
  { offset, limit }: { offset: number; limit: number },
) {
  const matching = [...all].filter(entry => {
    const bit = 1 << statuses.indexOf(entry.traits.status);
    const own = entry.author === query.own?.author ? query.own : undefined;
    const isShown = query.hidden === 'all' || (query.hidden === 'own' && own !== undefined);
    if (entry.traits.hidden && !isShown) return false;
    if (query.authors && !query.authors.includes(entry.author)) return false;
    if (((query.statuses | (own?.statuses ?? 0)) & bit) === 0) return false;
    if (entry.start < query.from || entry.start >= query.before) return false;
    const lasts = (instant: number) => entry.end > instant || entry.start >= instant;
    if (!lasts(query.runsFrom) || entry.modified <= query.modifiedAbove) return false;
    if (query.idleAt !== undefined && entry.start <= query.idleAt && lasts(query.idleAt)) return false;
    if (entry.end > query.endAtMost || entry.end <= query.endAbove) return false;
    for (const name of traitNames) {
      const wanted = query.traits[name];
      if (wanted !== undefined && (wanted & valueBits(name, [entry.traits[name]])) === 0) return false;
    }
    if (query.languages !== undefined && (entry.languages & query.languages) === 0) return false;
    if ((entry.languages & query.lacking) !== 0) return false;
    if (query.ids && !query.ids.includes(entry.id)) return false;
    const isOpen = entry.hash === null || entry.hash === query.offeredHash || ((own?.open ?? 0) & bit) > 0;
    if (query.locked && !isOpen) return false;
    for (const kind of linkedTables)
      for (const ids of query[kind]) if (!entry[kind].some(id => ids.includes(id))) return false;
    if (query.series && !query.series.includes(entry.series)) return false;
    return !query.without?.some(id => entry.venues.includes(id));
  });
  matching.sort((a, b) => a.start - b.start || a.date - b.date || a.id - b.id);
  const { oneOfSeries } = query;
  const own = (series: number) => matching.filter(entry => entry.series === series);
  const stands = ({ series, id }: IndexEntry) =>
    series === 0 || own(series).at(oneOfSeries === 'first' ? 0 : -1)?.id === id;
  const found = oneOfSeries ? matching.filter(stands) : matching;
  return { entries: found.slice(offset, offset + limit), total: found.length, isDoubtful: false };
}

/** Columns of unsorted entries. */
function columnsFrom(all: Iterable<IndexEntry>) {
  const raw = new RawColumns();
  for (const entry of all) raw.append(entry);
  return raw.sorted();
}

const built = (
  columns: IndexColumns,
  words?: FullText,
  titleOf = (_: number) => '',
  translated: Titles['translated'] = new Map(),
): Built => ({
  id: '',
  data: segmentData(columns, { own: Array.from(columns.ids, titleOf), translated }),
  words,
});

const partsOf = (index: EventIndex) => ({ columns: index.data.columns, changed: index.changed });

const puts = fc.array(
  fc.record({ id: fc.oneof(fc.nat(30), fc.nat(4100)), to: fc.option(fields, { nil: undefined }) }),
  { maxLength: 12 },
);

describe('The event index', () => {
  const asking = fc.record({ query: queries, page: pages });

  it('The index finds the events that a full scan finds', () => {
    fc.assert(
      fc.property(entries, fc.array(asking, { minLength: 5, maxLength: 8 }), (all, questions) => {
        const index = new EventIndex(built(columnsFrom(all)));
        for (const { query, page } of questions) {
          const expected = naive(all, query, page);
          assert.deepEqual(pageOf(index, query, page), expected);
          assert.deepEqual(pageOf(index, query, page), expected, 'asked again');
          const { entries } = naive(
            all,
            { ...query, oneOfSeries: undefined },
            { offset: 0, limit: Infinity },
          );
          const ids = entries.map(({ id }) => id).sort((one, other) => one - other);
          assert.deepEqual(index.candidates(query), { ids, isDoubtful: false });
        }
        for (const entry of all.slice(0, 50)) assert.deepEqual(index.get(entry.id), entry);
        assert.equal(index.get(2), undefined);
      }),
      { numRuns: RUNS },
    );
  });

  it('The index knows changes before, during and after a merge', () => {
    const steps = fc.array(
      fc.record({
        puts,
        asking: fc.array(asking, { minLength: 1, maxLength: 3 }),
        merges: fc.constantFrom('no', 'begins', 'ends'),
      }),
      { minLength: 3, maxLength: 8 },
    );
    fc.assert(
      fc.property(entries, steps, (all, steps) => {
        const known = new Map(all.map(entry => [entry.id, entry]));
        const index = new EventIndex(built(columnsFrom(all)));
        let parts: ReturnType<typeof partsOf> | undefined;
        for (const { puts, asking, merges } of steps) {
          for (const { id, to } of puts) {
            const entry = to && entryOf(id, to);
            index.put(id, entry);
            if (entry) known.set(id, entry);
            else known.delete(id);
            assert.deepEqual(index.get(id), entry);
          }
          if (merges === 'begins') parts ??= partsOf(index);
          if (merges === 'ends' && parts) {
            index.replace(built(merged(parts.columns, parts.changed)), parts.changed);
            parts = undefined;
          }
          for (const { query, page } of asking)
            assert.deepEqual(pageOf(index, query, page), naive(known.values(), query, page));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('A venue with thousands of events has those that run, of all that have begun', () => {
    // So many that the events of the venue are a list and not bits: one of 33.
    const all = Array.from({ length: 100_000 }, (_, id) => {
      const lasts = id % 330 === 0 ? (id * 7) % 90_000 : id % 5;
      return plain(id, { start: id, end: id + lasts, venues: [id % 33] });
    });
    const index = new EventIndex(built(columnsOf(all)));
    const some = all.filter(({ id }) => id % 33 === 0);
    fc.assert(
      fc.property(
        fc.nat(110_000),
        fc.nat(110_000),
        fc.constantFrom('runsFrom', 'endAbove'),
        (at, until, bound) => {
          const query = { ...ALL, venues: [[0]], endAtMost: until, [bound]: at };
          const page = { offset: 0, limit: 5000 };
          assert.deepEqual(pageOf(index, query, page), naive(some, query, page));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('The index is worn by many changes until they are merged', () => {
    const all = Array.from({ length: 1000 }, (_, id) => plain(id, { start: id }));
    const index = new EventIndex(built(columnsOf(all)));
    for (let id = 0; id < 600; id++) index.put(id, plain(id, { start: id + 0.5 }));
    assert.ok(index.isWorn);
    const { columns, changed } = partsOf(index);
    index.put(1, undefined);
    index.put(2, plain(2, { start: -1 }));
    index.replace(built(merged(columns, changed)), changed);
    assert.ok(!index.isWorn);
    const { entries, total } = index.find(ALL, { offset: 0, limit: 2 })!;
    assert.deepEqual([entries.map(({ id }) => id), total], [[2, 0], 999]);
  });
});

describe('Orders of the event index', () => {
  const TITLES = ['Nu', 'ñu', 'Ñandú', 'nz', 'Àvia', 'avia b', 'zebra', '', 'Ou', 'a'];
  const metres = new Map(Array.from({ length: 60 }, (_, id) => [id, (id * 7) % 13]));
  const scores = new Map(Array.from({ length: 5000 }, (_, id) => [id, id % 4]));
  const FRENCH = { alphabet: 'latin', language: 'fr' } as const;
  const SPANISH = { alphabet: 'spanish', language: 'es' } as const;
  const orders = fc.record({
    by: fc.constantFrom('start', 'end', 'date', 'modified', 'title', 'venue', 'distance', 'scores', 'status'),
    ...{
      titles: fc.constantFrom<TitleOrder>({ alphabet: 'latin' }, { alphabet: 'spanish' }, FRENCH, SPANISH),
    },
    isReversed: fc.boolean(),
  });
  type Order = typeof orders extends fc.Arbitrary<infer O> ? O : never;
  const collators = {
    latin: new Intl.Collator('ca', { sensitivity: 'base' }),
    spanish: new Intl.Collator('es', { sensitivity: 'base' }),
  };

  /** The expected ids, from a sort of all matches. */
  function naiveIds(
    all: Iterable<IndexEntry>,
    titleOf: (id: number) => string,
    query: IndexQuery,
    { by, titles: { alphabet }, isReversed }: Order,
  ) {
    const nearest = ({ venues }: IndexEntry) => Math.min(1e9, ...venues.map(id => metres.get(id) ?? 1e9));
    const compare: Record<Order['by'], (a: IndexEntry, b: IndexEntry) => number> = {
      start: () => 0,
      end: (a, b) => a.end - b.end,
      date: (a, b) => b.date - a.date,
      modified: (a, b) => b.modified - a.modified,
      title: (a, b) => collators[alphabet].compare(titleOf(a.id), titleOf(b.id)),
      distance: (a, b) => nearest(a) - nearest(b),
      venue: (a, b) => (a.hash ? 1e9 : nearest(a)) - (b.hash ? 1e9 : nearest(b)),
      status: (a, b) => statuses.indexOf(a.traits.status) - statuses.indexOf(b.traits.status),
      scores: (a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0),
    };
    // The sort is stable, so equal events stay in list order.
    const found = naive(all, query, { offset: 0, limit: Infinity }).entries.sort(compare[by]);
    return (isReversed ? found.reverse() : found).map(({ id }) => id);
  }

  it('Each order gives the pages of a sort of all matches, also after changes', async () => {
    const asking = fc.array(fc.record({ query: queries, order: orders, page: pages }), {
      minLength: 4,
      maxLength: 6,
    });
    const changes = fc.array(
      fc.record({
        id: fc.oneof(fc.nat(30), fc.nat(4100)),
        to: fc.option(fields, { nil: undefined }),
        title: fc.nat(9),
        inFrench: fc.option(fc.nat(9), { nil: undefined }),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(
        entries,
        changes,
        asking,
        fc.boolean(),
        async (all, changes, questions, isTranslated) => {
          const titles = new Map(all.map(({ id }) => [id, TITLES[(id * 31) % TITLES.length]!]));
          const french = new Map(
            all.flatMap(({ id }) => (id % 3 ? [] : [[id, TITLES[id % TITLES.length]!]])),
          );
          const shown = (id: number, language: Language | undefined) =>
            (language === 'fr' ? french.get(id) : undefined) ?? titles.get(id)!;
          const known = new Map(all.map(entry => [entry.id, entry]));
          const columns = columnsFrom(all);
          const translated = new Map(
            Array.from(columns.ids, (id, position) => [position, french.get(id)] as const).filter(
              (one): one is readonly [number, string] => one[1] !== undefined,
            ),
          );
          const index = new EventIndex(
            built(
              columns,
              undefined,
              id => titles.get(id)!,
              isTranslated ? new Map([['fr', translated]]) : undefined,
            ),
          );
          if (!isTranslated) french.clear();
          for (const { id, to, title, inFrench } of changes) {
            const entry = to && entryOf(id, to);
            const fr = inFrench === undefined ? undefined : TITLES[inFrench];
            index.put(
              id,
              entry && {
                ...entry,
                title: TITLES[title],
                translatedTitles: { ...(fr !== undefined && { fr }) },
              },
            );
            titles.set(id, TITLES[title]!);
            french.delete(id);
            if (fr !== undefined) french.set(id, fr);
            if (entry) known.set(id, entry);
            else known.delete(id);
          }
          for (const { query, order, page } of questions) {
            const unchanged = (language: Language | undefined) =>
              new Map(
                [...titles.keys()].flatMap(id => (index.changed.has(id) ? [] : [[id, shown(id, language)]])),
              );
            assert.ok(await index.contactTitles(order.titles, async (_, language) => unchanged(language)));
            const { offset, limit } = page;
            const expected = naiveIds(known.values(), id => shown(id, order.titles.language), query, order);
            const asked = {
              ...order,
              ...order.titles,
              ...{ metres, ranks: metres, isMasked: true, scores },
            } as IndexOrder;
            const found = (await index.findInOrder(query, page, asked))!;
            assert.deepEqual(
              found.entries.map(({ id }) => id),
              expected.slice(offset, offset + limit),
              order.by,
            );
            assert.equal(found.total, expected.length);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('Pages of many matches are found in orders of all positions, among changed events', async () => {
    const all = Array.from({ length: 25_000 }, (_, id) =>
      plain(id, {
        ...{ start: id % 5000, end: (id % 5000) + ((id * 7) % 100), date: (id * 13) % 300, modified: id % 3 },
        traits: { ...PLAIN, featured: id % 20 === 0 },
      }),
    );
    const titles = new Map(all.map(({ id }) => [id, TITLES[(id * 31) % TITLES.length]!]));
    const index = new EventIndex(built(columnsFrom(all), undefined, id => titles.get(id)!));
    const known = new Map(all.map(entry => [entry.id, entry]));
    for (let id = 10; id < 25_010; id += 1000) {
      const entry = plain(id, { start: id % 77, end: 90, date: id % 200, modified: id % 4 });
      known.set(id, entry);
      titles.set(id, TITLES[id % 3]!);
      index.put(id, { ...entry, title: TITLES[id % 3] });
    }
    const unchanged = new Map([...titles].filter(([id]) => !index.changed.has(id)));
    for (const by of ['end', 'date', 'modified', 'title'] as const)
      for (const isReversed of [false, true])
        for (const query of [ALL, { ...ALL, featured: false, from: 40 }]) {
          const spanish = { alphabet: 'spanish' } as const;
          const order = { by, ...spanish, isReversed };
          await index.contactTitles(spanish, async () => unchanged);
          const expected = naiveIds(known.values(), id => titles.get(id)!, query, {
            ...{ by, isReversed, titles: spanish },
          });
          for (const offset of [0, 7, 12_340, expected.length - 20, expected.length]) {
            const page = { offset, limit: 50 };
            const found = (await index.findInOrder(query, page, order as IndexOrder))!;
            assert.deepEqual(
              found.ids,
              found.entries.map(({ id }) => id),
            );
            assert.equal(found.total, expected.length);
            assert.deepEqual(
              found.entries.map(({ id }) => id),
              expected.slice(offset, offset + 50),
              `${by} ${isReversed} ${offset}`,
            );
          }
        }
  });

  it('The index cannot sort by titles whose places it does not know', async () => {
    const index = new EventIndex(built(columnsOf([plain(1, {})]), undefined, () => 'A'));
    index.put(2, { ...plain(2, {}), title: 'B' });
    const order = { by: 'title', alphabet: 'latin', isReversed: false } as const;
    assert.equal(await index.findInOrder(ALL, { offset: 0, limit: 5 }, order), undefined);
    assert.equal(await index.contactTitles({ alphabet: 'latin' }, async () => undefined), false);
  });
});

describe('Records that events link to', () => {
  const questions = fc.record({
    kind: fc.constantFrom(...linkedTables),
    query: queries,
    upcomingAt: fc.option(fc.integer({ min: -1, max: SPAN + 5 }), { nil: undefined }),
  });
  /** The expected ids, from a scan of every event. */
  const naiveLinks = (
    all: Iterable<IndexEntry>,
    { kind, query, upcomingAt }: typeof questions extends fc.Arbitrary<infer Q> ? Q : never,
  ) =>
    [...all]
      .filter(({ traits: { status, hidden }, author, hash, end }) => {
        const bit = 1 << statuses.indexOf(status);
        const own = author === query.own?.author ? query.own : undefined;
        if (((query.statuses | (own?.statuses ?? 0)) & bit) === 0) return false;
        if (upcomingAt !== undefined && (hidden || end < upcomingAt)) return false;
        return !query.locked || hash === null || hash === query.offeredHash || ((own?.open ?? 0) & bit) > 0;
      })
      .flatMap(entry => entry[kind]);
  const sorted = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b);

  it('The linked records are those that a full scan finds, also after changes', () => {
    const asking = fc.array(questions, { minLength: 5, maxLength: 8 });
    fc.assert(
      fc.property(entries, puts, asking, (all, puts, asking) => {
        const known = new Map(all.map(entry => [entry.id, entry]));
        const index = new EventIndex(built(columnsFrom(all)));
        for (const { id, to } of puts) {
          const entry = to && entryOf(id, to);
          index.put(id, entry);
          if (entry) known.set(id, entry);
          else known.delete(id);
        }
        for (const question of asking) {
          const { kind, query, upcomingAt } = question;
          const found = index.linked(kind, { ...query, upcomingAt });
          assert.deepEqual(sorted(found), sorted(naiveLinks(known.values(), question)));
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('Full-text queries of the index', () => {
  const text = fc
    .array(fc.constantFrom('a', 'ab', 'b', 'ba', 'c'), { maxLength: 3 })
    .map(all => all.join(' '));
  const terms = fc.uniqueArray(fc.constantFrom('a', 'ab', 'b', 'ba', 'c', 'a b', 'x'), { maxLength: 2 });

  it('Terms are found in the segment and in changed events, and not at all without a full-text index', () => {
    const texts = fc.array(text, { minLength: 1, maxLength: 80 });
    const changes = fc.array(fc.record({ id: fc.nat(90), text }), { maxLength: 5 });
    fc.assert(
      fc.property(texts, changes, fc.record({ all: terms, none: terms }), (texts, changes, words) => {
        const all = texts.map((text, id) => plain(id, { start: id, text }));
        const index = new EventIndex(built(columnsOf(all), indexOf(texts)));
        const known = new Map(all.map(entry => [entry.id, entry]));
        for (const { id, text } of changes) {
          index.put(id, plain(id, { start: id, text }));
          known.set(id, plain(id, { start: id, text }));
        }
        const query = { ...ALL, words };
        const says = ({ text = '' }: IndexEntry) =>
          words.all.every(term => text.includes(term)) && words.none.every(term => !text.includes(term));
        const expected = [...known.values()].filter(says).map(({ id }) => id);
        const found = index.find(query, { offset: 0, limit: 100 })!;
        assert.deepEqual(
          [found.entries.map(({ id }) => id), found.total],
          [expected.sort((a, b) => a - b), expected.length],
        );
        const without = new EventIndex(built(columnsOf(all)));
        assert.equal(without.find(query, { offset: 0, limit: 1 }), undefined);
      }),
      { numRuns: RUNS },
    );
  });

  const indexOf = (texts: readonly string[]): FullText => ({
    size: texts.length,
    find(needle, into) {
      texts.forEach((text, at) => {
        if (text.includes(needle)) add(into, at);
      });
      return { exact: true };
    },
    findWord(word, at, into) {
      texts.forEach((text, number) => {
        const words = (at === 'word' ? text : text.split('\n', 1)[0]!).split(/[ \n]/);
        if (words.some(one => (at === 'title start' ? one.startsWith(word) : one === word)))
          add(into, number);
      });
    },
    close() {},
  });
});

describe('Segments', () => {
  it('A segment ranks its matches and takes any run of them, also across blocks', () => {
    const all = Array.from({ length: 5000 }, (_, id) =>
      plain(id, { start: id, traits: { ...PLAIN, featured: id % 7 === 0 } }),
    );
    const segment = new Segment(built(columnsOf(all)).data);
    for (const query of [
      ALL,
      { ...ALL, ...having({ featured: [true] }) },
      { ...ALL, from: 1030, before: 4100 },
    ]) {
      const expected = naive(all, query, { offset: 0, limit: Infinity }).entries.map(({ id }) => id);
      const found = segment.find(query)!;
      assert.equal(found.total, expected.length);
      for (const rank of [0, 1, 31, 32, 500, expected.length - 1, expected.length])
        assert.deepEqual(found.take(rank, 40), expected.slice(rank, rank + 40));
      for (const position of [0, 31, 32, 1024, 1030, 4099, 4100, 4999, 5000])
        assert.equal(found.rank(position), expected.filter(id => id < position).length, `${position}`);
    }
  });
});

/** Published, not hidden, not featured. */
const PLAIN = traitsOf(0);

const plain = (id: number, fields: Partial<IndexEntry>): IndexEntry => ({
  ...{
    id,
    start: 0,
    end: fields.start ?? 0,
    date: 0,
    modified: 0,
    author: 1,
    traits: PLAIN,
  },
  ...{
    hash: null,
    venues: [],
    organizers: [],
    terms: [],
    series: 0,
    languages: 1,
    ...fields,
  },
});

const ALL: IndexQuery = {
  ...{ from: -Infinity, before: Infinity, endAtMost: Infinity, endAbove: -Infinity },
  ...{ runsFrom: -Infinity, idleAt: undefined, modifiedAbove: -Infinity },
  ...{ languages: undefined, lacking: 0 },
  statuses: valueBits('status', ['publish']),
  traits: {},
  own: undefined,
  ids: undefined,
  ...{ without: undefined, hidden: undefined, authors: undefined },
  ...{ series: undefined, oneOfSeries: undefined },
  ...{ venues: [], organizers: [], terms: [], locked: false, offeredHash: undefined, words: undefined },
};
