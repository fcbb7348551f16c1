import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { tidy } from '../src/jobs/tidy.ts';
import { MAX_UNUSED_PICTURE_BYTES } from '../src/limits.ts';
import { signedIn } from './admin.ts';
import { caller, eventOf, type Sending } from './client.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

const service = await startService({ LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const { base, site, accounts } = service;
const { author, contributor, editor } = accounts;
const ask = caller(base);

interface TranslatedImage {
  id: number;
  alt_text: string;
  language: string;
  languages: Record<string, string>;
  translations: Record<string, Record<string, string>>;
}

async function done(line: string, sending: Sending): Promise<TranslatedImage> {
  const { status, text, body } = await ask(line, sending);
  assert.ok(status < 300, `${line}: ${status} ${text}`);
  return body as unknown as TranslatedImage;
}

const upload = async (as = author) =>
  done(`POST ${site}/images`, { as, body: await picture(20, 20), headers: { 'content-type': 'image/png' } });

const patch = (id: number, json: object, as = author, query = '') =>
  done(`PATCH ${site}/images/${id}${query}`, { as, json });

describe('The focal point of an image', () => {
  it('It is shown once somebody has chosen it, as two percentages, and pages crop around it', async () => {
    const { id } = await upload();
    const event = (await ask('POST /events', { as: editor, json: eventOf('Point', { image: id }) })).body;
    const shown = async () => {
      const { image, url } = (await ask(`GET /events/${event.id}`, {})).body;
      const focus = /data-focus="([^"]*)"/.exec(await (await fetch(url)).text())?.[1];
      return [(image as { focal_point?: object }).focal_point, focus];
    };
    assert.deepEqual(await shown(), [undefined, undefined]);
    for (const focal_point of [
      { x: 30.4, y: '87' },
      { x: 0, y: 100 },
    ] as const) {
      await patch(id, { focal_point });
      const [x, y] = [Math.round(focal_point.x), Number(focal_point.y)];
      assert.deepEqual(await shown(), [{ x, y }, `${x}% ${y}%`]);
    }
    for (const wrong of [{ x: 101, y: 0 }, { x: -1, y: 0 }, { x: 5 }, [1, 2], '5 5', 7, {}]) {
      const { status } = await ask(`PATCH ${site}/images/${id}`, {
        as: author,
        json: { focal_point: wrong },
      });
      assert.equal(status, 400, JSON.stringify(wrong));
    }
    const sending = { as: author, body: 'focal_point[x]=1&focal_point[y]=2' };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await done(`PATCH ${site}/images/${id}`, { ...sending, headers });
    assert.deepEqual(await shown(), [{ x: 1, y: 2 }, '1% 2%']);
    await patch(id, { focal_point: null });
    assert.deepEqual(await shown(), [undefined, undefined]);
  });

  it('Without one, the upper third of a portrait is kept', async () => {
    const body = await picture(20, 30);
    const { id } = await done(`POST ${site}/images`, {
      as: author,
      body,
      headers: { 'content-type': 'image/png' },
    });
    const { url } = (await ask('POST /events', { as: editor, json: eventOf('Portrait', { image: id }) }))
      .body;
    assert.match(await (await fetch(url)).text(), /data-focus="50% 33%"/);
  });
});

