import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { newStamp, stampIn } from '../src/admin/propose/propose.ts';
import { addProposal, pruneProposals } from '../src/events/public-proposals.ts';
import { sendDue } from '../src/jobs/send-mails.ts';
import { tidy } from '../src/jobs/tidy.ts';
import { removeUnused } from '../src/trash/unused-images.ts';
import { fieldsOf, type Page, signedIn } from './admin.ts';
import { caller, sendPlainly } from './client.ts';
import { picture } from './pictures.ts';
import { type Service, startService } from './service.ts';

const service = await startService({ PROPOSALS: 'on', LANGUAGES: 'en,ca', LANGUAGE: 'en' });
after(() => service[Symbol.asyncDispose]());
const { db, base, site } = service;
const editor = await signedIn(service, 'editor');
const FORM = '/events/propose/';

const open = async (path: string, at = site): Promise<Page> => {
  const { status, headers, text } = await sendPlainly(at + path, {});
  return { status, headers, text, to: headers.get('location') ?? undefined };
};
async function send(
  path: string,
  values: Record<string, string>,
  from: object = {},
  at = site,
): Promise<Page> {
  const { status, headers, text } = await sendPlainly(at + path, {
    ...{ method: 'POST', body: String(new URLSearchParams(values)) },
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: at, ...from },
  });
  return { status, headers, text, to: headers.get('location') ?? undefined };
}

/** The same with a picture. */
async function sendFile(
  path: string,
  values: Record<string, string>,
  bytes: Buffer,
  { at = site, origin = site }: { at?: string; origin?: string } = {},
): Promise<Page> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), 'poster.png');
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  const sent = { method: 'POST', body, redirect: 'manual', headers: { origin } } as const;
  const answer = await fetch(at + path, sent);
  const { status, headers } = answer;
  return { status, headers, text: await answer.text(), to: headers.get('location') ?? undefined };
}

interface Shown {
  readonly start_date: string;
  readonly cost: string;
  readonly website: string;
  readonly url: string;
  readonly description: string;
  readonly venue: { readonly venue: string; readonly address: string };
}

/** The first form of a page for everybody. */
const formIn = (page: Page) => fieldsOf({ text: page.text.replaceAll('<form class="sheet"', '<form') });
/** The form as if it had been shown some seconds ago. */
async function opened(
  { db, site }: Pick<Service, 'db' | 'site'> = service,
  ago = 60,
): Promise<Record<string, string>> {
  const now = Math.floor(Date.now() / 1000) - ago;
  const stamp = await newStamp({ db, now } as never);
  return { ...formIn(await open(FORM, site)), stamp: stamp.text };
}
const TALK = {
  ...{ title: 'Talk about <b>herbs</b>', when: '3 December 2031 18:30', venue: 'Casino of the town' },
  ...{ venue_address: 'Main Street 5', text: 'Which <i>plants</i> heal.', cost: '5 €' },
  ...{ website: 'www.example.org', name: 'Anna Puig', email: 'anna@example.org' },
};
const proposed = async (more: Record<string, string> = {}) => {
  const sent = await send(FORM, { ...(await opened()), ...TALK, ...more });
  assert.equal(sent.status, 303, sent.text);
  return sent.to!;
};
const rows = () => db.selectFrom('public_proposals').selectAll().orderBy('id', 'desc').execute();
const forget = () => db.deleteFrom('public_proposals').execute();
/** What anybody can read of the calendar. */
const publicly = async () =>
  (
    await Promise.all(
      [
        ...[
          '/cal/events/v1/events?when=all',
          '/cal/events/v1/venues',
          '/events.rss',
          '/events.ics',
          '/events.csv',
        ],
        ...['/events/?search=heal', '/venues/', '/sitemap.xml', '/cal/history/v1/events', '/'],
      ].map(async path => (await open(path)).text),
    )
  ).join('\n');
const publish = async (key: string) => {
  const page = await editor.open(`/proposals/?open=${key}`);
  const target = /<form method="post" action="\/admin(\/events\/[^"]+)"/.exec(page.text)![1]!;
  return editor.send(target, { do: 'publish', ...fieldsOf(page) });
};

