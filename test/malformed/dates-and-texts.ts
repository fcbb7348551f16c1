import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleOf } from '../sample.ts';
import { SERVER } from '../store.ts';
import { asAdministrator, assertAnswered, EVENT, ids, json, V1 } from './site.ts';
import { DATES, TEXTS, ZONES } from './values.ts';

describe('Unusual values', () => {
  it('Unusual dates are accepted or refused', async () => {
    await assertAnswered(
      sampleOf('dates', DATES, SERVER ? 0.3 : 0.6).flatMap(date => [
        ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'].flatMap(
          name => [
            json('GET', '/events', { [name]: date }),
            json('GET', '/events', { [name]: date, strict_dates: true }),
          ],
        ),
        ...['date', 'date_utc', 'start_date', 'end_date'].map(name =>
          json('POST', '/events', { ...EVENT, [name]: date }),
        ),
        json('POST', '/events', { ...EVENT, start_date: date, end_date: date, all_day: true }),
        json('POST', '/events', {
          ...EVENT,
          start_date: date,
          end_date: date,
          timezone: 'America/New_York',
          all_day: true,
        }),
        json('PATCH', `/venues/${ids('venues')}`, { date }),
        json('PATCH', `/organizers/${ids('organizers')}`, { date_utc: date }),
      ]),
    );
  });

  it('Unusual zones are accepted or refused', async () => {
    await assertAnswered(
      ZONES.flatMap(timezone => [
        json('POST', '/events', { ...EVENT, timezone }),
        json('POST', '/events', { ...EVENT, start_date: `2031-05-10 10:00 ${timezone}` }),
        json('PATCH', `/events/${ids('events')}`, { timezone }),
        json('GET', '/events', { start_date: `2031-05-10 10:00 ${timezone}` }),
      ]),
    );
  });

  it('Dates in answers have a four-digit year', async () => {
    const wrong: string[] = [];
    for (let page = 1; ; page++) {
      const all = {
        start_date: '1000-01-01',
        end_date: '9999-12-31',
        strict_dates: true,
        per_page: 50,
        page,
      };
      const { status, text } = await asAdministrator(json('GET', '/events', all));
      if (status !== 200) break;
      for (const [, name, date = ''] of text.matchAll(/"(\w*date(?:_utc)?)":"([^"]*)"/g))
        if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date)) wrong.push(`${name}: ${date}`);
    }
    assert.deepEqual(wrong, []);
  });

  it('Unusual texts are well formed in every answer', async () => {
    for (const said of TEXTS) {
      const fields = { venue: `v ${said}`, address: said, city: said, description: said };
      await assertAnswered([
        json('POST', '/venues', fields),
        json('POST', '/organizers', { organizer: `o ${said}`, email: said, phone: said }),
        json('POST', '/categories', { name: `c ${said}`, description: `d ${said}` }),
        json('GET', '/events', { search: said }),
        json('GET', '/venues', { search: said }),
        json('GET', '/tags', { search: said, hide_empty: false }),
        { path: `${V1}/events?search=${encodeURIComponent(said.toWellFormed())}` },
        { path: `${V1}/events/by-slug/${encodeURIComponent(said.toWellFormed())}` },
      ]);
      const body = {
        ...EVENT,
        title: `t ${said}`,
        description: said,
        excerpt: said,
        slug: said,
        cost: said,
        tags: [`g ${said}`],
      };
      const { status, text } = await asAdministrator(json('POST', '/events', body));
      assert.equal(status, 201, text);
      for (const shown of Object.values(JSON.parse(text) as object))
        if (typeof shown === 'string') assert.ok(shown.isWellFormed() && !shown.includes('\0'), shown);
    }
  });
});
