import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { EventFacts, NamedFacts, PairsOfTypes, SiteFacts } from './facts.ts';
import { pairSites } from './pair-sites.ts';

const event = <Key>(title: string, start: number, more: Partial<EventFacts<Key>> = {}): EventFacts<Key> => ({
  ...{
    title,
    start,
    end: start + 60,
    repeats: false,
    picture: '',
    venue: [],
    organizer: [],
    category: [],
    tag: [],
  },
  ...more,
});

const named = (title: string, marks: Record<string, string> = { name: title }, town = ''): NamedFacts => ({
  ...{ title, town },
  marks: new Map(Object.entries(marks)),
});

type Lists<Key> = {
  [Type in keyof SiteFacts<Key>]?: [
    Key,
    SiteFacts<Key>[Type] extends ReadonlyMap<Key, infer Facts> ? Facts : never,
  ][];
};

const site = <Key>({ event, venue, organizer, category, tag }: Lists<Key>): SiteFacts<Key> => ({
  event: new Map(event),
  venue: new Map(venue),
  organizer: new Map(organizer),
  category: new Map(category),
  tag: new Map(tag),
});

const noPairs = (): PairsOfTypes => ({
  ...{ event: new Map(), venue: new Map(), organizer: new Map() },
  ...{ category: new Map(), tag: new Map() },
});

async function paired(there: Lists<string>, here: Lists<number>, pairs = noPairs()) {
  const rivals = await pairSites(site(there), site(here), pairs);
  const found = Object.entries(pairs).map(([type, of]) => [
    type,
    Object.fromEntries([...of].map(([key, { id, by }]) => [key, `${id}: ${by.join(', ')}`])),
  ]);
  return { pairs: Object.fromEntries(found), rivals: rivals.event };
}

