import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listSettingChanges } from '../src/site/settings-store.ts';
import { removeUnused } from '../src/trash/unused-images.ts';
import { securityLog } from '../src/users/security-log.ts';
import { type Desk, fieldsOf, type Page, signedIn } from './admin.ts';
import { type Child, makeStore, startChild } from './child.ts';
import { caller, eventOf } from './client.ts';
import { picture } from './pictures.ts';

// The settings of the site at /admin, of two processes on one store.

const store = await makeStore();
after(() => store[Symbol.asyncDispose]());
const db = await store.open();
after(() => db.destroy());
await writeFile(join(store.folder, 'almanac.conf'), 'SITE_OWNER=Of the file\nCURRENCY_SYMBOL=Fr.\n');
await mkdir(join(store.folder, 'site/pages'), { recursive: true });
await writeFile(join(store.folder, 'site/pages/terms.html'), '<h1>Terms</h1><p>Of a file.</p>');
const children: Child[] = [];
let desk: Desk;

before(async () => {
  for (let child = 0; child < 2; child++) children.push(await startChild(store, { ACCENT_COLOR: '#123456' }));
  desk = await deskOf(0);
});
after(() => Promise.all(children.map(child => child[Symbol.asyncDispose]())));

const deskOf = (child: number) =>
  signedIn({ ...children[child]!, ...store, db } as never as Parameters<typeof signedIn>[0], 'administrator');

const form = async (): Promise<Record<string, string>> => fieldsOf(await desk.open('/settings/'));

/** Sends the form as it is shown, with changes; all languages stay ticked. */
async function save(
  changes: Record<string, string | readonly string[]>,
  fields?: Record<string, string>,
): Promise<Page> {
  const { 'LANGUAGES[]': _, ...shown } = fields ?? (await form());
  return desk.send('/settings/', { ...shown, 'LANGUAGES[]': ['-', 'ca', 'en', 'fr', 'es'], ...changes });
}

/** The public home page as each process answers it. */
const homes = async (path = '/') =>
  Promise.all(
    children.map(async ({ site }) => (await fetch(site + path, { headers: { accept: 'text/html' } })).text()),
  );

const undo = (page: Page): Record<string, string> => ({
  batch: new URL(page.to!, 'http://localhost').searchParams.get('undo')!,
});

