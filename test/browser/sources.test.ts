import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { ShownEvent } from '../../src/admin/events/record.ts';
import { valuesOf } from '../../src/admin/events/values.ts';
import { readDue } from '../../src/jobs/read-sources.ts';
import { readSource } from '../../src/transfer/sources/read-source.ts';
import { startService } from '../service.ts';
import { openWeb } from '../web.ts';
import { deskBrowser } from './admin.ts';
import { axeViolations } from './axe.ts';

// Somebody without scripts brings a calendar here: adds it, sees what would come, lets it come, and takes it back.

const service = await startService({ LOG_LEVEL: 'silent' });
after(() => service[Symbol.asyncDispose]());
const { db, live } = service;
const body = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20350510T180000Z\r\nSUMMARY:Brought along\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const web = await openWeb((_, response) =>
  response.writeHead(200, { 'content-type': 'text/calendar' }).end(body),
);
after(() => web[Symbol.asyncDispose]());
const read = () =>
  readDue(
    db,
    live,
    { error() {} },
    {
      read: (db, _, task, signal) =>
        readSource(db, {
          ...task,
          config: live.current,
          texts: {},
          signal,
          onProgress() {},
          formOf: event => valuesOf(event as unknown as ShownEvent),
          pauseMs: 1,
        }),
    },
  );

describe('A source in a browser without scripts', () => {
  it('is added, tried, read and undone', async () => {
    const open = deskBrowser(service, 'editor');
    await using page = await open('/sources/new/?every=never', { javaScriptEnabled: false });
    await page.getByRole('textbox', { name: 'Address' }).fill('not an address');
    await page.getByRole('button', { name: 'Try it' }).click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /This is no address of the web/);
    await page.getByRole('textbox', { name: 'Address' }).fill(`${web.origin}/calendar.ics`);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('Waits for its turn').first().waitFor();
    await read();
    await page.goto(page.url());
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('rowheader', { name: 'Brought along' }).waitFor();
    await page.getByRole('button', { name: 'Read it now' }).click();
    await read();
    await page.goto(page.url());
    await page.getByRole('row').nth(1).getByRole('link').click();
    // What looks for violations is a script itself.
    await using looked = await open(new URL(page.url()).pathname.replace('/admin', ''));
    assert.deepEqual(await axeViolations(looked), []);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    const rows = await db.selectFrom('events').select(['title', 'status']).execute();
    assert.deepEqual(
      rows.map(({ title, status }) => `${title} ${status}`),
      ['Brought along trash'],
    );
  });
});
