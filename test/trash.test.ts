import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from '../src/config.ts';
import { tidy } from '../src/jobs/tidy.ts';
import { removeUser } from '../src/records/authors.ts';
import { typeOf } from '../src/records/table.ts';
import { addUser } from '../src/users/store.ts';
import type { Account } from './account.ts';
import { inWords } from './changes.ts';
import { type Body, eventOf } from './client.ts';
import { startDocumented } from './documented.ts';
import { picture } from './pictures.ts';
import { OF_NO_STORE } from './store.ts';

const documented = await startDocumented();
const { service, seen, undocumented, call: ask } = documented;
const { done, changes, before, restore, answer } = documented;
const { db, config, site, accounts } = service;
const { administrator, editor, author, contributor, subscriber } = accounts;
const [TRASH, HISTORY] = [`${site}/cal/trash/v1`, `${site}/cal/history/v1`];

interface Trashed {
  id: number;
  type: string;
  name: string;
  status_before_trash: string;
  rest_url: string;
}

const trash = async (as: Account, query = '') =>
  (await done(`GET ${TRASH}?per_page=50${query}`, as)) as unknown as { trash: Trashed[]; total: number };
const names = async (as: Account, query = '') =>
  (await trash(as, query)).trash.map(({ type, name, status_before_trash }) =>
    [type, name, status_before_trash].join(' '),
  );

const event = (as: Account, title: string, fields: object = {}) =>
  done('POST /events', as, eventOf(title, { ...fields }));

/** A record in the trash. */
async function trashed(as: Account, title: string, fields: object = {}): Promise<Body> {
  const made = await event(as, title, fields);
  await done(`DELETE /events/${made.id}`, as);
  return made;
}

const upload = async (as: Account) => {
  const headers = { 'content-type': 'image/png' };
  return (await ask(`POST ${site}/images`, { as, headers, body: await picture(20, 20) })).body;
};
const fileOf = ({ url }: Body) => join(config.DATA_DIR, url.slice(site.length));

