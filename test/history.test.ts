import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../src/config.ts';
import { publishDue } from '../src/jobs/publish.ts';
import { pruneHistory } from '../src/jobs/tidy.ts';
import { removeUser } from '../src/records/authors.ts';
import { importAll } from '../src/transfer/import.ts';
import { addPassword, addUser, revokePassword } from '../src/users/store.ts';
import type { Account } from './account.ts';
import { anEvent } from './calendar-site.ts';
import { type Change, inWords } from './changes.ts';
import { type Body, caller, eventOf } from './client.ts';
import { startDocumented } from './documented.ts';
import { startService } from './service.ts';
import { SERVER } from './store.ts';

const documented = await startDocumented();
const { service, seen: answered, undocumented, call: ask } = documented;
const { done, changes, before, restore, answer } = documented;
const { db, config, site, accounts } = service;
const { administrator, editor, author, contributor, subscriber } = accounts;
const HISTORY = `${site}/cal/history/v1`;

// Authors may assign tags, but not create any.
for (const name of ['free', 'Lasting']) await done('POST /tags', editor, { name });

/** A record without members that follow from other records or from the time of the last change. */
const lasting = (record: Body): object =>
  JSON.parse(
    JSON.stringify(record, (name, value) => (name === 'count' || name === 'modified_utc' ? 0 : value)),
  );

let made = 0;
const event = (as: Account, fields: object = {}) =>
  done('POST /events', as, eventOf(`Event ${++made}`, { ...fields }));

