import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { basic } from './client.ts';
import { ownFolder } from './folder.ts';
import { OF_NO_STORE } from './store.ts';
import { atTerminal, NO_TERMINAL } from './terminal.ts';

// What a person sees who starts the service at a terminal.

const folder = await ownFolder();

describe('The service at a terminal', { ...OF_NO_STORE, ...(NO_TERMINAL && { skip: NO_TERMINAL }) }, () => {
  for (const workers of ['1', '2'])
    it(`With ${workers} workers, the address and the password are the last lines, and no line is JSON`, async () => {
      const settings = { DATA_DIR: join(folder, `data-${workers}`), PORT: '0', WORKERS: workers };
      await using service = atTerminal(settings, 'serve');
      const [, secret] = await service.shows(/^ {2}application password {2}(\S+)$/);
      const [, site] = await service.shows(/^ {2}calendar +(http:\/\/localhost:\d+)\/$/);
      const [, link = ''] = await service.shows(
        /^ {2}choose a password +(http:\/\/localhost:\d+\/admin\/choose-password\/\?secret=[\w-]{32})$/,
      );
      const last = service
        .lines()
        .filter(line => line !== '')
        .slice(-6);
      const names = [
        'records',
        'for programs',
        'calendar',
        'login',
        'application password',
        'choose a password',
      ];
      assert.deepEqual(
        last.map(line => line.trim().split(/ {2,}/)[0]),
        names,
      );
      assert.equal((await fetch(link)).status, 200);
      for (const line of last) assert.ok(!line.includes('127.0.0.1'), line);
      const page = await fetch(`${site}/`, { headers: { accept: 'text/html' } });
      assert.equal(page.status, 200);
      const me = await fetch(`${site}/cal/users/v1/me`, {
        headers: { authorization: basic('admin', secret!) },
      });
      assert.equal(me.status, 200);
      await service.shows(/^\d\d:\d\d:\d\d {2}200 GET \/ \(\d+ ms, (?:127\.0\.0\.1|::1)\)$/);
      await service.shows(/^\d\d:\d\d:\d\d {2}200 GET \/cal\/users\/v1\/me \(\d+ ms, admin\)$/);
      service.interrupt();
      await service.shows(/stopping: requests in flight are answered first/);
      assert.equal(await service.ended, 0);
      for (const line of service.lines()) assert.doesNotMatch(line, /^\{|warning:/);
    });

  it('The demonstration says that nothing is kept, in the language of the terminal', async () => {
    await using demo = atTerminal({ TMPDIR: folder, LANG: 'ca_ES.UTF-8', PORT: '0' }, 'demo');
    await demo.shows(/^Stop with Ctrl\+C\. Nothing is kept\.$/);
    const [, site] = await demo.shows(/^ {2}calendar +(http:\S+)\/$/);
    const page = await fetch(`${site}/`, { headers: { accept: 'text/html' } });
    assert.match(await page.text(), /<html lang="ca"/);
    demo.interrupt();
    assert.equal(await demo.ended, 0);
    for (const line of demo.lines()) assert.doesNotMatch(line, /^\{|warning:|records/);
  });
});
