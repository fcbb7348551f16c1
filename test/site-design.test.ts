import assert from 'node:assert/strict';
import { rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { routesOf } from '../src/app.ts';
import { readPage } from '../src/http/read-page.ts';
import { languages } from '../src/i18n/language.ts';
import { publicPages } from '../src/pages/routes.ts';
import { openDesign, refreshDesign } from '../src/site/design.ts';
import { RESERVED } from '../src/site/own-pages.ts';
import { makeStore, startChild } from './child.ts';
import { caller, eventOf, eventually, seconds } from './client.ts';
import { almanac } from './command.ts';
import { ownFolder } from './folder.ts';
import { get } from './get.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';
import { listener, writeSite } from './site-folder.ts';
import { OF_NO_STORE } from './store.ts';

// What an operator decides about the pages does not depend on the store.

const DATA_DIR = await ownFolder();
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><script>alert(1)</script></svg>';

await writeSite(DATA_DIR, {
  'logo.svg': LOGO,
  'logo-dark.svg': LOGO.replace('50"', '60"'),
  'style.css': '.site-name { font-family: Vic }',
  'fonts/vic.woff2': 'font',
  'team.png': await picture(30, 20),
  'texts.ca.json':
    '{ "pages": { "list": "Què fem" }, "site": { "footer": "Fet a <a href=\\"/about/\\">Vic</a>" } }',
  'pages/10-about.html':
    '<h1>Qui som</h1><p>Som <a href="/events/">nosaltres</a>: <img src="team.png" alt="L’equip"></p><h3>Horari</h3>',
  'pages/10-about.fr.html': '<h1>Qui sommes-nous ?</h1>',
});
// A file of the present second has no Last-Modified.
const anHourAgo = Date.now() / 1000 - 3600;
await utimes(join(DATA_DIR, 'site/logo.svg'), anHourAgo, anHourAgo);
const service = await startService({
  ...{ DATA_DIR, LANGUAGE: 'ca', SITE_NAME: 'Agenda de Vic', ACCENT_COLOR: 'ffdd00', SITE_LOGO: 'logo.svg' },
  SITE_FOOTER: 'Made in <a href="/about/" onclick="alert(1)">Vic</a><script>alert(1)</script>',
});
after(() => service[Symbol.asyncDispose]());

const read = async (path: string, headers: Record<string, string> = {}) => {
  const got = await get(service.site, path, { accept: 'text/html', ...headers });
  return { ...got, text: got.body.toString() };
};
const textOf = async (path: string) => (await read(path)).text;

/** The addresses of a page's elements, by a pattern with one group. */
const found = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, one]) => one!);

before(async () => {
  const call = caller(service.base);
  await call('POST /events', { as: service.accounts.editor, json: eventOf('Concert') });
});

describe('The frame of pages', OF_NO_STORE, () => {
  it('names the page in other languages and formats, and the interface', async () => {
    const page = await textOf('/fr/events/month/2031-05/');
    const { site } = service;
    assert.ok(page.includes(`<link rel="canonical" href="${site}/fr/events/month/2031-05/">`));
    assert.deepEqual(found(page, /<link rel="alternate" hreflang="([^"]+)"/g), [...languages, 'x-default']);
    assert.ok(page.includes(`hreflang="x-default" href="${site}/events/month/2031-05/">`));
    assert.ok(
      page.includes(`<link rel="alternate" type="text/calendar" href="${site}/fr/events/month/2031-05.ics">`),
    );
    assert.match(
      page,
      /<link rel="alternate" type="application\/json" href="[^"]*\/wp-json\/tribe\/events\/v1\/[^"]*">/,
    );
    for (const meta of [
      'name="tec-api-version" content="v1"',
      `name="tec-api-origin" content="${site}"`,
      'property="og:site_name" content="Agenda de Vic"',
      `property="og:url" content="${site}/fr/events/month/2031-05/"`,
      'property="og:locale" content="fr_FR"',
      'property="og:locale:alternate" content="ca_ES"',
    ])
      assert.ok(page.includes(`<meta ${meta}>`), meta);
  });

  it('marks the page in the navigation, and keeps filters when the language changes', async () => {
    const page = await textOf('/events/month/2031-05/?search=jazz');
    assert.deepEqual(found(page, /<a href="([^"]+)" aria-current="page"/g), ['/events/month/']);
    assert.deepEqual(found(page, /<a href="([^"]+)" lang="fr" hreflang="fr"/g), [
      `${service.site}/fr/events/month/2031-05/?search=jazz`,
    ]);
    assert.match(page, /<a class="skip" href="#main">[\s\S]*<main id="main"/);
  });

  it('of a page that does not exist is the same, without an address for search engines', async () => {
    const { status, text } = await read('/event/none/');
    assert.equal(status, 404);
    assert.ok(text.includes('<meta name="robots" content="noindex">') && text.includes('class="site-logo"'));
    assert.deepEqual(found(text, /<link rel="(canonical)"/g), []);
    const fields =
      /<form class="filters" action="(\/events\/)" role="search">[\s\S]*? type="search" name="(search)"/;
    assert.deepEqual(fields.exec(text)?.slice(1), ['/events/', 'search']);
    assert.doesNotMatch((await read('/events/?page=zero')).text, /type="search"/);
  });
});

