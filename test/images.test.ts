import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Db } from '../src/db/tables.ts';
import { type ImageId, writeWithImages } from '../src/images/input.ts';
import type { Account } from './account.ts';
import { type Body, caller, eventOf, exactly, type Image, type Sending } from './client.ts';
import { openGallery, picture } from './pictures.ts';
import { type Service, startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

const gallery = await openGallery();
after(() => gallery[Symbol.asyncDispose]());
const service = await startService({
  FETCH_ALLOW: gallery.host,
  MAX_IMAGE_BYTES: '70000',
  MAX_IMAGE_PIXELS: '4000000',
});
after(() => service[Symbol.asyncDispose]());
const { site, accounts, db } = service;
const { administrator, editor, author, contributor, subscriber } = accounts;
const call = caller(service.base);
const at = (path: string) => `http://${gallery.host}${path}`;

const upload = (body: Uint8Array<ArrayBuffer>, type = 'image/png', sending: Sending = {}) =>
  call(`POST ${site}/images`, { as: editor, body, headers: { 'content-type': type }, ...sending });

function formOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  type = 'image/png',
): FormData {
  const form = new FormData();
  form.set(name, new File([bytes], fileName, { type }));
  return form;
}

describe('Uploads', OF_NO_STORE, () => {
  const png = picture(400, 300);

  test('A picture is uploaded as the form field `file` or as the body itself', async () => {
    const form = formOf('file', await png, 'Festa Major (1).PNG');
    const parted = await call(`POST ${site}/images`, { as: editor, body: form });
    assert.equal(parted.status, 201);
    assert.match(parted.body.url, new RegExp(`^${site}/images/[0-9a-f]{24}/festa-major-1\\.png$`));
    const raw = await upload(await png);
    assert.equal(raw.status, 201);
    assert.notEqual(raw.body.id, parted.body.id);
    for (const { body, headers } of [parted, raw]) {
      assert.deepEqual(Object.keys(body), ['url', 'id', 'extension', 'width', 'height', 'filesize', 'sizes']);
      assert.equal(headers.get('location'), body.url);
    }
  });

  test('An upload names what nobody knows, strict handling refuses it, and what would hide the picture is refused', async () => {
    const send = async (query: string, fields: Record<string, string>, headers = {}) => {
      const body = formOf('file', await png, 'x.png');
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return call(`POST ${site}/images${query}`, { as: editor, body, headers });
    };
    const named = await send('?size=big', { alt_text: 'x', status: 'publish' });
    assert.equal(named.status, 201, named.text);
    assert.equal(named.headers.get('almanac-ignored'), '"size", "alt_text", "status"');
    const raw = await call(`POST ${site}/images?size=big`, {
      ...{ as: editor, body: await png, headers: { 'content-type': 'image/png' } },
    });
    assert.deepEqual([raw.status, raw.headers.get('almanac-ignored')], [201, '"size"']);
    for (const [query, fields, headers, refused] of [
      ['?strict=true', { alt_text: 'x' }, {}, 'alt_text'],
      ['?size=big', {}, { prefer: 'handling=strict' }, 'size'],
      ['?strict=x', {}, {}, 'strict'],
      ['', { password: 'x' }, {}, 'password'],
      ['?status=private', {}, {}, 'status'],
    ] as const) {
      const { status, body } = await send(query, fields, headers);
      assert.equal(status, 400, query);
      assert.deepEqual(Object.keys(body.data.params), [refused]);
    }
    assert.equal((await send('?strict=true', {})).status, 201);
  });

  test('An upload has the format of its bytes, whatever its content type says', async () => {
    for (const [format, extension] of [
      ['png', 'png'],
      ['jpeg', 'jpg'],
      ['gif', 'gif'],
      ['webp', 'webp'],
      ['avif', 'avif'],
    ] as const) {
      const { status, body } = await upload(await picture(200, 100, format), 'image/x-whatever');
      assert.equal(status, 201);
      const { image } = (
        await call('POST /events', { as: editor, json: eventOf(format, { image: body.id }) })
      ).body;
      assert.deepEqual([image.extension, image.width, image.height], [extension, 200, 100]);
      for (const { url, 'mime-type': mime } of Object.values(image.sizes)) {
        assert.equal(mime, `image/${format}`);
        assert.ok(url.endsWith(`.${extension}`), url);
      }
      for (const { url } of [image, ...Object.values(image.sizes)]) {
        const file = await fetch(url);
        assert.equal(file.headers.get('content-type'), `image/${format}`);
        const about = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
        assert.equal(about.format, format === 'avif' ? 'heif' : format);
      }
    }
  });

  test('Smaller sizes have the bounds of the reference, and exist only where they are smaller', async () => {
    const { image } = await pictured(await picture(1600, 1200, 'jpeg'));
    assert.deepEqual(Object.keys(image), ['url', 'id', 'extension', 'width', 'height', 'filesize', 'sizes']);
    assert.deepEqual(dimensions(image), {
      medium: [300, 225],
      large: [1024, 768],
      thumbnail: [150, 150],
      medium_large: [768, 576],
      '1536x1536': [1536, 1152],
    });
    for (const size of Object.values(image.sizes)) {
      assert.deepEqual(Object.keys(size), ['width', 'height', 'mime-type', 'filesize', 'url']);
      const bytes = Buffer.from(await (await fetch(size.url)).arrayBuffer());
      assert.equal(bytes.length, size.filesize);
      const { width, height } = await sharp(bytes).metadata();
      assert.deepEqual([width, height], [size.width, size.height]);
      assert.ok(size.url.endsWith(`-${width}x${height}.jpg`), size.url);
    }
    const tiny = await pictured(await picture(20, 10));
    assert.deepEqual(Object.keys(tiny.image), ['url', 'id', 'extension', 'width', 'height', 'filesize']);
  });

  for (const [width, height, sizes] of [
    [600, 800, { medium: [225, 300], thumbnail: [150, 150] }],
    [
      1536,
      2048,
      {
        medium: [225, 300],
        large: [768, 1024],
        thumbnail: [150, 150],
        medium_large: [768, 1024],
        '1536x1536': [1152, 1536],
      },
    ],
    [
      1280,
      2560,
      {
        medium: [150, 300],
        large: [512, 1024],
        thumbnail: [150, 150],
        medium_large: [768, 1536],
        '1536x1536': [768, 1536],
        '2048x2048': [1024, 2048],
      },
    ],
    [150, 150, undefined],
    [302, 302, { medium: [300, 300], thumbnail: [150, 150] }],
  ] as const)
    test(`A picture of ${width} × ${height} pixels has its sizes, of which two may measure the same`, async () => {
      const { status, body } = await upload(await picture(width, height, 'jpeg'), 'image/jpeg');
      assert.equal(status, 201, body.message);
      const { image } = (await call('POST /events', { as: editor, json: eventOf('x', { image: body.id }) }))
        .body;
      assert.deepEqual(image.sizes && dimensions(image), sizes && { ...sizes });
      for (const { url } of Object.values(image.sizes ?? {}))
        assert.equal((await call(`GET ${url}`)).status, 200);
    });

  test('Contributors and higher roles may upload', async () => {
    for (const [as, status] of [
      [undefined, 401],
      [subscriber, 403],
      [contributor, 201],
      [author, 201],
      [editor, 201],
      [administrator, 201],
    ] as const) {
      const { body, status: got } = await upload(await png, 'image/png', { as });
      assert.equal(got, status);
      if (status !== 201) assert.deepEqual([body.code, body.data.status], ['rest_forbidden', status]);
    }
  });

  test('Contributors have as many pictures that nothing shows as there is room for, others as many as they like', async () => {
    const send = async (as: typeof contributor) => (await upload(await png, 'image/png', { as })).body;
    const first = await send(contributor);
    const weigh = (filesize: number) =>
      db.updateTable('images').set({ filesize }).where('id', '=', first.id).execute();
    await weigh(200_000_000);
    const refused = await send(contributor);
    assert.match(
      refused.data.params?.file ?? '',
      /too many of your pictures are on no event yet: at most 50/,
    );
    assert.ok((await send(author)).id);
    // What an event shows does not count.
    const json = eventOf('Shows it', { image: first.id, status: 'draft' });
    assert.equal((await call('POST /events', { as: contributor, json })).status, 201);
    assert.ok((await send(contributor)).id);
    await weigh(1000);
  });

  const html = '<!doctype html><script>alert(1)</script>';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  for (const [name, bytes, type] of [
    ['SVG', svg, 'image/svg+xml'],
    ['SVG that claims to be a PNG', svg, 'image/png'],
    ['HTML', html, 'text/html'],
    ['HTML that claims to be a picture', html, 'image/png'],
    ['HTML behind the first bytes of a PNG', `\x89PNG\r\n\x1a\n${html}`, 'image/png'],
    ['HTML behind the first bytes of a GIF', `GIF89a${html}`, 'image/gif'],
    ['nothing', '', 'image/png'],
    ['text', 'hello', 'text/plain'],
    ['a form', 'file=hello', 'application/x-www-form-urlencoded'],
    ['JSON', '{"file":"hello"}', 'application/json'],
    ['a broken multipart body', '--x\r\n', 'multipart/form-data; boundary=x'],
    ['PDF', '%PDF-1.4 hello', 'image/png'],
    ['TIFF', 'II*\0\0\0\0\0\0\0', 'image/tiff'],
  ] as const)
    test(`An upload of ${name} is refused`, async () => {
      const body = Buffer.from(bytes, 'latin1');
      const answers = [await upload(body, type)];
      if (!type.includes('/form-data')) {
        answers.push(
          await call(`POST ${site}/images`, { as: editor, body: formOf('file', body, 'a.png', type) }),
        );
      }
      for (const { status, body } of answers) {
        assert.equal(status, 400);
        if (body.code !== 'rest_invalid_multipart') assert.deepEqual(Object.keys(body.data.params), ['file']);
      }
      await nothingIsLeft(service);
    });

  test('A form without a `file` is refused, and one with two files is accepted', async () => {
    const text = new FormData();
    text.set('file', 'hello');
    for (const body of [formOf('picture', await png, 'a.png'), text]) {
      const answer = await call(`POST ${site}/images`, { as: editor, body });
      assert.deepEqual([answer.status, Object.keys(answer.body.data.params)], [400, ['file']]);
    }
    const two = formOf('file', await png, 'a.png');
    two.append('file', new File([await png], 'b.png'));
    assert.equal((await call(`POST ${site}/images`, { as: editor, body: two })).status, 201);
  });

  test('A picture that is truncated, too large or has too many pixels is refused', async () => {
    const whole = Buffer.from(
      await sharp(await noise(200, 150))
        .jpeg()
        .toBuffer(),
    );
    for (const part of [0.1, 0.5, 0.95]) {
      const { status, body } = await upload(
        Buffer.from(whole.subarray(0, whole.length * part)),
        'image/jpeg',
      );
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['file']], `${part}`);
    }
    const large = Buffer.from(await noise(160, 150));
    assert.ok(large.length > 70_000 && large.length < 80_000);
    for (const answer of [
      await upload(large),
      await upload(Buffer.concat([large, Buffer.alloc(40_000)])),
      await call(`POST ${site}/images`, { as: editor, body: formOf('file', large, 'a.png') }),
    ]) {
      assert.ok(answer.status === 400 || answer.status === 413, `${answer.status}`);
      assert.equal(answer.body.data.status, answer.status);
    }
    const bomb = Buffer.from(await picture(2001, 2000));
    assert.ok(bomb.length < 70_000);
    const bombed = await upload(bomb);
    assert.deepEqual([bombed.status, Object.keys(bombed.body.data.params)], [400, ['file']]);
    const huge = await upload(pngHeader(60_000, 60_000));
    assert.deepEqual([huge.status, Object.keys(huge.body.data.params)], [400, ['file']]);
    assert.equal((await upload(await picture(2000, 2000))).status, 201);
    await nothingIsLeft(service);
  });

  test('Images are listed and sent, and take no other methods', async () => {
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      assert.equal((await call(`${method} ${site}/images`, { as: editor })).body.code, 'rest_no_route');
  });
});

