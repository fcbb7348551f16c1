import assert from 'node:assert/strict';
import { pick, type Random } from '../../bench/random.ts';
import { type Read, readerOf } from '../memory/beside.ts';
import { dayOf, isFeatured, type Key, kindOf, latitudeOf, type Shown } from './model.ts';
import type { ShownWorld } from './observe.ts';
import type { Site } from './writer.ts';

/** A filter of the list of events, and the titles that it must find. */
interface Question {
  query: string;
  titles: string[];
}

/** A page. */
const SHOWN = 200;

const YEAR = 'start_date=2031-01-01&end_date=2031-12-31';

/** Checks lists by words, places, times and links against the writers' knowledge and the store's own answers. */
export async function assertLists(
  { site, as }: Site,
  ofStore: Read,
  world: ShownWorld,
  ids: ReadonlyMap<Key, number>,
  random: Random,
): Promise<void> {
  const ofService = readerOf(site);
  for (const { query, titles } of questions(world, ids, random)) {
    const path = `/cal/events/v1/events?per_page=${SHOWN}&_fields=total,events.id,events.title&${query}`;
    const answered = await ofService(path);
    const { status, text } = answered;
    assert.equal(status, 200, text);
    const { events, total } = JSON.parse(text) as { events: { title: string }[]; total: number };
    assert.equal(total, titles.length, query);
    if (total <= SHOWN) assert.deepEqual(events.map(({ title }) => title).sort(), titles.sort(), query);
    assert.deepEqual(await ofStore(path), answered, `the store itself: ${query}`);
  }
  for (const path of OTHERS)
    for (const who of [undefined, as])
      assert.deepEqual(await ofStore(path, who), await ofService(path, who), `the store itself: ${path}`);
}

/** Filters whose answers from memory and from the store are only compared. */
const OTHERS = [
  ...[`/events?${YEAR}`, `/events?${YEAR}&page=2&per_page=7`, '/venues', '/venues?has_events=1'],
  ...['/organizers?search=turn', '/categories', '/tags?orderby=count&order=desc', '/events?status=publish'],
].map(path => `/cal/events/v1${path}`);

function questions(world: ShownWorld, ids: ReadonlyMap<Key, number>, random: Random): Question[] {
  const events = Object.entries(world).filter(([key, { trashed }]) => kindOf(key) === 'e' && !trashed);
  const titlesOf = (suits: (known: Shown, key: Key) => boolean) =>
    events.filter(([key, known]) => suits(known, key)).map(([key, { turn }]) => `${key} turn ${turn}`);
  const links = Object.keys(world).filter(key => !world[key]!.trashed && !['e', 's'].includes(kindOf(key)));
  const chosen = links.length === 0 ? [] : Array.from({ length: 6 }, () => pick(random, links));
  return [
    { query: YEAR, titles: titlesOf(() => true) },
    { query: `${YEAR}&featured=1`, titles: titlesOf(({ turn }) => isFeatured(turn)) },
    ...[10, 12, 14].map(day => ({
      query: `start_date=2031-05-${day}&end_date=2031-05-${day}`,
      titles: titlesOf(({ turn }) => dayOf(turn) === day),
    })),
    ...[41, 42].map(latitude => ({
      query: `${YEAR}&geoloc_lat=${latitude}&geoloc_lng=2`,
      titles: titlesOf(({ links }) =>
        links.some(link => kindOf(link) === 'v' && latitudeOf(world[link]!.turn) === latitude),
      ),
    })),
    ...['w1e', 'turn7', '2 w3e', 'turn'].map(words => ({
      query: `${YEAR}&search=${encodeURIComponent(words)}`,
      titles: titlesOf(({ turn }, key) =>
        words.split(' ').every(word => `${key} turn${turn}`.includes(word)),
      ),
    })),
    ...chosen.map(link => ({
      query: `${YEAR}&${FILTERS[kindOf(link) as keyof typeof FILTERS]}=${ids.get(link)}`,
      titles: titlesOf(({ links }) => links.includes(link)),
    })),
  ];
}

const FILTERS = { v: 'venue', o: 'organizer', c: 'categories', t: 'tags' };
