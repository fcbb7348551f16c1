import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { basic, caller } from '../client.ts';
import { picture } from '../pictures.ts';
import { administrator, author, base, call, site } from './site.ts';

const plainly = caller(base);
const ascii = (text: string) => Buffer.from(text, 'latin1');

const upload = (bytes: Buffer) =>
  call(`POST ${site}/images`, {
    ...{ as: author, body: new Uint8Array(bytes), headers: { 'content-type': 'image/png' } },
  });

/** A chunk of a PNG. */
function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([ascii(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const row = deflateSync(Buffer.alloc(2));
  return Buffer.concat([
    ...[ascii('\x89PNG\r\n\x1a\n'), chunk('IHDR', header), ...more, chunk('IDAT', row)],
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const inserted = (bytes: Buffer, at: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);

const CODE = '<script>alert(1)</script><?php system(1) ?>PK\x03\x04%PDF-1.4';
const [gif, jpeg, webp, avif] = await Promise.all(
  (['gif', 'jpeg', 'webp', 'avif'] as const).map(format => picture(20, 10, format)),
);
const table = 13 + 3 * 2 ** ((gif![10]! & 7) + 1) * (gif![10]! >> 7);

/** Images that are valid files of another type, too. */
const POLYGLOTS: Record<string, Buffer> = {
  'GIF and script': Buffer.concat([ascii('GIF89a/*'), gif!.subarray(8), ascii(`*/=1;${CODE}`)]),
  'GIF with a comment': inserted(
    gif!,
    table,
    Buffer.concat([ascii(`!\xfe${String.fromCharCode(CODE.length)}${CODE}\0`)]),
  ),
  'GIF and archive': Buffer.concat([gif!, ascii(CODE)]),
  'JPEG with a comment': inserted(
    jpeg!,
    2,
    ascii(`\xff\xfe\0${String.fromCharCode(CODE.length + 2)}${CODE}`),
  ),
  'JPEG with EXIF': inserted(
    jpeg!,
    2,
    ascii(`\xff\xe1\0${String.fromCharCode(CODE.length + 8)}Exif\0\0${CODE}`),
  ),
  'JPEG and page': Buffer.concat([jpeg!, ascii(CODE)]),
  'PNG with a text': png(1, 1, chunk('tEXt', ascii(`Comment\0${CODE}`))),
  'PNG with a profile': png(1, 1, chunk('iCCP', Buffer.concat([ascii('x\0\0'), deflateSync(ascii(CODE))]))),
  'PNG and PHP': Buffer.concat([png(1, 1), ascii(CODE)]),
  'WebP and page': Buffer.concat([webp!, ascii(CODE)]),
  'AVIF and page': Buffer.concat([avif!, ascii(CODE)]),
  'SVG with script': ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'SVG with entities': ascii(`<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>`),
  'SVG that reads a file': ascii(
    '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg><text>&a;</text></svg>',
  ),
  PostScript: ascii('%!PS\n(a) show'),
  'a playlist': ascii('#EXTM3U\nfile:///etc/passwd'),
  'a vector of ImageMagick': ascii(
    'push graphic-context\nimage over 0,0 0,0 "https://e.test"\npop graphic-context',
  ),
};

/** Small files whose decoding takes much memory or time. */
const BOMBS: Record<string, Buffer> = {
  'a PNG of 65,535 × 65,535': png(65_535, 65_535),
  'a PNG of a side that is no side': png(1, 0xffff_ffff),
  'a GIF of 65,535 × 65,535': ascii(
    'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x44\x01\0;',
  ),
  'a GIF of 100,000 frames': Buffer.concat([
    gif!.subarray(0, -1),
    ...Array<Buffer>(100_000).fill(ascii(',\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0')),
    ascii(';'),
  ]),
  'a WebP of 100,000 frames': webpOf(100_000),
  'a JPEG of 10,000 scans': Buffer.concat([
    ...[jpeg!.subarray(0, -2), ...Array<Buffer>(10_000).fill(ascii('\xff\xda\0\x08\x01\x01\0\0?\0\0'))],
    jpeg!.subarray(-2),
  ]),
};

function webpOf(frames: number): Buffer {
  const frame = Buffer.concat([ascii('ANMF'), Buffer.alloc(20)]);
  frame.writeUInt32LE(16, 4);
  const animated = ascii('VP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0ANIM\x06\0\0\0\0\0\0\0\0\0');
  const all = Buffer.concat([ascii('RIFF\0\0\0\0WEBP'), animated, ...Array<Buffer>(frames).fill(frame)]);
  all.writeUInt32LE(all.length - 8, 4);
  return all;
}

describe('Hostile uploads', () => {
  it('A polyglot picture is refused or served only as a clean picture', async () => {
    let taken = 0;
    for (const [name, bytes] of Object.entries(POLYGLOTS)) {
      const { status, body } = await upload(bytes);
      if (status === 400) continue;
      assert.equal(status, 201, name);
      taken++;
      for (const { url } of [
        body as unknown as { url: string },
        ...Object.values((body as { sizes?: object }).sizes ?? {}),
      ]) {
        const file = await fetch(url);
        assert.match(file.headers.get('content-type') ?? '', /^image\/(jpeg|png|gif|webp|avif)$/, name);
        assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
        assert.equal(file.headers.get('content-security-policy'), "default-src 'none'; sandbox");
        assert.doesNotMatch(
          Buffer.from(await file.arrayBuffer()).toString('latin1'),
          /script|php|PK|%PDF/,
          name,
        );
      }
    }
    assert.ok(taken >= 8, `${taken} are taken`);
  });

  it('Decompression bombs are refused quickly', async () => {
    for (const [name, bytes] of Object.entries(BOMBS)) {
      const began = performance.now();
      assert.equal((await upload(bytes)).status, 400, name);
      assert.ok(performance.now() - began < 3000, name);
    }
  });

  it('A picture is stored under a safe name, whatever its file name', async () => {
    const bytes = png(1, 1).toString('latin1');
    for (const [name, called] of Object.entries({
      '../../../etc/cron.d/x.png': 'x',
      '..\\..\\x.png': 'x',
      '/etc/passwd': 'passwd',
      'C:\\a.png': 'a',
      'a.php\0.png': 'a-php',
      'a.php%00.png': 'a-php',
      '.htaccess': 'htaccess',
      '..': 'image',
      '': 'image',
      '\u202egnp.exe': 'gnp',
      'a\u0000b.png': 'a-b',
      'con.png': 'con',
      'a.svg': 'a',
      'a.html;.png': 'a-html',
      ...{ '"><script>alert(1)<.png': 'script-alert-1', '<img src=x onerror=x>.png': 'img-src-x-onerror-x' },
      '=cmd|x!A0.png': 'cmd-x-a0',
      '$(id).png': 'id',
      "' or 1=1--.png": 'or-1-1',
      '%2e%2e%2fx.png': 'x',
      [`${'a'.repeat(5000)}.png`]: 'a'.repeat(80),
    })) {
      const quoted = Buffer.from(name.replaceAll('"', '%22')).toString('latin1');
      const head = `Content-Disposition: form-data; name="file"; filename="${quoted}"\r\nContent-Type: text/html\r\n`;
      const body = new Uint8Array(ascii(`--edge\r\n${head}\r\n${bytes}\r\n--edge--\r\n`));
      const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
      const made = await call(`POST ${site}/images`, { as: administrator, body, headers });
      assert.equal(made.status, 201, `${name}: ${made.text}`);
      assert.match(made.body.url, /^http:\/\/127\.0\.0\.1:\d+\/images\/[0-9a-f]{24}\/[a-z0-9-]+\.png$/, name);
      assert.ok(made.body.url.endsWith(`/${called}.png`), `${name} is ${made.body.url}`);
      assert.equal(made.headers.get('location'), made.body.url);
    }
  });

  it('The file name of an upload adds no headers', async () => {
    const head = 'Content-Disposition: form-data; name="file"; filename="a\r\nX-Injected: 1.png"\r\n';
    const body = new Uint8Array(
      ascii(`--edge\r\n${head}\r\n${png(1, 1).toString('latin1')}\r\n--edge--\r\n`),
    );
    const { status, headers } = await plainly(`POST ${site}/images`, {
      body,
      headers: {
        authorization: basic(author.user, author.app_password),
        'content-type': 'multipart/form-data; boundary=edge',
      },
    });
    assert.ok(status === 201 || status === 400);
    assert.equal(headers.get('x-injected'), null);
  });
});