describe('The image of a record', () => {
  test('A hidden image cannot be found by counting ids', async () => {
    const { image } = await pictured(await picture(30, 20));
    const draft = (as: Account, fields: object) =>
      call('POST /events', { as, json: eventOf('Draft', { status: 'draft', ...fields }) });
    const body = new Uint8Array(await picture(31, 21));
    const headers = { 'content-type': 'image/png' };
    const hidden = (await call(`POST ${service.site}/images`, { as: editor, body, headers })).body.id;
    assert.equal((await draft(editor, { image: hidden })).status, 201);
    for (const as of [author, contributor]) {
      assert.equal((await draft(as, { image: hidden })).status, 400);
      assert.equal((await draft(as, { image: image.id })).status, 201, 'one that everybody sees');
    }
    const own = (await call(`POST ${service.site}/images`, { as: author, body, headers })).body.id;
    assert.equal((await draft(author, { image: own })).status, 201);
    assert.equal((await draft(editor, { image: own })).status, 201);
  });

  test('An image set by id is shown on events, venues and organizers, in lists and within events', async () => {
    const { image } = await pictured(await picture(400, 300));
    const { id } = image;
    const json = eventOf('With all', {
      image: id,
      venue: { venue: 'With hall', image: id },
      organizer: [{ organizer: 'With club', image: `${id}` }],
    });
    const { body } = await call('POST /events', { as: contributor, json });
    const read = await call(`GET /events/${body.id}`, { as: editor });
    for (const event of [body, read.body])
      for (const shown of [event.image, event.venue.image, event.organizer[0]!.image])
        assert.deepEqual(shown, image);
    for (const [path, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const) {
      const made = await call(`POST /${path}`, { as: author, json: { [name]: `Own ${name}`, image: id } });
      assert.deepEqual(made.body.image, image);
      assert.deepEqual((await call(`GET /${path}/${made.body.id}`)).body.image, image);
      assert.deepEqual((await call(`GET /${path}?search=own`)).body[path][0]!.image, image);
    }
    const { json_ld } = JSON.parse(read.text);
    assert.deepEqual(
      [json_ld.image, json_ld.location.image, json_ld.organizer.image],
      Array(3).fill(image.url),
    );
  });

  test('An invalid image is refused', async () => {
    const { id } = (await call('POST /events', { as: editor, json: eventOf('Other') })).body;
    for (const image of [
      id,
      `${id}`,
      999_999,
      -1,
      1.5,
      true,
      [],
      {},
      null,
      'x',
      'ftp://a.test/a.png',
      'data:,x',
      '//a/b',
    ]) {
      const { status, body } = await call('POST /events', { as: editor, json: eventOf('x', { image }) });
      assert.deepEqual(
        [status, Object.keys(body.data?.params ?? {})],
        [400, ['image']],
        JSON.stringify(image),
      );
    }
  });

  test('An image is replaced, kept and cleared', async () => {
    const [first, second] = [await pictured(await picture(40, 30)), await pictured(await picture(50, 30))];
    for (const [path, json] of [
      ['events', eventOf('Cleared')],
      ['venues', { venue: 'Cleared' }],
      ['organizers', { organizer: 'Cleared' }],
    ] as const) {
      const made = await call(`POST /${path}`, { as: author, json: { ...json, image: first.image.id } });
      const patch = async (fields: object) =>
        (await call(`PATCH /${path}/${made.body.id}`, { as: author, json: fields })).body.image;
      assert.deepEqual(await patch({ image: second.image.id }), second.image);
      assert.deepEqual(await patch({ description: 'Kept' }), second.image);
      assert.deepEqual(await patch({ image: first.image.url }), first.image);
      const none = path === 'events' ? false : undefined;
      for (const nothing of ['', '0', 0, false]) {
        assert.equal(await patch({ image: nothing }), none, `${nothing}`);
        assert.deepEqual(await patch({ image: second.image.id }), second.image);
      }
      assert.equal(
        (await call(`PATCH /${path}/${made.body.id}`, { as: author, form: { image: '' } })).body.image,
        none,
      );
    }
    for (const { image } of [first, second]) assert.equal((await call(`GET ${image.url}`)).status, 200);
  });
});

describe('Images by address', () => {
  test('An image address is fetched once, and the same address is the same image', async () => {
    const json = eventOf('Fetched', { image: at('/poster.png?size=1') });
    const made = await call('POST /events', { as: author, json });
    assert.equal(made.status, 201);
    assert.ok(made.body.image.url.startsWith(`${site}/images/`));
    assert.ok(made.body.image.url.endsWith('/poster.png'));
    const again = await call('POST /events', { as: editor, json });
    const venue = await call('POST /venues', {
      as: editor,
      json: { venue: 'Fetched', image: at('/poster.png?size=1') },
    });
    assert.deepEqual([again.body.image, venue.body.image], [made.body.image, made.body.image]);
    assert.equal(gallery.asked.filter(path => path === '/poster.png?size=1').length, 1);
    const own = await call('POST /events', {
      as: editor,
      json: eventOf('Own', { image: made.body.image.url }),
    });
    assert.equal(own.body.image.id, made.body.image.id);
    const other = await call('POST /events', {
      as: editor,
      json: eventOf('Other', { image: at('/poster.png') }),
    });
    assert.notEqual(other.body.image.id, made.body.image.id);
  });

  test('An image address of this service is that image', async () => {
    const { image } = await pictured(await picture(400, 300));
    for (const prefix of [service.base, `${site}/fr/cal/events/v1`, `${site}/wp-json/tribe/events/v1`]) {
      const { body } = await call(`POST ${prefix}/venues`, {
        as: editor,
        json: { venue: `Own ${prefix}`, image: image.url },
      });
      assert.deepEqual(body.image, image);
    }
  });

  for (const path of [
    '/images/%E0%A4%A',
    '/images/%',
    '/images/',
    '/images/..%2f..%2falmanac.sqlite',
    '/images/0123456789abcdef01234567/a.png',
    '/events/1',
  ])
    test(`The path ${path} of this service is refused as an image`, async () => {
      const { status, body } = await call('POST /events', {
        as: editor,
        json: eventOf('x', { image: site + path }),
      });
      assert.deepEqual([status, Object.keys(body.data?.params ?? {})], [400, ['image']]);
    });

  test('Image addresses are fetched for new venues and organizers within an event', async () => {
    const { body } = await call('POST /events', {
      as: author,
      json: eventOf('Inline', {
        image: at('/shared.png'),
        venue: { venue: 'Pictured hall', image: at('/hall.png') },
        organizer: [
          { organizer: 'Pictured club', image: at('/shared.png') },
          { organizer: 'Pictured group', image: at('/group.png') },
        ],
      }),
    });
    const [club, group] = body.organizer as [Body, Body];
    assert.equal(club.image.id, body.image.id);
    assert.equal(new Set([body.image.id, body.venue.image.id, group.image.id]).size, 3);
    assert.equal(gallery.asked.filter(path => path === '/shared.png').length, 1);
  });

  test('An address without a picture is refused by the name of its parameter, also within a venue', async () => {
    for (const path of [
      '/none.png',
      '/text.png',
      '/to?http://10.0.0.1/',
      '/to?file:///etc/passwd',
      '/to?/none',
    ]) {
      for (const [name, fields] of [
        ['image', { image: at(path) }],
        ['venue', { venue: { venue: 'Nowhere', image: at(path) } }],
        ['organizer', { image: at('/good.png'), organizer: [{ organizer: 'Nobody', image: at(path) }] }],
      ] as const) {
        const { status, body } = await call('POST /events', { as: author, json: eventOf('x', fields) });
        assert.deepEqual([status, Object.keys(body.data?.params ?? {})], [400, [name]], `${path} ${name}`);
      }
    }
    await nothingIsLeft(service);
  });

  test('Contributors set images only by id, and nothing is fetched for them', async () => {
    const before = gallery.asked.length;
    for (const fields of [
      { image: at('/contributed.png') },
      { venue: { venue: 'x', image: at('/contributed.png') } },
      { image: (await pictured(await picture(9, 9))).image.url },
    ]) {
      const { status } = await call('POST /events', { as: contributor, json: eventOf('x', fields) });
      assert.equal(status, 400);
    }
    for (const as of [undefined, subscriber]) {
      const json = eventOf('x', { image: at('/anonymous.png') });
      assert.equal((await call('POST /events', { as, json })).status, as ? 400 : 401);
    }
    assert.equal(gallery.asked.length, before, 'nothing is fetched for those who may not');
  });

  test('Private addresses are refused unless the configuration allows the host', async () => {
    await using strict = await startService({ FETCH_ALLOW: '' });
    await using open = await startService({ FETCH_ALLOW: '127.0.0.1' });
    const { port } = new URL(at('/'));
    const refused = async (target: Service, image: string) => {
      const { status, body } = await caller(target.base)('POST /events', {
        as: target.accounts.editor,
        json: eventOf('x', { image }),
      });
      if (status === 201) return false;
      assert.deepEqual([status, Object.keys(body.data.params)], [400, ['image']], image);
      return true;
    };
    const before = gallery.asked.length;
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0',
    ])
      assert.equal(await refused(strict, `http://${host}:${port}/a.png`), true, host);
    assert.equal(gallery.asked.length, before);
    assert.equal(await refused(open, at('/a.png')), false);
    assert.equal(await refused(service, at('/b.png')), false);
    assert.equal(await refused(service, `http://127.0.0.1:${new URL(site).port}/healthz`), true);
    assert.equal(await refused(service, `http://localhost:${port}/a.png`), true);
    assert.equal(await refused(service, `http://user:secret@${gallery.host}/a.png`), true);
  });
});