describe('The history of an event', () => {
  it('The history names the user and the application password of a change, also after the password is revoked', async () => {
    const { id: password, secret } = await addPassword(db, author.id, 'website', 1);
    const { id } = await event({ ...author, app_password: secret });
    await revokePassword(db, author.id, password);
    const [creation, ...more] = await changes(`events/${id}`);
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...creation, date: 0, date_utc: 0 },
      {
        operation: 'create',
        ...{ date: 0, date_utc: 0 },
        user: { id: author.id, login: 'author' },
        credential: { type: 'application-password', id: password, name: 'website' },
        changed: [],
      },
    );
    const age = Date.now() - Date.parse(`${creation!.date_utc.replace(' ', 'T')}Z`);
    assert.ok(age >= 0 && age < 60_000, creation!.date_utc);
  });

  it('The history shows what each change changed, and shows and restores the version before it', async () => {
    const first = await event(author, {
      title: 'Café <b>one</b>',
      description: 'First words.\n\nMore of them.',
      excerpt: 'Short',
      cost: '5.50 €',
      website: 'https://a.test/',
      venue: ['Hall A', 'Hall B'],
      organizer: 'Club A',
      categories: ['Music'],
      tags: ['free'],
      featured: true,
      start_date: '2031-10-26 02:30:00',
      end_date: '2031-10-26 02:45:00',
    });
    const { id } = first;
    await done(`PATCH /events/${id}`, editor, { title: 'Two', venue: ['Hall B'], featured: false });
    await done(`PATCH /events/${id}`, author, {
      ...{ description: '', cost: '', website: '', organizer: [], categories: [], tags: [], venue: 0 },
      ...{ all_day: true, slug: 'elsewhere', timezone: 'UTC' },
    });
    const list = await changes(`events/${id}`, author);
    assert.deepEqual(inWords(list), [
      'update author slug,description,all_day,start_date,end_date,timezone,cost,website,venue,organizer,categories,tags',
      'update editor title,featured,venue',
      'create author',
    ]);
    const shown = await before(list[1]!, author);
    assert.equal(shown.operation, 'update');
    assert.deepEqual(lasting(shown.event), { ...lasting(first), modified: shown.event.modified });
    const middle = (await before(list[0]!, author)).event;
    assert.deepEqual([middle.title, middle.description, middle.featured], ['Two', first.description, false]);
    const back = await restore(list[1]!, author);
    assert.deepEqual(lasting(back), { ...lasting(first), modified: back.modified });
    assert.deepEqual(await done(`GET /events/${id}`, author).then(({ title }) => title), first.title);
    assert.equal(inWords(await changes(`events/${id}`))[0]!.split(' ')[0], 'restore');
  });

  it('The history is paged, with totals, and takes _envelope and _fields', async () => {
    const { id } = await event(author);
    for (const title of ['a', 'b', 'c']) await done(`PATCH /events/${id}`, author, { title });
    const page = await ask(`GET ${HISTORY}/events/${id}?per_page=3&page=2&_fields=versions.operation,total`, {
      as: author,
    });
    assert.deepEqual(page.body, { versions: [{ operation: 'create' }], total: 4 } as never);
    assert.deepEqual(
      [
        page.headers.get('x-tec-total'),
        page.headers.get('x-tec-totalpages'),
        page.headers.get('cache-control'),
      ],
      ['4', '2', 'no-cache, must-revalidate, max-age=0, no-store, private'],
    );
    const enclosed = await ask(`GET ${HISTORY}/events/${id}?per_page=2&_envelope`, { as: author });
    const { body } = enclosed.body as unknown as { body: Body };
    assert.equal(body.next_rest_url, `${HISTORY}/events/${id}/?per_page=2&page=2`);
    assert.equal((await done(`GET ${body.next_rest_url}`, author)).total, 4);
    const beyond = await ask(`GET ${HISTORY}/events/${id}?page=2`, { as: author });
    assert.deepEqual([beyond.status, beyond.body.code], [404, 'version-archive-page-not-found']);
    assert.equal((await ask(`GET ${HISTORY}/events/${id}?page=x`, { as: author })).status, 400);
    const french = await ask(`GET ${HISTORY}/events/${id}/99999999?i18n_language=fr`, { as: author });
    assert.deepEqual(
      [french.status, french.body.message],
      [404, 'L’historique ne conserve pas cette version.'],
    );
  });

  it('The history shows no password, and restoring an earlier version removes none', async () => {
    const { id } = await event(author);
    await done(`PATCH /events/${id}`, author, { password: 'sesam', title: 'Guarded' });
    await done(`PATCH /events/${id}`, author, { password: 'other' });
    const list = await changes(`events/${id}`, author);
    assert.deepEqual(inWords(list), [
      'update author password',
      'update author title,password',
      'create author',
    ]);
    const { rows } = await sql<{ text: string }>`
      select changed || coalesce(former, '') as text from versions where type = 'event' and record_id = ${id}`.execute(
      db,
    );
    const { password_hash } = await db
      .selectFrom('events')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const { text } of rows) assert.doesNotMatch(text, /password_hash":/);
    const { text } = await ask(`GET ${list[0]!.rest_url}`, { as: author });
    assert.ok(!text.includes(password_hash!) && !text.includes('password_hash'));
    await restore(list[1]!, author);
    assert.equal((await ask(`GET /events/${id}`)).status, 403);
  });

  it('A version is restored only if the ETag of the record still matches', async () => {
    const { id } = await event(author);
    await done(`PATCH /events/${id}`, author, { title: 'Second' });
    const read = await ask(`GET /events/${id}`, { as: author });
    await done(`PATCH /events/${id}`, editor, { title: 'Third' });
    const [, second] = await changes(`events/${id}`);
    const headers = { 'if-match': read.headers.get('etag')! };
    const refused = await ask(`POST ${second!.rest_url}/restore`, { as: author, headers });
    assert.deepEqual([refused.status, refused.body.code], [412, 'rest_precondition_failed']);
    assert.equal((await done(`GET /events/${id}`, author)).title, 'Third');
    const now = { 'if-match': (await ask(`GET /events/${id}`, { as: author })).headers.get('etag')! };
    assert.equal((await ask(`POST ${second!.rest_url}/restore`, { as: author, headers: now })).status, 200);
  });

  it('The history records the trash, and restores out of it', async () => {
    const { id, slug } = await event(author);
    await done(`DELETE /events/${id}`, editor);
    await event(author, { slug });
    await done(`PATCH /events/${id}`, editor, { title: 'Changed in the trash' });
    const list = await changes(`events/${id}`);
    assert.deepEqual(inWords(list), ['update editor title', 'trash editor status,slug', 'create author']);
    const back = await restore(list[1]!, author);
    assert.deepEqual([back.status, back.slug], ['publish', `${slug}-2`]);
    assert.equal(inWords(await changes(`events/${id}`))[0], 'restore author status,slug,title');
    await done(`PATCH /events/${id}`, editor, { status: 'trash' });
    await done(`PATCH /events/${id}`, editor, { status: 'draft' });
    assert.deepEqual(inWords(await changes(`events/${id}`)).slice(0, 2), [
      'restore editor status,slug',
      'trash editor status,slug',
    ]);
    // A version from the trash is restored with its former status.
    const [out] = await changes(`events/${id}`);
    assert.equal((await restore(out!, editor)).status, 'publish');
  });

  it('The history records changes by imports', async () => {
    const file = join(config.DATA_DIR, 'site.json');
    const take = async (title: string) => {
      await writeFile(file, JSON.stringify({ events: [anEvent('http://old.test', 7001, 'old', { title })] }));
      await importAll(db, config, [file], {
        author: { id: administrator.id, login: 'administrator', role: 'administrator' },
        ...{ images: false, keepIds: true, onProgress: () => {} },
      });
    };
    await take('As it was');
    await take('As it is');
    const list = await changes('events/7001');
    assert.deepEqual(inWords(list), ['update administrator title', 'create administrator']);
    for (const { credential } of list) assert.deepEqual(credential, { type: 'import' });
    assert.equal((await restore(list[0]!)).title, 'As it was');
  });

  it('The history records changes by schedule and by commands', async () => {
    const leaving = (await addUser(db, { login: 'leaving', email: null, role: 'author' }, 1))!;
    const { id } = await event(administrator, { author: leaving.id, date_utc: '2031-01-01 00:00:00' });
    await publishDue(db, config, Date.UTC(2031, 0, 2) / 1000);
    const command = { viewer: undefined, config, now: Date.UTC(2031, 0, 3) / 1000, via: 'command' } as const;
    await db.transaction().execute(db => removeUser(db, leaving.id, editor.id, command));
    const [removed, published, created] = await changes(`events/${id}`);
    assert.deepEqual(
      [removed!.user, removed!.credential, removed!.changed],
      [null, { type: 'command' }, ['author']],
    );
    assert.deepEqual(
      [published!.user, published!.credential, published!.changed, published!.date_utc],
      [null, { type: 'schedule' }, ['status'], '2031-01-02 00:00:00'],
    );
    assert.equal(created!.user?.login, 'administrator');
    assert.equal((await before(removed!)).event.author, String(leaving.id));
    assert.equal((await before(published!)).event.status, 'future');
    // Restoring a version does not restore the author.
    assert.equal((await restore(removed!)).author, String(editor.id));
  });
});

