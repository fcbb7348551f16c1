import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { richText } from '../../src/lib/text/text.ts';
import { type Body, caller, eventOf, eventually } from '../client.ts';
import { startService } from '../service.ts';
import { deskBrowser } from './admin.ts';
import { axeViolations } from './axe.ts';

const service = await startService({ LANGUAGE: 'en' });
after(() => service[Symbol.asyncDispose]());
const opened = deskBrowser(service);
const as = service.accounts.administrator;
const call = caller(service.base);

/** Texts as other sites and programs write them. */
const TEXTS = [
  'One line.',
  'One.\nStill one.\n\nTwo & <3 "quoted" it’s.',
  '<p>A <strong>strong</strong> and <em>soft</em>, <b>bold</b>, <i>italic</i>, <u>under</u> word.</p>',
  '<p>Twice.</p><p>Twice.</p><p>Twice.</p>',
  '<h2>Heading</h2><p>Text</p><h3>Lower</h3><ul><li>One</li><li>Two <a href="https://a.example/?a=1&amp;b=2">link</a></li></ul>',
  '<ol start="3"><li>Three<ul><li>Inner</li></ul></li><li><p>Paragraph within</p></li></ol>',
  '<p class="wp-block" lang="fr">Class</p><div class="box"><p>Within</p><p>Two</p></div>',
  '<p>Before</p><hr /><p>After</p>',
  '<p><img src="https://pictures.example/a.jpg" alt="A &quot;b&quot;" width="3" /> and text</p>',
  '<figure><img src="/a.png" alt="" /><figcaption>Caption</figcaption></figure>',
  '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">1</td><td></td></tr></tbody></table>',
  '<blockquote cite="https://q.example/"><p>Quoted</p></blockquote><pre>  two\n   lines</pre>',
  '<details open=""><summary>More</summary><p>Hidden</p></details><p>x</p>',
  '<p>A<br />B<br /><br />C</p><p>&nbsp;</p><p>  spaces  inside </p>',
  'loose <b>text</b> first<p>then a paragraph</p>and loose again',
  '<div>One</div><div>Two<div>Three</div></div>',
  '<p>Ω λ 你好 🎷 &amp;amp; &lt;script&gt;</p>',
  '<p><a href="mailto:a@b.example" target="_blank" rel="noopener">mail</a> <span class="x">span</span></p>',
  '<dl><dt>Term</dt><dd>Text</dd></dl><audio controls="" src="https://a.example/a.mp3"></audio>',
].map(text => richText(text));

const value = (page: Page): Promise<string> => page.locator('[name=description]').inputValue();

/** Puts a text into the field as the browser does with a kept one. */
const load = (page: Page, text: string): Promise<void> =>
  page.evaluate(`{
    const field = document.querySelector('[name=description]');
    field.value = ${JSON.stringify(text)};
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }`);