describe('Image files', OF_NO_STORE, () => {
  const made = pictured(Buffer.alloc(0), picture(400, 300));

  test('Image files are cached forever and served only as pictures', async () => {
    const { image } = await made;
    for (const { url, filesize } of [image, ...Object.values(image.sizes)])
      for (const method of ['GET', 'HEAD'])
        for (const as of [undefined, editor]) {
          const { status, headers } = await call(`${method} ${url}`, { as });
          assert.equal(status, 200);
          assert.match(
            headers.get('cache-control') ?? '',
            /(?=.*public)(?=.*immutable)(?=.*max-age=31536000)/,
          );
          assert.equal(headers.get('x-content-type-options'), 'nosniff');
          assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
          assert.equal(headers.get('content-type'), 'image/png');
          assert.equal(headers.get('content-length'), String(filesize));
        }
    const head = await exactly(site, new URL(image.url).pathname, {}, 'HEAD');
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  test('An image file tells a client what it has already, and sends the range that is asked for', async () => {
    const { image } = await made;
    const path = new URL(image.url).pathname;
    const ask = async (headers: Record<string, string>, method = 'GET') => {
      const answer = await fetch(image.url, { headers, method });
      return { ...answer, status: answer.status, headers: answer.headers, bytes: await answer.bytes() };
    };
    const whole = await ask({});
    const { length } = whole.bytes;
    assert.equal(whole.headers.get('accept-ranges'), 'bytes');
    const [etag, date] = [whole.headers.get('etag')!, whole.headers.get('last-modified')!];
    for (const known of [{ 'if-none-match': etag }, { 'if-modified-since': date }] as Record<
      string,
      string
    >[])
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, text } = await exactly(site, path, { ...known, range: 'bytes=0-1' }, method);
        assert.deepEqual([status, text, headers.etag], [304, '', etag]);
        assert.match(`${headers['cache-control']}`, /immutable/);
      }
    for (const [range, condition, start, end] of [
      ['bytes=0-9', undefined, 0, 9],
      ['bytes=10-', undefined, 10, length - 1],
      ['bytes=-7', undefined, length - 7, length - 1],
      ['bytes=3-999999', etag, 3, length - 1],
      ['bytes=3-5', date, 3, 5],
    ] as const) {
      const { status, headers, bytes } = await ask({ range, ...(condition && { 'if-range': condition }) });
      assert.equal(status, 206);
      assert.equal(headers.get('content-range'), `bytes ${start}-${end}/${length}`);
      assert.equal(headers.get('content-length'), String(end - start + 1));
      assert.deepEqual(bytes, whole.bytes.slice(start, end + 1), range);
    }
    for (const headers of [
      { range: 'bytes=0-9', 'if-range': '"other"' },
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=1-2' },
    ] as Record<string, string>[]) {
      const { status, bytes } = await ask(headers);
      assert.deepEqual([status, bytes.length], [200, length], JSON.stringify(headers));
    }
    const head = await exactly(site, path, { range: 'bytes=0-9' }, 'HEAD');
    assert.deepEqual([head.status, head.headers['content-length'], head.text], [200, String(length), '']);
    const beyond = await exactly(site, path, { range: `bytes=${length}-` });
    assert.deepEqual([beyond.status, beyond.body.code], [416, 'rest_range_not_satisfiable']);
    assert.equal(beyond.headers['content-range'], `bytes */${length}`);
    assert.equal((await exactly(site, path, { 'if-match': '"other"' })).status, 412);
  });

  test('Nothing but image files is served below their path', async () => {
    const { image } = await made;
    const [, , key = '', file = ''] = new URL(image.url).pathname.split('/');
    const other = '0123456789abcdef01234567';
    for (const path of [
      `/images/${key}`,
      `/images/${key}/`,
      `/images/${other}/${file}`,
      `/images/${key}/other.png`,
      `/images/${key}/${file}/`,
      `/images/${key}/${file}/x`,
      `/images//${key}/${file}`,
      `/images/${key}//${file}`,
      '/images/../almanac.sqlite',
      '/images/%2e%2e/almanac.sqlite',
      '/images/..%2f..%2fetc/passwd',
      '/images/../../etc/passwd',
      `/images/${key}/..%2f${key}%2f${file}`,
      `/images/${key}/%2e%2e%2f${key}/${file}`,
      `/images/${key}/../${key}/${file}`,
      `/images/${key}/${file}%00`,
      `/images/${key}/${file}%00.png`,
      `/images/${key}/${file}.`,
      `/images/${key}/.${file}`,
      `/images/${key}\\${file}`,
      `/images/${key}/${file.replace('.png', '.jpg')}`,
      `/images/${key}/${file}~`,
      `/images/${key}/${file.toUpperCase()}`,
      `/images/${key.slice(1)}/${file}`,
      `/images/${key}/%2e/${file}`,
      '/images/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '/images/....//....//etc/passwd',
      '/images/almanac.sqlite/a.png',
      ...[`/images/${key}/con.png`, '/almanac.sqlite', `/${key}/${file}`],
    ]) {
      const { status, text, headers } = await exactly(site, path);
      // A key of digits alone is an id that no image can have.
      const isId = /^\/images\/\d+\/?$/.test(path);
      assert.equal(status, path === `/images/${key}/${file}/` || isId ? status : 404, path);
      if (isId) assert.equal(status, 400, path);
      if (status !== 200) assert.match(`${headers['content-type']}`, /^application\/json/, path);
      assert.ok(!text.includes('SQLite') && !text.includes('root:'), path);
    }
    assert.equal((await exactly(site, `/images/${key}/${file}?x=/../..`)).status, 200);
  });
});

