import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { adminPages } from '../src/admin/routes.ts';
import { SURFACE } from '../src/admin/surface.ts';
import { languages } from '../src/i18n/language.ts';
import { deskOf, signedIn } from './admin.ts';
import { startService } from './service.ts';

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