describe('Links in the history', () => {
  it('The history of an event records a lost venue, and restoring the venue restores the link', async () => {
    const fields = { venue: ['Left', 'Middle', 'Right'], organizer: ['Club L', 'Club M'] };
    const { id, venue } = await event(author, fields);
    const [, middle] = venue as unknown as Body[];
    await done(`DELETE /venues/${middle!.id}`, editor);
    const [lost] = await changes(`events/${id}`, author);
    assert.deepEqual(inWords([lost!]), ['update editor venue']);
    // A linked record in the trash is not shown.
    assert.equal(((await before(lost!, author)).event.venue as unknown as Body[]).length, 2);
    const [trashed] = await changes(`venues/${middle!.id}`, editor);
    assert.deepEqual(inWords([trashed!]), ['trash editor status,slug']);
    assert.equal((await restore(trashed!, author)).status, 'publish');
    const again = (await done(`GET /events/${id}`, author)).venue as unknown as Record<string, string>[];
    assert.deepEqual(
      again.map(({ venue }) => venue),
      ['Left', 'Middle', 'Right'],
    );
    const found = await done(
      `GET /events?venue=${middle!.id}&start_date=2031-01-01&end_date=2031-12-31`,
      undefined,
    );
    assert.deepEqual(
      found.events.map(event => event.id),
      [id],
    );
    assert.deepEqual(inWords(await changes(`events/${id}`, author)).slice(0, 2), [
      'update author venue',
      'update editor venue',
    ]);
  });

  it('A deleted category is restored with its id, its events and its children', async () => {
    const top = await done('POST /categories', editor, { name: 'Top', description: 'All' });
    const parent = await done('POST /categories', editor, {
      name: 'Concerts',
      parent: top.id,
      color: 'teal',
    });
    const child = await done('POST /categories', editor, { name: 'Jazz', parent: parent.id });
    const events = [
      await event(author, { categories: [parent.id, top.id] }),
      await event(author, { categories: [parent.id], status: 'draft' }),
      await event(author, { categories: [top.id] }),
    ];
    await done(`PATCH /categories/${parent.id}`, author, { name: 'Concerts!', slug: 'live' });
    await done(`DELETE /categories/${parent.id}`, author);
    assert.deepEqual(inWords(await changes(`categories/${child.id}`, author)), [
      'update author parent',
      'create editor',
    ]);
    assert.deepEqual(inWords([(await changes(`events/${events[1]!.id}`, author))[0]!]), [
      'update author categories',
    ]);
    const list = await changes(`categories/${parent.id}`, author);
    assert.deepEqual(inWords(list), ['delete author', 'update author name,slug', 'create editor']);
    assert.equal((await before(list[1]!, author)).category.slug, 'concerts');
    assert.equal(Object((await before(list[0]!, author)).category).color, 'teal');
    const back = (await restore(list[0]!, author)) as Body & { parent: number };
    assert.deepEqual(
      [back.id, back.name, back.slug, back.parent, back.count],
      [parent.id, 'Concerts!', 'live', top.id, 1],
    );
    assert.equal(
      ((await done(`GET /categories/${child.id}`, undefined)) as never as typeof back).parent,
      parent.id,
    );
    const of = async (id: number) =>
      (await done(`GET /events/${id}`, author)).categories
        .map(({ name }) => name)
        .sort()
        .join();
    assert.deepEqual(
      [await of(events[0]!.id), await of(events[1]!.id), await of(events[2]!.id)],
      ['Concerts!,Top', 'Concerts!', 'Top'],
    );
    const found = await done(
      `GET /events?categories=${parent.id}&start_date=2031-01-01&end_date=2031-12-31`,
      undefined,
    );
    assert.deepEqual(
      found.events.map(event => event.id),
      [events[0]!.id],
    );
    assert.equal((await restore(list[1]!, author)).slug, 'concerts');
    // Another record has taken its name meanwhile.
    await done(`DELETE /categories/${parent.id}`, author);
    await done('POST /categories', author, { name: 'Concerts', parent: top.id });
    const taken = await ask(`POST ${(await changes(`categories/${parent.id}`))[0]!.rest_url}/restore`, {
      as: author,
    });
    assert.deepEqual([taken.status, taken.body.code], [400, 'term_exists']);
  });

  it('A version is restored without terms that are gone, and with a free slug', async () => {
    const { id, slug, categories } = await event(author, { categories: ['Fleeting'], tags: ['Lasting'] });
    await done(`PATCH /events/${id}`, author, { slug: 'moved-away', categories: [] });
    await event(author, { slug });
    await done(`DELETE /categories/${categories[0]!.id}`, author);
    const [moved] = await changes(`events/${id}`, author);
    const back = await restore(moved!, author);
    assert.deepEqual(
      [back.slug, back.categories, back.tags.map(({ name }) => name)],
      [`${slug}-2`, [], ['Lasting']],
    );
  });
});

