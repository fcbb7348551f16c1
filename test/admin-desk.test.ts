import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { adminPages } from '../src/admin/routes.ts';
import { SURFACE } from '../src/admin/surface.ts';
import { languages } from '../src/i18n/language.ts';
import { hashPassword } from '../src/users/passwords.ts';
import { setPassword } from '../src/users/store.ts';
import { deskOf, signedIn } from './admin.ts';
import { get } from './get.ts';
import { startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { site } = service;
const editor = await signedIn(service, 'editor');
const stranger = deskOf(site, 'x'.repeat(43));

describe('The desk', () => {
  it('Somebody who has not signed in is led to the page for it, which leads back', async () => {
    const { status, to } = await stranger.open('/?a=1');
    assert.equal(status, 303);
    assert.equal(to, `/admin/sign-in/?to=${encodeURIComponent('/admin/?a=1')}`);
  });

  it('No cache keeps a page, no other origin reads or frames it, and no search engine lists it', async () => {
    for (const path of ['/events/', '/sign-in/', '/nothing/']) {
      const { headers } = await editor.open(path, { origin: 'https://other.example' });
      assert.match(headers.get('cache-control')!, /no-store/, path);
      assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/, path);
      assert.equal(headers.get('access-control-allow-origin'), null, path);
      assert.equal(headers.get('referrer-policy'), 'same-origin', path);
      assert.equal(headers.get('x-robots-tag'), 'noindex', path);
    }
  });

  it('A form counts only if a page of this site sent it', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://other.example' },
      { origin: 'null' },
      { origin: site.replace('127.0.0.1', 'localhost') },
      { origin: '' },
    ];
    for (const headers of foreign) {
      const { status } = await editor.send('/sign-out/', {}, headers);
      assert.equal(status, 403, JSON.stringify(headers));
    }
    assert.equal((await editor.open('/events/')).status, 200);
  });

  it('What was typed in a form whose session has ended is shown again, without passwords', async () => {
    const sent = { title: 'A <long> text', 'venue[name]': 'Hall', password: 'hush-hush' };
    const { status, text } = await stranger.send('/', sent);
    assert.equal(status, 401);
    assert.match(text, /name="title"[^>]*>A &lt;long&gt; text</);
    assert.match(text, /name="venue\[name\]"[^>]*>Hall</);
    assert.doesNotMatch(text, /hush-hush/);
  });

  it('A page that there is not, and one that takes no form, are told', async () => {
    assert.equal((await editor.open('/nothing/')).status, 404);
    assert.equal((await editor.send('/nothing/')).status, 404);
    assert.equal((await editor.open('/%ff/')).status, 404);
  });

  it('Each address has a page, and the frame is in the language of its reader', async () => {
    assert.deepEqual(Object.keys(adminPages).sort(), Object.keys(SURFACE).sort());
    for (const language of languages) {
      const { text } = await editor.open('/events/', { 'accept-language': language });
      assert.match(text, new RegExp(`<html lang="${language}">`));
    }
  });

  it('Every file that a page names is there', async () => {
    const { text } = await editor.open('/events/');
    const named = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    const styles = await (await fetch(site + named.find(path => path.includes('admin.css'))!)).text();
    const fonts = [...styles.matchAll(/url\("([^"]+)"\)/g)].map(([, name]) => `/assets/${name}`);
    assert.ok(fonts.length >= 2);
    for (const path of [...named, ...fonts]) {
      const response = await fetch(site + path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('cache-control')!, /immutable/, path);
    }
  });
});

describe('The desk at other addresses', OF_NO_STORE, () => {
  const PASSWORD = 'plou i fa sol avui';

  /** A service with these settings, and what signing in there answers at an address. */
  async function at(settings: Record<string, string>, headers: Record<string, string>) {
    const service = await startService(settings);
    const { id } = service.accounts.editor;
    await setPassword(service.db, id, await hashPassword(PASSWORD));
    const form = new URLSearchParams({ login: 'editor', password: PASSWORD }).toString();
    const sent = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const ask = (path: string, more = {}, method = 'GET', content = '') =>
      get(service.site, `/admin${path}`, { ...sent, ...more }, method, content);
    const { status, headers: got } = await ask('/sign-in/', {}, 'POST', form);
    const cookie = got['set-cookie']?.[0] ?? '';
    return Object.assign(service, { ask, status, cookie, to: String(got.location).split('/admin')[1]! });
  }

  it('On https below a path, the cookie has that path, and no origin of CORS_ORIGINS reads a page', async () => {
    const [town, other] = ['https://agenda.example.org', 'https://other.example'];
    const settings = { SITE_URL: `${town}/town`, CORS_ORIGINS: `${other},${town}` };
    await using site = await at(settings, { host: '10.0.0.7:3000', origin: town });
    assert.equal(site.status, 303);
    assert.match(
      site.cookie,
      /^__Secure-almanac=[\w-]{43}; Path=\/town\/admin; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    const cookie = site.cookie.split(';')[0]!;
    assert.equal((await site.ask('/me/', { cookie })).status, 200);
    for (const origin of [other, town, 'null'])
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const asked = { cookie, origin, 'access-control-request-method': 'POST' };
        const { headers } = await site.ask('/me/', asked, method);
        const cors = Object.keys(headers).filter(name => name.startsWith('access-control'));
        assert.deepEqual(cors, [], `${method} from ${origin}`);
      }
    // Another host of the same domain, and the site by another scheme or port.
    for (const origin of ['https://x.agenda.example.org', 'http://agenda.example.org', `${town}:8443`, other])
      assert.equal((await site.ask('/sign-out/', { cookie, origin }, 'POST')).status, 403, origin);
  });

  it('On plain http of another name, the page says that browsers keep no session there', async () => {
    await using site = await at({}, { host: 'agenda.lan', origin: 'http://agenda.lan' });
    assert.match(site.cookie, /^__Host-almanac=.*; Secure$/);
    // Without the cookie, as such browsers come back.
    const { status, body } = await site.ask(site.to);
    assert.equal(status, 400);
    assert.match(body.toString(), /not encrypted \(http\)[\s\S]*ADMIN_OVER_HTTP=on/);
  });

  it('ADMIN_OVER_HTTP has a plain cookie there, and each page says that it is not encrypted', async () => {
    await using site = await at(
      { ADMIN_OVER_HTTP: 'on' },
      { host: 'agenda.lan', origin: 'http://agenda.lan' },
    );
    assert.match(site.cookie, /^almanac=[\w-]{43}; Path=\/admin; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const { status, body } = await site.ask('/me/', { cookie: site.cookie.split(';')[0] });
    assert.equal(status, 200);
    assert.match(body.toString(), /This connection is not encrypted/);
    assert.match((await site.ask('/sign-in/')).body.toString(), /This connection is not encrypted/);
  });
});
