import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fieldsOf, type Page, signedIn } from './admin.ts';
import { caller, eventOf } from './client.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

const service = await startService({ LANGUAGES: 'en,ca' });
after(() => service[Symbol.asyncDispose]());
const { accounts, base, site, db } = service;
const call = caller(base);
const as = accounts.administrator;
const [editor, contributor] = [await signedIn(service, 'editor'), await signedIn(service, 'contributor')];
const pathOf = (id: number) => `/events/${id}/`;
const previewOf = async (id: number, query = '', desk = editor) => desk.open(`${pathOf(id)}preview/${query}`);
const make = async (fields: Record<string, unknown> = {}): Promise<number> =>
  (await call('POST /events', { as, json: eventOf('Concert', fields) })).body.id;
const keep = async (id: number, changes: Record<string, string>, desk = editor) =>
  desk.send(pathOf(id), { ...fieldsOf(await desk.open(pathOf(id))), ...changes, do: 'later' });
/** Sends a picture by itself. */
async function imageOf(desk: typeof editor): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([await picture(900, 600)]), 'others.png');
  const { text } = await desk.send('/pictures/', form, { accept: 'application/json' });
  return /name=\\"image\\" value=\\"(\d+)/.exec(text)![1]!;
}
const mainOf = ({ text }: Pick<Page, 'text'>) =>
  /<main[\s\S]*<\/main>/.exec(text)![0].replaceAll(/href="[^"]*"/g, '');

