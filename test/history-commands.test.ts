import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { historyOf, inWords } from './changes.ts';
import { eventOf } from './client.ts';
import { almanacHere } from './command.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { config, site, accounts } = service;
const { editor: as } = accounts;
const { done, changes, answer } = historyOf(service);

const almanac = (...words: string[]) =>
  almanacHere({ DATA_DIR: config.DATA_DIR, DATABASE_URL: config.DATABASE_URL }, ...words);

const upload = async (): Promise<{ id: number; url: string }> => {
  const authorization = `Basic ${btoa(`${as.user}:${as.app_password}`)}`;
  const headers = { authorization, 'content-type': 'image/png' };
  const answered = await fetch(`${site}/images`, { method: 'POST', headers, body: await picture(20, 20) });
  return (await answered.json()) as Awaited<ReturnType<typeof upload>>;
};

describe('The history command', () => {
  it('The history command lists, shows and restores versions', async () => {
    const { id } = await done('POST /events', as, eventOf('First', { categories: 'Category' }));
    await done(`PATCH /events/${id}`, as, { title: 'Second', categories: [] });
    const { code, out } = await almanac('history', 'list', 'event', String(id));
    assert.equal(code, 0);
    const [head, update, create] = out.split('\n');
    assert.match(head!, /^version +when \(UTC\) +what +who +by +changed$/);
    assert.match(update!, /^\d+ +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +update +editor +test +title, categories$/);
    assert.match(create!, /^ +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +create +editor +test$/);
    const [{ version }] = JSON.parse((await almanac('history', 'list', 'event', String(id), '--json')).out);
    const shown = await almanac('history', 'show', 'event', String(id), String(version));
    assert.equal(JSON.parse(shown.out).title, 'First');
    const restored = await almanac('history', 'restore', 'event', String(id), String(version));
    assert.deepEqual([restored.code, restored.out], [0, `Restored event ${id} from version ${version}.\n`]);
    assert.equal((await done(`GET /events/${id}`, undefined)).title, 'First');
    const [last] = await changes(`events/${id}`);
    assert.deepEqual([last!.operation, last!.user, last!.credential.type], ['restore', null, 'command']);
    const [category] = (await done(`GET /events/${id}`, undefined)).categories;
    await done(`DELETE /categories/${category!.id}`, as);
    const list = JSON.parse(
      (await almanac('history', 'list', 'category', String(category!.id), '--json')).out,
    );
    const again = ['history', 'restore', 'category', String(category!.id), String(list[0].version), '--json'];
    assert.deepEqual(JSON.parse((await almanac(...again)).out), {
      ...{ type: 'category', id: category!.id, version: list[0].version },
    });
    assert.equal((await done(`GET /events/${id}`, undefined)).categories[0]!.name, 'Category');
  });

  it('A wrong history command is refused with the reason', async () => {
    const lines: [string[], number, RegExp][] = [
      [['list'], 2, /TYPE: one of event, venue/],
      [['list', 'image', '1'], 2, /TYPE: one of/],
      [['list', 'event', 'x'], 2, /TYPE and ID are expected/],
      [['show', 'event', '1'], 2, /TYPE and ID and VERSION/],
      [['list', 'event', '99999'], 1, /no event 99999/],
      [['show', 'event', '99999', '1'], 1, /no version 1 of event 99999/],
      [['restore', 'event', '99999', '1'], 1, /The history holds no such version/],
    ];
    for (const [words, expected, message] of lines) {
      const { code, errors } = await almanac('history', ...words);
      assert.deepEqual([code, message.test(errors)], [expected, true], `${words}: ${errors}`);
    }
  });
});

describe('The trash command', () => {
  it('The trash command lists, restores and empties the trash', async () => {
    const image = await upload();
    const first = await done('POST /events', as, eventOf('Thrown away', { image: image.id }));
    const second = await done('POST /venues', as, { venue: 'Torn down' });
    await done(`DELETE /events/${first.id}`, as);
    await done(`DELETE /venues/${second.id}`, as);
    assert.match((await almanac('trash', 'list')).out, /^\d+ +event +\S+Z +publish +Thrown away$/m);
    const venues = JSON.parse((await almanac('trash', 'list', '--type', 'venue', '--json')).out);
    assert.deepEqual(
      venues.map(({ name }: { name: string }) => name),
      ['Torn down'],
    );
    assert.equal(
      (await almanac('trash', 'restore', String(second.id))).out,
      `Restored venue ${second.id}.\n`,
    );
    assert.match((await almanac('trash', 'restore', String(second.id))).errors, /in the trash/);
    assert.match((await almanac('trash', 'restore', '99999')).errors, /no record 99999/);
    assert.equal(
      (await almanac('trash', 'empty', '--days', '1')).out,
      'Deleted 0 events, 0 venues, 0 organizers.\n',
    );
    assert.equal((await almanac('trash', 'empty')).out, 'Deleted 1 events, 0 venues, 0 organizers.\n');
    assert.deepEqual(inWords(await changes(`events/${first.id}`)), [
      'delete',
      'trash editor status,slug',
      'create editor',
    ]);
    const file = join(config.DATA_DIR, image.url.slice(site.length));
    assert.ok(existsSync(file));
    const [{ version }] = JSON.parse(
      (await almanac('history', 'list', 'event', String(first.id), '--json')).out,
    );
    assert.equal((await almanac('history', 'restore', 'event', String(first.id), String(version))).code, 0);
    await done(`DELETE /events/${first.id}`, as);
    // Deletes for good, with the history.
    const { out } = await almanac('trash', 'empty', '--without-history', '--json');
    assert.deepEqual(JSON.parse(out), { deleted: { events: 1, venues: 0, organizers: 0 } });
    assert.equal(
      await answer(`GET ${site}/cal/history/v1/events/${first.id}`, as),
      '404 rest-event-not-found',
    );
    assert.ok(!existsSync(file));
  });

  it('A wrong trash command is refused with the reason', async () => {
    const lines: [string[], RegExp][] = [
      [['list', '--type', 'tag'], /--type: one of event, venue, organizer/],
      [['restore'], /ID is missing/],
      [['restore', 'x'], /ID: a number/],
      [['empty', '--days', 'x'], /--days: a whole number/],
      [['empty', 'everything'], /takes no arguments/],
    ];
    for (const [words, message] of lines) {
      const { code, errors } = await almanac('trash', ...words);
      assert.deepEqual([code, message.test(errors)], [2, true], `${words}: ${errors}`);
    }
  });
});