describe('The design of an operator', OF_NO_STORE, () => {
  it('has its colour in the stylesheet, and its own stylesheet after that', async () => {
    const styles = found(await textOf('/events/'), /<link rel="stylesheet" href="([^"]+)"/g);
    assert.match(styles.join(' '), /^\/assets\/pages\.css\?v=[\w-]{12} \/site\/style\.css\?v=[\w-]{12}$/);
    const [ours, own] = await Promise.all(styles.map(path => read(path)));
    assert.match(
      ours!.text,
      /--brand: #ffdd00;\n {2}--on-brand: #000000;\n {2}--accent: light-dark\(#[\da-f]{6}, #ffdd00\);/,
    );
    assert.equal(own!.text, '.site-name { font-family: Vic }');
    assert.equal(own!.headers['content-type'], 'text/css; charset=utf-8');
    assert.equal(own!.headers['cache-control'], 'public, max-age=31536000, immutable');
  });

  it('has a logo of a known size in place of the name, which runs nothing when it is opened', async () => {
    const page = await textOf('/en/events/');
    const [, path] = /<img class="site-logo" src="([^"]+)" width="224" height="56" alt="Agenda de Vic">/.exec(
      page,
    )!;
    assert.match(
      page,
      /<source media="\(prefers-color-scheme: dark\)" srcset="\/site\/logo-dark\.svg\?v=[\w-]+" width="187" height="56">/,
    );
    const { headers, text } = await read(path!);
    assert.equal(text, LOGO);
    assert.equal(headers['content-type'], 'image/svg+xml');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const part = await read(path!, { range: 'bytes=5-9' });
    assert.deepEqual([part.status, part.text], [206, LOGO.slice(5, 10)]);
    assert.equal(part.headers['content-range'], `bytes 5-9/${LOGO.length}`);
    for (const known of [
      { 'if-none-match': headers.etag! },
      { 'if-modified-since': headers['last-modified']! },
    ] as Record<string, string>[])
      assert.equal((await read(path!, known)).status, 304);
  });

  it('has an icon, also where browsers design for one by custom', async () => {
    const icons = found(
      await textOf('/events/'),
      /<link rel="[a-z-]*icon" type="image\/png" sizes="\d+x\d+" href="([^"]+)"/g,
    );
    assert.equal(icons.length, 2);
    for (const path of [...icons, '/favicon.ico']) {
      const { status, headers, body } = await read(path);
      assert.deepEqual(
        [status, headers['content-type'], body.toString('latin1', 1, 4)],
        [200, 'image/png', 'PNG'],
        path,
      );
      assert.equal((await read(path, { 'if-none-match': headers.etag! })).status, 304);
    }
  });

  it('has texts of its own in a language, and a line at the end without anything active', async () => {
    const [catalan, english] = [await textOf('/events/'), await textOf('/en/events/')];
    assert.ok(catalan.includes('>Què fem</a>') && english.includes('>List</a>'));
    assert.ok(
      catalan.includes(`<div class="site-line">Fet a <a href="${service.site}/about/">Vic</a></div>`),
    );
    assert.ok(
      english.includes(`<div class="site-line">Made in <a href="${service.site}/about/">Vic</a></div>`),
    );
  });

  it('serves only the files that pages may load', async () => {
    for (const [path, status] of [
      ['/site/fonts/vic.woff2', 200],
      ['/site/team.png', 200],
      ...['/site/', '/site/texts.ca.json', '/site/pages/10-about.html', '/site/../almanac.sqlite'].map(
        path => [path, 404],
      ),
      ...['/site/%2e%2e/almanac.sqlite', '/site/fonts/../team.png', '/site/fonts%2fvic.woff2%00.png'].map(
        path => [path, 404],
      ),
    ] as [string, number][])
      assert.equal((await read(path)).status, status, path);
    const { headers } = await read('/site/team.png');
    assert.equal(headers['cache-control'], 'public, no-cache');
    assert.equal((await read('/site/team.png', { 'if-none-match': headers.etag! })).status, 304);
    assert.match((await read('/events/')).headers['content-security-policy'] as string, /font-src 'self'/);
  });
});

