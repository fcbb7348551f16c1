import type { Account } from '../account.ts';
import { type Body, caller } from '../client.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The password of the protected event. */
export const PASSWORD = 'suquet';

/** Tags that one event each has: more than a form shows at once. */
export const TOPICS = 14;

/** Wall time of an instant in the zone of the site. */
const wall = (epoch: number): string =>
  Temporal.Instant.fromEpochMilliseconds(epoch * 1000)
    .toZonedDateTimeISO('Europe/Madrid')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** The same as recurrence rules write it. */
const wallTime = (epoch: number): string => wall(epoch).replaceAll(/[-:]/g, '').replace(' ', 'T');

/**
 * Writes a calendar around now: events that have ended, that run and that come up, in categories below each other, in
 * two towns, free and paid; and events that not everybody may see.
 */
export async function plantAround(base: string, as: Account) {
  const ask = caller(base);
  const now = Math.floor(Date.now() / 1000 / HOUR) * HOUR;
  const created = async (line: string, json: object): Promise<Body> => {
    const { status, body } = await ask(`POST ${line}`, { as, json });
    if (status !== 201) throw new Error(`${line}: ${JSON.stringify(body)}`);
    return body;
  };
  const music = await created('/categories', {
    ...{ name: 'Music', slug: 'music', language: 'en', description: 'Concerts & dances.' },
    translations: { ca: { name: 'Música', slug: 'musica' } },
  });
  const jazz = await created('/categories', { name: 'Jazz', slug: 'jazz', parent: music.id });
  const art = await created('/categories', { name: 'Art', slug: 'art' });
  const outdoors = await created('/tags', { name: 'Outdoors', slug: 'outdoors' });
  const hall = await created('/venues', { venue: 'Town hall', city: 'Vic' });
  const park = await created('/venues', { venue: 'Park', city: 'Girona' });
  const hidden = await created('/venues', { venue: 'Secret cellar', city: 'Ripoll', status: 'draft' });
  const add = (title: string, from: number, lasts: number, fields: object = {}) =>
    created('/events', {
      title,
      start_date: wall(now + from),
      end_date: wall(now + from + lasts),
      ...fields,
    });
  for (let at = 0; at < 8; at++)
    await add(`Exhibition ${at}`, -(at + 2) * DAY, (40 - at) * DAY, { categories: [art.id], venue: hall.id });
  for (let at = 0; at < 30; at++)
    await add(`Concert ${at}`, DAY + at * 9 * HOUR, 2 * HOUR, {
      categories: [at % 3 === 0 ? jazz.id : music.id],
      venue: at % 4 === 0 ? park.id : hall.id,
      cost: at % 5 === 0 ? '12 €' : '0',
      tags: [...(at % 6 === 0 ? [outdoors.id] : []), ...(at < TOPICS ? [`Topic ${at}`] : [])],
    });
  for (let at = 0; at < 25; at++)
    await add(`Past ${at}`, -(at + 1) * DAY, HOUR, { categories: [at === 3 ? art.id : music.id] });
  await add('Cancelled gala', 20 * DAY, HOUR, { event_status: 'canceled', is_virtual: true });
  await add('Every day', 3 * DAY, HOUR, { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'], categories: [art.id] });
  const { id: market } = await add('Market', -15 * DAY - 3 * HOUR, HOUR, {
    ...{ recurrence: [`RRULE:FREQ=WEEKLY;UNTIL=${wallTime(now + 130 * DAY)}`], venue: hall.id, cost: '0' },
    categories: [music.id],
  });
  const { body: dates } = await ask(`GET /events/${market}/occurrences?when=upcoming`, { as });
  await ask(`PATCH /events/${dates.events[2]!.id}`, {
    as,
    json: { categories: [art.id], venue: park.id, cost: '5 €' },
  });
  const odd = [-10, 4, 5, 9].map(days => `RDATE:${wallTime(now + days * DAY)}`);
  const { id: without } = await add('Without a rule', -20 * DAY, HOUR, {
    recurrence: odd,
    tags: [outdoors.id],
  });
  const { body: all } = await ask(`GET /events/${without}/occurrences?when=upcoming`, { as });
  await ask(`PATCH /events/${all.events[2]!.id}`, { as, json: { status: 'private' } });
  const only = { categories: [art.id], venue: hall.id, cost: '99 €' };
  const { id } = await add('Behind a password', 2 * DAY, HOUR, only);
  await ask(`PATCH /events/${id}`, { as, json: { password: PASSWORD } });
  await add('In a cellar', 2 * DAY, HOUR, { venue: hidden.id });
  await add('A draft', 2 * DAY, HOUR, { ...only, status: 'draft' });
  await add('Private', 2 * DAY, HOUR, { ...only, status: 'private' });
  await add('Not listed', 2 * DAY, HOUR, { ...only, hide_from_listings: true });
  return { music, jazz, art, outdoors, hall, park, hidden, hiddenDate: all.events[2]!.id };
}
