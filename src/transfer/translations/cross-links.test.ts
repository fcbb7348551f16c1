import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crossLinks, pageLinks } from './cross-links.ts';
import { declaredLanguage } from './second-site.ts';

const shown = (record: object) =>
  crossLinks({ ...record }).map(({ language, id, url }) => [language, id, url?.href].join(' '));

describe('Links to records in other languages', () => {
  it('They are read in the forms of several programs, and other values tell nothing', () => {
    const cases: [object, string[]][] = [
      [{ translations: { ca: 601, fr: '701' } }, ['ca 601 ', 'fr 701 ']],
      [{ translations: { ca: { id: 601, slug: 'jazz' } } }, ['ca 601 ']],
      [{ translations: { ca: 'https://a.example/event/jazz/' } }, ['ca  https://a.example/event/jazz/']],
      [
        { wpml_translations: [{ locale: 'ca_ES', id: 601, post_title: 'X', href: 'https://a.example/x/' }] },
        ['ca 601 https://a.example/x/'],
      ],
      [{ polylang_translations: [{ locale: 'ca', id: 601 }] }, ['ca 601 ']],
      // The texts of another Almanac, and what is broken.
      [{ translations: { ca: { title: 'Jazz', website: 'https://a.example/' } } }, []],
      [{ translations: { ca: -1, fr: 0, es: null, en: [] } }, []],
      [{ translations: 'ca', wpml_translations: null, polylang_translations: [[], 'x', {}] }, []],
      [{ wpml_translations: [{ href: 'no address', locale: {} }] }, []],
    ];
    for (const [record, links] of cases) assert.deepEqual(shown(record), links, JSON.stringify(record));
  });

  it('The language of a record is read without its country', () => {
    assert.equal(declaredLanguage({ lang: 'fr' }), 'fr');
    assert.equal(declaredLanguage({ wpml_current_locale: 'fr_CA' }), 'fr');
    assert.equal(declaredLanguage({ lang: '', polylang_current_lang: 'pt-BR' }), 'pt');
    for (const lang of ['', 'français', 5, null, { a: 1 }, 'x-default', 'all languages'])
      assert.equal(declaredLanguage({ lang }), '');
  });

  it('Those of a page are in its header and its head, and may be relative', () => {
    const page = (html: string, link?: string) =>
      pageLinks({
        ...{ url: new URL('https://a.example/fr/event/x/'), status: 200, body: html, calendar: undefined },
        headers: new Headers(link === undefined ? {} : { link }),
      }).map(({ language, url }) => `${language} ${url?.href}`);
    assert.deepEqual(page('<link rel="alternate" hreflang="ca-ES" href="/event/x/">'), [
      'ca https://a.example/event/x/',
    ]);
    assert.deepEqual(
      page('', '</event/x/>; rel="alternate"; hreflang=ca, </feed>; rel=alternate; type="x", </y>; rel=next'),
      ['ca https://a.example/event/x/'],
    );
    const others = '<link rel="stylesheet" hreflang="ca" href="/a"><link rel="alternate" href="/b">';
    assert.deepEqual(page(`${others}<link rel="alternate" hreflang="x-default" href="/c">`), []);
    assert.deepEqual(
      page('<link rel="alternate" hreflang="ca" href="http://[">', '<<<>>>;;;rel=alternate'),
      [],
    );
  });
});
