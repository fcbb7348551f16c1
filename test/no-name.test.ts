import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

const service = await startService({ LANGUAGE: 'ca', TIME_ZONE: 'Europe/Madrid' });
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const { editor } = service.accounts;

/** What imports write where a record has no name. */
const NO_NAME = /\((?:sense nom|no name|sin nombre|sans nom)\)/;

const read = async (path: string) => {
  const response = await fetch(service.site + path, { headers: { accept: 'text/html, */*' } });
  const text = (await response.text()).replaceAll('\r\n ', '');
  assert.equal(response.status, 200, `${path}: ${text}`);
  return text;
};

before(async () => {
  const make = async (line: string, json: object) =>
    (await call(line, { json, as: editor })).body as { id: number; slug: string };
  const venue = await make('POST /venues', {
    venue: '(sense nom)',
    slug: 'placa',
    city: 'Vic',
    country: 'Espanya',
  });
  const empty = await make('POST /venues', { venue: '(no name)' });
  const known = await make('POST /organizers', {
    organizer: '(sense nom)',
    slug: 'qui',
    email: 'hola@example.org',
  });
  const unknown = await make('POST /organizers', { organizer: '(sin nombre)' });
  const event = eventOf('Fira', { start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' });
  await make('POST /events', {
    ...event,
    venue: [venue.id, empty.id],
    organizer: [known.id, unknown.id],
    slug: 'fira',
  });
});

describe('Venues and organizers without a name', () => {
  const documents = ['ics', 'rss', 'atom', 'json', 'jsonld'].flatMap(suffix => [
    ...[
      `/events.${suffix}`,
      `/event/fira.${suffix}`,
      `/venue/sense-nom.${suffix}`,
      `/organizer/sense-nom.${suffix}`,
    ],
  ]);
  const pages = [
    ...[
      '/event/fira/',
      '/events/',
      '/venues/',
      '/organizers/',
      '/events/map/',
      '/events/today/',
      '/events/month/',
    ],
    ...[
      '/venue/sense-nom/',
      '/venue/no-name/',
      '/organizer/sense-nom/',
      '/organizer/sin-nombre/',
      '/en/event/fira/',
    ],
  ];
  for (const path of [...documents, ...pages])
    it(`${path} does not show the words that stand for no name`, async () => {
      assert.doesNotMatch(await read(path), NO_NAME);
    });

  it('People find them by where they are, or by how to write to them', async () => {
    const calendar = await read('/event/fira.ics');
    assert.match(calendar, /^LOCATION:Vic\\, Espanya\r$/m);
    assert.match(calendar, /^CONTACT;[^\r]*:hola@example\.org\r$/m);
    assert.equal(calendar.match(/^CONTACT/gm)?.length, 1);
    assert.match(await read('/event/fira/'), /<a href="[^"]*\/venue\/sense-nom\/"[^>]*>Vic<\/a>/);
    assert.match(await read('/venue/sense-nom/'), /<h1[^>]*>Vic<\/h1>/);
  });

  it('The interface shows what is stored', async () => {
    const { body } = await call('GET /events/by-slug/fira');
    assert.match(JSON.stringify(body.venue), NO_NAME);
  });
});
