import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Body, eventOf } from './client.ts';
import { startService } from './service.ts';
import { type Translated, translatedOf } from './translated.ts';

const service = await startService({ LANGUAGE: 'ca' });
after(() => service[Symbol.asyncDispose]());
const { site, accounts } = service;
const { editor, contributor, subscriber } = accounts;
const { ask, done, read, refused } = translatedOf(service);

const make = (fields: Record<string, unknown> = {}) =>
  done('POST /events', eventOf('Concert de Nadal', fields));

const TEXTS = {
  title: { ca: 'Concert de Nadal', fr: 'Concert de Noël', es: 'Concierto de Navidad' },
  description: { ca: '<p>Amb cor.</p>', fr: '<p>Avec chœur.</p>', es: '<p>Con coro.</p>' },
  excerpt: { ca: '<p>Entrada lliure</p>', fr: '<p>Entrée libre</p>', es: '<p>Entrada libre</p>' },
  website: { ca: 'https://cor.example/ca', fr: 'https://cor.example/fr', es: 'https://cor.example/es' },
  status_reason: { ca: 'Pluja', fr: 'Pluie', es: 'Lluvia' },
} as const;
type Name = keyof typeof TEXTS;
const names = Object.keys(TEXTS) as Name[];

describe('An event in several languages', () => {
  for (const name of names)
    it(`Its ${name} is read in the language that is asked for, and else in that of the event`, async () => {
      const own = Object.fromEntries(names.map(each => [each, TEXTS[each].ca]));
      const { id } = await make({ ...own, translations: { fr: { [name]: TEXTS[name].fr } } });
      for (const language of [undefined, 'ca', 'en', 'fr', 'es'] as const) {
        const event = await read(`/events/${id}${language ? `?i18n_language=${language}` : ''}`);
        for (const each of names) {
          const shown = language === 'fr' && each === name ? 'fr' : 'ca';
          assert.equal(event[each], TEXTS[each][shown], `${each} in ${language}`);
          assert.equal(event.languages?.[each], language && shown);
        }
        assert.equal(event.language, 'ca');
        assert.equal(event.translations, undefined);
      }
    });

  it('Lists, language paths and single events show the same texts', async () => {
    const { id } = await make({ translations: { fr: { title: 'Concert de Noël', slug: 'noel' } } });
    const byPath = (await ask(`GET ${site}/fr/cal/events/v1/events/${id}`)).body;
    const { events } = (await ask(`GET ${site}/fr/cal/events/v1/events?include=${id}`)).body;
    const byParameter = await read(`/events/${id}?i18n_language=fr`);
    const { json_ld: _, ...single } = byPath as Body & { json_ld: unknown };
    assert.deepEqual(events, [single]);
    assert.deepEqual(byParameter, byPath);
    assert.equal(byPath.url, `${site}/fr/event/noel/`);
    assert.equal(byPath.rest_url, `${site}/fr/cal/events/v1/events/${id}`);
    assert.equal((await read(`/events/${id}`)).url, `${site}/event/${(await read(`/events/${id}`)).slug}/`);
  });

  it('Writes merge translations text by text, and null or an empty text removes one', async () => {
    const { id } = await make({
      translations: { fr: { title: 'Noël', excerpt: 'Libre' }, es: { title: 'Navidad' } },
    });
    await done(`PATCH /events/${id}`, {
      translations: {
        fr: { excerpt: null, description: 'Avec chœur.' },
        es: null,
        en: { title: 'Christmas', excerpt: '' },
      },
    });
    const { translations } = await done(`GET /events/${id}?context=edit`);
    assert.deepEqual(translations, {
      en: { title: 'Christmas' },
      fr: { title: 'Noël', description: '<p>Avec chœur.</p>' },
    });
  });

  it('An update with translate writes the texts of the language of its path, and all else as it is', async () => {
    const { id } = await make();
    const written = await done(`PATCH ${site}/fr/cal/events/v1/events/${id}`, {
      ...{ translate: true, title: 'Concert de Noël', featured: true },
    });
    assert.deepEqual([written.title, written.featured], ['Concert de Noël', true]);
    assert.deepEqual(
      [(await read(`/events/${id}`)).title, (await read(`/events/${id}`)).featured],
      ['Concert de Nadal', true],
    );
    await done(`PATCH /events/${id}?i18n_language=ca`, { translate: true, title: 'Nadal' });
    assert.equal((await read(`/events/${id}`)).title, 'Nadal');
    assert.equal((await read(`/events/${id}?i18n_language=fr`)).title, 'Concert de Noël');
    assert.match(
      (await refused(`PATCH /events/${id}`, { translate: true, title: 'X' })).translate!,
      /idioma/,
    );
  });

  it('Texts are cleaned, and refusals name the text', async () => {
    const { id } = await make({
      translations: {
        fr: { title: '<b>Noël</b>', description: '<p onclick="x()">Chœur<script>x()</script></p>' },
      },
    });
    const french = await read(`/events/${id}?i18n_language=fr`);
    assert.deepEqual([french.title, french.description], ['Noël', '<p>Chœur</p>']);
    const wrong: [unknown, RegExp][] = [
      [{ fr: { title: 'é'.repeat(5001) } }, /^translations\.fr\.title /],
      [{ fr: { website: 'javascript:alert(1)' } }, /^translations\.fr\.website /],
      [{ fr: { start_date: '2031-01-01' } }, /^translations\.fr .*description/],
      [{ de: { title: 'Weihnachten' } }, /^translations .*ca, en, fr, es/],
      [{ ca: { title: 'Nadal' } }, /^translations .* ca:/],
      [{ fr: 'Noël' }, /^translations\.fr /],
      [{ fr: { status: 'hidden' } }, /^translations\.fr\.status /],
      [['fr'], /^translations /],
      ['{', /^translations /],
    ];
    for (const [translations, message] of wrong)
      assert.match((await refused(`PATCH /events/${id}`, { translations })).translations!, message);
    assert.match((await refused(`PATCH /events/${id}`, { language: 'fr' })).language!, /^language .*fr/);
    assert.equal((await read(`/events/${id}?i18n_language=fr`)).title, 'Noël');
  });

  it('A draft of a translation is shown to editors who ask for it, and to nobody else', async () => {
    const { id } = await make({
      translations: { fr: { title: 'Brouillon', slug: 'brouillon', status: 'draft' } },
    });
    const lines = [
      `/events/${id}?i18n_language=fr`,
      `/events?include=${id}&i18n_language=fr`,
      '/events?search=brouillon&when=all',
    ];
    for (const line of lines) {
      for (const as of [undefined, editor])
        assert.doesNotMatch((await ask(`GET ${line}`, { as })).text, /(title":"|event\/)brouillon/i, line);
    }
    assert.ok(!('languages' in (await read(`/events/${id}?i18n_language=fr`))));
    const { translations } = await done(`GET /events/${id}?context=edit`);
    assert.deepEqual(translations, { fr: { title: 'Brouillon', slug: 'brouillon', status: 'draft' } });
    await done(`PATCH /events/${id}`, { translations: { fr: { status: 'publish' } } });
    assert.equal((await read(`/events/${id}?i18n_language=fr`)).title, 'Brouillon');
    assert.equal((await read('/events?search=brouillon&when=all')).total, 1);
  });

  it('All translations are for those who may edit the event', async () => {
    const { id } = await make({ translations: { fr: { title: 'Noël' } } });
    const own = (
      await ask('POST /events', {
        as: contributor,
        json: eventOf('Propi', { translations: { fr: { title: 'À moi' } } }),
      })
    ).body.id;
    for (const line of [`/events/${id}?context=edit`, '/events?context=edit']) {
      assert.equal((await ask(`GET ${line}`)).status, 401);
      assert.equal((await ask(`GET ${line}`, { as: subscriber })).status, 403);
    }
    assert.equal((await ask(`GET /events/${id}?context=edit`, { as: contributor })).status, 403);
    const { body } = await ask(`GET /events?include=${id},${own}&context=edit&status=publish,pending,draft`, {
      as: contributor,
    });
    const shown = body.events as Translated[];
    assert.deepEqual(shown.map(event => [event.id, event.translations]).sort(), [
      [id, undefined],
      [own, { fr: { title: 'À moi' } }],
    ]);
    assert.equal((await ask(`GET /events/${id}?context=edited`, { as: editor })).status, 400);
  });

  it('A password hides all translations but that of the title', async () => {
    const { id } = await make({
      description: 'Secret',
      translations: { fr: { title: 'Protégé', description: 'Caché' } },
    });
    await done(`PATCH /events/${id}`, { password: 'abc' });
    const [event] = (await read(`/events?include=${id}&i18n_language=fr`)).events as Translated[];
    assert.equal(event!.title, 'Protégé');
    assert.deepEqual([event!.description, event!.languages], ['', undefined]);
    assert.equal((await read('/events?search=cache&when=all')).total, 0);
    const opened = await read(`/events/${id}?password=abc&i18n_language=fr`);
    assert.equal(opened.description, '<p>Caché</p>');
  });

  it('A condition on the event counts a change of its translations', async () => {
    const { id } = await make({ translations: { fr: { title: 'Noël' } } });
    const before = (await ask(`GET /events/${id}`)).headers.get('etag')!;
    await done(`PATCH /events/${id}`, { translations: { es: { title: 'Navidad' } } });
    assert.notEqual((await ask(`GET /events/${id}`)).headers.get('etag'), before);
    const late = await ask(`PATCH /events/${id}`, {
      as: editor,
      json: { title: 'X' },
      headers: { 'if-match': before },
    });
    assert.equal(late.status, 412);
  });

  it('History tells of translations, and restores them', async () => {
    const { id } = await make({ translations: { fr: { title: 'Noël' } } });
    await done(`PATCH /events/${id}`, { translations: { fr: { title: 'Nowell' }, en: { title: 'Xmas' } } });
    const { body } = await ask(`GET ${site}/cal/history/v1/events/${id}`, { as: editor });
    const [change] = (body as unknown as { versions: { version: number; changed: string[] }[] }).versions;
    assert.deepEqual(change!.changed, ['translations']);
    await done(`POST ${site}/cal/history/v1/events/${id}/${change!.version}/restore`);
    const { translations, title } = await done(`GET /events/${id}?context=edit`);
    assert.deepEqual([title, translations], ['Concert de Nadal', { fr: { title: 'Noël' } }]);
  });

  it('An event without translations answers as if there were none, unless a language is asked for', async () => {
    const { id } = await make();
    const event = await read(`/events/${id}`);
    for (const name of ['language', 'languages', 'translations']) assert.ok(!(name in event), name);
    const french = await read(`/events/${id}?i18n_language=fr`);
    assert.deepEqual(
      [french.language, french.languages, french.title],
      ['ca', undefined, 'Concert de Nadal'],
    );
    assert.equal((await make({ language: 'es', title: 'Navidad' })).language, 'es');
    assert.equal((await done(`GET /events/${id}?context=edit`)).language, 'ca');
  });
});
