import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { codeUnits } from '../../../test/any-text.ts';
import { processorTime } from '../../../test/processor-time.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS } from './elements.ts';
import { sanitised } from './markup.ts';
import { plainText, richText, singleLine, termText, textOf } from './text.ts';

const WORDS = `
  < > </ /> " ' & ; % %2 0 20 p b script lt amp #38 &lt; &gt; &amp; &#60; &#13; &#10; &nbsp; %3c text é 日 🎭
  <p> </p> <div> </div> <b> </b> <x> </x> <a> </a> <br> <hr> <li> <ul> </ul> <table> <tr> <td> <pre> </pre>
  <ruby> <rp> <rt> <video> <script> </script> <style> <iframe> </iframe> <svg> </svg> <math> <title> </title>
  <noscript> </noscript> <textarea> <form> <select> <!-- --> <![CDATA[`;
const FRAGMENTS = [
  ...WORDS.trim().split(/\s+/),
  ...[' ', '\t', '\n', '\n\n', '\r\n', '\0', '\u0338', '\ud800', '<p ', '<a ', '<img src=x onerror=x>'],
  ...[' href="javascript:x"', ' href="https://x.y"', ' target=_blank', ' title="a\nb"'],
];
const fragments = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 20 }).map(parts => parts.join(''));
const anyText = fc.oneof(fragments, codeUnits);
const OPENS_A_TAG = /<[a-z/!?]/i;

