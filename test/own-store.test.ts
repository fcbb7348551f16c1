import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { caller, eventOf, type Image } from './client.ts';
import { almanacHere } from './command.ts';
import { ownFolder } from './folder.ts';
import { take } from './importing.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

// What a store says when it is exported without all its files, or imported into itself.

const folder = await ownFolder();
const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { db, site, base, config, accounts } = service;
const call = caller(base);

describe('Importing the address of the own site', () => {
  it('Each address of a site is recognised as that of the own store, whatever it is called', async () => {
    const as = accounts.editor;
    await call('POST /events', { as, json: eventOf('Concert', { venue: 'Hall', organizer: 'Club' }) });
    const rows = async () =>
      (await sql`select id, title from events union all select id, name from venues order by 1`.execute(db))
        .rows;
    const before = await rows();
    for (const address of [
      ...[site, `${site}/events/`, base, `${base}/events?start_date=2031-01-01`, `${base}/venues`],
      ...[
        `${site}/wp-json`,
        `${site}/wp-json/tribe/events/v1`,
        `${site}/fr/`,
        `${base}/events/by-slug/concert`,
      ],
      site.replace('127.0.0.1', 'localhost'),
    ]) {
      const { incomplete, counts } = await take(service, [address]);
      assert.deepEqual(
        incomplete.map(({ why }) => why),
        ['it shows the records of this store itself'],
        address,
      );
      assert.equal(counts.event.created + counts.event.skipped, 0, address);
    }
    assert.deepEqual(await rows(), before);
  });

  it('Another store is imported, also if it has no records yet', async () => {
    await using other = await startService();
    const json = eventOf('Elsewhere');
    await caller(other.base)('POST /events', { as: other.accounts.editor, json });
    const { incomplete, counts } = await take(service, [other.site]);
    assert.deepEqual([incomplete, counts.event.created], [[], 1]);
  });
});

describe('An export with images', () => {
  const settings = { DATA_DIR: config.DATA_DIR, DATABASE_URL: config.DATABASE_URL };
  const upload = async () => {
    const sending = { body: await picture(9, 9), headers: { 'content-type': 'image/png' } };
    const { body } = await call(`POST ${site}/images`, { as: accounts.editor, ...sending });
    return body as unknown as Image;
  };
  const fileOf = ({ url }: Image) => join(config.DATA_DIR, new URL(url).pathname);
  const exported = (file: string) => almanacHere(settings, 'export', join(folder, file), '--with-images');

  it('An export names each image file that is missing or cannot be read, and ends with status 1', async () => {
    const [gone, unreadable] = [await upload(), await upload()];
    const whole = await exported('whole.json');
    assert.deepEqual([whole.code, /Not in the export/.test(whole.errors)], [0, false], whole.errors);
    await rm(dirname(fileOf(gone)), { recursive: true });
    // A folder in the place of a file can be read by no account.
    await rm(fileOf(unreadable));
    await mkdir(fileOf(unreadable));
    const { code, errors } = await exported('incomplete.json');
    const named = ({ url }: Image) => new URL(url).pathname.slice(1);
    assert.equal(code, 1);
    assert.deepEqual(
      errors.split('\n').filter(line => line.startsWith('Not in the export')),
      [`Not in the export: ${named(gone)} (ENOENT)`, `Not in the export: ${named(unreadable)} (EISDIR)`],
    );
    assert.match(errors, /\n2 image files are missing in it, see above\.\n/);
    const without = await almanacHere(settings, 'export', join(folder, 'without.json'));
    assert.equal(without.code, 0, 'without images no file is read');
  });
});
