import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { languages } from '../../src/i18n/language.ts';
import type { Account } from '../account.ts';
import { caller, eventOf } from '../client.ts';

/** A text that fills pages of its own, even if texts are compressed. */
export const LARGE = randomBytes(9_900).toString('hex');

/** A service, and an account that may write. */
export interface Place {
  site: string;
  as: Account;
}

/**
 * Checks that writes are refused for a while, that reads go on, and that everything works again afterwards.
 * @param begin makes the store or its disk refuse writes
 */
export async function assertPasses(
  place: Place,
  begin: () => Promise<unknown>,
  end: () => Promise<unknown>,
): Promise<void> {
  const { site, as } = place;
  const call = caller(`${site}/cal/events/v1`);
  const { id } = (await call('POST /events', { as, json: eventOf('First') })).body;
  await begin();
  await assertTakesNothing(place, id);
  await end();
  assert.equal((await call(`PATCH /events/${id}`, { as, json: { title: 'Later' } })).status, 200);
  const second = await call('POST /events', { as, json: eventOf('Second', { description: LARGE }) });
  assert.equal(second.status, 201, second.text);
  assert.equal((await call(LIST)).body.total, 2);
}

const LIST = `GET /events?start_date=2031-01-01&end_date=2031-12-31`;

/** @param id the only event, whose title is First */
export async function assertTakesNothing({ site, as }: Place, id: number): Promise<void> {
  const call = caller(`${site}/cal/events/v1`);
  for (const line of ['POST /events', `PATCH /events/${id}`, 'POST /venues', 'POST /categories'])
    await assertRefused({ site, as }, line);
  for (const who of [undefined, as])
    for (const line of [`GET /events/${id}`, LIST, 'GET /venues', 'GET /categories'])
      assert.equal((await call(line, { as: who })).status, 200, line);
  const { body } = await call(LIST, { as });
  assert.deepEqual([body.total, body.events[0]!.title], [1, 'First']);
}

/** Checks a refusal: in the requested language, with Retry-After, and without internals. */
async function assertRefused({ site, as }: Place, line: string): Promise<void> {
  const name = { events: 'title', venues: 'venue', categories: 'name' }[line.split('/')[1]!]!;
  const messages = new Set<string>();
  for (const language of languages) {
    const json = { ...eventOf('Refused'), [name]: 'Refused', description: LARGE };
    const call = caller(`${site}/${language}/cal/events/v1`);
    const { status, headers, body, text } = await call(line, { as, json });
    assert.deepEqual([status, body.code, body.data], [503, 'store_not_writable', { status: 503 }], text);
    assert.ok(Number(headers.get('retry-after')) > 0);
    assertTellsNothing(text);
    messages.add(body.message);
  }
  assert.equal(messages.size, languages.length);
}

/** An answer must not show how the store works. */
export const assertTellsNothing = (text: string): void =>
  assert.doesNotMatch(text, /sqlite|postgres|disk|page|database|relation|malformed|errno|\.ts\b|\/tmp|shm/i);