describe('plainText', () => {
  const cases: [string, string][] = [
    ['Nit de jazz', 'Nit de jazz'],
    [`It's "quoted" & <b>bold</b> -- 5x5...`, `It's "quoted" & bold -- 5x5...`],
    ['5 < 6 & 7 > 2', '5 < 6 & 7 > 2'],
    ['Script<script>alert(1)</script>', 'Script'],
    ['Estil<STYLE>p{}</STYLE> i prou', 'Estil i prou'],
    ['C:\\festa \\ "nit"', 'C:\\festa \\ "nit"'],
    ['  Un\n dos\t\0tres\u00a0 ', 'Un dos tres'],
    ['Rock &amp; Pop', 'Rock & Pop'],
    ['\u202eABC\u202c &#x202e;\u2067דג\u2069\u200f <\u2066b>!', 'ABC דג\u200f !'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', ''],
    ['&amp;lt;b&amp;gt;gras', 'gras'],
    ['Drum &bass &copy 2031', 'Drum &bass &copy 2031'],
    ['<<b>b>Dins', 'Dins'],
    ['Menors <12 i majors <b', 'Menors <12 i majors < b'],
    ['a <b title="x > y">c</b>', 'a c'],
    [`a <b title='x>c`, 'a c'],
    ['a<!-- > -->b<?php x ?>c<!doctype html>d', 'abcd'],
    ['Sala A<br>Sala B<p>Sala C', 'Sala A Sala B Sala C'],
    ['e\u0301', 'é'],
    ['\ud800x', '\ufffdx'],
    ['', ''],
  ];
  for (const [input, expected] of cases)
    test(`plainText cleans ${JSON.stringify(input)}`, () => assert.equal(plainText(input), expected));

  test('plainText opens no tag and is idempotent', () => {
    const check = (input: string) => {
      const text = plainText(input);
      assert.doesNotMatch(text, OPENS_A_TAG);
      assert.equal(plainText(text), text);
    };
    fc.assert(fc.property(anyText, check), { numRuns: 1000 });
  });
});

describe('singleLine', () => {
  const cases: [string, string][] = [
    ['<b>Carrer</b>\n  Major  1', 'Carrer Major 1'],
    ['<a@b.c>', ''],
    ['Rambla%20del%20Raval', 'RambladelRaval'],
    ['a%%2020b', 'ab'],
    ['l&l%20t;b>', 'l'],
    ['10% de descompte', '10% de descompte'],
    ['+34 971 00 00 00', '+34 971 00 00 00'],
  ];
  for (const [input, expected] of cases)
    test(`singleLine cleans ${JSON.stringify(input)}`, () => assert.equal(singleLine(input), expected));

  test('singleLine opens no tag, has no encoded octets and is idempotent', () => {
    const check = (input: string) => {
      const text = singleLine(input);
      assert.doesNotMatch(text, OPENS_A_TAG);
      assert.doesNotMatch(text, /%[0-9a-f]{2}/i);
      assert.equal(singleLine(text), text);
    };
    fc.assert(fc.property(anyText, check), { numRuns: 1000 });
  });
});

describe('richText', () => {
  const untouched = [
    '',
    '<p>Una línia</p>',
    '<h2>Programa</h2>\n<ul><li>Primer</li></ul>\n<p>Amb <strong>força</strong></p>',
    '<pre>un\n\ndos</pre>',
    '<details open><summary>Més</summary>text</details>',
    '<figure><img src="https://example.org/a.png" alt="" width="3" /><figcaption>Foto</figcaption></figure>',
    '<video controls src="https://example.org/a.mp4">\n<source src="https://example.org/b.mp4" />\n</video>',
    '<p><a href="mailto:x@example.org">correu</a> <a href="tel:+34">telèfon</a> <a href="/festa">festa</a></p>',
  ];
  const cases: [string, string][] = [
    ...untouched.map((html): [string, string] => [html, html]),
    ['Una línia', '<p>Una línia</p>'],
    ['  Text  ', '<p>Text</p>'],
    [' \n\t ', ''],
    ['Primer.\n\nSegon\namb salt.', '<p>Primer.</p>\n<p>Segon<br />\namb salt.</p>'],
    ['Primer.\r\n \r\nSegon', '<p>Primer.</p>\n<p>Segon</p>'],
    ['un<br>dos<br>\ntres<br><br>quatre', '<p>un<br />\ndos<br />\ntres</p>\n<p>quatre</p>'],
    ['<em>Curt</em>', '<p><em>Curt</em></p>'],
    ['<em>un\n\ndos</em> tres', '<p><em>un<br />\n<br />\ndos</em> tres</p>'],
    ['abans<h2>Títol</h2>després', '<p>abans</p>\n<h2>Títol</h2>\n<p>després</p>'],
    ['text <b><div>bloc</div></b> més', '<p>text</p>\n<b><div>bloc</div></b>\n<p>més</p>'],
    ['<p>bé</p><p></p>\n\n\n<p>i bé</p>', '<p>bé</p>\n<p>i bé</p>'],
    ['<!-- wp:paragraph -->\n<p>bloc</p>\n<!-- /wp:paragraph -->', '<p>bloc</p>'],
    ['<p onclick="x()">bé</p><script>alert(1)</script><iframe src="https://x.org"></iframe>', '<p>bé</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<p><a>a</a></p>'],
    ['<img src="data:image/png;base64,x" alt="b" onerror="x()">', '<p><img alt="b" /></p>'],
    ['<p id="x" style="color:red" class="y" lang="ca">t</p>', '<p lang="ca">t</p>'],
    [
      '<a href="https://x.org" target="_blank">x</a>',
      '<p><a href="https://x.org" target="_blank" rel="noopener">x</a></p>',
    ],
    ['<a href="/x" target="_top" rel="nofollow">x</a>', '<p><a href="/x" rel="nofollow">x</a></p>'],
    ['<p>obert <b>i prou', '<p>obert <b>i prou</b></p>'],
    ['un \\ dos', '<p>un \\ dos</p>'],
    ['Ça c’est l’été 🎭 — ñ, ç, ŀ, œ', '<p>Ça c’est l’été 🎭 — ñ, ç, ŀ, œ</p>'],
    ['Rock & Pop', '<p>Rock &amp; Pop</p>'],
    ['Rock &amp; Pop &eacute;', '<p>Rock &amp; Pop é</p>'],
    ['5 < 6 > 4, <b', '<p>5 &lt; 6 &gt; 4, &lt;b</p>'],
    ['a\0b\ud800', '<p>ab\ufffd</p>'],
  ];
  for (const [input, expected] of cases)
    test(`richText cleans ${JSON.stringify(input)}`, () => assert.equal(richText(input), expected));

  test('richText drops all tags where they nest too deeply', () => {
    assert.equal(richText(`${'<b>'.repeat(5000)}a &lt;b&gt;`), '<p>a &lt;b&gt;</p>');
  });

  test('richText is idempotent, well formed and has only allowed elements and attributes', () => {
    const check = (input: string) => {
      const html = richText(input);
      assert.equal(richText(html), html);
      assert.deepEqual(unclosedIn(html), []);
      assert.deepEqual(forbiddenIn(html), []);
    };
    fc.assert(fc.property(anyText, check), { numRuns: 400 });
  });
});

describe('sanitised', () => {
  test('sanitised treats simple markup as the parser does', () => {
    const pieces = fc.constantFrom(
      ...['<p>', '</p>', '<br />', '<strong>', '</strong>', '<em>', '</em>', '<b>', '</b>', '<i>', '</i>'],
      ...['a', ' ', '\n', '"', 'é', '<', '>', '&', '&amp;', '<ul>', '<P>', '<br>'],
    );
    const elements = fc.constantFrom(
      ...(['p', 'h1', 'h2', 'ul', 'ol', 'li', 'strong', 'u', 'div', 'script'] as const),
      ...['https://x.org/a?b=1&amp;c=2#d', 'https://x', 'https://x/javascript:a', '//x', 'javascript:a', 'x'],
    );
    const nested = fc.letrec<{ node: string }>(tie => ({
      node: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        pieces,
        fc
          .tuple(elements, fc.array(tie('node'), { maxLength: 3 }))
          .map(([name, inner]) =>
            /\W|^x$/.test(name)
              ? `<a href="${name}">${inner.join('')}</a>`
              : `<${name}>${inner.join('')}</${name}>`,
          ),
      ),
    })).node;
    fc.assert(
      fc.property(
        fc.oneof(fc.array(pieces, { maxLength: 12 }), fc.array(nested, { maxLength: 3 })),
        pieces => {
          const html = pieces.join('');
          // Comments need the parser, which removes them.
          assert.equal(sanitised(html), sanitised(`<!---->${html}`));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('termText', () => {
  const cases: [string, string][] = [
    ['En <em>viu</em>', 'En <em>viu</em>'],
    ['<script>alert(1)</script><em>bé</em> ', '<em>bé</em>'],
    ['<p>Un</p><p>Dos</p>', 'Un\nDos'],
    ['Rock & Pop<img src="https://x.org/a.png">', 'Rock &amp; Pop'],
  ];
  for (const [input, expected] of cases)
    test(`termText cleans ${JSON.stringify(input)}`, () => assert.equal(termText(input), expected));

  test('termText is idempotent and has no block elements', () => {
    const check = (input: string) => {
      const html = termText(input);
      assert.equal(termText(html), html);
      assert.doesNotMatch(html, /<\/?(?:p|div|li|ul|table|img|video)\b/);
    };
    fc.assert(fc.property(anyText, check), { numRuns: 200 });
  });
});

describe('textOf', () => {
  const cases: [string, string][] = [
    ['<p>Un</p>\n<p>Dos<br />\ntres</p>', 'Un Dos tres'],
    ['<ul><li>Un</li><li>Dos</li></ul>', 'Un Dos'],
    ['<p><strong>N</strong>it &amp; dia, 5 &lt; 6</p>', 'Nit & dia, 5 < 6'],
    ['', ''],
  ];
  for (const [input, expected] of cases)
    test(`textOf reads the text of ${JSON.stringify(input)}`, () => assert.equal(textOf(input), expected));
});

describe('srcset', () => {
  const cases: [string, string][] = [
    ['/a.jpg', '/a.jpg'],
    ['/a.jpg 300w, /b.jpg 768w', '/a.jpg 300w, /b.jpg 768w'],
    ['https://x.test/a.jpg 1.5x', 'https://x.test/a.jpg 1.5x'],
    ['x y', ''],
    ['a b,'.repeat(50), ''],
    ['a 0w', ''],
    ['a 1x 2x', ''],
    ['x y\n{&quot;level&quot;:30}', ''],
  ];
  for (const [sent, expected] of cases)
    test(`The srcset ${JSON.stringify(sent.slice(0, 40))} is ${expected ? 'kept' : 'dropped'}`, t => {
      const told = t.mock.method(console, 'log', () => {});
      const html = richText(`<p><img src="/a" srcset="${sent}" /></p>`);
      assert.equal(/srcset="([^"]*)"/.exec(html)?.[1] ?? '', expected);
      assert.equal(told.mock.callCount(), 0, 'nothing is written beside the log');
    });
});

describe('Hostile texts', () => {
  const inputs: Record<string, string> = {
    'angle brackets': '<'.repeat(100_000),
    'open paragraphs': '<p>'.repeat(20_000),
    'open elements': '<b>'.repeat(99) + '</i>'.repeat(20_000),
    'tags in tags': '<'.repeat(20_000) + 'b>'.repeat(20_000),
    'entities in entities': `&${'amp;'.repeat(50_000)}lt;b>`,
    'octets in octets': '%'.repeat(50_000) + '20'.repeat(50_000),
    'quotes that pair wrongly': '<a ">"'.repeat(10_000),
    comments: '<!--'.repeat(20_000),
    'comments in an address': `<a href="${'<!---->'.repeat(20_000)}">x</a>`,
    'line ends': '\n '.repeat(50_000),
    'open iframes': '<iframe>'.repeat(5_000),
  };
  for (const [name, input] of Object.entries(inputs)) {
    test(`Cleaning ${name} takes linear time`, () => {
      for (const clean of [plainText, singleLine, richText, termText, textOf]) {
        const took = processorTime(() => clean(input));
        assert.ok(took < 1000, `${clean.name}: ${took} ms`);
      }
    });
  }
});

function unclosedIn(html: string): string[] {
  const open: string[] = [];
  for (const [tag, end, name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (tag.endsWith('/>')) continue;
    if (end !== '/') open.push(name);
    else if (open.pop() !== name) return [tag];
  }
  return open;
}

function forbiddenIn(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!ALLOWED_ELEMENTS.includes(name)) found.push(name);
      const allowed = [...(ALLOWED_ATTRIBUTES['*'] ?? []), ...(ALLOWED_ATTRIBUTES[name] ?? [])];
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!allowed.includes(attribute) || /^\s*(?:javascript|data):/i.test(value))
          found.push(`${name}[${attribute}]`);
      }
    },
  });
  parser.end(html);
  return found;
}
