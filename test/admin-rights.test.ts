import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { SURFACE, type SurfaceName } from '../src/admin/surface.ts';
import type { Role } from '../src/db/tables.ts';
import { KINDS, type LinkedType } from '../src/kinds.ts';
import { type Desk, deskOf, signedIn } from './admin.ts';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

// Who may open which page of the administration and send its form, by role, authorship and state. An address of the
// surface without a row here does not compile.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { site, db, accounts } = service;
const call = caller(service.base);

/** The pages of one record: what they answer depends on the record. */
type EventPage = {
  [Name in SurfaceName]: (typeof SURFACE)[Name]['path'] extends `${string}:id/${string}` ? Name : never;
}[Exclude<SurfaceName, 'person' | 'removePerson' | 'source' | 'reading' | 'picture'>];

const WHO = ['nobody', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;

/** The status of GET, and of POST of an empty form, for each of these in this order. */
const PAGES: Readonly<
  Record<Exclude<SurfaceName, EventPage | 'newRecord'>, readonly [get: string, post: string]>
> = {
  // Of an empty calendar.
  overview: ['303 303 200 200 200 200', '401 403 403 403 303 303'],
  signIn: ['200 303 303 303 303 303', '422 422 422 422 422 422'],
  // No name of a passkey: the test names the service by its number.
  passkeySignIn: ['303 303 303 303 303 303', '404 404 404 404 404 404'],
  events: ['303 403 200 200 200 200', '401 403 405 405 405 405'],
  proposals: ['303 403 403 403 200 200', '401 403 403 403 303 303'],
  agenda: ['303 403 200 200 200 200', '401 403 405 405 405 405'],
  bulk: ['303 403 404 404 404 404', '401 403 400 400 400 400'],
  newEvent: ['303 403 200 200 200 200', '401 403 422 422 422 422'],
  // Of a picture that there is not.
  picture: ['303 403 404 404 404 404', '401 403 404 404 404 404'],
  pictures: ['303 403 200 200 200 200', '401 403 200 200 200 200'],
  when: ['303 403 200 200 200 200', '401 403 405 405 405 405'],
  venues: ['303 403 200 200 200 200', '401 403 405 405 405 405'],
  organizers: ['303 403 200 200 200 200', '401 403 405 405 405 405'],
  categories: ['303 403 403 200 200 200', '401 403 403 405 405 405'],
  tags: ['303 403 403 403 200 200', '401 403 403 403 405 405'],
  undo: ['303 403 303 303 303 303', '401 403 404 404 404 404'],
  trash: ['303 403 200 200 200 200', '401 403 400 400 400 400'],
  sources: ['303 403 403 403 200 200', '401 403 403 403 405 405'],
  newSource: ['303 403 403 403 200 200', '401 403 403 403 422 422'],
  // Of a source that there is not.
  source: ['303 403 403 403 404 404', '401 403 403 403 404 404'],
  reading: ['303 403 403 403 404 404', '401 403 403 403 405 405'],
  settings: ['303 403 403 403 403 200', '401 403 403 403 403 303'],
  settingsNewPage: ['303 403 403 403 403 200', '401 403 403 403 403 422'],
  settingsPage: ['303 403 403 403 403 404', '401 403 403 403 403 404'],
  settingsHistory: ['303 403 403 403 403 200', '401 403 403 403 403 405'],
  people: ['303 403 403 403 403 200', '401 403 403 403 403 405'],
  invitePerson: ['303 403 403 403 403 200', '401 403 403 403 403 422'],
  // Of an account that there is not: whoever may not see accounts does not learn that.
  person: ['303 403 403 403 403 404', '401 403 403 403 403 404'],
  removePerson: ['303 403 403 403 403 404', '401 403 403 403 403 404'],
  security: ['303 403 403 403 403 200', '401 403 403 403 403 405'],
  // Of a topic that there is not.
  help: ['303 404 404 404 404 404', '401 405 405 405 405 405'],
  forgotten: ['404 404 404 404 404 404', '404 404 404 404 404 404'],
  // Sessions of the table are recent: who has no second factor may set it up.
  secondFactor: ['303 200 200 200 200 200', '303 200 200 200 200 200'],
  choosePassword: ['410 410 410 410 410 410', '410 410 410 410 410 410'],
  // Without a token.
  mailNotices: ['404 404 404 404 404 404', '404 404 404 404 404 404'],
  account: ['303 200 200 200 200 200', '401 200 200 200 200 200'],
  passkeys: ['303 303 303 303 303 303', '401 404 404 404 404 404'],
  signOut: ['303 303 303 303 303 303', '303 303 303 303 303 303'],
};

/** The same for the form of a new record of each kind, and for one that there is. */
const RECORD_PAGES: Readonly<Record<LinkedType, readonly [get: string, post: string]>> = {
  venue: ['303 403 200 200 200 200', '401 403 422 422 422 422'],
  organizer: ['303 403 200 200 200 200', '401 403 422 422 422 422'],
  category: ['303 403 403 200 200 200', '401 403 403 422 422 422'],
  tag: ['303 403 403 403 200 200', '401 403 403 403 422 422'],
};

const EVENT_ROLES = ['contributor', 'author', 'editor', 'administrator'] as const;
const WHOSE = ['own', 'another'] as const;
const STATES = ['draft', 'publish', 'trash'] as const;

/** The statuses for each role in the order above, by the author and the state of an event. */
type Answers = Readonly<Record<`${(typeof WHOSE)[number]} ${(typeof STATES)[number]}`, string>>;

/** Pages of what is edited show nothing of what somebody may not edit: hidden ones as if there were none. */
const SHOWN: Answers = {
  'own draft': '200 200 200 200',
  'another draft': '404 404 200 200',
  'own publish': '403 200 200 200',
  'another publish': '403 403 200 200',
  'own trash': '404 404 404 404',
  'another trash': '404 404 404 404',
};

const WRITTEN: Answers = {
  'own draft': '303 303 303 303',
  'another draft': '404 404 303 303',
  'own publish': '403 303 303 303',
  'another publish': '403 403 303 303',
  'own trash': '404 404 404 404',
  'another trash': '404 404 404 404',
};

/** What the interface refuses tells that there is something. */
const RESTORED: Answers = {
  ...WRITTEN,
  'another draft': '403 403 303 303',
  'own trash': '303 303 303 303',
  'another trash': '403 403 303 303',
};

const UNTRASHED: Answers = {
  'own draft': '404 404 404 404',
  'another draft': '404 404 404 404',
  'own publish': '404 404 404 404',
  'another publish': '404 404 404 404',
  'own trash': '303 303 303 303',
  'another trash': '403 403 303 303',
};

const DELETED: Answers = {
  'own draft': '403 403 404 404',
  'another draft': '403 403 404 404',
  'own publish': '403 403 404 404',
  'another publish': '403 403 404 404',
  'own trash': '403 403 303 303',
  'another trash': '403 403 303 303',
};

const MERGED: Answers = {
  ...SHOWN,
  'own draft': '422 422 422 422',
  'another draft': '404 404 422 422',
  'own publish': '403 422 422 422',
  'another publish': '403 403 422 422',
};

/** It takes no form. */
const NO_FORM = Object.fromEntries(Object.keys(SHOWN).map(key => [key, '405 405 405 405'])) as Answers;

const EVENT_PAGES: Readonly<Record<EventPage, readonly [get: Answers, post: Answers, form: Form]>> = {
  history: [SHOWN, RESTORED, ({ version }) => ({ version })],
  preview: [{ ...SHOWN, 'own publish': '200 200 200 200' }, NO_FORM, () => ({})],
  // What a contributor changes of a published event waits for an editor.
  event: [
    { ...SHOWN, 'own publish': '200 200 200 200' },
    { ...WRITTEN, 'own publish': '303 303 303 303' },
    () => ({ title: 'Taken', when: '2031-05-10 18:00' }),
  ],
  translation: [
    { ...SHOWN, 'own publish': '404 200 200 200', 'another publish': '404 404 200 200' },
    { ...WRITTEN, 'own publish': '404 303 303 303', 'another publish': '404 404 303 303' },
    () => ({ title: 'Pres' }),
  ],
  // Of a venue; organizers follow the same rights.
  record: [SHOWN, WRITTEN, () => ({ name: 'Taken' })],
  recordHistory: [SHOWN, RESTORED, ({ version }) => ({ version })],
  // Into a venue that there is not.
  recordMerge: [SHOWN, MERGED, () => ({ into: '999999999' })],
  recordTranslation: [
    { ...SHOWN, 'own publish': '404 200 200 200', 'another publish': '404 404 200 200' },
    { ...WRITTEN, 'own publish': '404 303 303 303', 'another publish': '404 404 303 303' },
    () => ({ name: 'Pres' }),
  ],
};

/** Other forms with one event: the page and what they send. */
const FORMS: Readonly<Record<string, readonly [page: SurfaceName, post: Answers, form: Form]>> = {
  'bring back': ['trash', UNTRASHED, ({ id }) => ({ restore: id })],
  'delete for good': ['trash', DELETED, ({ id }) => ({ id, sure: '1' })],
  'to the trash': [
    'event',
    { ...RESTORED, 'own trash': '410 410 410 410', 'another trash': '403 403 410 410' },
    () => ({ do: 'trash' }),
  ],
  'a venue to the trash': [
    'record',
    { ...RESTORED, 'own trash': '410 410 410 410', 'another trash': '403 403 410 410' },
    () => ({ do: 'trash' }),
  ],
};

interface Planted {
  readonly id: string;
  /** The number of the state before its last change. */
  readonly version: string;
}
type Form = (event: Planted) => Record<string, string>;

const pathOf = (name: SurfaceName, id: string, collection = 'venues') =>
  SURFACE[name].path.replace(':collection', collection).replace(':id', id).replace(':to', 'ca');

/** The kind of records that a page is about. */
const collectionOf = (page: SurfaceName) => (page.startsWith('record') ? 'venues' : 'events');

async function plant(
  author: Role,
  state: (typeof STATES)[number],
  collection: 'events' | 'venues' = 'events',
): Promise<Planted> {
  const as = accounts.administrator;
  const status = state === 'trash' ? 'draft' : state;
  const of = { status, author: accounts[author].id };
  const json =
    collection === 'events' ? eventOf('Planted', of) : { venue: `Planted ${crypto.randomUUID()}`, ...of };
  const { body } = await call(`POST /${collection}`, { as, json });
  const change = collection === 'events' ? { title: 'Planted and changed' } : { city: 'Vic' };
  await call(`PATCH /${collection}/${body.id}`, { as, json: change });
  const { id } = await db
    .selectFrom('versions')
    .select('id')
    .where('record_id', '=', body.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  if (state === 'trash') await call(`DELETE /${collection}/${body.id}`, { as });
  return { id: String(body.id), version: String(id) };
}

const deskOfEach = Object.fromEntries(
  await Promise.all(
    WHO.map(async who => [who, who === 'nobody' ? deskOf(site, '') : await signedIn(service, who)] as const),
  ),
) as Readonly<Record<(typeof WHO)[number], Desk>>;

describe('The rights at the administration', () => {
  it('Each page and its form answer to each role as the table says', async () => {
    assert.deepEqual(
      [...Object.keys(PAGES), 'newRecord', ...Object.keys(EVENT_PAGES)].sort(),
      Object.keys(SURFACE).sort(),
      'each address has a row',
    );
    for (const [name, expected] of Object.entries(PAGES))
      for (const [at, method] of (['open', 'send'] as const).entries()) {
        const found: number[] = [];
        for (const who of WHO) {
          // Who signs out of a session has none afterwards.
          const desk =
            name === 'signOut' && who !== 'nobody' ? await signedIn(service, who) : deskOfEach[who];
          const { status, headers } = await desk[method](pathOf(name as SurfaceName, '999999'));
          found.push(status);
          assert.equal(headers.get('allow'), status === 405 ? 'GET, HEAD' : null, name);
        }
        assert.equal(found.join(' '), expected[at], `${method} ${name}`);
      }
  });

  it('Each kind of records answers to those who may make some', async () => {
    for (const [kind, expected] of Object.entries(RECORD_PAGES)) {
      const { collection } = KINDS[kind as LinkedType];
      const names = { venue: 'Hall', organizer: 'Club', name: `Kind ${kind}` };
      const { body } = await call(`POST /${collection}`, { as: accounts.administrator, json: names });
      for (const page of ['newRecord', 'record'] as const)
        for (const [at, method] of (['open', 'send'] as const).entries()) {
          const found: number[] = [];
          for (const who of WHO) {
            const path = pathOf(page, String(body.id), collection);
            found.push((await deskOfEach[who][method](path, { name: '' })).status);
          }
          // Whose venue is another one is the matter of the next test.
          const others = page === 'record' && (kind === 'venue' || kind === 'organizer');
          const told = others ? expected[at]!.replace(/(200|422) (200|422)/, '403 403') : expected[at];
          assert.equal(found.join(' '), told, `${method} ${page} of ${kind}`);
        }
    }
  });

  it('Each page and form of an event answer by role, authorship and state, and nothing changes that is refused', async () => {
    const planted = new Map<string, Planted>();
    const tried = async (what: string, page: SurfaceName, expected: Answers, form?: Form) => {
      for (const [key, statuses] of Object.entries(expected)) {
        const [whose, state] = key.split(' ') as [(typeof WHOSE)[number], (typeof STATES)[number]];
        const found: number[] = [];
        for (const role of EVENT_ROLES) {
          const author = whose === 'own' ? role : role === 'author' ? 'editor' : 'author';
          const collection = collectionOf(page);
          const cell = `${role} ${key} ${collection}`;
          const event = planted.get(cell) ?? (await plant(author, state, collection));
          const before = await rowOf(event, collection);
          const path = pathOf(page, event.id);
          const desk = deskOfEach[role];
          const { status } = form ? await desk.send(path, form(event)) : await desk.open(path);
          found.push(status);
          const isWritten =
            status === 303 && !(page === 'event' && `${role} ${key}` === 'contributor own publish');
          assert.equal(
            before !== (await rowOf(event, collection)),
            isWritten,
            `${what}: ${cell} is ${status}`,
          );
          // What was in the trash is there no longer.
          if (status === 303 && state === 'trash') planted.delete(cell);
          else planted.set(cell, event);
        }
        assert.equal(found.join(' '), statuses, `${what}: ${key}`);
      }
    };
    for (const [page, [get]] of Object.entries(EVENT_PAGES))
      await tried(`GET ${page}`, page as EventPage, get);
    for (const [page, [, post, form]] of Object.entries(EVENT_PAGES))
      await tried(`POST ${page}`, page as EventPage, post, form);
    for (const [what, [page, post, form]] of Object.entries(FORMS)) await tried(what, page, post, form);
  });

  it('Those without an account, and subscribers, learn of no event whether there is one', async () => {
    const { id } = await plant('author', 'publish');
    for (const page of Object.keys(EVENT_PAGES) as EventPage[])
      for (const [who, open, send] of [
        ['nobody', 303, 401],
        ['subscriber', 403, 403],
      ] as const)
        for (const one of [id, '999999']) {
          assert.equal((await deskOfEach[who].open(pathOf(page, one))).status, open, page);
          assert.equal((await deskOfEach[who].send(pathOf(page, one), { do: 'trash' })).status, send, page);
        }
  });

  it('No form of any page counts that another site has sent', async () => {
    const { id } = await plant('administrator', 'draft');
    for (const page of Object.keys(SURFACE) as SurfaceName[]) {
      const headers = { origin: 'https://other.example' };
      assert.equal((await deskOfEach.administrator.send(pathOf(page, id), {}, headers)).status, 403, page);
    }
  });
});

const rowOf = async ({ id }: Planted, table: 'events' | 'venues') =>
  JSON.stringify(
    await db
      .selectFrom(table as 'events')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirst(),
  );
