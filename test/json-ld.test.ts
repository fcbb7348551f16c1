import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const { editor, contributor } = service.accounts;

interface JsonLd {
  startDate: string;
  endDate: string;
  description: string;
}

async function jsonLd(path: string): Promise<JsonLd> {
  return JSON.parse((await call(`GET ${path}`, { as: editor })).text).json_ld;
}

describe('JSON-LD', () => {
  it('JSON-LD can be embedded in a script element as it is', async () => {
    const description = '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; 5 &lt; 6 &amp; more';
    const json = eventOf('</script> x', {
      description,
      venue: { venue: 'Hall </script>', description },
      organizer: [{ organizer: 'Club </script>', description }],
    });
    const { status, body } = await call('POST /events', { as: contributor, json });
    assert.equal(status, 201);
    for (const path of [
      `/events/${body.id}`,
      `/venues/${body.venue.id}`,
      `/organizers/${body.organizer[0]!.id}`,
    ]) {
      const found = await jsonLd(path);
      assert.doesNotMatch(JSON.stringify(found), /<[/!a-z]/i, path);
      assert.match(found.description, /5 &lt; 6 &amp; more/, path);
    }
  });

  it('JSON-LD distinguishes two repeated hours by their offset', async () => {
    const json = eventOf('Twice', {
      timezone: 'Europe/Madrid',
      start_date: '2027-10-31T02:30:00+02:00',
      end_date: '2027-10-31T02:15:00+01:00',
    });
    const { body } = await call('POST /events', { as: editor, json });
    const { startDate, endDate } = await jsonLd(`/events/${body.id}`);
    assert.deepEqual([startDate, endDate], ['2027-10-31T02:30:00+02:00', '2027-10-31T02:15:00+01:00']);
  });
});
