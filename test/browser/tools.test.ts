import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { eventually } from '../client.ts';
import { sampleOf } from '../sample.ts';
import { openWeb } from '../web.ts';
import { axeViolations } from './axe.ts';
import { launchBrowser, openPage, ownBrowser } from './browser.ts';
import { packedExecutable } from './executable.ts';
import { htmlProblems } from './html.ts';
import { keyboardProblems, tabTo } from './keyboard.ts';
import { crawl } from './links.ts';
import { sidewaysScroll } from './sideways.ts';
import { watch } from './watch.ts';

// Each tool finds the faults for which it is there: it is tried on pages that have them, and on a sound one.

const POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'";
const around = (body: string, head = '') =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Events</title>
<link rel="stylesheet" href="/page.css">${head}
</head>
<body>
${body}
</body>
</html>
`;

const SOUND = around(`<header><a href="#content">To the content</a></header>
<main id="content">
<h1>Events</h1>
<p>A <a href="/other">link</a> and a <button type="button">button</button></p>
</main>`);

const PAGES: Record<string, string> = {
  '/': SOUND,
  '/other': around('<main><h1>Other</h1><a href="/">back</a></main>'),
  '/unlabelled': around(
    '<h1>Events</h1><main><img src="/a.png"><p class="pale">Pale text</p><input><a class="small" href="/">a</a><a class="small" href="/">b</a></main>',
  ),
  '/barred': around(
    '<main><h1>Events</h1><a class="low" href="/">low</a></main><footer class="bar"><button type="button">Buy</button></footer>',
  ),
  '/invalid': around('<main><h1>Events<p style="color: red">Nested</h1></p></main>'),
  '/outside': around(
    '<main><h1 onclick="x()">Events</h1><img alt="" src="http://elsewhere.example/a.png"></main>',
    '<script>document.title = "changed"</script>',
  ),
  '/loud': around('<main><h1>Events</h1></main>', '<script src="/loud.js"></script>'),
  '/wide': around('<main><h1>Events</h1><div class="wide">wide</div></main>'),
  '/unreachable': around(
    `<main><h1>Events</h1><a class="plain" href="/">plain</a><a href="/" tabindex="3">first</a>
    <div class="over"></div><div class="trap"><button type="button" id="trap">trap</button></div><a href="/">last</a>
    </main>`,
    '<script src="/trap.js" defer></script>',
  ),
  '/broken': around(
    `<main><h1>Events</h1><a href="/missing">missing</a><a href="/round">round</a><a href="/other#part">part</a>
    <img alt="" src="/fine.png" srcset="/missing.png 2x, /fine.png 3x"><a href="https://elsewhere.example/">elsewhere</a>
    <a href="/moved">moved</a><a href="mailto:a@b.example">mail</a><a href="/deep">deep</a></main>`,
  ),
  '/deep': around('<main><h1>Deep</h1><form action="/nowhere"></form></main>'),
};

const FILES: Record<string, [type: string, text: string]> = {
  '/page.css': [
    'text/css',
    `a:focus-visible, button:focus-visible { outline: 3px solid #036 } .plain:focus-visible { outline: none }
    .pale { color: #bbb } .wide { width: 2000px } .over { position: fixed; inset: auto 0 0; height: 90vh }
    .small { display: inline-block; width: 8px; overflow: hidden } main:has(.low) { height: 2000px }
    .low { position: absolute; top: 540px; line-height: 44px } .bar { position: sticky; bottom: 0 }
    .bar button { width: 100%; height: 40px }`,
  ],
  '/loud.js': ['text/javascript', 'console.error("a message"); throw new Error("not caught");'],
  '/trap.js': [
    'text/javascript',
    `document.getElementById('trap').addEventListener('keydown', event => event.preventDefault());`,
  ],
  '/fine.png': ['image/png', ''],
};

function answer({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(url, 'http://site');
  const [type, text] = FILES[pathname] ?? ['text/html; charset=utf-8', PAGES[pathname]];
  const leads = { '/round': '/round?again', '/moved': '/other' }[pathname];
  if (leads) response.writeHead(302, { location: leads }).end();
  else if (text === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(text);
}

const web = await openWeb(answer);
after(() => web[Symbol.asyncDispose]());
const browser = ownBrowser();

/** A page of the site, and what happened in it. */
async function visit(path: string, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(await browser, options);
  const watched = await watch(page, web.origin);
  await page.goto(web.origin + path);
  return Object.assign(page, { watched });
}

const named = (problems: string[]) => problems.map(problem => /^[\w -]+/.exec(problem)?.[0]).sort();

describe('The tools for tests in a browser', () => {
  test('Axe finds what keeps people from reading a page, beside a strict policy', async () => {
    await using sound = await visit('/');
    assert.deepEqual(await axeViolations(sound), []);
    assert.deepEqual(sound.watched, { outside: [], forbidden: [], errors: [] });
    await using faulty = await visit('/unlabelled');
    const found = named(await axeViolations(faulty));
    for (const rule of ['color-contrast', 'image-alt', 'label', 'region', 'target-size'])
      assert.ok(found.includes(rule), `${rule}: ${found}`);
    await using barred = await visit('/barred', { viewport: { width: 320, height: 600 } });
    assert.deepEqual(await axeViolations(barred), []);
  });

  test('Axe sees a page as its scheme and medium show it', async () => {
    await using page = await visit('/');
    await page.addStyleTag({ url: '/page.css' });
    FILES['/page.css']![1] +=
      '@media print { p { color: #ccc } } @media (prefers-color-scheme: dark) { h1 { color: #eee } }';
    await page.reload();
    assert.deepEqual(await axeViolations(page), []);
    await page.emulateMedia({ media: 'print' });
    assert.match((await axeViolations(page)).join(), /color-contrast.* p /);
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    assert.match((await axeViolations(page)).join(), /color-contrast.* h1 /);
  });

  test('HTML that breaks the rules is found', async () => {
    assert.deepEqual(await htmlProblems(SOUND), []);
    const found = named(await htmlProblems(PAGES['/invalid']!));
    for (const rule of ['close-order', 'no-inline-style'])
      assert.ok(found.includes(rule), `${rule}: ${found}`);
  });

  test('Requests to other sites, and what the policy forbids, are noticed', async () => {
    await using page = await visit('/outside');
    await page.click('h1');
    assert.deepEqual(page.watched.outside, ['http://elsewhere.example/a.png']);
    for (const what of ['img-src', 'script-src-elem', 'inline event handler']) {
      const told = () => page.watched.forbidden.some(text => text.includes(what));
      assert.ok(await eventually(told), `${what}: ${page.watched.forbidden}`);
    }
    assert.equal(await page.title(), 'Events');
    await using loud = await visit('/loud');
    assert.deepEqual(loud.watched.errors, ['a message', 'not caught']);
  });

  test('A page that scrolls sideways is found, with the cause', async () => {
    const viewport = { width: 320, height: 600 };
    await using sound = await visit('/', { viewport });
    assert.deepEqual(await sidewaysScroll(sound), []);
    await using wide = await visit('/wide', { viewport });
    const [width, cause] = await sidewaysScroll(wide);
    assert.match(width!, /\d+ > 320/);
    assert.match(cause!, /class="wide"/);
  });

  test('A walk by keyboard finds what is not reached, out of order, covered or without a visible focus', async () => {
    await using sound = await visit('/');
    assert.deepEqual(await keyboardProblems(sound), []);
    await sound.reload();
    await tabTo(sound, 'button');
    await assert.rejects(tabTo(sound, '#nothing'), /does not reach/);
    await using faulty = await visit('/unreachable');
    const found = await keyboardProblems(faulty);
    const problems = found.map(problem => problem.replace(/<.*>([a-z]+)<.*/, '$1'));
    assert.ok(problems.includes('focus not visible: plain'), String(found));
    assert.ok(problems.includes('out of order: plain'), String(found));
    assert.ok(problems.includes('not reached: last'), String(found));
    assert.ok(
      problems.some(problem => problem.startsWith('focus covered: ')),
      String(found),
    );
  });

  test('A crawl finds broken links of all kinds, in every page that is linked', async () => {
    const { pages, broken, outside } = await crawl(web.origin, ['/', '/broken']);
    assert.deepEqual(pages.toSorted(), ['/', '/broken', '/deep', '/other']);
    assert.deepEqual(Object.fromEntries(broken), {
      '/missing: 404': ['/broken'],
      '/round: more than 5 redirects': ['/broken'],
      '/other#part: nothing has this id': ['/broken'],
      '/missing.png: 404': ['/broken'],
      '/nowhere: 404': ['/deep'],
    });
    assert.deepEqual(outside, ['https://elsewhere.example/']);
    await assert.rejects(crawl(web.origin, ['/broken'], { most: 1 }), /more than 1 pages/);
    const { pages: fewer } = await crawl(web.origin, ['/broken'], { follows: path => path !== '/deep' });
    assert.ok(!fewer.includes('/deep'));
  });

  // Unpacking takes seconds of processor time.
  const skip = sampleOf('unpacking', ['once'], 0.1).length === 0;

  test('The packed browser is unpacked once if two processes do it at the same time', { skip }, async () => {
    await using cache = await mkdtempDisposable(join(tmpdir(), 'almanac-browser-'));
    const all = await Promise.all([packedExecutable(cache.path), packedExecutable(cache.path)]);
    assert.equal((await readdir(cache.path)).length, 1);
    assert.equal(all[0].path, all[1].path);
  });

  test('A browser that does not start is told with its path and what to do', async context => {
    const before = process.env.TEST_BROWSER;
    context.after(() => {
      if (before === undefined) delete process.env.TEST_BROWSER;
      else process.env.TEST_BROWSER = before;
    });
    process.env.TEST_BROWSER = '/bin/false';
    await assert.rejects(launchBrowser(), /No browser could be started.*TEST_BROWSER.*\/bin\/false/s);
  });
});