describe('The credit and the licence of an image', () => {
  it('Pages, JSON-LD and feeds of what shows it say them at once after a change', async () => {
    const { id } = await upload();
    const venue = (await ask('POST /venues', { as: editor, json: { venue: 'Plaça', image: id } })).body;
    const json = eventOf('Credited', { image: id, venue: venue.id });
    const event = (await ask('POST /events', { as: editor, json })).body;
    const page = async (url = event.url) => (await fetch(url)).text();
    const feed = async (suffix: string) =>
      (await fetch(`${site}/events.${suffix}?search=Credited&when=all`)).text();
    assert.doesNotMatch(await page(), /class="credit"|ImageObject/);
    assert.doesNotMatch(await feed('rss'), /media/);
    await patch(id, { credit: 'Foto: <b>Anna</b> Puig', license: 'cc-by-sa-4.0' });
    const address = 'https://creativecommons.org/licenses/by-sa/4.0/';
    const said = `Foto: Anna Puig · <a href="${address}" rel="license noopener">CC BY-SA 4.0</a>`;
    for (const url of [event.url, venue.url as string]) assert.ok((await page(url)).includes(said), url);
    const node = `"creditText":"Foto: Anna Puig","license":"${address}"`;
    assert.ok((await page()).includes(node), 'JSON-LD of the page');
    const graph = await feed('jsonld');
    assert.ok(graph.includes(node), graph);
    for (const suffix of ['rss', 'atom']) {
      const text = await feed(suffix);
      assert.match(text, /<media:credit xmlns:media="[^"]*">Foto: Anna Puig<\/media:credit>/);
      assert.match(text, new RegExp(`<media:license [^>]*href="${address}">CC BY-SA 4.0<`));
    }
    assert.match(await feed('json'), /<small>Foto: Anna Puig · /);
    await patch(id, { credit: '', license: 'https://licences.example/1' });
    assert.match(await page(), /"credit"><a href="https:\/\/licences.example\/1"[^>]*>licences.example</);
    await patch(id, { license: '© Arxiu, tots els drets' });
    assert.match(await page(), /"credit">© Arxiu, tots els drets</);
    const found = await ask(`GET ${site}/images?search=arxiu`, { as: author });
    assert.equal((found.body as unknown as { total: number }).total, 1);
    for (const name of ['credit', 'license']) {
      const long = await ask(`PATCH ${site}/images/${id}`, { as: author, json: { [name]: 'x'.repeat(201) } });
      assert.deepEqual([long.status, long.text.includes(name)], [400, true]);
    }
  });
});

describe('Pictures of contributors', () => {
  it('They send pictures for their own events, and describe them until somebody publishes these', async () => {
    const { id } = await upload(contributor);
    await patch(id, { alt_text: 'Un cor' }, contributor);
    const json = eventOf('Proposed', { image: id, status: 'publish' });
    const event = (await ask('POST /events', { as: contributor, json })).body;
    assert.deepEqual([event.status, event.image.id], ['pending', id]);
    await patch(id, { alt_text: 'Un cor petit' }, contributor);
    await done(`PATCH /events/${event.id}`, { as: editor, json: { status: 'publish' } });
    const refused = await ask(`PATCH ${site}/images/${id}`, { as: contributor, json: { alt_text: 'x' } });
    assert.equal(refused.status, 403);
    // The picture can still be read by those who may use it.
    assert.equal((await ask(`GET ${site}/images/${id}`, { as: contributor })).status, 200);
    await patch(id, { alt_text: 'De tots' }, editor);
  });

  it('Pictures that arrive at once pass no bound of what nothing shows', async () => {
    const { id } = await upload(contributor);
    // Five more such pictures have room.
    const filesize = MAX_UNUSED_PICTURE_BYTES - 5 * (await picture(20, 20)).length;
    await service.db.updateTable('images').set({ filesize }).where('id', '=', id).execute();
    const desk = await signedIn(service, 'contributor');
    const file = new Blob([await picture(20, 20)]);
    const form = () => {
      const parts = new FormData();
      parts.append('file', file, 'a.png');
      return parts;
    };
    const send = () => desk.send('/pictures/', form(), { accept: 'application/json' });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    assert.equal(answers.filter(({ status }) => status < 300).length, 5);
    const own = service.db.deleteFrom('images').where('author_id', '=', service.accounts.contributor.id);
    await own.where('id', '>=', id).execute();
  });

  it('What no record uses is removed after a day, of contributors alone', async () => {
    const [unused, used, others] = [await upload(contributor), await upload(contributor), await upload()];
    await ask('POST /events', { as: contributor, json: eventOf('Uses one', { image: used.id }) });
    const { db, config } = service;
    const there = async () =>
      (
        await db
          .selectFrom('images')
          .select('id')
          .where('id', 'in', [unused.id, used.id, others.id])
          .execute()
      )
        .map(({ id }) => id)
        .sort((one, other) => one - other);
    const now = Math.floor(Date.now() / 1000);
    await tidy(db, config, now + 80_000);
    assert.deepEqual(await there(), [unused.id, used.id, others.id]);
    await tidy(db, config, now + 90_000);
    assert.deepEqual(await there(), [used.id, others.id]);
  });
});