describe('Links among the files of an operator', OF_NO_STORE, () => {
  it('lead to nothing outside the folder, also where they are made after the folder was read', async () => {
    await using other = await startService();
    const folder = join(other.config.DATA_DIR, 'site');
    await writeSite(other.config.DATA_DIR, { 'own.txt': 'own', 'fonts/vic.woff2': 'font' });
    await symlink('../almanac.sqlite', join(folder, 'db.txt'));
    const { lines, log } = listener();
    await openDesign(other.config, log);
    const answer = async (path: string) => {
      const { status, body } = await get(other.site, path);
      return [status, status === 200 ? body.toString() : ''];
    };
    assert.deepEqual(await answer('/site/db.txt'), [404, '']);
    assert.match(lines.join(), /a link that leads out of the folder of the site.*db\.txt$/);
    assert.deepEqual(await answer('/site/own.txt'), [200, 'own']);
    await writeFile(join(other.config.DATA_DIR, 'secret.woff2'), 'secret');
    await rm(join(folder, 'own.txt'));
    await symlink('../secret.woff2', join(folder, 'own.txt'));
    await rm(join(folder, 'fonts'), { recursive: true });
    await symlink('..', join(folder, 'fonts'));
    await rename(join(other.config.DATA_DIR, 'secret.woff2'), join(other.config.DATA_DIR, 'vic.woff2'));
    for (const path of ['/site/own.txt', '/site/fonts/vic.woff2'])
      assert.deepEqual(await answer(path), [404, ''], path);
    await rm(join(folder, 'own.txt'));
    await writeSite(other.config.DATA_DIR, { '..data/own.txt': 'mounted' });
    await symlink('..data/own.txt', join(folder, 'own.txt'));
    assert.deepEqual(await answer('/site/own.txt'), [200, 'mounted']);
  });
});

