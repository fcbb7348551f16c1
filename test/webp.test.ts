import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { tidy } from '../src/jobs/tidy.ts';
import { makeStore, startChild } from './child.ts';
import { caller, eventOf, type Image } from './client.ts';
import { limitFiles, mayLimit } from './disk/disk.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

// Files of images have a WebP form, which is made when it is first asked for.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { site, accounts, config } = service;
const as = accounts.editor;
const call = caller(service.base);
const root = join(config.DATA_DIR, 'images');

async function upload(width: number, height: number, format?: Parameters<typeof picture>[2]): Promise<Image> {
  const body = await picture(width, height, format);
  const { body: image } = await call(`POST ${site}/images`, {
    ...{ as, body, headers: { 'content-type': 'image/png' } },
  });
  // An upload answers with the image itself.
  return image as Image & typeof image;
}

const fileOf = (url: string): string => join(root, url.slice(`${site}/images/`.length));
const webpOf = (url: string): string => url.replace(/\.[a-z]+$/, '.webp');

async function get(url: string, init?: RequestInit) {
  const answer = await fetch(url, init);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes, type: answer.headers.get('content-type') };
}

describe('The WebP form of images', () => {
  it('Each file of a JPEG or PNG has a WebP form of the same size, which is served as files are', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const image = await upload(1600, 1200, format);
      for (const { url, width, height } of [image, ...Object.values(image.sizes)]) {
        const first = await get(webpOf(url));
        assert.deepEqual([first.status, first.type], [200, 'image/webp'], webpOf(url));
        assert.match(first.headers.get('cache-control') ?? '', /^public, max-age=31536000, immutable$/);
        assert.match(first.headers.get('content-security-policy') ?? '', /sandbox/);
        const about = await sharp(first.bytes).metadata();
        assert.deepEqual([about.format, about.width, about.height], ['webp', width, height]);
        assert.deepEqual(await readFile(fileOf(webpOf(url))), first.bytes, 'it is kept');
        const second = await get(webpOf(url));
        assert.deepEqual(second.bytes, first.bytes);
        for (const name of ['content-type', 'content-length', 'cache-control'])
          assert.equal(second.headers.get(name), first.headers.get(name), name);
      }
      const names = await readdir(dirname(fileOf(image.url)));
      assert.deepEqual(
        names.filter(name => !/^[a-z0-9-]+\.[a-z]+$/.test(name)),
        [],
        'nothing else is left',
      );
    }
  });

  it('HEAD tells the same as GET', async () => {
    const { url } = await upload(300, 200, 'jpeg');
    const head = await get(webpOf(url), { method: 'HEAD' });
    const full = await get(webpOf(url));
    assert.deepEqual([head.status, head.type, head.bytes.length], [200, 'image/webp', 0]);
    assert.equal(head.headers.get('content-length'), full.headers.get('content-length'));
  });

  it('Only what an image has is made: no other width, format or name', async () => {
    const image = await upload(1600, 1200, 'jpeg');
    const folder = dirname(image.url);
    const before = await readdir(dirname(fileOf(image.url)));
    for (const name of ['image-500x375', 'image-1024x769', 'image-01024x768', 'other', 'image-1024x768.jpg'])
      assert.equal((await get(`${folder}/${name}.webp`)).status, 404, name);
    for (const name of [
      'image.avif',
      'image-1024x768.png',
      'image.webp.jpg',
      'image.tiff',
      '..%2fimage.webp',
    ])
      assert.equal((await get(`${folder}/${name}`)).status, 404, name);
    assert.equal((await get(`${site}/images/${'0'.repeat(24)}/image.webp`)).status, 404);
    assert.deepEqual(await readdir(dirname(fileOf(image.url))), before);
    for (const format of ['gif', 'avif'] as const) {
      const other = await upload(400, 300, format);
      for (const { url } of [other, ...Object.values(other.sizes)])
        assert.equal((await get(webpOf(url))).status, 404, url);
    }
  });

  it('An image whose name ends like that of a size has WebP forms as well', async () => {
    const folder = join(root, 'a'.repeat(24));
    await mkdir(folder, { recursive: true });
    await cp(fileOf((await upload(90, 60, 'jpeg')).url), join(folder, 'flyer-300x200.jpg'));
    const { status, bytes } = await get(`${site}/images/${'a'.repeat(24)}/flyer-300x200.webp`);
    assert.equal(status, 200);
    assert.equal((await sharp(bytes).metadata()).width, 90);
  });

  it('Many requests for the same form get the same bytes', async () => {
    const { url } = await upload(2400, 1600, 'jpeg');
    const all = await Promise.all(Array.from({ length: 40 }, () => get(webpOf(url))));
    for (const { status, type, bytes } of all) {
      assert.deepEqual([status, type], [200, 'image/webp']);
      assert.deepEqual(bytes, all[0]!.bytes);
    }
  });

  it('While too many wait, the stored file is sent, which nobody keeps', async () => {
    const { url } = await upload(1200, 800, 'jpeg');
    const key = 'b'.repeat(24);
    await mkdir(join(root, key), { recursive: true });
    const names = Array.from({ length: 70 }, (_, at) => `flyer-${at}`);
    for (const name of names) await cp(fileOf(url), join(root, key, `${name}.jpg`));
    const all = await Promise.all(names.map(name => get(`${site}/images/${key}/${name}.webp`)));
    const sent = all.filter(({ type }) => type === 'image/jpeg');
    assert.ok(sent.length > 0, 'some are sent as they are stored');
    assert.ok(sent.length <= 70 - 31, `${sent.length}`);
    for (const { headers, bytes } of sent) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal((await sharp(bytes).metadata()).format, 'jpeg');
    }
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
    assert.equal(
      (await get(`${site}/images/${key}/${names.at(-1)}.webp`)).type,
      'image/webp',
      'later it is made',
    );
  });

  it('A damaged file is sent as it is', async () => {
    const key = 'c'.repeat(24);
    await mkdir(join(root, key), { recursive: true });
    await writeFile(join(root, key, 'broken.jpg'), 'no picture');
    const { status, headers, type } = await get(`${site}/images/${key}/broken.webp`);
    assert.deepEqual([status, type, headers.get('cache-control')], [200, 'image/jpeg', 'no-store']);
  });

  it('A page shows an image in the widths that it has, with its text in the language of the page', async () => {
    const { id } = await upload(1600, 1200, 'jpeg');
    const alt = {
      alt_text: 'Red "poster" & more',
      language: 'en',
      translations: { fr: { alt_text: 'Affiche' } },
    };
    assert.equal((await call(`PATCH ${site}/images/${id}`, { as, json: alt })).status, 200);
    const { url } = (await call('POST /events', { as, json: eventOf('Shown', { image: id }) })).body;
    const pictureIn = async (address: string) => {
      const page = (await get(address, { headers: { accept: 'text/html' } })).bytes.toString();
      return /<picture.*<\/picture>/s.exec(page)?.[0] ?? '';
    };
    const shown = await pictureIn(url);
    const [webp = '', plain = ''] = [...shown.matchAll(/srcset="([^"]+)"/g)].map(([, list]) => list!);
    const widths = (list: string) => list.split(', ').map(one => one.split(' ')[1]);
    assert.deepEqual(widths(webp), ['300w', '768w', '1024w', '1536w', '1600w']);
    assert.deepEqual(widths(plain), widths(webp));
    for (const [list, type] of [
      [webp, 'image/webp'],
      [plain, 'image/jpeg'],
    ] as const)
      for (const one of list.split(', ')) {
        const [path, width] = one.split(' ');
        const found = await get(site + path);
        assert.deepEqual([found.status, found.type], [200, type]);
        assert.equal(`${(await sharp(found.bytes).metadata()).width}w`, width);
      }
    assert.match(shown, /src="[^"]*-1024x768\.jpg".*width="1024" height="768"/s);
    assert.match(shown, / alt="Red &quot;poster&quot; &amp; more" /);
    const { pathname } = new URL(url);
    assert.match(await pictureIn(`${site}/fr${pathname}`), / alt="Affiche" /);
    assert.match(await pictureIn(`${site}/es${pathname}`), / alt="Red [^"]*" lang="en" /);
  });

  it('A GIF is shown by its sizes, which stand still, and a picture without sizes by itself', async () => {
    for (const [format, width, widths] of [
      ['gif', 800, ['300w', '768w']],
      ['gif', 90, ['90w']],
      ['avif', 800, ['300w', '768w', '800w']],
    ] as const) {
      const { id } = await upload(width, 60, format);
      const { url } = (await call('POST /events', { as, json: eventOf('Moving', { image: id }) })).body;
      const page = (await get(url, { headers: { accept: 'text/html' } })).bytes.toString();
      const [list, ...others] = [...page.matchAll(/srcset="([^"]+)"/g)].map(([, list]) => list!);
      assert.deepEqual(others, [], 'no WebP');
      assert.deepEqual(
        list?.split(', ').map(one => one.split(' ')[1]),
        widths,
      );
    }
  });

  it('Two processes on one folder make the same', async () => {
    await using other = await startService({ DATA_DIR: config.DATA_DIR });
    const { url } = await upload(1800, 1200, 'jpeg');
    const path = webpOf(url).slice(site.length);
    const all = await Promise.all([site, other.site, site, other.site].map(origin => get(origin + path)));
    for (const { status, bytes } of all) {
      assert.equal(status, 200);
      assert.deepEqual(bytes, all[0]!.bytes);
    }
  });

  it('The WebP forms of an image are removed with it, and not made again', async () => {
    const { url, id } = await upload(800, 600, 'jpeg');
    const event = (await call('POST /events', { as, json: eventOf('Removed', { image: id }) })).body;
    assert.equal((await get(webpOf(url))).status, 200);
    const by = accounts.administrator;
    assert.equal((await call(`DELETE /events/${event.id}`, { as: by })).status, 200);
    assert.equal((await call(`DELETE /events/${event.id}`, { as: by })).status, 410);
    assert.equal((await call(`DELETE ${site}/cal/trash/v1/${event.id}`, { as: by })).status, 200);
    assert.ok(existsSync(fileOf(webpOf(url))), 'a version shows it');
    const later = Math.floor(Date.now() / 1000) + 3 * 86_400;
    const { images } = await tidy(service.db, { ...config, HISTORY_DAYS: 1 }, later);
    assert.equal(images, 1);
    assert.equal(existsSync(dirname(fileOf(url))), false);
    assert.equal((await get(webpOf(url))).status, 404);
    assert.equal(existsSync(dirname(fileOf(url))), false);
  });

  it('A form that cannot be kept is sent all the same', {
    ...OF_NO_STORE,
    ...(!mayLimit && { skip: true }),
  }, async () => {
    await using store = await makeStore();
    await using child = await startChild(store);
    const send = caller(child.site);
    const { body: image } = await send('POST /images', {
      as: store.accounts.editor,
      body: await picture(1600, 1200, 'jpeg'),
      headers: { 'content-type': 'image/jpeg' },
    });
    await limitFiles(child.process.pid, 0);
    const address = webpOf(image.url);
    for (let times = 0; times < 2; times++) {
      const { status, bytes } = await get(address);
      assert.equal(status, 200);
      assert.equal((await sharp(bytes).metadata()).format, 'webp');
    }
    const folder = join(store.folder, 'images', address.split('/').at(-2)!);
    assert.deepEqual(
      (await readdir(folder)).filter(name => name.includes('webp')),
      [],
    );
    await limitFiles(child.process.pid, 'unlimited');
    assert.equal((await get(address)).status, 200);
    assert.deepEqual(
      (await readdir(folder)).filter(name => name.includes('webp')),
      ['image.webp'],
    );
  });
});
