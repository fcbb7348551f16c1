import assert from 'node:assert/strict';
import { link, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ownFolder } from '../../test/folder.ts';
import { picture } from '../../test/pictures.ts';
import { listener, writeSite } from '../../test/site-folder.ts';
import { ConfigError, readConfig } from '../config.ts';
import { contrast, parseColour } from '../lib/colour.ts';
import { STYLES } from '../pages/assets.ts';
import { wordsIn } from '../pages/words.ts';
import { accentOf, accentStyles, BACKGROUNDS } from './accent.ts';
import { designOf, openDesign, refreshDesign } from './design.ts';
import { sizeOfSvg } from './logo.ts';

const place = await ownFolder();
let folders = 0;

/** The design of a service with these files, and what was reported of them. */
async function designWith(files: Record<string, string | Uint8Array>, settings: Record<string, string> = {}) {
  const folder = join(place, `${folders++}`);
  await mkdir(folder);
  await writeSite(folder, files);
  const config = readConfig({ DATA_DIR: folder, ...settings });
  const { lines, log } = listener();
  await openDesign(config, log);
  return {
    config,
    folder,
    log,
    design: designOf(config),
    reported: lines.map(line => line.replace(`${folder}/`, '')),
  };
}

describe('The accent colour', () => {
  it('Its contrast is that to the backgrounds of the stylesheet', () => {
    for (const { name, light, dark } of BACKGROUNDS) {
      const [, ...found] = new RegExp(`--${name}: light-dark\\(([^,]+), ([^)]+)\\);`).exec(STYLES) ?? [];
      assert.deepEqual(
        found.map(text => parseColour(text)?.colour),
        [light, dark],
        name,
      );
    }
  });

  it('Links in it can be read on every background of the stylesheet, in both schemes', () => {
    for (const brand of ['#ffdd00', '#4b0082', '#808080', '#0b5c8a', '#ffffff', '#000000', '#e4002b']) {
      const { light, dark } = accentOf(brand);
      for (const background of ['#ffffff', light.soft]) assert.ok(contrast(light.accent, background) >= 4.5);
      for (const background of [dark.soft]) assert.ok(contrast(dark.accent, background) >= 4.5);
    }
  });

  it('A colour that can be read on light pages is kept there, and for surfaces in any case', () => {
    assert.equal(accentOf('#0b5c8a').light.accent, '#0b5c8a');
    const yellow = accentOf('#ffdd00');
    assert.notEqual(yellow.light.accent, '#ffdd00');
    assert.deepEqual([yellow.brand, yellow.onBrand, yellow.dark.accent], ['#ffdd00', '#000000', '#ffdd00']);
    assert.match(accentStyles(yellow), /--brand: #ffdd00;\n {2}--on-brand: #000000;/);
  });

  it('The operator is reported of a colour that cannot be read, and of what takes its place', async () => {
    const { reported, design } = await designWith({}, { ACCENT_COLOR: '#fd0' });
    assert.equal(reported.length, 1);
    assert.match(reported[0]!, /^warn: ACCENT_COLOR: #ffdd00 has a contrast of 1\.\d\d:1 to light pages/);
    assert.ok(reported[0]!.includes(`Links and text are ${design.accent.light.accent} on light pages`));
    assert.deepEqual((await designWith({})).reported, []);
  });
});

describe('Texts of the operator', () => {
  it('take the place of ours in their language', async () => {
    const { config, reported } = await designWith({
      'texts.ca.json': '\uFEFF{ "pages": { "list": "Agenda" } }',
      'texts.fr.json': '{ "pages": { "month": "Le mois" }, "site": { "name": "Vic", "footer": "Fin" } }',
    });
    assert.deepEqual(reported, []);
    assert.equal(wordsIn('pages', { config, language: 'ca' }).list, 'Agenda');
    assert.equal(wordsIn('pages', { config, language: 'ca' }).month, 'Mes');
    assert.equal(wordsIn('pages', { config, language: 'fr' }).month, 'Le mois');
    assert.equal(wordsIn('pages', { config: readConfig({}), language: 'ca' }).list, 'Llista');
    assert.deepEqual([designOf(config).footer.fr, designOf(config).footer.ca], ['Fin', '']);
  });

  it('that cannot be used are reported by file and key, and left out', async () => {
    const texts = {
      pages: { list: '', month: 5, week: 'x'.repeat(1001), todai: 'Avui', today: 'Avui {n}', map: 'Lloc' },
      toString: { list: 'a' },
      nothing: {},
      errorPages: 'no',
      __proto__: { list: 'a' },
    };
    const { reported, config } = await designWith({
      'texts.ca.json': JSON.stringify(texts),
      'texts.de.json': '{}',
    });
    assert.deepEqual(
      reported.map(line => line.replace('warn: a file of the site: ', '')),
      [
        '"pages.list" is not used: expected a text: site/texts.ca.json',
        '"pages.month" is not used: expected a text: site/texts.ca.json',
        '"pages.week" is not used: expected at most 1000 characters: site/texts.ca.json',
        '"pages.todai" is not used: there is no such text: site/texts.ca.json',
        '"pages.today" is not used: it has no {n}: site/texts.ca.json',
        'there is no section "toString": site/texts.ca.json',
        'there is no section "nothing": site/texts.ca.json',
        '"errorPages" is not used: expected an object: site/texts.ca.json',
        'there are no pages in "de": site/texts.de.json',
      ],
    );
    const { list, map } = wordsIn('pages', { config, language: 'ca' });
    assert.deepEqual([list, map], ['Llista', 'Lloc']);
  });

  it('with other placeholders than ours are left out', async () => {
    const { reported } = await designWith({
      'texts.en.json': '{ "eventPage": { "more_dates": "More" }, "site": { "footer": "{name}" } }',
    });
    assert.ok(reported.some(line => line.includes('"site.footer" is not used: it has no {name}')));
  });

  it('in a file that is no JSON object stop the start, with the name of the file', async () => {
    for (const content of ['{', '[]', '"a"', ''])
      await assert.rejects(
        designWith({ 'texts.ca.json': content }),
        error =>
          error instanceof ConfigError && /texts\.ca\.json: expected a JSON object/.test(error.message),
      );
  });
});

describe('The logo', () => {
  it('has the size in which the header shows it', async () => {
    for (const [name, content, expected] of [
      ['wide.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 96"/>', [240, 24]],
      ['tall.svg', '<svg width="40px" height="80"></svg>', [28, 56]],
      ['wide.png', await picture(600, 100), [240, 40]],
      ['tall.webp', await picture(50, 200, 'webp'), [14, 56]],
      ['square.jpeg', await picture(300, 300, 'jpeg'), [56, 56]],
    ] as const) {
      const { design } = await designWith({ [name]: content }, { SITE_LOGO: name });
      assert.deepEqual([design.logos?.light.width, design.logos?.light.height], expected, name);
    }
  });

  it('may lie elsewhere, and has another file for dark pages beside it', async () => {
    const elsewhere = join(place, 'elsewhere');
    await writeSite(elsewhere, { 'logo.png': await picture(10, 10), 'logo-dark.png': await picture(20, 10) });
    const { design } = await designWith({}, { SITE_LOGO: join(elsewhere, 'site', 'logo.png') });
    assert.deepEqual([...design.files.keys()], ['logo.png', 'logo-dark.png']);
    assert.deepEqual([design.logos?.dark?.width, design.logos?.dark?.height], [112, 56]);
  });

  it('stops the start if it is missing, too large or no picture', async () => {
    for (const [content, why] of [
      [undefined, /SITE_LOGO: expected a file that exists/],
      ['no picture', /SITE_LOGO: expected an SVG, PNG, WebP or JPEG/],
      [await picture(10, 10, 'webp'), /SITE_LOGO: expected an SVG, PNG, WebP or JPEG/],
      [Buffer.alloc(2_000_001), /SITE_LOGO: expected a file of at most 2000000 bytes/],
    ] as const)
      await assert.rejects(
        designWith(content === undefined ? {} : { 'logo.png': content }, { SITE_LOGO: 'logo.png' }),
        error => error instanceof ConfigError && why.test(error.message),
      );
  });

  it('reads the size of an SVG from its root alone', () => {
    const size = (width: number, height: number) => ({ width, height });
    assert.deepEqual(sizeOfSvg('<svg width="30" height="20.5" viewBox="0 0 1 1">'), size(30, 20.5));
    assert.deepEqual(sizeOfSvg('<!-- <svg width="9" height="9"> --><svg viewBox="0,0 8 4">'), size(8, 4));
    assert.deepEqual(sizeOfSvg('<svg width="100%" height="1em" viewBox="0 0 8 4">'), size(8, 4));
    for (const none of ['<svg>', '<svg width="0" height="0">', '<svg viewBox="0 0 a 4">', '<p>', ''])
      assert.equal(sizeOfSvg(none), undefined, none);
  });
});

describe('Pages of the operator', () => {
  it('stand in the order of their files, without what a page never has', async () => {
    const { design, reported } = await designWith({
      'pages/20-about.html': '<h1>About <em>us</em></h1><p onclick="a()">Hi<script>alert(1)</script></p>',
      'pages/10-visit.ca.html': '<h1>Visita</h1>',
      'pages/10-visit.html': '<h1>Visit</h1><h1>Again</h1>',
      'pages/opening-hours.html': '<p>Always</p>',
    });
    assert.deepEqual(
      design.pages.map(({ slug, texts }) => [slug, texts.en?.title, texts.ca?.title]),
      [
        ['visit', 'Visit', 'Visita'],
        ['about', 'About us', undefined],
        ['opening-hours', 'Opening hours', undefined],
      ],
    );
    assert.equal(design.pages[1]?.texts.en?.html, '<p>Hi</p>');
    assert.deepEqual(
      reported.map(line => line.replace('warn: a file of the site: ', '')),
      [
        'the attribute onclick and the like are left out: site/pages/20-about.html',
        'it has no <h1>, which is its title: the name of the file takes its place: site/pages/opening-hours.html',
      ],
    );
  });

  it('with a name of the service, of a language or of no page are reported and left out', async () => {
    const names = ['events', 'fr', 'images', 'About', 'a b', '-a', 'x.de', 'deep/a', 'wp-json'];
    const { design, reported } = await designWith(
      Object.fromEntries(names.map(name => [`pages/${name}.html`, '<h1>A</h1>'])),
    );
    assert.deepEqual(design.pages, []);
    // Files whose names cannot stand in an address as they are do not count: 'a b' and '-a'.
    assert.equal(reported.length, names.length - 2, reported.join('\n'));
  });
});

describe('Files of the operator', () => {
  it('are served if they are of a safe kind', async () => {
    const { design } = await designWith({
      ...{ 'a.svg': '', 'b.PNG': '', 'style.css': '', 'fonts/a.woff2': '', 'plan.pdf': '' },
      ...{
        'a.html': '',
        'a.js': '',
        'texts.ca.json': '{}',
        '.hidden.png': '',
        'pages/a.html': '',
        'pages/a.png': '',
      },
      ...{ 'a b.png': '', noending: '', 'a/b/c/d/e.png': '' },
    });
    assert.deepEqual([...design.files.keys()].sort(), [
      'a.svg',
      'b.PNG',
      'fonts/a.woff2',
      'plan.pdf',
      'style.css',
    ]);
    assert.equal(design.stylesheet?.name, 'style.css');
  });

  it('may be links, as in the folders that orchestrators mount; circles of links end', async () => {
    const folder = join(place, 'mounted');
    await writeSite(folder, { '..data/style.css': 'a {}' });
    await symlink('..data/style.css', join(folder, 'site', 'style.css'));
    await symlink('.', join(folder, 'site', 'self'));
    await symlink('nowhere.png', join(folder, 'site', 'gone.png'));
    const config = readConfig({ DATA_DIR: folder });
    await openDesign(config, listener().log);
    const names = [...designOf(config).files.keys()];
    assert.ok(
      names.includes('style.css') && names.every(name => /^(self\/)*style\.css$/.test(name)),
      `${names}`,
    );
  });

  it('that links lead to elsewhere are reported and not used', async () => {
    const folder = join(place, 'linked');
    await writeSite(folder, {
      ...{ 'texts/real.txt': 'here', '.git/config': 'secret', 'style.css': 'a {}' },
      ...{ '../almanac.sqlite': 'store', '../images/a.png': 'image', '../../elsewhere.txt': 'elsewhere' },
    });
    for (const [name, target] of Object.entries({
      ...{ 'own.txt': 'texts/real.txt', more: 'texts', 'db.txt': '../almanac.sqlite', images: '../images' },
      ...{
        'else.txt': '../../elsewhere.txt',
        'git.txt': '.git/config',
        above: '..',
        'dev.txt': '/dev/null',
      },
    }))
      await symlink(target, join(folder, 'site', name));
    await link(join(folder, 'almanac.sqlite'), join(folder, 'site', 'name.txt'));
    const config = readConfig({ DATA_DIR: folder });
    const { lines, log } = listener();
    for (let time = 0; time < 2; time++)
      await (time === 0 ? openDesign(config, log) : refreshDesign(config, log));
    const served = ['more/real.txt', 'own.txt', 'style.css', 'texts/real.txt'];
    assert.deepEqual([...designOf(config).files.keys()], served);
    const why =
      'it is a link that leads out of the folder of the site, or to something hidden: it is not used';
    const names = ['above', 'db.txt', 'dev.txt', 'else.txt', 'git.txt', 'images', 'name.txt'];
    assert.deepEqual(
      lines,
      names.map(name => `warn: a file of the site: ${why}: ${join(folder, 'site', name)}`),
    );
  });

  it('may lie in a folder elsewhere to which a link leads, but not in DATA_DIR or around it', async () => {
    const checkout = join(place, 'checkout');
    await writeSite(checkout, { 'style.css': 'a {}', '../style.css': 'b {}' });
    await symlink('../style.css', join(checkout, 'site', 'out.css'));
    const data = join(place, 'around', 'data');
    await writeSite(data, { '../images/a.png': '' });
    await rm(join(data, 'site'), { recursive: true, force: true });
    for (const [target, served, told] of [
      [join(checkout, 'site'), ['style.css'], /leads out of the folder of the site/],
      ['images', [], /a link into DATA_DIR, or to a folder that holds it/],
      ['.', [], /a link into DATA_DIR/],
      ['..', [], /a link into DATA_DIR, or to a folder that holds it/],
    ] as const) {
      await rm(join(data, 'site'), { force: true });
      await symlink(target, join(data, 'site'));
      const config = readConfig({ DATA_DIR: data });
      const { lines, log } = listener();
      await openDesign(config, log);
      assert.deepEqual([...designOf(config).files.keys()], served, target);
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(lines[0]!, told);
    }
  });

  it('beyond the first thousand are told', async () => {
    const names = Array.from({ length: 1002 }, (_, at) => `a/${String(at).padStart(4, '0')}.txt`);
    const { design, reported } = await designWith(Object.fromEntries(names.map(name => [name, ''])));
    assert.equal(design.files.size, 1000);
    assert.deepEqual(reported, [
      'warn: a file of the site: the folder has more than 1000 files: this one and all after it are not used: site/a/1000.txt',
    ]);
  });

  it('that change are read again; while they cannot be used, the pages stay as they were', async () => {
    const { config, folder, design } = await designWith({
      'texts.en.json': '{ "pages": { "list": "One" } }',
    });
    const { lines, log } = listener();
    const list = () => wordsIn('pages', { config, language: 'en' }).list;
    await refreshDesign(config, log);
    assert.equal(designOf(config), design);
    await writeSite(folder, { 'texts.en.json': '{ "pages": { "list": "Two, changed" } }' });
    await refreshDesign(config, log);
    assert.deepEqual([list(), designOf(config).version], ['Two, changed', 1]);
    assert.ok(designOf(config).changedAt >= Math.floor(Date.now() / 1000) - 60);
    await writeSite(folder, { 'texts.en.json': '{ "pages": ' });
    for (let time = 0; time < 2; time++) await refreshDesign(config, log);
    assert.deepEqual([list(), designOf(config).version], ['Two, changed', 1]);
    assert.equal(lines.filter(line => line.startsWith('error')).length, 1, lines.join('\n'));
    await rm(join(folder, 'site'), { recursive: true });
    await refreshDesign(config, log);
    assert.deepEqual([list(), designOf(config).version], ['List', 2]);
  });

  it('are none where the folder is a file', async () => {
    const folder = join(place, 'file');
    await mkdir(folder);
    await writeFile(join(folder, 'site'), '');
    const config = readConfig({ DATA_DIR: folder });
    await openDesign(config, listener().log);
    assert.equal(designOf(config).files.size, 0);
  });
});