describe('The trash', () => {
  it('The trash lists for each user the records they may edit, the latest first', async () => {
    const venue = await done('POST /venues', author, { venue: 'Old hall' });
    const organizer = await done('POST /organizers', editor, { organizer: 'Old club', status: 'private' });
    await trashed(contributor, 'Proposal');
    const approved = await event(contributor, 'Approved');
    await done(`PATCH /events/${approved.id}`, editor, { status: 'publish' });
    for (const path of [`events/${approved.id}`, `venues/${venue.id}`, `organizers/${organizer.id}`])
      await done(`DELETE /${path}`, editor);
    assert.deepEqual((await names(editor)).sort(), [
      'event Approved publish',
      'event Proposal draft',
      'organizer Old club private',
      'venue Old hall publish',
    ]);
    assert.deepEqual(await names(author), ['venue Old hall publish']);
    // A contributor has no right to an event once it is published.
    assert.deepEqual(await names(contributor), ['event Proposal draft']);
    assert.deepEqual(await names(editor, '&type=venue,organizer'), [
      'organizer Old club private',
      'venue Old hall publish',
    ]);
    const page = await done(`GET ${TRASH}?per_page=3&type=event,venue,organizer`, editor);
    assert.deepEqual([page.total, page.total_pages], [4, 2]);
    assert.equal(
      ((await done(`GET ${page.next_rest_url}`, editor)) as never as { trash: [] }).trash.length,
      1,
    );
    for (const { id, rest_url, name } of (await trash(editor)).trash) {
      assert.equal(rest_url, `${TRASH}/${id}`);
      const shown = (await done(`GET ${rest_url}`, editor)) as unknown as Record<string, unknown>;
      assert.equal(shown.title ?? shown.venue ?? shown.organizer, name);
    }
  });

  it('Restoring from the trash gives back status, slug and links', async () => {
    const { id, slug, venue } = await event(author, 'With a hall', { venue: 'Its hall', categories: 'Cat' });
    await done(`DELETE /venues/${venue.id}`, author);
    await done(`DELETE /events/${id}`, author);
    const hall = (await done(`POST ${TRASH}/${venue.id}/restore`, author)) as Body;
    assert.deepEqual([hall.status, hall.slug], ['publish', 'its-hall']);
    const back = await done(`POST ${TRASH}/${id}/restore`, author);
    assert.deepEqual([back.status, back.slug, back.venue.id], ['publish', slug, venue.id]);
    assert.equal((await done(`GET /events/${id}`, undefined)).categories[0]!.count, 1);
    assert.equal(inWords(await changes(`events/${id}`))[0], 'restore author status,slug');
    assert.equal(await answer(`POST ${TRASH}/${id}/restore`, author), '404 rest-trash-record-not-found');
    // A contributor's restored record becomes no more public than it was.
    const hidden = await trashed(contributor, 'Hidden', { status: 'pending' });
    assert.equal((await done(`POST ${TRASH}/${hidden.id}/restore`, contributor)).status, 'pending');
    const scheduled = await trashed(author, 'Scheduled', { date_utc: '2040-01-01 00:00:00' });
    const again = await done(`POST ${TRASH}/${scheduled.id}/restore`, author);
    assert.deepEqual([again.status, again.date_utc], ['future', '2040-01-01 00:00:00']);
  });

  it('Restoring and deleting trashed records respect If-Match', async () => {
    const venue = await done('POST /venues', editor, { venue: 'Looked at' });
    const echo = await ask(`DELETE /venues/${venue.id}`, { as: editor });
    await done(`PATCH /venues/${venue.id}`, editor, { city: 'Vic' });
    const headers = { 'if-match': echo.headers.get('etag')! };
    for (const line of [`POST ${TRASH}/${venue.id}/restore`, `DELETE ${TRASH}/${venue.id}`])
      assert.equal((await ask(line, { as: editor, headers })).status, 412, line);
    const tag = await ask(`PATCH /venues/${venue.id}`, { as: editor, json: {} });
    const now = { 'if-match': tag.headers.get('etag')! };
    assert.equal((await ask(`DELETE ${TRASH}/${venue.id}`, { as: editor, headers: now })).status, 200);
  });

  it('Only editors and administrators may empty the trash', async () => {
    const { id } = await trashed(author, 'To be kept');
    const proposal = await trashed(contributor, 'A proposal');
    for (const [as, reading, deleting] of [
      [undefined, '401 rest_forbidden', '401 rest_forbidden'],
      [subscriber, '403 rest_forbidden', '403 rest_forbidden'],
      [contributor, '403 rest_forbidden', '403 rest_forbidden'],
      [author, '200', '403 rest_forbidden'],
    ] as const) {
      assert.equal(await answer(`GET ${TRASH}/${id}`, as), reading);
      assert.equal(await answer(`DELETE ${TRASH}/${id}`, as), deleting);
      assert.equal(await answer(`DELETE ${TRASH}`, as), deleting);
      if (as !== author) assert.equal(await answer(`POST ${TRASH}/${id}/restore`, as), reading);
    }
    assert.equal(await answer(`GET ${TRASH}`, subscriber), '403 rest_forbidden');
    assert.equal(await answer(`GET ${TRASH}`, undefined), '401 rest_forbidden');
    assert.equal(await answer(`GET ${TRASH}/${proposal.id}`, author), '403 rest_forbidden');
    assert.equal(await answer(`DELETE ${TRASH}?days=x`, editor), '400 rest_invalid_param');
    assert.equal(await answer(`DELETE ${TRASH}?type=everything`, editor), '400 rest_invalid_param');
    const kept = await event(author, 'Not in it');
    assert.equal(await answer(`DELETE ${TRASH}/${kept.id}`, editor), '404 rest-trash-record-not-found');
    assert.deepEqual((await done(`DELETE ${TRASH}?days=1`, editor)) as never, {
      deleted: { events: 0, venues: 0, organizers: 0 },
    });
    assert.equal((await done(`DELETE ${TRASH}/${proposal.id}`, editor)).title, 'A proposal');
    const { deleted } = (await done(`DELETE ${TRASH}`, administrator)) as never as {
      deleted: Record<string, number>;
    };
    assert.ok(deleted.events! >= 1 && (await trash(editor)).total === 0);
    assert.equal((await done(`GET /events/${kept.id}`, undefined)).title, 'Not in it');
  });
});

describe('Emptying the trash', () => {
  it('The trash may be emptied of records older than any number of days', async () => {
    const { id } = await trashed(author, 'Not so long ago');
    for (const days of [1, 1e9, Number.MAX_SAFE_INTEGER])
      assert.deepEqual((await done(`DELETE ${TRASH}?days=${days}`, editor)) as unknown, {
        deleted: { events: 0, venues: 0, organizers: 0 },
      });
    assert.equal((await done(`GET ${TRASH}/${id}`, editor)).id, id);
  });
});