describe('The alternative text of an image', () => {
  it('It is shown with the image, in the language that is asked for', async () => {
    const { id } = await upload();
    const event = (await ask('POST /events', { as: editor, json: eventOf('Concert', { image: id }) })).body
      .id;
    const shown = async (query = '') =>
      (await ask(`GET /events?include=${event}${query}`)).body.events[0]!.image as unknown as TranslatedImage;
    assert.ok(!('alt_text' in (await shown())));
    await shown();
    const written = await patch(id, { alt_text: 'Un cor', translations: { fr: { alt_text: 'Un chœur' } } });
    assert.deepEqual([written.alt_text, written.language], ['Un cor', 'ca']);
    assert.equal((await shown()).alt_text, 'Un cor');
    const french = await shown('&i18n_language=fr');
    assert.deepEqual([french.alt_text, french.languages], ['Un chœur', { alt_text: 'fr' }]);
    const spanish = await shown('&i18n_language=es');
    assert.deepEqual([spanish.alt_text, spanish.languages], ['Un cor', { alt_text: 'ca' }]);
    await patch(id, { alt_text: 'Un coro', translate: true }, author, '?i18n_language=es');
    assert.equal((await shown('&i18n_language=es')).alt_text, 'Un coro');
    assert.equal((await shown()).alt_text, 'Un cor');
    await patch(id, { alt_text: '', translations: { fr: null, es: null } });
    assert.ok(!('alt_text' in (await shown())));
  });

  it('Who may change the image reads it with all translations, and nobody else', async () => {
    const { id } = await upload();
    await patch(id, { alt_text: 'Un cor', translations: { fr: { alt_text: 'Un chœur', status: 'draft' } } });
    const whole = await done(`GET ${site}/images/${id}?context=edit`, { as: editor });
    assert.deepEqual(whole.translations, { fr: { alt_text: 'Un chœur', status: 'draft' } });
    assert.equal(
      (await done(`GET ${site}/images/${id}?i18n_language=fr`, { as: author })).alt_text,
      'Un cor',
    );
    const others = (await upload(editor)).id;
    for (const [as, image, status] of [
      [undefined, id, 401],
      [contributor, id, 403],
      [author, others, 403],
    ] as const) {
      assert.equal((await ask(`GET ${site}/images/${image}`, { as })).status, status);
      const { status: refused } = await ask(`PATCH ${site}/images/${image}`, { as, json: { alt_text: 'x' } });
      assert.equal(refused, status);
    }
    assert.equal((await ask(`GET ${site}/images/99999`, { as: editor })).status, 400);
  });

  it('Its entity tag tells nobody of a draft that they may not read', async () => {
    const { id } = await upload(editor);
    await ask('POST /events', { as: editor, json: eventOf('Drafts', { image: id }) });
    const tagFor = async (as: typeof author) =>
      (await ask(`GET ${site}/images/${id}`, { as })).headers.get('etag');
    const draft = (alt_text: string) =>
      patch(id, { translations: { fr: { alt_text, status: 'draft' } } }, editor);
    await draft('Un');
    const [toAuthor, toEditor] = [await tagFor(author), await tagFor(editor)];
    assert.match(toAuthor!, /^"/);
    await draft('Deux');
    assert.equal(await tagFor(author), toAuthor);
    assert.notEqual(await tagFor(editor), toEditor);
  });

  it('A condition on the image is kept', async () => {
    const { id } = await upload();
    const { headers } = await ask(`GET ${site}/images/${id}`, { as: author });
    const sending = { as: author, headers: { 'if-match': headers.get('etag')! } };
    assert.equal(
      (await ask(`PATCH ${site}/images/${id}`, { ...sending, json: { alt_text: 'a' } })).status,
      200,
    );
    assert.equal(
      (await ask(`PATCH ${site}/images/${id}`, { ...sending, json: { alt_text: 'b' } })).status,
      412,
    );
  });
});
