import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeStore, startChild } from './child.ts';
import { eventually } from './client.ts';
import { almanac } from './command.ts';

describe('Settings in a file', () => {
  it('The service, its workers and the commands read almanac.conf in DATA_DIR', async () => {
    await using store = await makeStore();
    const file = join(store.folder, 'almanac.conf');
    await writeFile(file, "WORKERS=2\nSITE_NAME='Agenda de Vic' # the town\nPER_PAGE=7\nLANGUAGE=ca\n");
    // An empty WORKERS of the environment would be a choice as well.
    const environment = { PER_PAGE: '8', SITENAME: 'x', LANGUAGE: 'en_US:en', WORKERS: undefined as never };
    await using child = await startChild(store, environment);
    assert.match(await (await fetch(`${child.base}/events`)).text(), /per_page=8/);
    assert.match(await (await fetch(`${child.site}/`)).text(), /<html lang="ca".*Agenda de Vic/s);
    const log = child.output().join('\n');
    assert.match(
      log,
      /SITENAME in the environment has no effect: there is no such setting\. Did you mean SITE_NAME\?/,
    );
    assert.match(log, /LANGUAGE=en_US:en in the environment is meant for other programs/);
    const workers = async () => child.output().some(line => line.includes('"worker":2'));
    assert.ok(await eventually(workers, Boolean), 'a second worker has started');
    const settings = { DATA_DIR: store.folder, DATABASE_URL: store.url };
    await writeFile(file, 'SITENAME=x');
    const refused = await almanac(store.folder, settings, 'users', 'list');
    assert.deepEqual(
      [refused.code, refused.errors.split('\n')[0]],
      [2, `${file}, line 1: there is no setting SITENAME. Did you mean SITE_NAME?`],
    );
    await writeFile(`${file}.other`, `DATABASE_URL=${store.url}\nDATA_DIR=${store.folder}\n`);
    const named = await almanac(store.folder, {}, 'users', 'list', '--config', `${file}.other`);
    assert.deepEqual([named.code, named.errors], [0, '']);
    const flag = await almanac(store.folder, settings, 'serve', '--sitename', 'x');
    assert.deepEqual(
      [flag.code, flag.errors.split('\n')[0]],
      [2, 'There is no option --sitename. Did you mean --site-name?'],
    );
  });
});
