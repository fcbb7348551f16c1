import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { withAbsoluteAddresses, withCompleteAddresses } from './addresses.ts';
import { richText } from './text.ts';

const PAGE = new URL('https://agenda.example.org/event/jazz/?a=1#top');
const completed = (html: string) => withCompleteAddresses(html, PAGE.href);

describe('Relative addresses in descriptions', () => {
  const cases: [string, string][] = [
    ['<a href="/tickets">x</a>', '<a href="https://agenda.example.org/tickets">x</a>'],
    ['<a href="map">x</a>', '<a href="https://agenda.example.org/event/jazz/map">x</a>'],
    ['<a href="?b=2&amp;c=3">x</a>', '<a href="https://agenda.example.org/event/jazz/?b=2&amp;c=3">x</a>'],
    ['<a href="//cdn.example/x">x</a>', '<a href="https://cdn.example/x">x</a>'],
    ['<img src="/a b.jpg" alt="/a" />', '<img src="https://agenda.example.org/a%20b.jpg" alt="/a" />'],
    [
      '<img srcset="/s.jpg 300w, l.jpg 2x, https://cdn.example/x.jpg" />',
      '<img srcset="https://agenda.example.org/s.jpg 300w, https://agenda.example.org/event/jazz/l.jpg 2x, https://cdn.example/x.jpg" />',
    ],
    [
      '<blockquote cite="/who">x</blockquote>',
      '<blockquote cite="https://agenda.example.org/who">x</blockquote>',
    ],
  ];
  for (const [html, expected] of cases)
    it(`Of ${html} the address becomes complete`, () => assert.equal(completed(html), expected));

  for (const html of [
    '<a href="#programme">x</a>',
    '<a href="https://other.example/x">x</a>',
    '<a href="mailto:a@b.example">x</a>',
    '<a href="tel:+34">x</a>',
    '<a href="">x</a>',
    '<p title="/x">href="/x" src=/x</p>',
  ])
    it(`${html} stays as it is`, () => assert.equal(completed(html), html));

  it('The result is sanitised, and doing it twice changes nothing', () => {
    const address = fc.stringMatching(/^[/?#a-z0-9.:&"'<>, ()%-]{0,12}$/);
    const page = address.map(path => new URL(`https://a.example/e,(1)/${path}`));
    fc.assert(
      fc.property(address, page, (text, page) => {
        const said = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
        const html = richText(`<p><a href="${said}">x</a><img src="${said}" srcset="${said} 2x, b 3x"></p>`);
        for (const complete of [withCompleteAddresses, withAbsoluteAddresses]) {
          const once = complete(html, page.href);
          assert.equal(complete(once, page.href), once);
          assert.equal(richText(once), once);
        }
      }),
      { examples: [['<,a:', new URL('https://a.example/e,(1)/')]] },
    );
  });
});
