import assert from 'node:assert/strict';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { savePendingEdit } from '../src/events/pending-edits.ts';
import { noteBackup } from '../src/site/upkeep.ts';
import { version } from '../src/version.ts';
import { type Desk, signedIn } from './admin.ts';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

// What keepers open every week: the overview, and the agenda that they print and send.

const service = await startService({ LANGUAGES: 'en,ca' });
after(() => service[Symbol.asyncDispose]());
const { accounts, db } = service;
const call = caller(service.base);
const [administrator, editor, author, contributor] = [
  await signedIn(service, 'administrator'),
  await signedIn(service, 'editor'),
  await signedIn(service, 'author'),
  await signedIn(service, 'contributor'),
];

const post = async (title: string, fields: object = {}, as = accounts.editor): Promise<number> => {
  const { status, body } = await call('POST /events', { as, json: { ...eventOf(title), ...fields } });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
};

describe('The overview of the administration', () => {
  before(async () => {
    const soon = { start_date: 'tomorrow 10:00', end_date: 'tomorrow 12:00' };
    await post('Bare', soon);
    await post('Of the author', { ...soon, translations: { ca: { title: 'De l’autor' } } }, accounts.author);
    await post('Hidden draft', { ...soon, status: 'draft' });
    await post('Draft of the author', { status: 'draft' }, accounts.author);
    await post('Much later');
    await post('Proposed', { status: 'pending' }, accounts.contributor);
    await post('Daily', { ...soon, recurrence: ['RRULE:FREQ=DAILY;COUNT=30'] }, accounts.administrator);
  });

  /** The numbers of the rows by their texts, each as its list has it, too. */
  async function numbersOf(desk: Desk): Promise<Record<string, number>> {
    const { text } = await desk.open('/');
    const rows = text.matchAll(
      /<li><span class="what"><a href="\/admin([^"]*)">([^<]*)<\/a><\/span> <strong>(\d+)/g,
    );
    const numbers: Record<string, number> = {};
    for (const [, path = '', what = '', number] of rows) {
      numbers[what] = Number(number);
      const list = (await desk.open(path.replaceAll('&amp;', '&'))).text;
      const listed = path.includes('proposals') ? /<nav class="queue"[\s\S]*?<\/nav>/.exec(list)![0] : list;
      const shown = [...listed.matchAll(/<th class="name"|<li><a href="[^"]*open=/g)].length;
      assert.equal(shown, Number(number), `${what}: ${path}`);
    }
    return numbers;
  }

  it('What waits and what is missing is counted as the lists behind it have it, for each role', async () => {
    assert.deepEqual(await numbersOf(editor), {
      ...{ 'Proposals to decide on': 1, 'Your drafts': 1 },
      ...{ 'Events without a picture': 3, 'Events not translated: Catalan': 2 },
    });
    assert.deepEqual(await numbersOf(author), { 'Your drafts': 1, 'Events without a picture': 1 });
    assert.deepEqual(await numbersOf(contributor), { 'Your new events that wait for an editor': 1 });
  });

  it('Each of the coming days leads to its list, with each date of a series', async () => {
    const { text } = await editor.open('/');
    const days = [
      ...text.matchAll(
        /<li><a href="\/admin([^"]*)"><span>\w+<\/span> <b>\d+<\/b><span class="hidden">: (\d+) event/g,
      ),
    ];
    assert.deepEqual(
      days.map(([, , number]) => Number(number)),
      [0, 4, 1, 1, 1, 1, 1],
    );
    const list = await editor.open(days[1]![1]!.replaceAll('&amp;', '&'));
    assert.equal([...list.text.matchAll(/<th class="name"/g)].length, 4);
  });

  it('It tells last changes to those who may edit what was changed, and each series once', async () => {
    const lately = async (desk: Desk) =>
      [...(await desk.open('/')).text.matchAll(/history\/">([^<]*)<\/a> <small>(\w+) · (\w+)/g)].map(found =>
        found.slice(1).join(' '),
      );
    const { body } = await call('GET /events?search=Bare&when=all', { as: accounts.editor });
    const { id } = body.events[0]!;
    await call(`PATCH /events/${id}`, { as: accounts.administrator, json: { title: 'Less bare' } });
    const told = await lately(editor);
    // What an account makes within a second counts as made at once.
    for (const one of [
      'Less bare Changed administrator',
      'Less bare Added editor',
      'Proposed Added contributor',
    ])
      assert.ok(told.includes(one), `${one}: ${told}`);
    assert.deepEqual(
      told.filter(one => one.startsWith('Daily')),
      ['Daily Added administrator'],
    );
    const own = await lately(author);
    assert.ok(own.includes('Of the author Added author'), String(own));
    assert.ok(
      own.every(one => one.endsWith('Added author')),
      String(own),
    );
    await call(`DELETE /events/${id}`, { as: accounts.editor });
    const { text } = await editor.open('/');
    assert.match(text, /href="\/admin\/trash\/">Less bare<\/a> <small>Moved to the trash · editor/);
  });

  it('Changes of the viewer that nobody sees yet are named, of nobody else', async () => {
    const { body } = await call('GET /events?search=Much&when=all', { as: accounts.editor });
    const edit = { event_id: body.events[0]!.id, user_id: accounts.editor.id, base: { title: 'Much later' } };
    const change = { ...edit, members: { title: 'Soon' }, saved_at: 1_900_000_000, submitted_at: null };
    await savePendingEdit(db, change, undefined);
    assert.match((await editor.open('/')).text, /Much later<\/a> <small>Your changes of [^<]*2030/);
    assert.doesNotMatch((await author.open('/')).text, /Much later/);
  });

  it('Whoever is no editor finds the own events in the list by a filter that can be taken away', async () => {
    const { text } = await author.open(`/events/?when=all_times&author=${accounts.author.id}`);
    assert.match(text, /class="pill" href="\/admin\/events\/\?when=all_times">Author: author/);
  });
});

