import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identify, identifyTerm, type Origin, siteOf } from './identity.ts';

const file: Origin = { base: 'file:saved.json', host: undefined, store: undefined };
const site: Origin = { base: 'agenda.example', host: 'agenda.example', store: undefined };

describe('The identity of records', () => {
  const cases: [string, object, Origin, string][] = [
    ['its global id', { id: 5, global_id: 'agenda.example/town?id=5' }, file, 'agenda.example/town?id=5'],
    [
      'its global id with the port of its address',
      { id: 5, global_id: '127.0.0.1?id=5', url: 'http://127.0.0.1:8080/event/a/' },
      file,
      '127.0.0.1:8080?id=5',
    ],
    [
      'the site of its address and its id',
      { id: '5', rest_url: 'https://agenda.example/town/wp-json/tribe/events/v1/events/5' },
      file,
      'agenda.example/town?id=5',
    ],
    ['the source and its id', { id: 5 }, file, 'file:saved.json?id=5'],
    ['the source and its slug', { slug: 'market' }, file, 'file:saved.json#market'],
    [
      'the source, its name and its start',
      { start_date: '2031-05-01' },
      file,
      'file:saved.json#the name 2031-05-01',
    ],
    [
      'its global id where its own site gives it',
      { id: 5, global_id: 'www.agenda.example?id=5' },
      site,
      'www.agenda.example?id=5',
    ],
    [
      'its global id and the origin where another site gives it',
      { id: 5, global_id: 'bank.example?id=5' },
      site,
      'agenda.example>bank.example?id=5',
    ],
    [
      'the store of its export and its id',
      { id: 5, global_id: '127.0.0.1?id=5' },
      { ...file, store: 'abc' },
      'almanac:abc?id=5',
    ],
  ];
  for (const [what, record, origin, key] of cases) {
    it(`The key of a record follows from ${what}`, () => {
      assert.equal(identify({ ...record }, 'The Name', origin).key, key);
    });
  }

  it('The key of a term is the site and the slug', () => {
    const urls = { self: 'https://agenda.example/ca/cal/events/v1/categories/3' };
    assert.equal(identifyTerm({ slug: 'Música', urls }, site).key, 'agenda.example#musica');
    assert.equal(identifyTerm({ name: 'Live Music' }, file).key, 'file:saved.json#live-music');
  });

  it('The site is recognized in an address of the interface', () => {
    assert.equal(siteOf('https://a.example/wp-json/tribe/events/v1/events/?page=2'), 'a.example');
    assert.equal(siteOf('http://a.example:81/b/cal/events/v1'), 'a.example:81/b');
    assert.equal(siteOf('https://a.example/event/market/'), undefined);
    assert.equal(siteOf('nothing'), undefined);
  });
});
