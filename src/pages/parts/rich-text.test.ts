import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../config.ts';
import { richText } from '../../lib/text/text.ts';
import { addressAt } from '../../site/address.ts';
import type { PageView } from '../view.ts';
import { pageText } from './rich-text.ts';

const SITE = 'https://agenda.example';
const view: Pick<PageView, 'address' | 'config' | 'language'> = {
  address: addressAt(SITE),
  config: readConfig({ DATA_DIR: '/nonexistent' }),
  language: 'en',
};

/** What a page shows of a text that somebody writes. */
const shown = async (written: string): Promise<string> =>
  (await pageText(richText(written), view, `${SITE}/event/jazz/`)).text.replace(/\n+/g, '');

test('A page keeps what a text says, and none of its looks', async () => {
  assert.equal(
    await shown('<p class="big" dir="rtl" lang="ar">A <strong>b</strong><br>c</p><ul><li>d</li></ul>'),
    '<p lang="ar" dir="rtl">A <strong>b</strong><br>c</p><ul><li>d</li></ul>',
  );
  assert.equal(await shown('<p lang="not a language">A</p>'), '<p>A</p>');
  assert.equal(await shown('1 < 2 & "3"'), '<p>1 &lt; 2 &amp; "3"</p>');
});

test('Headings come below that of the page, without gaps', async () => {
  for (const [written, expected] of [
    ['<h1>a</h1><h2>b</h2><h1>c</h1>', '<h2>a</h2><h3>b</h3><h2>c</h2>'],
    ['<h4>a</h4><h6>b</h6><h4>c</h4><h2>d</h2>', '<h2>a</h2><h3>b</h3><h2>c</h2><h2>d</h2>'],
    [
      '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
      '<h2>1</h2><h3>2</h3><h4>3</h4><h5>4</h5><h6>5</h6><h6>6</h6>',
    ],
  ] as const)
    assert.equal(await shown(written), expected);
});

test('Landmarks belong to the page alone', async () => {
  assert.equal(await shown('<main><article><p>a</p></article></main>'), '<div><div><p>a</p></div></div>');
});

test('Links to other sites give them no hold on the page', async () => {
  assert.equal(
    await shown('<a href="https://other.example/" target="_blank" rel="opener">a</a>'),
    '<p><a href="https://other.example/" rel="noopener">a</a></p>',
  );
  assert.equal(await shown('<a href="/events/">a</a>'), `<p><a href="${SITE}/events/">a</a></p>`);
  assert.equal(await shown('<a href="javascript:alert(1)">a</a>'), '<p><a>a</a></p>');
});

test('Pictures of the site are shown, those of others are links', async () => {
  assert.equal(
    await shown('<p><img src="/images/a.jpg" alt="A &quot;b&quot;" width="40" height="30"></p>'),
    `<p><img src="${SITE}/images/a.jpg" alt="A &quot;b&quot;" width="40" height="30" loading="lazy" decoding="async"></p>`,
  );
  assert.equal(
    await shown('<p><img src="https://other.example/a.jpg" alt="A &lt;b&gt;"></p>'),
    '<p><a href="https://other.example/a.jpg" rel="noopener">A &lt;b&gt;</a> </p>',
  );
  assert.equal(
    await shown('<p><a href="/x"><img src="https://other.example/a.jpg" alt=""></a></p>'),
    `<p><a href="${SITE}/x">Picture</a></p>`,
  );
});

test('Films and sounds are links', async () => {
  assert.match(
    await shown('<video src="https://other.example/a.mp4" controls autoplay></video>'),
    /^(?:<p>)?<a href="https:\/\/other\.example\/a\.mp4" rel="noopener">Audio or video<\/a> (?:<\/p>)?$/,
  );
  assert.doesNotMatch(
    await shown('<audio controls><source src="/a.mp3"></audio><picture><source srcset="/a.webp"></picture>'),
    /<(audio|source|picture)/,
  );
});

test('Tables scroll by themselves', async () => {
  assert.equal(
    await shown('<table><tbody><tr><th scope="col">a</th></tr></tbody></table>'),
    '<div class="table-scroll" role="group" tabindex="0" aria-label="Table"><table><tbody><tr><th scope="col">a</th></tr></tbody></table></div>',
  );
});

test('The longest texts let others have their turn', async () => {
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  await pageText('<h2>a</h2><b>b</b>'.repeat(11_000), view, `${SITE}/`);
  clearInterval(count);
  assert.ok(turns > 1);
});

test('What nobody has sanitised does no harm either', async () => {
  const of = async (stored: string) => (await pageText(stored, view, `${SITE}/event/jazz/`)).text;
  for (const [stored, expected] of [
    ['a<script>alert(1)</script>', 'aalert(1)'],
    [
      '<META HTTP-EQUIV="refresh" CONTENT="0;url=//evil">',
      '&lt;META HTTP-EQUIV="refresh" CONTENT="0;url=//evil">',
    ],
    ['<p title="a>b" onclick="x">c</p>', '<p title="">b" onclick="x">c</p>'],
    ['<form action="/x"><button form="y">c</button></form>', 'c'],
    ['<a href="javascript:alert(1)">a</a><a href=" data:text/html,x">b</a>', '<a>a</a><a>b</a>'],
    ['<a data-x="1 href=" title="javascript:alert(1)">a</a>', '<a title="javascript:alert(1)">a</a>'],
    ['<svg/onload=alert(1)><math><style>', '&lt;svg/onload=alert(1)>'],
    ['<p', '&lt;p'],
  ] as const)
    assert.equal(await of(stored), expected, stored);
});