describe('The installation on the overview', () => {
  const file = (name: string) => join(service.config.DATA_DIR, name);
  const shown = async (desk = administrator) =>
    /<section aria-labelledby="upkeep">[\s\S]*?<\/section>/.exec((await desk.open('/')).text)?.[0] ?? '';

  it('Administrators read that a backup is missing or old, and the command that makes one', async () => {
    assert.match(
      await shown(),
      /No backup is known\. On the machine: <code>almanac backup <span class="whole">--keep 14<\/span>/,
    );
    assert.equal(await shown(editor), '');
    await noteBackup(service.config);
    assert.equal(await shown(), '');
    await utimes(file('last-backup'), new Date('2026-01-05T10:00:00Z'), new Date('2026-01-05T10:00:00Z'));
    assert.match(await shown(), /The last backup is of Monday 5 January 2026/);
    await noteBackup(service.config);
  });

  it('A version is told if the file of the operator names a later one, and everything else is not', async () => {
    for (const text of [
      '',
      '0.0.9',
      version(),
      '<b>9.9.9</b>',
      '9.9',
      '9.9.9'.padEnd(99, '9'),
      '9.9.9-rc.1',
    ]) {
      await writeFile(file('newest-version'), text);
      assert.equal(await shown(), '', text);
    }
    await writeFile(file('newest-version'), 'v0.10.0\n');
    assert.match(await shown(), /Version v0\.10\.0 is out\. This is \d/);
    await rm(file('newest-version'));
    await mkdir(file('newest-version'));
    assert.equal(await shown(), '');
  });
});