describe('The page of settings', () => {
  it('A change is seen by all processes in their next answer, is told with who made it, and one click undoes it', async () => {
    await homes();
    const done = await save({ SITE_NAME: 'Agenda de Vic', PER_PAGE: '7' });
    assert.equal(done.status, 303);
    for (const text of await homes()) assert.match(text, /<title>[^<]*Agenda de Vic/);
    const changes = await listSettingChanges(db);
    assert.deepEqual(
      changes.slice(0, 2).map(({ name, former, value, actor }) => [name, former, value, actor.login]),
      [
        ['PER_PAGE', null, '7', 'administrator'],
        ['SITE_NAME', null, 'Agenda de Vic', 'administrator'],
      ],
    );
    const [noted] = await Array.fromAsync(securityLog(db));
    assert.deepEqual(
      [noted!.what, noted!.login, noted!.from, JSON.parse(noted!.details)],
      ['setting-changed', 'administrator', '127.0.0.1', { setting: 'PER_PAGE', before: '', after: '7' }],
    );
    const { text } = await desk.open('/settings/history/');
    assert.match(text, /<dt>Name<\/dt><dd><ins>Agenda de Vic<\/ins>/);
    // Somebody changes one of both since: it stays.
    assert.equal((await save({ PER_PAGE: '8' })).status, 303);
    const undone = await desk.send('/undo/', undo(done));
    assert.equal(undone.status, 409);
    assert.match(undone.text, /Not everything was undone[\s\S]*Events on a page/);
    for (const text of await homes()) assert.doesNotMatch(text, /Agenda de Vic/);
    const again = await save({ PER_PAGE: '9' });
    assert.match((await desk.send('/undo/', undo(again))).to!, /done=undone/);
    assert.equal((await form()).PER_PAGE, '8');
  });

  it('A form as it was shown changes nothing', async () => {
    const { length } = await listSettingChanges(db);
    assert.equal((await save({})).status, 303);
    assert.equal((await listSettingChanges(db)).length, length);
  });

  it('What a variable or the file decides says so, and a form does not change it', async () => {
    const { text } = await desk.open('/settings/');
    assert.match(text, /#123456 <small>The environment decides it: ACCENT_COLOR</);
    assert.match(text, /Of the file <small>The file decides it: almanac\.conf</);
    assert.doesNotMatch(text, /name="(?:ACCENT_COLOR|SITE_OWNER|TIME_ZONE)"/);
    assert.equal((await save({ ACCENT_COLOR: '#ff0000', SITE_OWNER: 'Mine' })).status, 303);
    assert.deepEqual(
      (await listSettingChanges(db)).filter(({ name }) => name === 'ACCENT_COLOR' || name === 'SITE_OWNER'),
      [],
    );
  });

  it('What cannot be used is told at its field, with everything else that was typed, and nothing is saved', async () => {
    const { length } = await listSettingChanges(db);
    for (const [name, value, label] of [
      ['DAY_ENDS', 'late', 'The day ends'],
      ['PER_PAGE', '51', 'Events on a page'],
      ['EVENTS_SLUG', 'venue', 'List of events'],
      ['LANGUAGES[]', '-', 'Languages offered'],
      ['LANGUAGE', 'tlh', 'Main language'],
      ['ALIASES', '/events', 'For programs'],
      ['SITE_FOOTER', 'x'.repeat(10_001), 'Footer'],
      ['SITE_LOGO', '../almanac.sqlite', 'Logo'],
    ] as const) {
      const { status, text } = await save({ [name]: value, SITE_CONTACT: 'a@vic.example' });
      assert.equal(status, 422, name);
      assert.match(text, new RegExp(`<li><a href="#\\w+">${label}: “[^<]*cannot be used here`), name);
      assert.match(text, /<details class="fold" open>[\s\S]*value="a@vic\.example"/);
    }
    assert.equal((await listSettingChanges(db)).length, length);
  });

  it('Languages that are not offered are in no switch, hreflang, sitemap or menu, and programs can still ask for them', async () => {
    const done = await save({ 'LANGUAGES[]': ['-', 'en', 'fr'] });
    assert.equal(done.status, 303);
    for (const text of await homes()) {
      assert.doesNotMatch(text, /hreflang="(?:ca|es)"|<html lang="ca"/);
      assert.match(text, /hreflang="fr"/);
    }
    for (const text of await homes('/sitemap.xml?part=about-1')) {
      assert.match(text, /<loc>[^<]*\/fr\/privacy\/<\/loc>/);
      assert.doesNotMatch(text, /\/(?:ca|es)\//);
    }
    for (const { site } of children) {
      assert.equal((await fetch(`${site}/ca/cal/events/v1/events`)).status, 200);
      assert.match((await fetch(`${site}/ca/events/`)).url, /^[^/]*\/\/[^/]*\/events\/$/);
    }
    assert.doesNotMatch((await desk.open('/events/')).text, /Catalan|>ca</);
    await desk.send('/undo/', undo(done));
    assert.match((await homes())[1]!, /hreflang="ca"/);
  });

  it('Of two people who change the same setting the later one is told, and may insist; other changes count', async () => {
    const fields = await form();
    await save({ SITE_FOOTER: 'Theirs' });
    const { status, text } = await save({ SITE_FOOTER: 'Mine', SITE_CONTACT: 'b@vic.example' }, fields);
    assert.equal(status, 422);
    assert.match(text, /Meanwhile it became “Theirs”/);
    const again = fieldsOf({ text });
    assert.equal((await save({}, again)).status, 303);
    // Who has touched nothing of it does not bring the former value back.
    assert.equal((await save({ PER_PAGE: '6' }, fields)).status, 303);
    const now = await form();
    assert.deepEqual([now.SITE_FOOTER, now.SITE_CONTACT, now.PER_PAGE], ['Mine', 'b@vic.example', '6']);
  });

  it('Of two processes that change the same setting at once one is told what it became', async () => {
    const fields = await form();
    const desks = await Promise.all([deskOf(0), deskOf(1)]);
    const { 'LANGUAGES[]': _, ...shown } = fields;
    for (const round of [1, 2, 3]) {
      const now = await form();
      const sent = { ...shown, opened: now.opened!, 'LANGUAGES[]': ['-', 'ca', 'en', 'fr', 'es'] };
      const texts = desks.map((_, at) => `Round ${round} of ${at}`);
      const saved = await Promise.all(
        desks.map((desk, at) => desk.send('/settings/', { ...sent, SITE_FOOTER: texts[at]! })),
      );
      assert.deepEqual(saved.map(({ status }) => status).sort(), [303, 422], `round ${round}`);
      const first = saved.findIndex(({ status }) => status === 303);
      assert.equal((await form()).SITE_FOOTER, texts[first]);
    }
    assert.equal((await save({ SITE_FOOTER: '' })).status, 303);
  });

  it('What gives stored texts and days their meaning says what a change would do once there are events', async () => {
    assert.doesNotMatch((await desk.open('/settings/')).text, /Nothing would be translated/);
    const call = caller(children[0]!.base);
    const as = store.accounts.editor;
    assert.equal((await call('POST /events', { as, json: eventOf('Fair', { all_day: true }) })).status, 201);
    assert.match((await desk.open('/settings/')).text, /texts of 1 events that name no language/);
  });

  it('A picture that is uploaded is the logo in all processes, and what is no picture for the header is refused', async () => {
    const parts = async (bytes: Uint8Array, name: string) => {
      const body = new FormData();
      for (const [key, value] of Object.entries(await form()))
        if (key !== 'LANGUAGES[]') body.set(key, value);
      body.set('file', new Blob([bytes as never]), name);
      return desk.send('/settings/', body);
    };
    assert.match((await parts(Buffer.from('no picture'), 'a.png')).text, /Logo: /);
    assert.equal((await parts(await picture(2000, 500), 'Logo Vic.png')).status, 303);
    const [one, other] = await homes();
    const [, address] = /<img class="site-logo" src="([^"]+)" width="224" height="56"/.exec(one!) ?? [];
    assert.match(address!, /^\/site\/images\/[a-f\d]{24}\/logo-vic-1024x256\.png\?v=/);
    assert.ok(other!.includes(address!));
    for (const { site } of children)
      assert.equal((await fetch(site + address)).headers.get('content-type'), 'image/png');
    // It counts as used, also once another one takes its place: the history brings it back.
    const { id } = await db
      .selectFrom('images')
      .select('id')
      .where('width', '=', 2000)
      .executeTakeFirstOrThrow();
    assert.equal(await removeUnused(db, { DATA_DIR: store.folder }, [id]), 0);
    assert.equal((await save({ remove_logo: '1' })).status, 303);
    assert.doesNotMatch((await homes())[1]!, /site-logo/);
  });

  it('The key of a form is handed on only if this site made it', async () => {
    const keys = [(await form()).keep!, `x${'é'.repeat(5000)}`, '1 settings-site <b>'];
    const addresses = [];
    for (const keep of keys)
      addresses.push((await save({ SITE_NAME: `Name ${addresses.length}`, keep })).to!);
    const kept = addresses.map(to => new URL(to, 'http://localhost').searchParams.get('kept'));
    assert.deepEqual(kept, [keys[0], null, null]);
  });
});

