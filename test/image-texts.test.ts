import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
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