describe('Rights to the history', () => {
  it('The history is open to those who may edit the record', async () => {
    const { id } = await event(author, { venue: 'A hall of the author' });
    await done(`PATCH /events/${id}`, author, { title: 'Again' });
    const [{ rest_url }] = (await changes(`events/${id}`)) as [Change];
    for (const [as, expected] of [
      [undefined, '401 rest_forbidden'],
      [subscriber, '403 rest_forbidden'],
      [contributor, '403 rest_forbidden'],
      [author, '200'],
      [editor, '200'],
    ] as const) {
      assert.equal(await answer(`GET ${HISTORY}/events/${id}`, as), expected);
      assert.equal(await answer(`GET ${rest_url}`, as), expected);
      assert.equal(await answer(`POST ${rest_url}/restore`, as), expected);
    }
    // A missing record gets the same answer.
    assert.equal(await answer(`GET ${HISTORY}/events/99999`, undefined), '401 rest_forbidden');
    assert.equal(await answer(`GET ${HISTORY}/events/99999`, author), '404 rest-event-not-found');
    assert.equal(await answer(`GET ${HISTORY}/venues/${id}`, author), '400 rest_invalid_param');
    const other = await event(author);
    const version = Number(rest_url!.split('/').at(-1));
    assert.equal(
      await answer(`GET ${HISTORY}/events/${other.id}/${version}`, author),
      '404 rest-version-not-found',
    );
    assert.equal(
      await answer(`POST ${HISTORY}/events/${other.id}/${version}/restore`, author),
      '404 rest-version-not-found',
    );
    assert.equal(await answer(`GET ${rest_url}0000000000000`, author), '404 rest-version-not-found');
    assert.equal(await answer(`PUT ${rest_url}`, author), '404 rest_no_route');
    const tag = await done('POST /tags', editor, { name: 'A tag' });
    assert.equal(await answer(`GET ${HISTORY}/tags/${tag.id}`, author), '403 rest_forbidden');
    assert.equal(await answer(`GET ${HISTORY}/tags/${tag.id}`, editor), '200');
    assert.equal(await answer(`GET ${HISTORY}/categories/${tag.id}`, author), '400 rest_invalid_param');
  });

  it('Contributors lose the history of a published event, and restoring publishes nothing', async () => {
    const { id } = await event(contributor);
    await done(`PATCH /events/${id}`, contributor, { title: 'Proposed' });
    const [proposed] = await changes(`events/${id}`, contributor);
    await done(`PATCH /events/${id}`, editor, { status: 'publish' });
    assert.equal(await answer(`GET ${HISTORY}/events/${id}`, contributor), '403 rest_forbidden');
    assert.equal(await answer(`GET ${proposed!.rest_url}`, contributor), '403 rest_forbidden');
    assert.equal(await answer(`POST ${proposed!.rest_url}/restore`, contributor), '403 rest_forbidden');
    await done(`PATCH /events/${id}`, editor, { status: 'draft', title: 'Sent back' });
    const [back] = await changes(`events/${id}`, contributor);
    assert.equal((await before(back!, contributor)).event.status, 'publish');
    const restored = await restore(back!, contributor);
    assert.deepEqual([restored.status, restored.title], ['pending', 'Proposed']);
  });

  it('The credentials of others are shown to editors only', async () => {
    const { id } = await event(editor, { author: author.id });
    await done(`PATCH /events/${id}`, author, { title: 'Mine' });
    const seen = async (as: Account) =>
      (await changes(`events/${id}`, as)).map(({ user, credential }) => `${user?.login} ${credential.name}`);
    assert.deepEqual(await seen(author), ['author test', 'editor undefined']);
    assert.deepEqual(await seen(administrator), ['author test', 'editor test']);
  });

  it('A version hides a venue that its reader may not read, and restoring keeps it', async () => {
    const hidden = await done('POST /venues', editor, { venue: 'Hidden hall', status: 'private' });
    const { id } = await event(author, { venue: [hidden.id] });
    await done(`PATCH /events/${id}`, author, { title: 'Other' });
    const [change] = await changes(`events/${id}`, author);
    assert.deepEqual((await before(change!, author)).event.venue, []);
    assert.equal((await before(change!, editor)).event.venue.id, hidden.id);
    assert.deepEqual((await restore(change!, author)).venue, []);
    assert.equal((await done(`GET /events/${id}`, editor)).venue.id, hidden.id);
  });

  it('A restored text is sanitized like a new one', async () => {
    const { id } = await event(author);
    await done(`PATCH /events/${id}`, author, { description: 'Later' });
    const evil = JSON.stringify({ description: '<p onclick="x()">Old</p><script>x()</script>' });
    await db
      .updateTable('versions')
      .set({ former: evil })
      .where('type', '=', 'event')
      .where('record_id', '=', id)
      .execute();
    const [change] = await changes(`events/${id}`, author);
    assert.equal((await restore(change!, author)).description, '<p>Old</p>');
  });
});