test('An image that is deleted while a record takes it is refused by the name of its parameter', async () => {
  const { id, url } = (await upload(await picture(20, 20))).body;
  const writer = { ...service, viewer: undefined, now: 0, address: { site } } as never;
  for (const [name, patch] of [
    ['image', { id }],
    ['venue', { url }],
  ] as const) {
    const write = async (db: Db, imageId: ImageId) => {
      // The request has been read by now.
      await db.deleteFrom('images').where('id', '=', id).execute();
      return imageId(db, patch);
    };
    await assert.rejects(writeWithImages(writer, [{ name, patch }], write), { parameter: name });
  }
});

test('A refused record leaves no image and no file behind', async () => {
  const json = eventOf('Refused', {
    image: at('/left/one.png'),
    venue: { venue: 'Refused hall', image: at('/left/two.png') },
    organizer: [{ organizer: 'Refused club', image: at('/left/three.png') }, { organizer: ' ' }],
  });
  const before = await service.db.selectFrom('images').select('id').execute();
  const event = await call('POST /events', { as: editor, json });
  assert.deepEqual([event.status, event.body.code], [400, 'could-not-create-organizer']);
  const venue = await call('POST /venues', { as: editor, json: { venue: ' ', image: at('/left/four.png') } });
  assert.deepEqual([venue.status, venue.body.code], [400, 'could-not-create-venue']);
  const { id } = (await call('POST /venues', { as: editor, json: { venue: 'Stays' } })).body;
  const update = await call(`PATCH /venues/${id}`, {
    as: editor,
    json: { venue: ' ', image: at('/left/five.png') },
  });
  assert.equal(update.status, 400);
  assert.equal(gallery.asked.filter(path => path.startsWith('/left/')).length, 5);
  assert.deepEqual(await service.db.selectFrom('images').select('id').execute(), before);
  await nothingIsLeft(service);
});