describe('Pages of an operator', OF_NO_STORE, () => {
  it('stand in the frame of all pages, with links from each', async () => {
    const page = await textOf('/about/');
    assert.ok(page.includes('<title>Qui som – Agenda de Vic</title>'));
    assert.ok(
      page.includes(
        `Som <a href="${service.site}/events/">nosaltres</a>: <img src="${service.site}/site/team.png" alt="L’equip"`,
      ),
    );
    assert.ok(page.includes('<h2>Horari</h2>'));
    assert.ok(page.includes(`<link rel="canonical" href="${service.site}/about/">`));
    assert.ok(page.includes('<a href="/about/" aria-current="page">Qui som</a>'));
    assert.ok((await textOf('/fr/events/')).includes('<a href="/fr/about/">Qui sommes-nous ?</a>'));
  });

  it('are shown in the language of the site where they are not translated, and say so', async () => {
    assert.ok((await textOf('/fr/about/')).includes('<h1>Qui sommes-nous ?</h1>'));
    const english = await textOf('/en/about/');
    assert.ok(english.includes('<article class="own-page own-page-about" lang="ca">'));
    assert.ok(english.includes('<a href="/en/about/" lang="ca" aria-current="page">Qui som</a>'));
    const listed = found(await textOf('/sitemap.xml?part=about-1'), /<loc>[^<]*?((?:\/..)?\/about\/)</g);
    assert.deepEqual(listed, ['/about/', '/fr/about/']);
  });

  it('have one address, and lead programs to the interface', async () => {
    const { status, headers } = await read('/about');
    assert.deepEqual([status, headers.location], [301, `${service.site}/about/`]);
    const program = await read('/about/', { accept: 'application/json' });
    assert.deepEqual(
      [program.status, program.headers.location],
      [302, `${service.site}/wp-json/tribe/events/v1/`],
    );
    for (const path of ['/about.ics', '/about/more/', '/10-about/', '/own/about/'])
      assert.equal((await read(path)).status, 404, path);
  });

  it('take the place of those about accessibility and privacy, which tell what is true and what is missing', async () => {
    const incomplete = await textOf('/accessibility/');
    assert.match(incomplete, /<meta name="robots" content="noindex">/);
    assert.match(incomplete, /encara no és completa/);
    assert.match(await textOf('/events/'), /<a href="\/accessibility\/">[\s\S]*<a href="\/privacy\/">/);
    const folder = await ownFolder();
    await writeSite(folder, {
      'pages/privacy.html': '<h1>Les vostres dades</h1>',
      'texts.fr.json': '{ "site": { "accessibility_issues": "<p>Des PDF</p>" } }',
    });
    await using other = await startService({
      ...{ DATA_DIR: folder, LANGUAGE: 'ca', SITE_OWNER: 'Ajuntament de Vic', SITE_CONTACT: 'a@vic.example' },
      ...{ ACCESSIBILITY_STATUS: 'partial', ACCESSIBILITY_DATE: '2031-05-10', ACCESSIBILITY_LAW: 'es' },
      ...{
        ACCESSIBILITY_METHOD: 'Autoavaluació',
        ACCESSIBILITY_ISSUES: 'Uns <b>PDF</b><script>alert(1)</script>',
      },
      ACCESSIBILITY_COMPLAINTS: 'https://oaw.example/',
    });
    const html = async (path: string) =>
      (await get(other.site, path, { accept: 'text/html' })).body.toString();
    const statement = await html('/accessibility/');
    assert.doesNotMatch(statement, /noindex|encara no|<script>/);
    assert.match(statement, /<p>Uns <b>PDF<\/b><\/p>/);
    assert.match(statement, /RD|Reial decret 1112\/2018[\s\S]*compleix en part[\s\S]*10 de maig del 2031/);
    assert.match(statement, /<a href="mailto:a@vic.example">a@vic.example<\/a>/);
    assert.match(await html('/fr/accessibility/'), /<h2>Contenus non accessibles<\/h2>\s*<p>Des PDF<\/p>/);
    const own = await html('/privacy/');
    assert.match(own, /<h1>Les vostres dades<\/h1>/);
    assert.equal(found(own, /<li><a href="(\/privacy\/)"/g).length, 1);
    assert.equal(found(await html('/sitemap.xml'), /(\/(?:accessibility|privacy)\/)<\/loc>/g).length, 5);
  });

  it('never take an address of the service', () => {
    const { all, beside } = routesOf();
    const roots = [...all, ...beside]
      .map(({ root = '' }) => (root.split('/')[1] ?? '').split('.')[0]!)
      .filter(Boolean);
    for (const root of roots) assert.ok(RESERVED.has(root) || root === '', root);
    const context = { config: service.config, now: 0 };
    const words = [
      'event',
      'events',
      'venue',
      'venues',
      'organizer',
      'organizers',
      'categories',
      'tags',
      'tag',
      'embed',
    ];
    for (const word of words.filter(word => readPage(`/${word}/`, '', publicPages, context)))
      assert.ok(RESERVED.has(word), word);
  });
});

