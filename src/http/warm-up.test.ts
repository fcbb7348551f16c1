import assert from 'node:assert/strict';
import { pipeline, Readable } from 'node:stream';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { warmUp } from './warm-up.ts';

/** Asks as a new process does; resolves to the addresses that were asked for, up to a number of them. */
async function askedBy(settings: Record<string, string>, most = Infinity): Promise<string[]> {
  const asked: string[] = [];
  await warmUp(
    readConfig(settings),
    ({ url, headers }, response) => {
      asked.push(`${headers.host}${url}`);
      const events = [{ url: 'http://localhost/event/rua/' }, { url: 'http://localhost/event/ball/' }];
      response.end(url!.startsWith('/cal/') ? JSON.stringify({ events }) : '<p>');
    },
    () => asked.length < most,
  );
  return asked;
}

test('The pages that people open most are asked for, and the events that come next', async () => {
  const asked = await askedBy({});
  const month = Temporal.Now.plainDateISO('UTC').toPlainYearMonth();
  for (const path of [
    '/',
    '/events/',
    '/events/today/',
    `/events/month/${month}/`,
    '/event/rua/',
    '/event/ball/',
  ])
    assert.equal(asked.filter(address => address === `localhost${path}`).length, 1, path);
});

test('They are asked for at the address of the site and in its words, so that visitors get what is kept', async () => {
  const asked = await askedBy({ SITE_URL: 'https://agenda.example.org/poble', EVENTS_SLUG: 'agenda' });
  assert.ok(asked.includes('agenda.example.org/agenda/'), asked.join(' '));
});

test('A process that stops asks for nothing more', async () => {
  assert.equal((await askedBy({}, 3)).length, 3);
});

test('A page that is sent in several parts is made to its end, and others after it', {
  timeout: 10_000,
}, async () => {
  const asked: string[] = [];
  const part = Buffer.alloc(100_000, ' ');
  await warmUp(
    readConfig({}),
    ({ url }, response) => {
      asked.push(url!);
      pipeline(Readable.from([part, part, '{}']), response, () => {});
    },
    () => true,
  );
  assert.ok(asked.length > 8, asked.join(' '));
});