/** An event with this uploaded image. */
async function pictured(bytes: Buffer<ArrayBuffer>, later?: Promise<Buffer<ArrayBuffer>>): Promise<Body> {
  const { body } = await upload((await later) ?? bytes, 'image/png');
  return (await call('POST /events', { as: editor, json: eventOf('Pictured', { image: body.id }) })).body;
}

const dimensions = ({ sizes }: Image) =>
  Object.fromEntries(Object.entries(sizes).map(([name, { width, height }]) => [name, [width, height]]));

/** Checks that each folder of files belongs to an image, and that each image has its files. */
async function nothingIsLeft({ db, config }: Service): Promise<void> {
  const folder = join(config.DATA_DIR, 'images');
  const images = await db.selectFrom('images').select(['file', 'sizes']).execute();
  const sizes = (text: string) => Object.values<{ file: string }>(JSON.parse(text)).map(({ file }) => file);
  const files = images.flatMap(image => [image.file, ...sizes(image.sizes)]);
  const found = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  const there = found
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  assert.deepEqual(there.sort(), [...new Set(files)].sort());
  const folders = found.filter(entry => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(folders.sort(), [...new Set(files.map(file => file.split('/')[0]!))].sort());
}

/** A PNG that does not compress: three bytes for each pixel. */
async function noise(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const raw = { width, height, channels: 3 as const };
  return Buffer.from(
    await sharp(randomBytes(width * height * 3), { raw })
      .png()
      .toBuffer(),
  );
}

/** A PNG with little more than a header that states its size. */
function pngHeader(width: number, height: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (name: string, data: Buffer) =>
    Buffer.concat([
      Buffer.from([0, 0, data.length >> 8, data.length & 255]),
      Buffer.from(name),
      data,
      Buffer.alloc(4),
    ]);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}