describe('A proposal of the public', () => {
  it('It waits for an editor, nobody else reads it, and becomes an event with its venue', async () => {
    const link = await proposed({ name: '\u202eAnna\u2066 Puig' });
    const [row] = await rows();
    const mine = await open(link);
    const [cache, ...headers] = ['cache-control', 'referrer-policy', 'x-robots-tag', 'set-cookie'].map(name =>
      mine.headers.get(name),
    );
    assert.match(cache!, /no-store/);
    assert.deepEqual(headers, ['same-origin', 'noindex', null]);
    assert.match(mine.text, /It waits for an editor/);
    assert.doesNotMatch(await publicly(), /herbs|Casino|Anna|plants/i);
    const queue = await editor.open(`/proposals/?open=public-${row!.id}`);
    assert.match(queue.text, /Anna Puig/);
    assert.match(queue.text, /mailto:anna@example\.org/);
    assert.match(queue.text, /Talk about &lt;b&gt;herbs/);
    assert.equal((await publish(`public-${row!.id}`)).status, 303);
    const { event_id } = (await rows())[0]!;
    const event = (await (await fetch(`${base}/events/${event_id}`)).json()) as Shown;
    assert.deepEqual(
      [event.start_date, event.venue.venue, event.venue.address, event.cost, event.website],
      ['2031-12-03 18:30:00', 'Casino of the town', 'Main Street 5', '5€', 'https://www.example.org'],
    );
    assert.match(event.description, /Which &lt;i&gt;plants/);
    assert.match((await open(link)).text, new RegExp(`It is published:\\s*<a href="${event.url}"`));
    assert.doesNotMatch(await publicly(), /anna@|Anna Puig/i);
    // What is seen twice is published once.
    const again = await editor.open(`/proposals/?open=public-${row!.id}`);
    assert.match(again.to!, /proposal_changed/);
  });

  it('A change of the published event waits, an editor accepts it, and the event keeps what editors made of it', async () => {
    await forget();
    const link = await proposed({ title: 'Walk', email: 'change@example.org' });
    const [{ id } = { id: 0 }] = await rows();
    await publish(`public-${id}`);
    const { event_id } = (await rows())[0]!;
    const path = `/events/${event_id}/`;
    await editor.send(path, { ...fieldsOf(await editor.open(path)), cost: '9 €', do: 'update' });
    const two = { ...fieldsOf(await editor.open(path)), venue: `${TALK.venue}\nSquare`, do: 'update' };
    await editor.send(path, two);
    // In Catalan they have another order, and no proposal is as long.
    const [as, call] = [service.accounts.editor, caller(base)];
    const named = [['Ants', 'Zeta'] as const, ['Bees', 'Abelles'] as const];
    const translated = named.map(([name, ca]) => ({
      name,
      language: 'en',
      translations: { ca: { name: ca } },
    }));
    const made = translated.map(json => call('POST /categories', { as, json }));
    const categories = (await Promise.all(made)).map(({ body }) => body.id);
    await call(`PATCH ${path.slice(0, -1)}`, { as, json: { categories, description: 'Long. '.repeat(999) } });
    const form = formIn(await open(`/ca${link}`));
    assert.deepEqual([form.cost, form.when, form.venue], ['9€', '', `${TALK.venue}, Square`]);
    const longer = new URLSearchParams({ ...form, title: 'A longer walk' });
    longer.delete('categories[]');
    for (const id of categories.toReversed()) longer.append('categories[]', String(id));
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: site };
    const answer = await sendPlainly(`${site}/ca${link}`, { method: 'POST', headers, body: String(longer) });
    assert.equal(answer.status, 303, answer.text);
    const waiting = JSON.parse((await rows())[0]!.typed);
    assert.deepEqual(
      [waiting.venue, waiting.categories, waiting.description],
      [undefined, undefined, undefined],
    );
    const titles = async () =>
      ((await (await fetch(`${base}/events/${event_id}`)).json()) as { title: string }).title;
    assert.equal(await titles(), 'Walk');
    assert.match((await publish(`public-${id}`)).to!, /proposal_accepted/);
    assert.equal(await titles(), 'A longer walk');
    await send(link, { do: 'withdraw' });
    assert.match((await editor.open(`/proposals/?open=public-${id}`)).text, /Cancelled/);
  });

  it('Once the publication is undone it waits again with all that was typed, and is published again', async () => {
    await forget();
    const link = await proposed({ title: 'Undone', email: 'undone@example.org' });
    const [{ id } = { id: 0 }] = await rows();
    const { to } = await publish(`public-${id}`);
    const { event_id } = (await rows())[0]!;
    assert.match((await open(link)).text, /It is published:/);
    const batch = new URL(to!, site).searchParams.get('undo')!;
    assert.match((await editor.send('/undo/', { batch })).to!, /done=undone/);
    assert.equal((await fetch(`${base}/events/${event_id}`)).status, 403);
    const shown = await open(link);
    assert.match(shown.text, /It waits for an editor/);
    assert.deepEqual([formIn(shown).text, formIn(shown).when], [TALK.text, TALK.when]);
    await publish(`public-${id}`);
    const event = (await rows())[0]!.event_id;
    assert.notEqual(event, event_id);
    assert.match((await open(link)).text, /It is published:/);
    // What is put into the trash later is no undoing.
    await editor.send(`/events/${event}/`, { do: 'trash' });
    assert.equal((await rows())[0]!.state, 'published');
  });

  it('Only editors see and decide it, whatever form names it', async () => {
    await forget();
    await proposed({ title: 'Secret', email: 'rights@example.org' });
    const [{ id, revision } = { id: 0, revision: 0 }] = await rows();
    const proposal = `public-${id}-${revision}`;
    for (const role of ['author', 'contributor', 'subscriber'] as const) {
      const desk = await signedIn(service, role);
      const answers = [
        await desk.open(`/proposals/?open=public-${id}`),
        await desk.send('/proposals/', { proposal, do: 'refuse' }),
        await desk.send('/events/new/', { proposal, do: 'publish', title: 'Mine', start_day: '2031-05-06' }),
        await desk.open('/events/'),
      ];
      for (const { text } of answers) assert.doesNotMatch(text, /Secret|rights@/, role);
    }
    assert.deepEqual([(await rows())[0]!.state, /Mine/.test(await publicly())], ['waits', false]);
  });

  it('Its picture is stored once it has arrived, is for editors alone, and goes with it', async () => {
    await forget();
    const images = () => db.selectFrom('images').select(['id', 'file']).orderBy('id', 'desc').execute();
    const before = (await images()).length;
    const file = await picture(60, 40);
    const robot = await sendFile(FORM, { ...(await opened()), ...TALK, stamp: '' }, file);
    assert.equal(robot.status, 422);
    assert.match(robot.text, /id="file-error">Please choose the picture again/);
    const wrong = await sendFile(FORM, { ...(await opened()), ...TALK, email: 'none' }, file);
    assert.match(wrong.text, /href="#file">[\s\S]*id="file-error">Please choose/);
    assert.equal((await images()).length, before, 'nothing is stored of what did not arrive');
    const sent = await sendFile(FORM, { ...(await opened()), ...TALK, alt_text: 'Herbs' }, file);
    assert.equal(sent.status, 303, sent.text);
    const [stored] = await images();
    assert.equal((await images()).length, before + 1);
    const mine = await open(sent.to!);
    assert.match(mine.text, /There is one already/);
    for (const text of [mine.text, await publicly()]) assert.ok(!text.includes(stored!.file.slice(0, 24)));
    await tidy(db, service.config, Math.floor(Date.now() / 1000) + 3 * 86_400);
    // A second one takes its place, and the first one goes.
    const form = formIn(await open(sent.to!));
    assert.equal((await sendFile(sent.to!, form, await picture(40, 60))).status, 303);
    const [second] = await images();
    assert.deepEqual([(await images()).length, second!.id !== stored!.id], [before + 1, true]);
    const [{ id } = { id: 0 }] = await rows();
    const pane = (await editor.open(`/proposals/?open=public-${id}`)).text;
    assert.ok(pane.includes(second!.file.slice(0, 24)), 'the editor sees it');
    await publish(`public-${id}`);
    const { event_id } = (await rows())[0]!;
    const event = (await (await fetch(`${base}/events/${event_id}`)).json()) as { image: object };
    assert.deepEqual({ ...event.image, alt_text: 'Herbs', id: second!.id }, event.image);
  });

  it('Its sender takes the picture away, and a new one that is sent as well takes its place', async () => {
    await forget();
    const images = async () => (await db.selectFrom('images').select('id').execute()).length;
    const before = await images();
    const link = (
      await sendFile(FORM, { ...(await opened()), ...TALK, alt_text: 'Herbs' }, await picture(20, 20))
    ).to!;
    const away = async () => ({ ...formIn(await open(link)), remove_image: '1' });
    assert.equal((await sendFile(link, await away(), await picture(20, 30))).status, 303);
    assert.equal(await images(), before + 1);
    // What is wrong beside it keeps the tick.
    const wrong = await send(link, { ...(await away()), title: '' });
    assert.match(wrong.text, /name="remove_image" value="1" checked/);
    assert.equal(await images(), before + 1);
    assert.equal((await send(link, await away())).status, 303);
    assert.equal(await images(), before);
    const { text } = await open(link);
    assert.doesNotMatch(text, /remove_image|Herbs"/);
    const [{ id } = { id: 0 }] = await rows();
    assert.doesNotMatch((await editor.open(`/proposals/?open=public-${id}`)).text, /<dt>Picture/);
  });

  it('A decided one takes no picture, and one that is published without its picture keeps it to be undone', async () => {
    await forget();
    const images = async () => (await db.selectFrom('images').select('id').execute()).length;
    const before = await images();
    const form = { ...(await opened()), ...TALK };
    await sendFile(FORM, form, await picture(20, 20));
    const [{ id } = { id: 0 }] = await rows();
    const page = await editor.open(`/proposals/?open=public-${id}`);
    const fields = fieldsOf(page);
    await editor.send('/events/new/', { do: 'publish', ...fields, image: '' });
    assert.equal((await rows())[0]!.state, 'published');
    assert.equal(await removeUnused(db, service.config, [Number(fields.image)]), 0);
    assert.equal((await sendFile(FORM, form, await picture(20, 21))).status, 303);
    assert.equal(await images(), before + 1);
    await removeUnused(db, service.config, await pruneProposals(db, 2 ** 32));
    assert.equal(await images(), before);
  });

  it('A picture that cannot be read leaves the text, and one of a refused or withdrawn proposal is removed', async () => {
    await forget();
    const images = async () => (await db.selectFrom('images').select('id').execute()).length;
    const before = await images();
    const gif = Buffer.from('GIF89a');
    for (const [email, bytes] of [
      ['a@example.org', Buffer.from('no picture')],
      ['b@example.org', gif],
      ['c@example.org', Buffer.alloc(10_000_001)],
    ] as const) {
      const told = await sendFile(FORM, { ...(await opened()), ...TALK, email }, bytes);
      assert.equal(told.status, 422, email);
      assert.match(told.text, /It waits for an editor[\s\S]*id="file-error">This is no JPEG/);
    }
    assert.equal((await rows()).length, 3);
    const long = { ...(await opened()), ...TALK, text: 'x'.repeat(70_000) };
    assert.equal((await sendFile(FORM, long, gif)).status, 413);
    const links: string[] = [];
    for (const email of ['d@example.org', 'e@example.org', 'f@example.org'])
      links.push((await sendFile(FORM, { ...(await opened()), ...TALK, email }, await picture(20, 20))).to!);
    assert.equal(await images(), before + 3);
    await send(links[0]!, { do: 'withdraw' });
    assert.equal(await images(), before + 2);
    const [{ id } = { id: 0 }] = await rows();
    const { text } = await editor.open(`/proposals/?open=public-${id}`);
    const [, proposal = ''] = /name="proposal" value="(public-[^"]+)"/.exec(text)!;
    await editor.send('/proposals/', { proposal, do: 'refuse' });
    assert.equal(await images(), before + 1);
    const { id: last } = (await rows()).find(({ email }) => email === 'e@example.org')!;
    await db.updateTable('public_proposals').set({ attempts: 10 }).where('id', '=', last).execute();
    const form = formIn(await open(links[1]!));
    assert.match((await sendFile(links[1]!, form, await picture(20, 30))).text, /too many proposals/);
    assert.equal(await images(), before + 1);
    await removeUnused(db, service.config, await pruneProposals(db, 2 ** 32));
    assert.equal(await images(), before);
  });

  it('A file that is far too large takes nothing of what was typed beside it', async () => {
    for (const [megabytes, isShown] of [
      [21, true],
      [60, true],
      [110, false],
    ] as const) {
      await forget();
      const file = Buffer.alloc(megabytes * 1_000_000);
      const values = { ...(await opened()), ...TALK };
      const wrong = await sendFile(FORM, { ...values, email: 'none' }, file);
      assert.equal(wrong.status, isShown ? 422 : 413);
      if (!isShown) continue;
      const { title, text, name } = formIn(wrong);
      assert.deepEqual([title, text, name], [TALK.title, TALK.text, TALK.name]);
      assert.match(wrong.text, /not an e-mail address/);
      const sent = await sendFile(FORM, values, file);
      assert.match(sent.text, /It waits for an editor[\s\S]*id="file-error">This is no JPEG/);
      assert.equal((await rows()).length, 1);
    }
    await forget();
    const long = { ...(await opened()), ...TALK, text: 'x'.repeat(22_000_000) };
    assert.equal((await sendFile(FORM, long, Buffer.from('GIF89a'))).status, 413);
  });

  it('It is sent back with a word, changed, refused, and withdrawn without a trace', async () => {
    await forget();
    const link = await proposed({ title: 'Bingo' });
    const decide = async (what: string) => {
      const [{ id, revision } = { id: 0, revision: 0 }] = await rows();
      return editor.send('/proposals/', {
        proposal: `public-${id}-${revision}`,
        do: what,
        note: 'Say <where>.',
      });
    };
    assert.match((await decide('return')).to!, /proposal_returned/);
    const back = await open(link);
    assert.match(back.text, /We send it back[\s\S]*Say &lt;where&gt;\./);
    assert.equal(formIn(back).when, TALK.when);
    await send(link, { ...formIn(back), venue: 'Hall' });
    assert.equal(JSON.parse((await rows())[0]!.typed).start_day, '2031-12-03');
    await decide('refuse');
    const refused = await open(link);
    assert.match(refused.text, /was not published/);
    assert.doesNotMatch(refused.text, /<form/);
    const other = await proposed({ title: 'Another', email: 'other@example.org' });
    assert.match((await send(other, { do: 'withdraw' })).text, /Withdrawn/);
    assert.deepEqual([(await open(other)).status, (await rows()).length], [404, 1]);
  });

  it('What is wrong or unclear is asked with all that was typed, in the language of the address', async () => {
    await forget();
    const form = await opened();
    const wrong = await send(FORM, { ...form, ...TALK, when: 'some day', email: 'none', website: 'x y' });
    assert.equal(wrong.status, 422);
    assert.match(
      wrong.text,
      /not an e-mail address[\s\S]*not a web address|not a web address[\s\S]*not an e-mail address/,
    );
    assert.deepEqual(
      [formIn(wrong).title, formIn(wrong).text, formIn(wrong).stamp],
      [TALK.title, TALK.text, form.stamp],
    );
    assert.match((await send(FORM, { ...form, ...TALK, when: '3 May 2020' })).text, /over already/);
    assert.match(
      (await send(FORM, { ...form, ...TALK, email: '' })).text,
      /Your e-mail address: We need this/,
    );
    assert.match((await open('/ca/events/propose/')).text, /<html lang="ca">[\s\S]*Proposa una activitat/);
    for (const values of [{}, { stamp: 'x' }, { ...form, ...TALK, title: 'x'.repeat(5000) }])
      assert.equal((await send(FORM, values as Record<string, string>)).status, 422);
    const long = await send(FORM, { ...form, ...TALK, text: 'x'.repeat(50_000) });
    assert.deepEqual([long.status, formIn(long).text!.length, formIn(long).title], [422, 50_000, TALK.title]);
    assert.match(long.text, /id="text-error">[^<]*at most 4000/);
    const large = await send(FORM, { text: 'x'.repeat(70_000) });
    assert.deepEqual([large.status, /href="\/admin/.test(large.text)], [413, false]);
    assert.equal((await send(FORM, form, { origin: 'https://other.example' })).status, 403);
    const put = await sendPlainly(site + FORM, { method: 'PUT' });
    assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD, POST']);
    for (const path of [
      '/events/propose/%00/',
      '/events/propose/a/b/',
      '/events/propose/..%2f/',
      `${FORM}nothing/`,
    ])
      assert.equal((await open(path)).status, 404, path);
    assert.deepEqual(await rows(), []);
  });

  it('Its categories are in the language of the address', async () => {
    const json = { name: 'Dance', language: 'en', translations: { ca: { name: 'Dansa' } } };
    await caller(base)('POST /categories', { as: service.accounts.administrator, json });
    const named = async (path: string) => (await open(path)).text.match(/Dance|Dansa/g);
    assert.deepEqual([await named(FORM), await named(`/ca${FORM}`)], [['Dance'], ['Dansa']]);
  });

  it('It stands in the frame of the site: its views, and the same page in other languages', async () => {
    for (const path of [FORM, await proposed()]) {
      const { text } = await open(path);
      for (const there of [path.replace('/events/', '/ca/events/'), '/events/month/', '/venues/'])
        assert.match(text, new RegExp(`<a href="[^"]*${there}"`), path);
    }
  });

  it('Its addresses follow the rules of all pages', async () => {
    const own = await proposed();
    for (const [path, to] of [
      [`/fr${FORM}`, FORM],
      [`/fr${own}`, own],
      [`/CA${FORM}?a=x`, `/ca${FORM}?a=x`],
      [FORM.slice(0, -1), FORM],
    ] as const) {
      const { status, to: location } = await open(path);
      assert.deepEqual([status, location], [301, site + to], path);
    }
    const { status, text } = await open(`/en${FORM}`);
    // Without its prefix, the home page would be in the language of the browser.
    const prefixed = [...text.matchAll(/(?:href|action)="([^"]*\/en\/[^"]*)"/g)].map(([, link]) => link);
    assert.deepEqual([status, [...new Set(prefixed)]], [200, ['/en/']]);
    // What was typed is not lost.
    assert.equal((await send(`/fr${FORM}`, {})).status, 422);
  });

  it('Robots leave nothing: without our stamp, at once, too late, or with the field that nobody sees', async () => {
    await forget();
    const form = await opened();
    const robots = [
      { ...form, stamp: '' },
      { ...form, stamp: form.stamp!.replace(/.$/, last => (last === 'A' ? 'B' : 'A')) },
      await opened(service, 0),
      await opened(service, 100_000),
    ];
    const own = (await stampIn({ db, now: 0 } as never, form.stamp!))!.trap;
    robots.push({ ...form, [own]: 'x' });
    for (const robot of robots) await send(FORM, { ...robot, ...TALK });
    assert.deepEqual(await rows(), []);
  });

  it('Sent twice it is stored once, and too many of one network are told so with all that was typed', async () => {
    await forget();
    const form = await opened();
    const [one, other] = await Promise.all([
      send(FORM, { ...form, ...TALK }),
      send(FORM, { ...form, ...TALK }),
    ]);
    assert.deepEqual([one!.to, (await rows()).length], [other!.to, 1]);
    const many = await Promise.all(
      Array.from({ length: 12 }, async (_, at) =>
        send(FORM, { ...(await opened()), ...TALK, email: `a${at}@example.org` }),
      ),
    );
    assert.deepEqual([many.filter(({ status }) => status === 429).length, (await rows()).length], [3, 10]);
    const refused = many.find(({ status }) => status === 429)!;
    assert.match(refused.text, /too many proposals/);
    assert.equal(formIn(refused).title, TALK.title);
  });

  it('A hundred people of a hundred networks all arrive, and a day takes no more than its limit', async () => {
    await forget();
    const now = Math.floor(Date.now() / 1000);
    const add = (at: number) =>
      addProposal(db, {
        ...{
          token: `token ${at}`,
          state: 'waits',
          typed: { called: 'x' },
          name: 'x',
          email: `${at}@example.org`,
        },
        ...{
          language: 'en',
          client: `network ${at}`,
          start_at: now,
          end_at: now,
          now,
          config: service.config,
        },
      });
    const first = await Promise.all(Array.from({ length: 100 }, (_, at) => add(at)));
    assert.ok(first.every(Boolean));
    const rest = await Promise.all(Array.from({ length: 210 }, (_, at) => add(100 + at)));
    assert.equal(rest.filter(Boolean).length, 200);
    assert.equal((await editor.open('/proposals/')).status, 200);
    await pruneProposals(db, now + 29 * 86_400);
    assert.deepEqual([(await rows()).length, (await rows())[0]!.client], [300, '']);
    await pruneProposals(db, now + 30 * 86_400);
    assert.deepEqual(await rows(), []);
  });

  it('Where it is off there is no such page, no link, and no answer to what is sent', async () => {
    await using without = await startService();
    for (const path of [FORM, `${FORM}x/`]) assert.equal((await open(path, without.site)).status, 404);
    assert.equal((await send(FORM, TALK, {}, without.site)).status, 404);
    assert.doesNotMatch((await open('/events/', without.site)).text, /propose/);
    assert.match((await open('/events/')).text, /href="\/events\/propose\/"/);
  });
});

