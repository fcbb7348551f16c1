import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { uidOf } from '../src/events/event.ts';
import { spoken } from '../src/intake/reason.ts';
import { storeId } from '../src/records/store-id.ts';
import { exportAll } from '../src/transfer/export/export.ts';
import { importAll } from '../src/transfer/import.ts';
import type { Account } from './account.ts';
import { anEvent, aTerm, aVenue } from './calendar-site.ts';
import { ownFolder } from './folder.ts';
import { type Service, startService } from './service.ts';

const folder = await ownFolder();

const SITE = { SITE_URL: 'https://agenda.example.org/town' };

async function exported({ db, config }: Service, images = true): Promise<string> {
  const chunks: string[] = [];
  await exportAll(db, config, async chunk => void chunks.push(chunk), { images });
  return chunks.join('');
}

async function taken({ db, config, accounts }: Service, text: string) {
  const path = join(folder, 'export.json');
  await writeFile(path, text);
  return importAll(db, config, [path], {
    author: { id: accounts.administrator.id, login: 'administrator', role: 'administrator' },
    ...{ images: true, keepIds: true, onProgress: () => {} },
  });
}

/** An export without what differs between two: time, store, and folders of images. */
const comparable = (text: string): string[] =>
  text
    .replace(/"exported":"[^"]*"/, '')
    .replace(/"store":"[^"]*"/, '')
    .replaceAll(/\/images\/[a-f0-9]{24}\//g, '/images/')
    .split('\n');

async function send(service: Service, by: Account, line: string, body: object = {}) {
  const [method = '', path = ''] = line.split(' ');
  const response = await fetch(service.base + path, {
    method,
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${by.app_password}`, 'content-type': 'application/json' },
  });
  const answer = (await response.json()) as { id: number };
  assert.ok(response.status < 300, `${line}: ${JSON.stringify(answer)}`);
  return answer.id;
}

const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#735' } })
  .png()
  .toBuffer();

async function upload({ site }: Service, by: Account): Promise<string> {
  const response = await fetch(`${site}/images`, {
    method: 'POST',
    body: new Uint8Array(picture),
    headers: { authorization: `Bearer ${by.app_password}`, 'content-type': 'image/png' },
  });
  return String(((await response.json()) as { id: number }).id);
}

/** A calendar with records of every kind. */
async function fill(service: Service): Promise<void> {
  const { administrator, editor, author, contributor } = service.accounts;
  const as = (by: Account) => (line: string, body?: object) => send(service, by, line, body);
  const [root, edit, write, propose] = [as(administrator), as(editor), as(author), as(contributor)];
  const image = await upload(service, author);
  await upload(service, editor);
  const child = await edit('POST /categories', { name: 'Jazz', description: 'With <b>swing</b>' });
  const parent = await edit('POST /categories', { name: 'Música & Dansa', slug: 'musica' });
  await edit(`POST /categories/${child}`, { parent, color: 'violet' });
  const tag = await edit('POST /tags', { name: '音楽' });
  const unused = await edit('POST /tags', { name: 'unused' });
  await edit(`POST /tags/${unused}`, { slug: 'renamed' });
  const hall = await edit('POST /venues', {
    venue: 'Hall',
    city: 'Lleida',
    country: 'Spain',
    province: 'Lleida',
    stateprovince: 'Ponent',
    image,
    geo_lat: 41.6,
    geo_lng: 0.6,
    show_map: 'false',
    website: 'https://hall.example',
    description: 'Big',
  });
  // A second one of the same name and place.
  const again = await edit('POST /venues', { venue: 'Hall', city: 'Lleida', description: 'Another' });
  const gone = await edit('POST /venues', { venue: 'Gone', state: 'GA', country: 'US' });
  const club = await write('POST /organizers', { organizer: 'Club', email: 'a@club.example', phone: '1' });
  await propose('POST /organizers', { organizer: 'Proposed', status: 'draft' });
  const when = { start_date: '2031-05-10 18:00', end_date: '2031-05-10 20:00' };
  const event = (title: string, more: object) => ({ title, ...when, ...more });
  await write(
    'POST /events',
    event('All & everything', {
      description: 'Hello\n\n<b>you</b>',
      excerpt: 'Short',
      image,
      venue: [again, hall],
      organizer: [club],
      categories: [child],
      tags: [tag],
      cost: ['15 € (members)', '20 €'],
      website: 'https://x.example/?a=1&b=2',
      ...{ show_map: true, show_map_link: true, sticky: true, featured: true, timezone: 'America/New_York' },
    }),
  );
  const online = await edit(
    'POST /events',
    event('Online', {
      ...{ is_virtual: true, virtual_url: 'https://meet.example/1?a=1&b=2', virtual_video_source: 'zoom' },
      ...{ event_status: 'canceled', status_reason: 'Storm & flood', currency_code: 'CHF', cost: '10' },
      ...{ ticket_url: 'https://tickets.example/?a=1&b=2', availability: 'sold_out' },
      custom_fields: { room: { label: 'Room', value: '<i>Green</i>' } },
    }),
  );
  await edit(`POST /events/${online}`, { excerpt: 'Cancelled' });
  await edit('POST /events', event('Hidden', { hide_from_listings: true, cost: 'Donation', venue: gone }));
  await edit(`DELETE /venues/${gone}`);
  await edit(
    'POST /events',
    event('Whole days', { all_day: true, end_date: '2031-05-12', timezone: 'UTC+5.5' }),
  );
  await edit(
    'POST /events',
    event('In the second of two hours', {
      ...{ start_date: '2031-10-26T02:30:00+01:00', end_date: '2031-10-26T03:30:00+01:00' },
      ...{ timezone: 'Europe/Madrid', website: '' },
    }),
  );
  await propose('POST /events', event('Never dated', { status: 'draft' }));
  await propose(
    'POST /events',
    event('Proposed', { status: 'pending', slug: 'proposed', date: '2030-01-01' }),
  );
  await edit('POST /events', event('Private', { status: 'private', date: '2020-02-02 02:02' }));
  await edit('POST /events', event('Scheduled', { date: '2040-01-01 00:00:00' }));
  const secret = await root('POST /events', event('Secret', { categories: [parent], cost: 10 }));
  await root(`POST /events/${secret}`, { password: 'sesame' });
  for (const status of ['publish', 'draft']) {
    const trashed = await edit('POST /events', event('Twice trashed', { status }));
    await edit(`POST /events/${trashed}`, { slug: 'twice' });
    await edit(`DELETE /events/${trashed}`);
  }
  assert.deepEqual((await taken(service, ELSEWHERE)).incomplete, []);
}

const ELSEWHERE = JSON.stringify({
  events: [
    anEvent('https://elsewhere.example', 9001, 'from-elsewhere', {
      url: 'https://elsewhere.example/event/from-elsewhere/2031-05-10/',
      categories: [aTerm('https://elsewhere.example', 'categories', 900, 'musica')],
      venue: aVenue('https://elsewhere.example', 9002, 'there'),
    }),
  ],
});

describe('Exports', () => {
  let original: Service;
  let text = '';
  before(async () => {
    original = await startService(SITE);
    await fill(original);
    text = await exported(original);
  });
  after(() => original[Symbol.asyncDispose]());

  it('An export carries the whole calendar to an empty store, whose own export is the same', async () => {
    await using copy = await startService(SITE);
    await copy.db.deleteFrom('app_passwords').execute();
    await copy.db.deleteFrom('users').execute();
    const accounts = await original.db.selectFrom('users').selectAll().execute();
    const known = accounts.filter(({ login }) => login !== 'contributor');
    await copy.db.insertInto('users').values(known).execute();
    copy.accounts.administrator.id = original.accounts.administrator.id;

    const report = await taken(copy, text);
    assert.deepEqual([report.incomplete, report.skipped, report.notes], [[], [], []]);
    assert.deepEqual(comparable(await exported(copy)), comparable(text));
    assert.deepEqual(
      Object.fromEntries(Object.entries(report.counts).map(([type, { created }]) => [type, created])),
      { event: 13, venue: 4, organizer: 2, category: 2, tag: 2, image: 2, user: 1 },
    );

    const again = await taken(copy, text);
    assert.ok(
      Object.values(again.counts).every(({ created, changed, skipped }) => created + changed + skipped === 0),
    );
    assert.deepEqual(comparable(await exported(copy)), comparable(text));

    // Former addresses lead to the copied records.
    const led = ['/event/from-elsewhere/2031-05-10/', '/tag/unused/'].map(async path => {
      const { status, headers } = await fetch(copy.site + path, { redirect: 'manual' });
      return [status, headers.get('location')];
    });
    assert.deepEqual(await Promise.all(led), [
      [301, `${SITE.SITE_URL}/event/from-elsewhere/`],
      [301, `${SITE.SITE_URL}/tag/renamed/`],
    ]);

    // The copy knows the sources of records.
    assert.equal((await taken(copy, ELSEWHERE)).counts.event.unchanged, 1);

    // So do calendar files: the copy's events have the identities and revisions of the original.
    const calendarIdentities = async ({ db }: Service) => {
      const store = await storeId(db);
      const rows = await db.selectFrom('events').select(['id', 'uid', 'sequence']).orderBy('id').execute();
      return rows.map(row => [uidOf(row, store), row.sequence]);
    };
    const identities = await calendarIdentities(original);
    assert.deepEqual(await calendarIdentities(copy), identities);
    assert.ok(identities.some(([, sequence]) => sequence === 1));
    assert.notEqual(await storeId(copy.db), await storeId(original.db));

    // Event passwords are copied, and open the events.
    const secret = await copy.db
      .selectFrom('events')
      .select('id')
      .where('title', '=', 'Secret')
      .executeTakeFirstOrThrow();
    assert.equal((await fetch(`${copy.base}/events/${secret.id}`)).status, 403);
    assert.equal((await fetch(`${copy.base}/events/${secret.id}?password=sesame`)).status, 200);
  });

  it('An export of events is the answer of the interface to an administrator', async () => {
    const whole = JSON.parse(await exported(original, false)) as Record<string, Record<string, unknown>[]>;
    assert.deepEqual(Object.keys(whole), [
      ...['almanac', 'users', 'images', 'categories', 'tags', 'venues', 'organizers', 'events', 'total'],
      'total_pages',
    ]);
    assert.equal(whole.total, 13);
    const { almanac, ...shown } = whole.events![0]!;
    const response = await fetch(`${original.base}/events?include=${shown.id}`);
    const [answered] = ((await response.json()) as { events: object[] }).events;
    assert.deepEqual(shown, answered);
    assert.deepEqual(Object.keys(almanac as object), ['cost', 'uid']);
    assert.deepEqual(Object.keys(whole.users![0]!), ['id', 'login', 'email', 'role']);
    assert.equal('data' in whole.images![0]!, false);
  });

  it('An event whose password cannot be imported becomes private', async () => {
    await using other = await startService();
    const own = await send(other, other.accounts.editor, 'POST /events', {
      ...{ title: 'Its own', start_date: '2031-01-01', end_date: '2031-01-02' },
    });
    await send(other, other.accounts.editor, `POST /events/${own}`, { password: 'own' });
    const report = await taken(other, text);
    assert.deepEqual(
      spoken(report.notes).map(({ why }) => why),
      ['its password is not imported: it is private here instead of protected'],
    );
    const rows = await other.db.selectFrom('events').selectAll().where('title', '=', 'Secret').execute();
    assert.deepEqual(
      rows.map(({ status, password_hash }) => [status, password_hash]),
      [['private', null]],
    );
    assert.equal((await fetch(`${other.base}/events/${own}?password=own`)).status, 200);
  });

  it('An export imported into its own store changes nothing', async () => {
    await using unnamed = await startService();
    await fill(unnamed);
    for (const service of [original, unnamed]) {
      const before = await exported(service);
      const report = await taken(service, before);
      const { created, changed } = report.counts.event;
      assert.deepEqual([created, changed, report.skipped.length], [0, 0, 19]);
      assert.deepEqual(comparable(await exported(service)), comparable(before));
    }
  });

  it('An export of a newer format is refused', async () => {
    await using service = await startService();
    const report = await taken(service, '{"almanac":{"version":3},"events":[{"id":1,"title":"a"}]}');
    assert.match(spoken(report.incomplete)[0]!.why, /it is an export of the unknown form 3/);
    assert.equal(report.counts.event.created, 0);
  });
});