describe('Retention of the history', () => {
  it('The history is pruned after HISTORY_DAYS, and the rest stays complete', async () => {
    const { id } = await event(author, { excerpt: 'Kept' });
    for (const title of ['one', 'two', 'three']) await done(`PATCH /events/${id}`, author, { title });
    const [last, ...earlier] = await changes(`events/${id}`);
    const old = earlier.flatMap(({ version }) => version ?? []);
    await db.updateTable('versions').set({ at: 1000 }).where('id', 'in', old).execute();
    const now = 1000 + 10 * 86_400;
    await pruneHistory(db, readConfig({ HISTORY_DAYS: 'forever' }), now);
    await pruneHistory(db, readConfig({ HISTORY_DAYS: '11' }), now);
    assert.equal((await changes(`events/${id}`)).length, 4);
    await pruneHistory(db, readConfig({ HISTORY_DAYS: '10' }), now);
    assert.deepEqual(inWords(await changes(`events/${id}`)), ['update author title', 'create author']);
    const { event: shown } = await before(last!);
    assert.deepEqual([shown.title, shown.excerpt], ['two', '<p>Kept</p>']);
  });

  it('The history is off with HISTORY_DAYS=0', async () => {
    await using quiet = await startService({ HISTORY_DAYS: '0' });
    const call = caller(quiet.base);
    const { editor: as } = quiet.accounts;
    const json = eventOf('Unseen', { venue: 'Hall', categories: ['Category'] });
    const { body } = await call('POST /events', { as, json });
    await call(`PATCH /events/${body.id}`, { as, json: { title: 'Changed' } });
    await call(`DELETE /venues/${body.venue.id}`, { as });
    await call(`DELETE /categories/${body.categories[0]!.id}`, { as });
    const { rows } = await sql<{ kept: number }>`
      select (select count(*) from versions) + (select count(*) from records where created is not null) as kept`.execute(
      quiet.db,
    );
    assert.equal(Number(rows[0]!.kept), 0);
    const list = await call(`GET ${quiet.site}/cal/history/v1/events/${body.id}`, { as });
    assert.deepEqual([list.status, list.body.total], [200, 0]);
  });

  it('The history is complete after concurrent writes', async () => {
    const { id } = await event(author, { title: '0' });
    const titles = Array.from({ length: 12 }, (_, at) => String(at + 1));
    await Promise.all(titles.map(title => done(`PATCH /events/${id}`, author, { title })));
    const list = await changes(`events/${id}`);
    const seen = await Promise.all(list.slice(0, -1).map(async one => (await before(one)).event.title));
    const last = (await done(`GET /events/${id}`, author)).title;
    assert.deepEqual([last, ...seen].sort(), ['0', ...titles].sort());
    assert.equal(seen.at(-1), '0');
  });

  it('The history shows every earlier version, whatever was changed since', async () => {
    const { id } = await event(author, { venue: 'V0', categories: 'Category' });
    const steps: object[] = [
      { title: 'A' },
      { description: 'B', excerpt: 'B' },
      { venue: ['V1', 'V0'], title: 'C' },
      { status: 'draft' },
      { categories: [], tags: ['free'], cost: [5, 10] },
      { venue: [] },
      { status: 'private', date_utc: '2020-02-02 02:02:02', slug: 'gives-back' },
      { organizer: 'O', sticky: true, hide_from_listings: true },
      { title: 'A', description: '', website: 'https://b.test/' },
      { status: 'trash' },
      { status: 'publish', venue: 'V1', all_day: true },
    ];
    const states: object[] = [];
    for (const step of steps) {
      states.unshift(lasting(await done(`PATCH /events/${id}`, author, {})));
      await done(`PATCH /events/${id}`, author, step);
    }
    const [creation, ...list] = (await changes(`events/${id}`)).toReversed();
    assert.equal(creation!.operation, 'create');
    // An update without changes makes no version.
    assert.equal(list.length, steps.length);
    for (const [at, change] of list.toReversed().entries())
      assert.deepEqual(lasting((await before(change, author)).event), states[at]);
    const listed: object[] = [];
    for (const page of [1, 2, 3]) {
      const path = `events/${id}?states=true&per_page=4&page=${page}`;
      const { versions } = (await done(`GET ${HISTORY}/${path}`, author)) as unknown as {
        versions: { event?: Body }[];
      };
      for (const { event } of versions) if (event) listed.push(lasting(event));
    }
    assert.deepEqual(listed, states, 'the list has the same states');
  });

  it('A new event adds no row to the history, and an update adds one', async () => {
    const count = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from versions`.execute(db)).rows[0]!.n);
    await event(author, { venue: 'Hall of costs', categories: ['Costs'] });
    const start = await count();
    const { id } = await event(author, { venue: 'Hall of costs', categories: ['Costs'] });
    assert.equal(await count(), start);
    await done(`PATCH /events/${id}`, author, { title: 'x', venue: [], categories: [] });
    assert.equal(await count(), start + 1);
  });
});

describe('The documents of the history', () => {
  it('Every answer of the history is as documented, for each type of record', {
    skip: SERVER !== undefined,
  }, async () => {
    const names = {
      events: 'title',
      venues: 'venue',
      organizers: 'organizer',
      categories: 'name',
      tags: 'name',
    };
    for (const [collection, name] of Object.entries(names)) {
      const { id } = await done(`POST /${collection}`, editor, eventOf('', { [name]: `All ${collection}` }));
      await done(`PATCH /${collection}/${id}`, editor, { [name]: 'Another' });
      const [update] = await changes(`${collection}/${id}`, editor);
      await before(update!, editor);
      await restore(update!, editor);
    }
    const succeeded = [...answered].flatMap(name => (name.endsWith(' 200') ? name.slice(0, -4) : []));
    for (const noun of ['Event', 'Venue', 'Organizer', 'Category', 'Tag'])
      for (const id of [`list${noun}Changes`, `read${noun}Version`, `restore${noun}Version`])
        assert.ok(succeeded.includes(id), id);
    assert.deepEqual([...new Set(undocumented)], []);
  });
});