describe('The preview of an event', () => {
  it('That of a draft is the page as the public gets it once it is published, in each language', async () => {
    const translations = { ca: { title: 'Concert de Nadal', description: 'Tothom canta' } };
    const venue = { venue: 'Hall', city: 'Vic' };
    const fields = { description: 'Sing along', venue, categories: ['Music'], cost: '7', translations };
    const id = await make({ ...fields, status: 'draft' });
    const previews = [await previewOf(id), await previewOf(id, '?lang=ca')];
    assert.equal((await fetch(`${base}/events/${id}`)).status, 403);
    const { body } = await call(`PATCH /events/${id}`, { as, json: { status: 'publish' } });
    const pages = [body.url, body.url.replace(site, `${site}/ca`)];
    for (const [at, preview] of previews.entries()) {
      assert.equal(preview.status, 200);
      const text = await (await fetch(pages[at]!, { headers: { accept: 'text/html' } })).text();
      assert.equal(mainOf(preview), mainOf({ text }));
      assert.match(preview.text, at === 0 ? /Sing along/ : /Tothom canta/);
      assert.match(preview.text, /<meta name="robots" content="noindex/);
      assert.match(preview.headers.get('cache-control')!, /no-store/);
      assert.match(preview.headers.get('content-security-policy')!, /frame-ancestors 'none'/);
      assert.equal(preview.headers.get('x-robots-tag'), 'noindex');
    }
  });

  it('It shows what waits, writes nothing, and its one button makes it public', async () => {
    const id = await make({ password: 'xvkq' });
    const row = async () => JSON.stringify(await db.selectFrom('events').selectAll().execute());
    const before = await row();
    await keep(id, { title: 'Typed', venue: 'A place that is not there', start_day: '2031-05-11' });
    const preview = await previewOf(id);
    for (const shown of ['Typed', 'A place that is not there', '11']) assert.ok(preview.text.includes(shown));
    assert.equal(await row(), before);
    assert.equal((await call('GET /venues?search=not+there', { as })).body.venues?.length ?? 0, 0);
    const bar = /<aside class="preview-bar"[\s\S]*?<\/aside>/.exec(preview.text)![0];
    const sent = await editor.send(pathOf(id), fieldsOf({ text: `<main ${bar}` } as Page));
    assert.match(sent.to!, /event_updated/);
    assert.equal((await call(`GET /events/${id}`, { as })).body.title, 'Typed');
  });

  it('A series, one of its dates, a private event and one of later are shown; what cannot be is told', async () => {
    const series = await make({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'], status: 'draft' });
    const { events } = (await call(`GET /events/${series}/occurrences?status=draft`, { as })).body;
    await keep(await make(), { title: 'Other' });
    const later = await make({ status: 'publish', date: '2031-01-01 10:00:00' });
    for (const id of [series, events[1]!.id, await make({ status: 'private' }), later]) {
      const { status, text } = await previewOf(id);
      assert.deepEqual([status, text.includes('Concert')], [200, true], String(id));
    }
    const wrong = await make();
    await keep(wrong, { website: 'no address' });
    const told = await previewOf(wrong);
    assert.equal(told.status, 422);
    assert.match(told.text, /website/);
  });

  it('A contributor sees the own published event with what waits, and of others nothing', async () => {
    const own = await make({ author: accounts.contributor.id });
    await keep(own, { title: 'Proposed' }, contributor);
    assert.match((await previewOf(own, '', contributor)).text, /<title>Proposed/);
    assert.doesNotMatch((await previewOf(own)).text, /Proposed/);
    assert.equal((await previewOf(await make(), '', contributor)).status, 403);
    const others = await imageOf(editor);
    await keep(own, { image: others }, contributor);
    assert.doesNotMatch((await previewOf(own, '', contributor)).text, /others\.png/);
    const image = await imageOf(contributor);
    await keep(own, { image }, contributor);
    assert.match((await previewOf(own, '', contributor)).text, /others\.png/);
  });
});

describe('The checks before publishing', () => {
  const findings = async (id: number) => {
    const { text } = await editor.open(pathOf(id));
    const [, list = ''] = /aria-labelledby="checks">([\s\S]*?)<\/section>/.exec(text) ?? [];
    return [...list.matchAll(/<a href="([^"]*)">([^<]*)/g)].map(([, href, told]) => [href!, told!] as const);
  };
  const hrefs = async (id: number) => (await findings(id)).map(([href]) => href.replace(/^.*\/admin/, ''));
  let halls = 0;
  /** An event at a place of its own, with which nothing is wrong. */
  const good = () => ({
    venue: `Hall ${++halls}`,
    translations: { ca: { title: 'Concert', description: 'Cantem' } },
  });

  it('Each finds its own, stands beside the form, and hinders nothing', async () => {
    const fine = await make({ ...good(), description: 'Sing' });
    assert.deepEqual(await hrefs(fine), []);
    const cases: readonly (readonly [fields: () => Record<string, unknown>, href: string])[] = [
      [() => ({ ...good(), title: 'CONCERT OF ALL' }), '#title'],
      [() => ({ ...good(), start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' }), '#when'],
      [() => ({ translations: good().translations }), '#venue'],
      [
        () => ({ ...good(), description: '<p>Look <a href="https://e.example/">here</a>.</p>' }),
        '#description',
      ],
      [() => ({ venue: good().venue }), 'translations/ca/'],
    ];
    for (const [fields, href] of cases)
      for (const status of ['draft', 'publish']) {
        const found = await hrefs(await make({ ...fields(), status }));
        assert.deepEqual([found.length, found[0]!.endsWith(href)], [1, true], `${found} ${href}`);
      }
    const published = await editor.send('/events/new/', {
      title: 'ALL IN CAPITALS',
      start_day: '2031-06-01',
      do: 'publish',
    });
    assert.match(published.to!, /event_published/);
  });

  it('A picture without a description and a small one are told', async () => {
    const upload = async (width: number) => {
      const headers = { 'content-type': 'image/png' };
      const sent = { as, headers, body: await picture(width, 100) };
      return (await call(`POST ${site}/images`, sent)).body.id;
    };
    const small = await make({ ...good(), image: await upload(799) });
    assert.deepEqual(await hrefs(small), ['#alt_text', '#image']);
    const large = await upload(800);
    await call(`PATCH ${site}/images/${large}`, { as, json: { alt_text: 'A choir' } });
    assert.deepEqual(await hrefs(await make({ ...good(), image: large })), []);
  });

  it('An event that looks like another one shows it: same start, same place, and a word of the title', async () => {
    const at = { start_date: '2031-07-01 19:30:00', end_date: '2031-07-01 21:00:00' };
    const first = { ...good(), ...at, venue: 'Jazz Cava', title: 'Taller de swing' };
    await make(first);
    const twin = await findings(await make({ ...first, title: 'SWING de Nadal i més' }));
    assert.deepEqual(
      twin.map(([, told]) => told),
      ['It looks like another event: Taller de swing'],
    );
    for (const other of [{ title: 'Concert' }, { venue: 'Elsewhere' }, { start_date: '2031-07-01 19:00:00' }])
      assert.deepEqual(await hrefs(await make({ ...first, title: 'Swing again', ...other })), []);
  });
});