describe('Records deleted for good', () => {
  it('A record deleted for good is found nowhere, and its id is never reused', async () => {
    const venue = await done('POST /venues', author, { venue: 'Leaving hall' });
    const { id } = await trashed(author, 'Leaving', { venue: [venue.id], tags: [], categories: 'Leaving' });
    await done(`DELETE /venues/${venue.id}`, author);
    await done(`DELETE ${TRASH}`, editor);
    assert.equal(await answer(`GET /events/${id}`, editor), '404 rest-event-not-found');
    assert.equal(await answer(`PATCH /events/${id}`, editor), '404 rest-event-not-found');
    assert.equal(await answer(`GET /venues/${venue.id}`, editor), '400 rest_invalid_param');
    assert.equal(await answer(`GET /venues?event=${id}`, editor), '400 rest_invalid_param');
    assert.equal(await answer(`GET /events?venue=${venue.id}`, editor), '400 rest_invalid_param');
    assert.equal(
      (await ask('POST /events', { as: editor, json: eventOf('x', { venue: venue.id }) })).status,
      400,
    );
    assert.equal(await typeOf(db, id), undefined);
    assert.ok((await event(author, 'Next')).id > id);
  });

  it('A record deleted for good is restored from the history with its password, links and creation', async () => {
    const { id, slug } = await event(author, 'Coming back', { venue: 'Open hall', categories: 'Coming' });
    await done(`PATCH /events/${id}`, author, { password: 'sesam', title: 'Coming back!' });
    await done(`DELETE /events/${id}`, author);
    await done(`DELETE ${TRASH}/${id}`, editor);
    for (const [as, expected] of [
      [undefined, '401 rest_forbidden'],
      [author, '403 rest_forbidden'],
      [editor, '200'],
    ] as const)
      assert.equal(await answer(`GET ${HISTORY}/events/${id}`, as), expected);
    const list = await changes(`events/${id}`);
    assert.deepEqual(inWords(list), [
      'delete editor',
      'trash author status,slug',
      'update author title,password',
      'create author',
    ]);
    const [deletion] = list;
    assert.equal((await before(deletion!)).event.status, 'trash');
    assert.ok(!(await ask(`GET ${deletion!.rest_url}`, { as: editor })).text.includes('hash'));
    assert.equal(await answer(`POST ${deletion!.rest_url}/restore`, author), '403 rest_forbidden');
    const back = await restore(deletion!, editor);
    assert.deepEqual(
      [back.id, back.status, back.slug, back.title, back.author],
      [id, 'publish', slug, 'Coming back!', String(author.id)],
    );
    assert.deepEqual([back.categories[0]!.name, back.categories[0]!.count], ['Coming', 1]);
    assert.equal(await answer(`GET /events/${id}`, undefined), '403 event-password-protected');
    assert.deepEqual(inWords(await changes(`events/${id}`, author)), ['restore editor', ...inWords(list)]);
    // Also by restoring a version from before the deletion.
    await done(`DELETE /events/${id}`, author);
    await done(`DELETE ${TRASH}/${id}`, editor);
    assert.equal((await restore(list[2]!, editor)).title, 'Coming back');
  });

  it('A restored event keeps its identity in calendar files, and has a later revision', async () => {
    const { id } = await event(editor, 'Followed');
    await done(`POST /events/${id}`, editor, { title: 'Followed by many' });
    await service.db.updateTable('events').set({ uid: 'kept@elsewhere' }).where('id', '=', id).execute();
    await done(`DELETE /events/${id}`, editor);
    await done(`DELETE ${TRASH}/${id}`, editor);
    const [deletion] = await changes(`events/${id}`);
    await restore(deletion!);
    const row = await service.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
    assert.deepEqual([row!.uid, row!.sequence], ['kept@elsewhere', 3]);
  });

  it('A restored record whose author is gone belongs to the user who restores it', async () => {
    const { id: leaving } = (await addUser(db, { login: 'leaving', email: null, role: 'author' }, 1))!;
    const { id } = await trashed(editor, 'Orphan', { author: leaving });
    await done(`DELETE ${TRASH}/${id}`, editor);
    await removeUser(db, leaving, undefined, { viewer: undefined, config, now: 1 });
    const [deletion] = await changes(`events/${id}`);
    assert.equal((await restore(deletion!, editor)).author, String(editor.id));
  });

  it('A venue restored from the history is linked to its events again', async () => {
    const venue = await done('POST /venues', author, { venue: 'Round hall', city: 'Vic', show_map: false });
    const { id } = await event(author, 'In the round hall', { venue: [venue.id] });
    await done(`DELETE /venues/${venue.id}`, author);
    await done(`DELETE ${TRASH}/${venue.id}`, editor);
    const [deletion] = await changes(`venues/${venue.id}`);
    assert.equal((await before(deletion!)).venue.city, 'Vic');
    const back = (await restore(deletion!, editor)) as Body;
    assert.deepEqual([back.id, back.city, back.show_map, back.status], [venue.id, 'Vic', false, 'publish']);
    assert.equal((await done(`GET /events/${id}`, undefined)).venue.id, venue.id);
  });
});

