import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Role } from '../src/db/tables.ts';
import { type Desk, fieldsOf, signedIn } from './admin.ts';
import { type Body, caller, eventOf } from './client.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const as = service.accounts.editor;
const call = caller(service.base);
const editor = await signedIn(service, 'editor');

/** An event with a title and a text, in the language of the site. */
const make = async (members: Record<string, unknown> = {}): Promise<number> => {
  const json = { ...eventOf('Concert'), description: '<p>With <em>choir</em></p>', ...members };
  return (await call('POST /events', { as, json })).body.id;
};

const translationsOf = async (id: number) =>
  (
    (await call(`GET /events/${id}?context=edit`, { as })).body as Body & {
      translations: Record<string, Record<string, string>>;
    }
  ).translations;

/** What the event says in its own language. */
const untranslated = async (id: number) => {
  const { body } = await call(`GET /events/${id}`, { as });
  return { ...body, ...{ language: '', modified: '', modified_utc: '', json_ld: {} } };
};

const translate = async (id: number, values: Record<string, string>, desk: Desk = editor, to = 'ca') => {
  const path = `/events/${id}/translations/${to}/`;
  return desk.send(path, { ...fieldsOf(await editor.open(path)), do: 'publish', ...values });
};

describe('The translation of an event', () => {
  it('The form of an event tells what each language lacks, and leads to a page for each', async () => {
    const id = await make({ translations: { ca: { title: 'Concert' } } });
    const { text } = await editor.open(`/events/${id}/`);
    assert.match(text, new RegExp(`href="/admin/events/${id}/translations/ca/"`));
    assert.match(text, /1 of 2/);
    assert.match((await editor.open(`/events/${id}/translations/fr/`)).text, /<em>choir<\/em>/);
  });

  it('Texts are published in another language, a blank line begins a paragraph, and nothing else changes', async () => {
    const id = await make();
    const before = await untranslated(id);
    const { status, to } = await translate(id, {
      title: 'Concert de Nadal',
      description: 'Un.\r\n\r\nDos & tres.',
    });
    assert.equal(status, 303);
    assert.match(
      to!,
      new RegExp(`^/admin/events/${id}/translations/ca/\\?done=translation_published&undo=[\\w-]+$`),
    );
    const { title, description } = (await translationsOf(id)).ca!;
    assert.deepEqual([title, description], ['Concert de Nadal', '<p>Un.</p>\n<p>Dos &amp; tres.</p>']);
    assert.deepEqual(await untranslated(id), before);
    const shown = (await call(`GET /events/${id}?i18n_language=ca`, { as })).body;
    assert.equal(shown.title, 'Concert de Nadal');
  });

  it('A draft of a translation is read by nobody else until it is published', async () => {
    const id = await make();
    const { to } = await translate(id, { title: 'Esborrany', do: 'draft' });
    assert.match(to!, /done=translation_saved/);
    assert.equal((await translationsOf(id)).ca!.status, 'draft');
    assert.equal((await call(`GET /events/${id}?i18n_language=ca`)).body.title, 'Concert');
    assert.equal(fieldsOf(await editor.open(`/events/${id}/translations/ca/`)).title, 'Esborrany');
    await translate(id, {});
    assert.equal((await call(`GET /events/${id}?i18n_language=ca`)).body.title, 'Esborrany');
  });

  it('“Publish and open the next one” leads to a language that lacks something, and an empty text removes it', async () => {
    const id = await make({ translations: { fr: { title: 'Un', description: '<p>Deux</p>' } } });
    const { to } = await translate(id, { title: 'A', description: 'B', do: 'next' });
    assert.match(to!, /translations\/es\//);
    await translate(id, { title: '' });
    assert.equal((await translationsOf(id)).ca!.title, undefined);
  });

  it('What two people translate both counts, and of the same text neither is lost', async () => {
    const id = await make();
    const path = `/events/${id}/translations/ca/`;
    const mine = fieldsOf(await editor.open(path));
    await translate(id, { title: 'Seu' });
    assert.equal((await editor.send(path, { ...mine, description: 'Meu', do: 'publish' })).status, 303);
    const { title, description } = (await translationsOf(id)).ca!;
    assert.deepEqual([title, description], ['Seu', '<p>Meu</p>']);
    const both = await editor.send(path, { ...mine, title: 'Meu', do: 'publish' });
    assert.equal(both.status, 422);
    assert.match(both.text, /There: “Seu”/);
    assert.equal(fieldsOf(both).title, 'Meu');
    assert.equal((await translationsOf(id)).ca!.title, 'Seu');
  });

  it('What is wrong stands at its text with all that was typed', async () => {
    const id = await make({ status_reason: 'Rain', website: 'https://example.org/' });
    const { status, text } = await translate(id, { website: 'no address', status_reason: 'Pluja' });
    assert.equal(status, 422);
    assert.match(text, /href="#website"/);
    assert.equal(fieldsOf({ text }).status_reason, 'Pluja');
    assert.deepEqual(await translationsOf(id), {});
  });

  it('There is no page for the own language of an event, for one that there is not, or for other people’s events', async () => {
    const id = await make();
    for (const to of ['en', 'de', 'x', '%E0'])
      assert.equal((await editor.open(`/events/${id}/translations/${to}/`)).status, 404, to);
    for (const role of ['author', 'contributor', 'subscriber'] as readonly Role[]) {
      const desk = await signedIn(service, role);
      assert.ok([403, 404].includes((await desk.open(`/events/${id}/translations/ca/`)).status), role);
      const sent = await translate(id, { title: 'Taken' }, desk);
      assert.ok([403, 404].includes(sent.status), role);
    }
    assert.deepEqual(await translationsOf(id), {});
  });
});