const paste = (page: Page, html: string): Promise<void> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(html)});
    clipboardData.setData('text/plain', 'plain');
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.getElementById('description').dispatchEvent(event);
  }`);

describe('The text of an event', () => {
  it('All scripts of the administration have 40 KB at most, with the editor, and 52 with its sanitiser', () => {
    const folder = new URL('../../src/admin/scripts/', import.meta.url);
    const own = readdirSync(folder).map(name => readFileSync(new URL(name, folder)));
    const size = (...modules: string[]) =>
      gzipSync(
        Buffer.concat([...own, ...modules.map(name => readFileSync(new URL(import.meta.resolve(name))))]),
      ).length;
    const squire = '#squire/squire.mjs';
    assert.ok(size(squire) <= 40_000, String(size(squire)));
    assert.ok(size(squire, '#dompurify/purify.min.js') <= 52_000);
  });

  it('A text that nobody changes stays byte by byte, and a change in one paragraph leaves the rest', async () => {
    await using page = await opened('/events/new/');
    for (const text of TEXTS) {
      const html = `<p>Alpha</p>\n${text}`;
      await load(page, html);
      await page.focus('#description');
      await page.keyboard.press('Control+End');
      assert.equal(await value(page), html);
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('X');
      assert.equal(await value(page), html.replace('Alpha', 'XAlpha'));
    }
  });

  it('A text is written with the keys of the editor, and the toolbar is one stop with arrow keys', async () => {
    await using page = await opened('/events/new/');
    await page.focus('#description');
    const { keyboard } = page;
    await keyboard.press('Control+b');
    await keyboard.type('Bold');
    await keyboard.press('Control+b');
    await keyboard.type(' and ');
    await keyboard.press('Control+i');
    await keyboard.type('soft');
    await keyboard.press('Control+i');
    await keyboard.type('.');
    await keyboard.press('Enter');
    await keyboard.type('here');
    await keyboard.press('Shift+Home');
    await keyboard.press('Control+k');
    await keyboard.type('a.example/b?c=1&d=2');
    await keyboard.press('Enter');
    await keyboard.press('End');
    await keyboard.press('Enter');
    await keyboard.type('One');
    // Back to the toolbar, which the Tab key enters at one place.
    await keyboard.press('Shift+Tab');
    const focused = () => page.evaluate('document.activeElement.dataset.tool');
    assert.equal(await focused(), 'bold');
    await keyboard.press('ArrowLeft');
    assert.equal(await focused(), 'numbers');
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    assert.equal(await page.getAttribute('[data-tool=bullets]', 'aria-pressed'), 'true');
    await page.focus('#description');
    await keyboard.press('Enter');
    await keyboard.type('Two');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('Later');
    await page.click('[data-tool=heading]');
    assert.equal(
      await value(page),
      [
        '<p><strong>Bold</strong> and <em>soft</em>.</p>',
        '<p><a href="https://a.example/b?c=1&amp;d=2">here</a></p>',
        '<ul><li>One</li><li>Two</li></ul>',
        '<h2>Later</h2>',
      ].join('\n'),
    );
    await page.click('[data-tool=heading]');
    await page.click('[data-tool=bullets]');
    assert.match(await value(page), /<li>Two<\/li><li>Later<\/li><\/ul>$/);
    assert.deepEqual(await axeViolations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await axeViolations(page), []);
    await keyboard.press('Control+A');
    await keyboard.press('Delete');
    assert.equal(await value(page), '');
  });

  it('What is pasted keeps what the sanitiser keeps, without looks, and nothing violates the policy', async () => {
    await using page = await opened('/events/new/');
    for (const browser of ['with a safe parser', 'without one']) {
      if (browser === 'without one') {
        await page.addInitScript('delete Element.prototype.setHTML');
        await page.reload();
        await page.locator('[role=textbox]').waitFor();
      }
      for (const [html, text] of PASTES) {
        await load(page, '');
        await page.focus('#description');
        await paste(page, html);
        const pasted = await eventually(
          () => value(page),
          found => found !== '',
        );
        assert.equal(pasted, text, browser);
        assert.equal(richText(text), text);
      }
    }
  });

  it('A text that is stored comes back as it was, and a save without a change writes nothing', async () => {
    const description = [...TEXTS, 'End'].join('\n');
    const made = await call('POST /events', {
      as,
      json: { ...eventOf('Text'), description, status: 'draft' },
    });
    const { id } = made.body;
    await using page = await opened(`/events/${id}/`);
    const saved = async (): Promise<Body> => {
      await page.click('.bar button[value=later]');
      await page.waitForSelector('.notice.done');
      return (await call(`GET /events/${id}`, { as })).body;
    };
    const { modified, description: same } = await saved();
    assert.deepEqual([same, modified], [made.body.description, made.body.modified]);
    await page.focus('#description');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('New');
    assert.equal((await saved()).description, `${made.body.description}\n<p>New</p>`);
  });
});

/** What programs put on the clipboard, and what becomes of it. */
const PASTES = [
  [
    `<html><head><style>p { color: red }</style></head><body lang=CA style='tab-interval:35pt'><!--StartFragment-->
<p class=MsoNormal style='margin:0'><b><span style='font-size:11.0pt;color:#1F3864'>Word<o:p></o:p></span></b></p>
<p class=MsoListParagraph><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Item</p><!--EndFragment--></body></html>`,
    '<p><strong>Word</strong></p>\n<p>Item</p>',
  ],
  [
    `<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:700">Docs</span></p></b>`,
    '<p>Docs</p>',
  ],
  [
    `<p onclick="alert(1)">a<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">b</a></p><iframe src="/"></iframe>`,
    '<p>a<img src="x" /><a>b</a></p>',
  ],
  [
    '<div style="color:red"><h1 style="a:b">Title</h1><div>One</div><div>Two</div></div>',
    '<h1>Title</h1>\n<p>One</p>\n<p>Two</p>',
  ],
] as const;