describe('With a mail server', () => {
  it('A proposal reaches the editors once its address is confirmed by the code, and its sender reads what they decide', async () => {
    const mails: string[] = [];
    const server = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
      onData(stream, _, done) {
        let text = '';
        stream.on('data', chunk => {
          text += chunk;
        });
        stream.on('end', () => {
          mails.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
          done();
        });
      },
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    await using mailing = await startService({
      PROPOSALS: 'on',
      SMTP_URL,
      SITE_URL: 'https://agenda.example.org',
    });
    const from = { origin: 'https://agenda.example.org' };
    const post = (path: string, values: Record<string, string>) => send(path, values, from, mailing.site);
    const waiting = async () =>
      (await mailing.db.selectFrom('public_proposals').select('state').execute())[0]?.state;
    const sent = await post(FORM, { ...(await opened(mailing)), ...TALK });
    const link = sent.to!;
    while (mails.length === 0) await new Promise(resolve => setTimeout(resolve, 20));
    const [, code = ''] = /within fifteen minutes: ([A-Z2-9]{6})/.exec(mails[0]!) ?? [];
    assert.ok(mails[0]!.includes(`https://agenda.example.org${link}`));
    assert.match((await open(link, mailing.site)).text, /sent a code to anna@example\.org/);
    const there = { at: mailing.site, ...from };
    const wrong = await sendFile(link, { code: 'AAAAAA' }, await picture(20, 20), there);
    assert.deepEqual([wrong.status, /id="file-error">Please choose/.test(wrong.text)], [422, true]);
    const images = async () => (await mailing.db.selectFrom('images').select('id').execute()).length;
    assert.equal(await images(), 0, 'no picture is stored before the address is confirmed');
    // Neither what it says nor a second mail comes before the address is confirmed.
    await post(link, { ...TALK, title: 'Changed', do: 'change' });
    await post(link, { do: 'resend' });
    assert.deepEqual([await waiting(), mails.length], ['code', 1]);
    const { editor: account } = mailing.accounts;
    const wish = { email: 'editor@example.org', proposal_mail: 'at_once' } as const;
    await mailing.db.updateTable('users').set(wish).where('id', '=', account.id).execute();
    const confirming = { code: code.toLowerCase(), alt_text: 'Herbs' };
    assert.equal((await sendFile(link, confirming, await picture(20, 20), there)).status, 303);
    assert.equal(await images(), 1);
    assert.equal(await waiting(), 'waits');
    while (mails.length === 1) await new Promise(resolve => setTimeout(resolve, 20));
    assert.match(mails[1]!, /has your proposal[\s\S]*We have received/);
    assert.ok(mails[1]!.includes(`https://agenda.example.org${link}`));
    const failed = () => assert.fail();
    const log = { warn: failed, error: failed };
    const told = async () => {
      mails.length = 0;
      await sendDue(mailing.db, mailing.config, log);
      return mails.join('\n');
    };
    assert.match(await told(), /To: .*editor@example\.org[\s\S]*\/admin\/proposals\//);
    const desk = await signedIn(mailing, 'editor');
    const decide = async (decision: string, note: string) => {
      const { text } = await desk.open('/proposals/');
      const [, proposal = ''] = /name="proposal" value="(public-[^"]+)"/.exec(text)!;
      return desk.send('/proposals/', { proposal, do: decision, note });
    };
    await decide('return', 'Where is it?');
    assert.match(
      await told(),
      /To: .*anna@example\.org[\s\S]*sent back[\s\S]*Where is it\?[\s\S]*first mail/,
    );
    await post(link, { ...TALK, title: 'A talk at the hall' });
    assert.match(await told(), /editor@example\.org[\s\S]*A talk at the hall/);
    const page = await desk.open('/proposals/');
    await desk.send('/events/new/', { do: 'publish', ...fieldsOf(page) });
    assert.match(
      await told(),
      /anna@example\.org[\s\S]*is published[\s\S]*example\.org\/event\/a-talk-at-the-hall\//,
    );
    // What is saved as a draft is told once it is published, in whatever way.
    await post(link, { ...TALK, title: 'A talk', do: 'withdraw' });
    const [start_at, now] = [Date.UTC(2032, 1) / 1000, Math.floor(Date.now() / 1000)];
    const typed = { title: 'Later', called: 'Later', start_day: '2032-02-03', start_time: '10:00' };
    await addProposal(mailing.db, {
      ...{ token: 'later', state: 'waits', typed, name: 'Pau', email: 'pau@example.org' },
      ...{ language: 'en', client: 'x', start_at, end_at: start_at, now, config: mailing.config },
    });
    const { id } = await mailing.db
      .selectFrom('public_proposals')
      .select('id')
      .where('name', '=', 'Pau')
      .executeTakeFirstOrThrow();
    const prepared = await desk.send('/events/new/', {
      ...fieldsOf(await desk.open(`/proposals/?open=public-${id}`)),
      do: 'draft',
    });
    assert.match(prepared.to!, /event_saved/);
    assert.doesNotMatch(await told(), /pau@/);
    const { event_id } = await mailing.db
      .selectFrom('public_proposals')
      .select('event_id')
      .where('name', '=', 'Pau')
      .executeTakeFirstOrThrow();
    const publish = { as: mailing.accounts.editor, json: { status: 'publish' } };
    assert.equal((await caller(mailing.base)(`PATCH /events/${event_id}`, publish)).status, 200);
    assert.match(await told(), /To: .*pau@example\.org[\s\S]*is published: Later[\s\S]*first mail/);
    await caller(mailing.base)(`PATCH /events/${event_id}`, { ...publish, json: { cost: '5' } });
    assert.doesNotMatch(await told(), /pau@/);
    await new Promise<void>(resolve => server.close(() => resolve()));
  });
});