describe('Pairs of two sites', () => {
  it('Events are the same where start and venue are, and a venue where its address is', async () => {
    const { pairs } = await paired(
      {
        venue: [['v', named('Grande salle', { name: 'grande salle', address: 'placa 1 vic' })]],
        event: [
          ['a', event('Nuit du jazz', 100, { venue: ['v'] })],
          ['b', event('Marché', 200, { venue: ['v'] })],
          ['moved', event('Chorale', 301, { venue: ['v'] })],
        ],
      },
      {
        venue: [[9, named('Sala Gran', { name: 'sala gran', address: 'placa 1 vic' })]],
        event: [
          [1, event('Nit de jazz', 100, { venue: [9] })],
          [2, event('Mercat', 200, { venue: [9] })],
          [3, event('Coral', 300, { venue: [9] })],
        ],
      },
    );
    assert.deepEqual(pairs.venue, { v: '9: address' });
    assert.deepEqual(pairs.event, { a: '1: start, venue, end', b: '2: start, venue, end' });
  });

  it('Twins stay unpaired unless a picture, an end or the pair of the other one tells them apart', async () => {
    const venue: [string, NamedFacts][] = [['v', named('Sala')]];
    const here: [number, NamedFacts][] = [[9, named('Sala')]];
    const twins = (more: Partial<EventFacts<string>>[], ours: Partial<EventFacts<number>>[]) =>
      paired(
        { venue, event: more.map((of, i) => [`s${i}`, event(`Second ${i}`, 100, { venue: ['v'], ...of })]) },
        {
          venue: here,
          event: ours.map((of, i) => [i + 1, event(`First ${i}`, 100, { venue: [9], ...of })]),
        },
      );
    const equal = await twins([{}, {}], [{}, {}]);
    assert.deepEqual(equal.pairs.event, {});
    assert.deepEqual(
      [...equal.rivals],
      [
        ['s0', [1, 2]],
        ['s1', [1, 2]],
      ],
    );
    assert.deepEqual((await twins([{}], [{}, {}])).pairs.event, {});
    assert.deepEqual((await twins([{}, {}], [{}])).pairs.event, {});
    assert.deepEqual((await twins([{}, { picture: 'b' }], [{}, { picture: 'b' }])).pairs.event, {
      s0: '1: start, venue, end',
      s1: '2: start, venue, picture, end',
    });
    assert.deepEqual((await twins([{ end: 900 }, {}], [{}, { end: 900 }])).pairs.event, {
      s0: '2: start, venue, end',
      s1: '1: start, venue, end',
    });
  });

  it('Events at different venues are different, whatever else they have in common', async () => {
    const { pairs } = await paired(
      {
        venue: [['v', named('Nord')]],
        event: [['a', event('Yoga', 100, { venue: ['v'], picture: 'yoga' })]],
      },
      {
        venue: [
          [8, named('Sud')],
          [9, named('Nord')],
        ],
        event: [[1, event('Yoga', 100, { venue: [8], picture: 'yoga' })]],
      },
    );
    assert.deepEqual(pairs.event, {});
    assert.deepEqual(pairs.venue, { v: '9: name' });
  });

  it('A picture or title pairs events whose venues are not known to be the same, and then their venues', async () => {
    const { pairs } = await paired(
      {
        venue: [['v', named('Musée')]],
        event: [
          ['a', event('Expo', 100, { venue: ['v'], picture: 'expo' })],
          ['b', event('Visite', 200, { venue: ['v'] })],
        ],
      },
      {
        venue: [[9, named('Museu')]],
        event: [
          [1, event('Exposició', 100, { venue: [9], picture: 'expo' })],
          [2, event('Visita', 200, { venue: [9] })],
        ],
      },
    );
    assert.deepEqual(pairs.venue, { v: '9: events' });
    assert.deepEqual(pairs.event, { a: '1: start, picture, end', b: '2: start, venue, end' });
  });

  it('A picture of several events tells nothing alone, and nothing is paired by its start alone', async () => {
    const { pairs } = await paired(
      {
        event: [
          ['a', event('Une', 100, { picture: 'logo' })],
          ['b', event('Deux', 200, { picture: 'logo' })],
          ['c', event('Trois', 300)],
        ],
      },
      {
        event: [
          [1, event('U', 100, { picture: 'logo' })],
          [3, event('Tres', 300)],
        ],
      },
    );
    assert.deepEqual(pairs.event, {});
  });

  it('Terms are the same where exactly the same paired events have them, and no other term does', async () => {
    const events = <Key>(terms: Key[][], key: (i: number) => Key, venue: Key) =>
      terms.map((category, i): [Key, EventFacts<Key>] => [
        key(i),
        event(`e${i}`, i, { category, venue: [venue] }),
      ]);
    const { pairs } = await paired(
      {
        venue: [['v', named('Sala')]],
        event: events(
          [['musique'], ['musique', 'nuit', 'fete'], ['nuit', 'fete'], ['une']],
          i => `s${i}`,
          'v',
        ),
        category: ['musique', 'nuit', 'fete', 'une'].map(name => [name, named(name)]),
      },
      {
        venue: [[9, named('Sala')]],
        event: events([[71], [71, 72, 73], [72, 73], [74]], i => i + 1, 9),
        category: [71, 72, 73, 74].map(id => [id, named(`c${id}`)]),
      },
    );
    assert.deepEqual(pairs.category, { musique: '71: events' });
  });

  it('Venues of one name in two towns are different, unless their address is the same', async () => {
    const at = (town: string, address: string) => named('Ajuntament', { name: 'ajuntament', address }, town);
    const { pairs } = await paired(
      {
        venue: [
          ['v', at('lerida', 'paeria 1')],
          ['w', at('vic', 'major 1')],
        ],
      },
      {
        venue: [
          [8, at('lleida', 'paeria 1')],
          [9, at('olot', 'major 2')],
        ],
      },
    );
    assert.deepEqual(pairs.venue, { v: '8: name, address' });
  });

  it('What is known stays, and no record is paired twice', async () => {
    const known = noPairs();
    known.event.set('a', { id: 2, by: ['link'] });
    const { pairs } = await paired(
      {
        event: [
          ['a', event('X', 100)],
          ['b', event('Same', 100)],
        ],
      },
      {
        event: [
          [1, event('Other', 100)],
          [2, event('Same', 100)],
        ],
      },
      known,
    );
    assert.deepEqual(pairs.event, { a: '2: link' });
  });

  it('Whatever the sites have, pairs are one to one, start together and do not depend on the order', async () => {
    const facts = fc.record({
      start: fc.integer({ min: 0, max: 2 }),
      picture: fc.constantFrom('', 'p', 'q'),
      place: fc.constantFrom('', 'v', 'w'),
      title: fc.constantFrom('A', 'B', 'C'),
      end: fc.integer({ min: 5, max: 6 }),
    });
    const events = fc.array(facts, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(events, events, async (theirs, ours) => {
        const ids = { v: 8, w: 9 } as const;
        const there: Lists<string> = {
          venue: [
            ['v', named('V')],
            ['w', named('W')],
          ],
          event: theirs.map(({ place, ...of }, i) => [
            `s${i}`,
            event(of.title, of.start, { ...of, venue: place ? [place] : [] }),
          ]),
        };
        const here: Lists<number> = {
          venue: [
            [8, named('V')],
            [9, named('W')],
          ],
          event: ours.map(({ place, ...of }, i) => [
            i + 1,
            event(of.title, of.start, { ...of, venue: place === '' ? [] : [ids[place as 'v' | 'w']] }),
          ]),
        };
        const once = noPairs();
        await paired(there, here, once);
        const found = [...once.event].map(([key, { id }]) => [Number(key.slice(1)), id - 1] as const);
        assert.equal(new Set(found.map(([, id]) => id)).size, found.length);
        for (const [key, id] of found) {
          assert.equal(theirs[key]!.start, ours[id]!.start);
          const places = [theirs[key]!.place, ours[id]!.place];
          assert.ok(places.includes('') || places[0] === places[1]);
        }
        const reversed = noPairs();
        await paired(
          { ...there, event: there.event!.toReversed() },
          { ...here, event: here.event!.toReversed() },
          reversed,
        );
        const sorted = (pairs: PairsOfTypes) => [...pairs.event].sort(([a], [b]) => (a < b ? -1 : 1));
        assert.deepEqual(sorted(reversed), sorted(once));
      }),
      { numRuns: 300 },
    );
  });
});