describe('The weekly agenda', () => {
  before(async () => {
    const week = (day: number, from: string, to: string) => ({
      start_date: `2031-06-0${day} ${from}`,
      end_date: `2031-06-0${day} ${to}`,
    });
    const { body } = await call('POST /categories', { as: accounts.editor, json: { name: 'Music & noise' } });
    const loud = { categories: [body.id], venue: { venue: 'Sala & Co', city: 'Vic' }, cost: '5' };
    await post('Concert', {
      ...week(3, '19:30', '21:00'),
      ...loud,
      translations: { ca: { title: 'Un concert' } },
    });
    await post('Talk', { ...week(4, '10:00', '11:00'), event_status: 'canceled' });
    await post('Draft', { ...week(4, '10:00', '11:00'), status: 'draft' });
    await post('Private', { ...week(4, '10:00', '11:00'), status: 'private' });
    await post('Unlisted', { ...week(4, '10:00', '11:00'), hide_from_listings: true });
    await post('Secret', { ...week(5, '10:00', '11:00'), password: 'sesame', venue: { venue: 'Cellar' } });
    await post('Yoga', { ...week(2, '08:00', '09:00'), recurrence: ['RRULE:FREQ=DAILY;INTERVAL=2;COUNT=9'] });
    await post('Exhibition', { start_date: '2031-05-20 10:00', end_date: '2031-06-20 20:00' });
    await post('Night before', { start_date: '2031-06-01 22:00', end_date: '2031-06-02 02:00' });
  });

  const partOf = (text: string) => /<article[\s\S]*<\/article>/.exec(text)![0];

  it('It shows what the public sees, by day, each date of a series, and strikes out what is cancelled', async () => {
    const { text } = await contributor.open('/agenda/?day=2031-06-05');
    const agenda = partOf(text);
    const told = [...agenda.matchAll(/<h[23][^>]*>([^<]*)|<a href="[^"]*"[^>]*>([^<]*)/g)].map(
      found => found[1] ?? found[2],
    );
    assert.deepEqual(told, [
      ...['Week 23: 2–8 June 2031', 'Already under way', 'Exhibition', 'Monday 2 June', 'Yoga'],
      ...['Tuesday 3 June', 'Concert', 'Wednesday 4 June', 'Yoga', 'Talk', 'Thursday 5 June', 'Secret'],
      ...['Friday 6 June', 'Yoga', 'Sunday 8 June', 'Yoga'],
    ]);
    assert.match(agenda, /<b>Cancelled:<\/b> <b><s>[\s\S]*?<\/s><\/b> <s><a [^>]*>Talk<\/a><\/s>/);
    assert.match(
      agenda,
      /7\.30–9\spm[\s\S]*?Concert<\/a><br>\n<span class="agenda-where">Sala &amp; Co, Vic · \$5/,
    );
    assert.doesNotMatch(agenda, /Cellar|style=/);
    assert.match(agenda, new RegExp(`href="${service.site}/event/concert/"`));
  });

  it('Its HTML for a newsletter is the same with styles in it, also as a document, in each language', async () => {
    const asked = '/agenda/?day=2031-06-02&by=category&language=ca';
    const { text, headers } = await editor.open(asked);
    assert.match(headers.get('content-security-policy')!, /style-src 'self'/);
    assert.match(partOf(text), /<article [^>]*lang="ca"/);
    const pasted = /<textarea[^>]*>\n([\s\S]*?)<\/textarea>/.exec(text)![1]!;
    assert.doesNotMatch(pasted, /[<>]/);
    const document = await editor.open(`${asked}&as=file`);
    assert.equal(
      document.headers.get('content-disposition'),
      'attachment; filename="agenda-2031-06-02-ca.html"',
    );
    const html = pasted
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    assert.ok(document.text.includes(html));
    assert.doesNotMatch(html, /<script|<time| class=|<b><\/b>/);
    const groups = [...html.matchAll(/<h3 style="[^"]*">([^<]*)/g)].map(([, name]) => name);
    assert.deepEqual(groups, ['Music &amp; noise', 'Altres']);
    assert.match(html, new RegExp(`<a href="${service.site}/ca/event/concert/">Un concert`));
    assert.match(html, /Sala &amp; Co/);
  });

  it('What lasts all day for several days has no empty time in a newsletter', async () => {
    const days = { all_day: true, start_date: '2031-07-08', end_date: '2031-07-10' };
    await post('Fair', days);
    const { text } = await editor.open('/agenda/?day=2031-07-07&as=file');
    assert.match(text, /<p style="[^"]*"><b>until 10 July<\/b> <a [^>]*>Fair</);
  });

  it('Without a week it shows the next one that begins, and what an address says wrongly has no effect', async () => {
    const shown = async (query: string) =>
      /rel="prev" href="[^"]*day=([^&]*)/.exec((await editor.open(`/agenda/${query}`)).text)![1]!;
    const coming = await shown('');
    const today = Temporal.Now.plainDateISO('Europe/Madrid');
    const days = today.until(coming).days + 7;
    assert.ok(days >= 0 && days < 7 && Temporal.PlainDate.from(coming).dayOfWeek === 1, coming);
    for (const query of ['?day=2031-02-31x', '?day=2031-13-01', '?day=0000-00-00', '?by=x&language=fr&as=x'])
      assert.equal(await shown(query), coming, query);
  });
});