describe('Pictures of trashed records', () => {
  it('The picture of a version is shown and restored only to those who may use it', async () => {
    const theirs = await upload(editor);
    const { id } = await event(author, 'Illustrated');
    await done(`PATCH /events/${id}`, editor, { image: theirs.id });
    await done(`PATCH /events/${id}`, author, { title: 'Same picture' });
    await done(`PATCH /events/${id}`, author, { image: '' });
    const [removed, renamed] = await changes(`events/${id}`);
    assert.equal((await before(removed!, editor)).event.image.id, theirs.id);
    for (const change of [removed!, renamed!])
      assert.equal((await before(change, author)).event.image as unknown, false);
    assert.equal((await restore(renamed!, author)).image as unknown, false);
    assert.equal((await restore(removed!, editor)).image.id, theirs.id);
    // As long as the event uses the image, the author may keep it.
    assert.equal((await before(renamed!, author)).event.image.id, theirs.id);
  });

  it('Pictures are deleted with the last trace of their record, unless something else uses them', async () => {
    const [own, shared, written] = [await upload(author), await upload(author), await upload(author)];
    const made: number[] = [];
    for (const image of [own, shared, written])
      made.push((await trashed(author, 'With a picture', { image: image.id })).id);
    await event(author, 'Shows one', { image: shared.id });
    await event(author, 'Mentions one', { description: `<p><img src="${written.url}" alt=""></p>` });
    const unused = await upload(author);
    const now = Math.floor(Date.now() / 1000);
    await tidy(db, config, now);
    await done(`DELETE ${TRASH}`, editor);
    await tidy(db, config, now + 86_400);
    // The history may still need the file.
    assert.ok(existsSync(fileOf(own)));
    const settings = readConfig({ DATA_DIR: config.DATA_DIR, HISTORY_DAYS: '1' });
    assert.equal((await tidy(db, settings, now + 90_000)).images, 1);
    assert.ok(!existsSync(fileOf(own)));
    for (const image of [shared, written, unused]) assert.ok(existsSync(fileOf(image)), image.url);
    for (const id of made)
      assert.equal(await answer(`GET ${HISTORY}/events/${id}`, editor), '404 rest-event-not-found');
    assert.equal(
      (await ask('POST /events', { as: author, json: eventOf('x', { image: own.id }) })).status,
      400,
    );
  });
});

describe('Former pictures of a record', () => {
  it('Former pictures of a deleted record are deleted with its versions', async () => {
    const [first, last] = [await upload(author), await upload(author)];
    const { id } = await event(author, 'Two pictures', { image: first.id });
    await done(`PATCH /events/${id}`, author, { image: last.id });
    await done(`DELETE /events/${id}`, author);
    await done(`DELETE ${TRASH}/${id}`, editor);
    const settings = readConfig({ DATA_DIR: config.DATA_DIR, HISTORY_DAYS: '1' });
    await tidy(db, settings, Math.floor(Date.now() / 1000) + 90_000);
    for (const image of [first, last]) assert.ok(!existsSync(fileOf(image)), image.url);
  });
});

describe('TRASH_DAYS', () => {
  it('The trash is emptied of records that are older than TRASH_DAYS', async () => {
    const [older, newer] = [await trashed(author, 'Older'), await trashed(author, 'Newer')];
    const now = Math.floor(Date.now() / 1000);
    await db
      .updateTable('events')
      .set({ modified_at: now - 31 * 86_400 })
      .where('id', '=', older.id)
      .execute();
    await tidy(db, config, now);
    assert.equal(await typeOf(db, older.id), 'event');
    const settings = readConfig({ DATA_DIR: config.DATA_DIR, TRASH_DAYS: '30' });
    assert.equal((await tidy(db, settings, now)).events, 1);
    assert.deepEqual([await typeOf(db, older.id), await typeOf(db, newer.id)], [undefined, 'event']);
    const [deletion] = await changes(`events/${older.id}`);
    assert.deepEqual(
      [deletion!.operation, deletion!.user, deletion!.credential.type],
      ['delete', null, 'schedule'],
    );
  });
});

describe('The documents of the trash', () => {
  it('Every answer of the trash is as documented', OF_NO_STORE, () => {
    const succeeded = [...seen].flatMap(name => (name.endsWith(' 200') ? name.slice(0, -4) : []));
    for (const id of [
      ...['listTrash', 'emptyTrash', 'readTrashedRecord', 'deleteTrashedRecord', 'restoreTrashedRecord'],
    ])
      assert.ok(succeeded.includes(id), id);
    assert.deepEqual([...new Set(undocumented)], []);
  });
});