describe('Pages of the operator in the store', () => {
  const legal = { slug: 'avis-legal', title_en: 'Legal & notice', text_en: 'First.\n\nSecond.' };

  it('A page is written in the languages offered, is sanitised, and is in the footer and the sitemap of all processes', async () => {
    await homes();
    const evil = '<p onclick="x()">Sí <script>alert(1)</script><a href="javascript:x">a</a></p>';
    const made = await desk.send('/settings/pages/', { ...legal, title_ca: 'Avís legal', text_ca: evil });
    assert.equal(made.status, 303);
    for (const text of await homes()) assert.match(text, /<a href="\/avis-legal\/">Legal &amp; notice<\/a>/);
    for (const text of await homes('/avis-legal/'))
      assert.match(text, /<h1>Legal &amp; notice<\/h1>\s*<p>First\.<\/p>\s*<p>Second\.<\/p>/);
    for (const text of await homes('/ca/avis-legal/')) {
      assert.match(text, /<h1>Avís legal<\/h1>\s*<p>Sí <a>a<\/a><\/p>/);
      assert.doesNotMatch(text, /onclick|alert\(1\)/);
    }
    for (const text of await homes('/sitemap.xml?part=about-1'))
      assert.match(text, /<loc>[^<]*\/ca\/avis-legal\/<\/loc>/);
    // Files of the machine are shown as such, beside it.
    const { text } = await desk.open('/settings/');
    assert.match(text, /Terms<\/span> <span class="value">\/terms\/ <small>Files on the machine/);
    assert.match(text, /href="\/admin\/settings\/pages\/avis-legal\/"/);
  });

  it('An address that leads elsewhere, and a text without a title, are refused with all that was typed', async () => {
    for (const [name, taken] of [
      ['EVENTS_SLUG', 'avis-legal'],
      ['ALIASES', '/x/v1, /avis-legal/v1'],
    ] as const)
      assert.match((await save({ [name]: taken })).text, /\/avis-legal\/ leads to something else already/);
    const nested = await desk.send('/settings/pages/', { ...legal, slug: 'avis/legal' });
    assert.match(nested.text, /Only small letters/);
    for (const slug of ['events', 'terms', 'avis-legal', 'ca', 'wp-json', 'admin']) {
      const { status, text } = await desk.send('/settings/pages/', { ...legal, slug });
      assert.equal(status, 422, slug);
      assert.match(text, /leads to something else already/);
      assert.match(text, /value="Legal &amp; notice"/);
    }
    const wrong = await desk.send('/settings/pages/', { slug: 'Not a slug!', title_en: 'A' });
    assert.match(wrong.text, /Only small letters/);
    const untitled = await desk.send('/settings/pages/', { slug: 'about', text_fr: 'Bonjour' });
    assert.match(untitled.text, /href="#title_fr">Title \(French\): Give it a title/);
  });

  it('A page is changed and removed, and one click undoes both; a form that is sent as it is shown changes nothing', async () => {
    const shown = fieldsOf(await desk.open('/settings/pages/avis-legal/'));
    const { length } = await listSettingChanges(db);
    assert.equal((await desk.send('/settings/pages/avis-legal/', shown)).status, 303);
    assert.equal((await listSettingChanges(db)).length, length);
    await desk.send('/settings/pages/avis-legal/', { ...shown, text_en: 'Other' });
    for (const text of await homes('/avis-legal/')) assert.match(text, /<p>Other<\/p>/);
    // Somebody who opened it before is told.
    const late = await desk.send('/settings/pages/avis-legal/', { ...shown, text_en: 'Late' });
    assert.equal(late.status, 422);
    assert.match(late.text, /changed it meanwhile/);
    const removed = await desk.send('/settings/pages/avis-legal/', { do: 'remove' });
    for (const { site } of children) assert.equal((await fetch(`${site}/avis-legal/`)).status, 404);
    assert.match((await desk.send('/undo/', undo(removed))).to!, /done=undone/);
    for (const text of await homes('/avis-legal/')) assert.match(text, /<p>Other<\/p>/);
    assert.match((await desk.open('/settings/history/')).text, /<dt>\/avis-legal\/ \(en\)<\/dt>/);
  });
});