describe('A design that changes', OF_NO_STORE, () => {
  it('is in every page at once, also in those that were kept or that a client has', async () => {
    // From the second request on a page is kept, and after a second it has a date.
    const asked = () => read('/es/events/');
    const { headers } = await eventually(asked, ({ headers }) => headers['last-modified'] !== undefined);
    const since = { 'if-modified-since': new Date().toUTCString() };
    assert.equal((await read('/es/events/', since)).status, 304);
    assert.equal((await read('/es/events/', { 'if-none-match': headers.etag! })).status, 304);
    await writeSite(DATA_DIR, {
      'texts.es.json': '{ "pages": { "list": "Qué hacemos" } }',
      'style.css': '.site-name { color: red }',
    });
    await refreshDesign(service.config, listener().log);
    const fresh = await asked();
    assert.ok(fresh.text.includes('>Qué hacemos</a>'));
    assert.equal((await read('/es/events/', since)).status, 200);
    assert.equal((await read('/es/events/', { 'if-none-match': headers.etag! })).status, 200);
    const [, path] = /href="(\/site\/style\.css\?v=[^"]+)"/.exec(fresh.text)!;
    assert.equal(await textOf(path!), '.site-name { color: red }');
  });

  it('is in every page after a restart, although the events have not changed', async () => {
    const folder = await ownFolder();
    const store = await makeStore(folder);
    const settings = { LANGUAGE: 'en' };
    const seen = async (site: string, headers: Record<string, string> = {}) =>
      get(site, '/events/', { accept: 'text/html', ...headers });
    const first = await (async () => {
      await using child = await startChild(store, settings);
      const { headers } = await eventually(
        () => seen(child.site),
        ({ headers }) => 'last-modified' in headers,
      );
      return headers;
    })();
    await seconds(1.1);
    await using child = await startChild(store, { ...settings, ACCENT_COLOR: '#a00', SITE_FOOTER: 'New' });
    const { status, body } = await seen(child.site, { 'if-modified-since': first['last-modified']! });
    assert.deepEqual([status, body.includes('<div class="site-line">New</div>')], [200, true]);
    await store[Symbol.asyncDispose]();
  });

  it('is noticed while the service runs, and reported in the log', async () => {
    const store = await makeStore(await ownFolder());
    await using child = await startChild(store, { ACCENT_COLOR: '#ff0', LOG_LEVEL: 'warn' });
    assert.ok(
      await eventually(() =>
        child.output().some(line => line.includes('ACCENT_COLOR: #ffff00 has a contrast of ')),
      ),
    );
    await writeSite(store.folder, { 'pages/about.html': '<h1>About</h1>' });
    const { status } = await eventually(
      () => get(child.site, '/about/', { accept: 'text/html' }),
      ({ status }) => status === 200,
    );
    assert.equal(status, 200);
    await store[Symbol.asyncDispose]();
  });

  it('that cannot be used stops the start before anything is stored', async () => {
    const folder = await ownFolder();
    for (const [settings, files, why] of [
      [
        { ACCENT_COLOR: 'inherit' },
        {},
        /^ACCENT_COLOR: expected a colour of CSS such as #0b5c8a.* not "inherit"\n/,
      ],
      [
        { ACCENT_COLOR: '#fd08' },
        {},
        /^ACCENT_COLOR: expected a colour that one cannot see through, not "#fd08"\n/,
      ],
      [{ SITE_LOGO: 'none.svg' }, {}, /^SITE_LOGO: expected a file that exists, not ".*none\.svg"\n/],
      [{}, { 'texts.ca.json': '{' }, /texts\.ca\.json: expected a JSON object/],
    ] as const) {
      await writeSite(folder, files);
      const { code, errors } = await almanac(folder, { ...settings, DATA_DIR: folder, PORT: '0' }, 'serve');
      assert.equal(code, 2, errors);
      assert.match(errors, why);
    }
  });

  it('is that of each service of a process', async () => {
    await using other = await startService({ DATA_DIR: await ownFolder(), LANGUAGE: 'ca' });
    await openDesign(other.config, listener().log);
    const { body } = await get(other.site, '/events/', { accept: 'text/html' });
    assert.ok(body.includes('>Llista</a>') && !body.includes('site-logo'));
  });

  it('has files whose tag is that of their bytes, also before a change is noticed', async () => {
    await using other = await startService({ DATA_DIR: await ownFolder() });
    const { DATA_DIR } = other.config;
    await writeSite(DATA_DIR, { 'own.css': 'a {}' });
    await openDesign(other.config, listener().log);
    const { headers } = await get(other.site, '/site/own.css');
    await writeSite(DATA_DIR, { 'own.css': 'a { color: red }' });
    const known = headers.etag!;
    const asked = { range: 'bytes=2-', 'if-range': known, 'if-none-match': known };
    const { status, headers: changed, body } = await get(other.site, '/site/own.css', asked);
    assert.deepEqual([status, String(body)], [200, 'a { color: red }']);
    assert.notEqual(changed.etag, known);
    const version = known.replaceAll('"', '');
    const { headers: old } = await get(other.site, `/site/own.css?v=${version}`);
    assert.equal(old['cache-control'], 'public, no-cache');
  });
});
