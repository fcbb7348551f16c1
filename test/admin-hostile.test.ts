import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fieldText } from '../src/admin/events/changes.ts';
import { asHtml, clockTime } from '../src/admin/events/values.ts';
import { typedWhen } from '../src/admin/events/when.ts';
import { SURFACE } from '../src/admin/surface.ts';
import { adminWords } from '../src/i18n/admin/words.ts';
import { FairQueue, Overloaded } from '../src/lib/fair-queue.ts';
import { deskOf, signedIn } from './admin.ts';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

const service = await startService({ SIGN_IN_FAILURES: '0' });
after(() => service[Symbol.asyncDispose]());
const { site, accounts } = service;
const call = caller(service.base);
const desk = await signedIn(service, 'administrator');
const { body: event } = await call('POST /events', { as: accounts.administrator, json: eventOf('Fira') });

/** Names of fields that pages read. */
const NAMES = [
  ...['back', 'batch', 'code', 'credential', 'id', 'image', 'keep', 'keep_title', 'key', 'login', 'name'],
  ...['note', 'opened', 'page', 'passkey', 'password', 'point.x', 'point_of', 'proposal', 'publish_at'],
  ...['search', 'seen', 'session', 'start_day', 'title', 'total', 'version', 'when', 'when_answer'],
];
const form = 'application/x-www-form-urlencoded';

describe('What no browser sends', () => {
  it('No page fails by an object in place of a text, by characters that no store accepts, or keeps an answer', async () => {
    for (const { path } of Object.values(SURFACE).filter(({ path }) => path !== '/sign-out/'))
      for (const [type, body] of [
        [form, NAMES.map(name => `${name}[a]=1`).join('&')],
        [form, ['do=feature', ...NAMES.map(name => `${name}[a]=1`)].join('&')],
        [form, NAMES.map(name => `${name}=a%00b`).join('&')],
        ['application/json', JSON.stringify(Object.fromEntries(NAMES.map(name => [name, '\ud800'])))],
      ] as const) {
        const sent = path.replace(':id', String(event.id)).replace(':to', 'ca');
        const response = await fetch(`${site}/admin${sent}`, {
          ...{ method: 'POST', redirect: 'manual', body },
          headers: { cookie: `__Host-almanac=${desk.token}`, origin: site, 'content-type': type },
        });
        assert.ok(response.status < 500, `${path} ${body.slice(0, 60)}: ${response.status}`);
        assert.match(response.headers.get('cache-control')!, /no-store/);
        await response.body?.cancel();
      }
  });

  it('An address that is none leads nowhere after signing in', async () => {
    assert.equal((await desk.open('/sign-in/?to=/%09/%5B')).to, '/admin/');
  });

  it('What saves itself may be no date and no picture yet, and its form still opens', async () => {
    for (const [name, value] of [
      ['start_day', '0'],
      ['image', '1.5'],
      ['image', '1e308'],
    ] as const) {
      const saved = await desk.send(
        `/events/${event.id}/`,
        { [name]: value },
        { accept: 'application/json' },
      );
      assert.equal(saved.status, 200, saved.text);
      assert.equal((await desk.open(`/events/${event.id}/`)).status, 200);
    }
  });

  it('A form with a large file waits for its turn, and others do not', async t => {
    t.mock.method(FairQueue.prototype, 'run', () => Promise.reject(new Overloaded()));
    const statusWith = async (bytes: number) => {
      const parts = new FormData();
      parts.append('file', new Blob([Buffer.alloc(bytes)]), 'x.png');
      parts.append('do', 'person');
      return (await desk.send('/me/', parts)).status;
    };
    assert.deepEqual([await statusWith(100), await statusWith(6_000_000)], [303, 503]);
    // A long form of whose session there is none waits likewise: anybody can invent one.
    const unknown = deskOf(site, 'x'.repeat(43));
    const statusOf = async (length: number) =>
      (await unknown.send('/me/', { name: 'x'.repeat(length) })).status;
    assert.deepEqual([await statusOf(100), await statusOf(100_000)], [401, 503]);
  });

  it('Texts longer than those of any record are refused, for a page would show them again', async () => {
    const path = '/events/new/';
    const long = {
      description: 'x'.repeat(200_000),
      venue: 'x'.repeat(200_000),
      opened: 'x'.repeat(600_000),
    };
    assert.equal((await desk.send(path, long)).status, 422);
    const longer = { ...long, organizer: '<p>'.repeat(40_000) };
    assert.equal((await desk.send(path, longer)).status, 413);
    const parts = new FormData();
    for (const [name, value] of Object.entries(longer)) parts.append(name, value);
    assert.equal((await desk.send(path, parts)).status, 413);
    assert.equal((await deskOf(site, 'x'.repeat(43)).send(path, longer)).status, 413);
  });

  it('A hundred thousand venues are refused at once', { timeout: 60_000 }, async () => {
    const sent = { title: 'Fira', venue: 'a\n'.repeat(100_000), opened: '{}', do: 'save' };
    assert.equal((await desk.send(`/events/${event.id}/`, sent)).status, 422);
  });

  it('Nor do two hundred thousand tags keep others waiting', async () => {
    const tags = Array.from({ length: 50 }, (_, at) => `tag ${at}`);
    const json = { ...eventOf('Tags'), tags };
    const { body } = await call('POST /events', { as: accounts.administrator, json });
    const sent = { title: 'Tags', start_day: '2031-05-10', tags: 'a,'.repeat(200_000), do: 'save' };
    const times: number[] = [];
    for (let time = 0; time < 3; time++) {
      const start = process.threadCpuUsage();
      assert.equal((await desk.send(`/events/${body.id}/`, sent)).status, 422);
      times.push(process.threadCpuUsage(start).user / 1000);
    }
    // Client and service together.
    assert.ok(Math.min(...times) < 80, `${times} ms`);
  });

  it('A long text takes no longer than its length', { timeout: 60_000 }, () => {
    const most = 500_000;
    const clock = `19.${' '.repeat(most)}x`;
    assert.equal(clockTime(clock), clock);
    const names = { categories: [], authors: [] };
    const call = { language: 'en', words: adminWords('en') } as never;
    assert.equal(fieldText('description', '<'.repeat(most), call, names).length, 301);
    const sent: Record<string, string> = { when: '?', when_asked: '?', when_answer: 'a'.repeat(most) };
    const asked = { now: 0, language: 'en', config: { TIME_ZONE: { id: 'UTC' } } } as never;
    assert.deepEqual(typedWhen(asked, name => sent[name]).answers, {});
    assert.equal(asHtml('\n'.repeat(most)).length, most);
  });
});
