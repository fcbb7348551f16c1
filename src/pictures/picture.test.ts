import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { safeFileName } from '../images/file-name.ts';
import { readPicture, resized } from './picture.ts';
import { ImageRefused } from './refused.ts';
import { smallerSizes } from './sizes.ts';

const LIMITS = { maxPixels: 50_000_000, maxMemory: 200_000_000 };
const ENCODERS = [
  ['jpg', 'image/jpeg', (image: Sharp) => image.jpeg()],
  ['png', 'image/png', (image: Sharp) => image.png()],
  ['gif', 'image/gif', (image: Sharp) => image.gif()],
  ['webp', 'image/webp', (image: Sharp) => image.webp()],
  ['avif', 'image/avif', (image: Sharp) => image.avif({ effort: 0 })],
] as const;

describe('Reading pictures', () => {
  for (const [extension, mime, encode] of ENCODERS) {
    test(`A picture in the format ${extension} is read with its size and type`, async () => {
      const picture = await readPicture(await encode(plain(30, 20)).toBuffer(), LIMITS);
      assert.deepEqual({ ...picture, bytes: null }, { extension, mime, width: 30, height: 20, bytes: null });
      const { info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true });
      assert.deepEqual([info.width, info.height], [30, 20]);
    });
  }

  test('A PNG keeps its pixels and its transparency', async () => {
    const pixels = Buffer.from(Array.from({ length: 4 * 4 * 4 }, (_, i) => (i * 37) % 256));
    const png = await sharp(pixels, { raw: { width: 4, height: 4, channels: 4 } })
      .png()
      .toBuffer();
    const { bytes } = await readPicture(png, LIMITS);
    assert.deepEqual(await sharp(bytes).raw().toBuffer(), pixels);
  });

  test('An animation keeps its frames, delays and loops', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const picture = await readPicture(await animation(format), LIMITS);
      assert.deepEqual([picture.width, picture.height], [40, 30]);
      const { pages, delay, loop } = await sharp(picture.bytes).metadata();
      assert.deepEqual({ pages, delay, loop }, { pages: 3, delay: [100, 200, 300], loop: 2 });
    }
  });

  test('A picture with a side of more than 2560 pixels is scaled down', async () => {
    const wide = await readPicture(await plain(5120, 100).png().toBuffer(), LIMITS);
    assert.deepEqual([wide.width, wide.height], [2560, 50]);
    const high = await readPicture(await plain(100, 2561).jpeg().toBuffer(), LIMITS);
    assert.deepEqual([high.width, high.height], [100, 2560]);
  });
});

describe('Removed metadata', () => {
  test('Position, camera and other metadata are removed', async () => {
    const exif = {
      IFD0: { Copyright: 'SECRET' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 23/1 0/1' },
    };
    for (const [extension, , encode] of ENCODERS) {
      const image = plain(8, 8)
        .withExif(exif)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET</x:xmpmeta>');
      const original = await encode(image).toBuffer();
      assert.equal(original.includes('SECRET'), extension !== 'gif', 'the original has something to hide');
      const { bytes } = await readPicture(original, LIMITS);
      const { exif: kept, xmp } = await sharp(bytes).metadata();
      assert.deepEqual({ kept, xmp }, { kept: undefined, xmp: undefined });
      assert.ok(!bytes.includes('SECRET'));
    }
  });

  test('Data appended to a picture or in its comments is removed', async () => {
    const script = '<script>alert(1)</script>';
    for (const [, , encode] of ENCODERS) {
      const original = Buffer.concat([
        await encode(plain(8, 8)).toBuffer(),
        Buffer.from(`${script}PK\x03\x04`),
      ]);
      const { bytes } = await readPicture(original, LIMITS);
      assert.ok(!bytes.includes('<script') && !bytes.includes('PK\x03\x04'));
    }
    const gif = await plain(8, 8).gif().toBuffer();
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), Buffer.from(`${script}\0`)]);
    const block = gif.indexOf(0x21, 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) * ((gif[10] ?? 0) >> 7));
    const commented = Buffer.concat([gif.subarray(0, block), comment, gif.subarray(block)]);
    assert.ok(!(await readPicture(commented, LIMITS)).bytes.includes('<script'));
    const text = Buffer.concat([
      signature,
      chunk('IHDR', header(1, 1)),
      chunk('tEXt', Buffer.from(`a\0${script}`)),
    ]);
    const png = Buffer.concat([text, chunk('IDAT', deflateSync(Buffer.alloc(2))), chunk('IEND')]);
    assert.ok(!(await readPicture(png, LIMITS)).bytes.includes('<script'));
  });

  test('The orientation of the camera is applied to the pixels and removed', async () => {
    // Left half red, right half blue; orientation 6 is displayed turned clockwise: red above blue.
    const halves = await plain(16, 16, '#00f')
      .composite([{ input: await plain(8, 16, '#f00').png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const lying = sharp(halves).resize(32, 16, { fit: 'fill' });
      const original = await lying.withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
      const picture = await readPicture(original, LIMITS);
      assert.deepEqual([picture.width, picture.height], [16, 32]);
      const pixels = await sharp(picture.bytes).removeAlpha().raw().toBuffer();
      const [top, bottom] = [pixels.subarray(0, 3), pixels.subarray(-3)];
      assert.ok(top[0]! > 200 && top[2]! < 50, `${format} top ${[...top]}`);
      assert.ok(bottom[2]! > 200 && bottom[0]! < 50, `${format} bottom ${[...bottom]}`);
      assert.equal((await sharp(picture.bytes).metadata()).orientation, undefined);
    }
  });

  test('A wide colour profile is converted to sRGB', async () => {
    const original = await plain(8, 8, '#808080').withIccProfile('p3').jpeg().toBuffer();
    assert.equal((await sharp(original).metadata()).hasProfile, true);
    const { bytes } = await readPicture(original, LIMITS);
    assert.equal((await sharp(bytes).metadata()).hasProfile, false);
    const [red, green, blue] = await sharp(bytes).raw().toBuffer();
    for (const value of [red, green, blue]) assert.ok(Math.abs((value ?? 0) - 128) <= 2);
  });
});

describe('Refused pictures', () => {
  test('Files of other types are refused, whatever they claim to be', async () => {
    const files = [
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>',
      '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html><title>photo.png</title>',
      '%PDF-1.7',
      'II*\0',
      'BM\0\0',
      '\0\0\0\x18ftypavif\0\0\0\0mif1avif',
      'GIF89a<script>alert(1)</script>',
      'RIFF\0\0\0\0WEBPVP8 ',
      '\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>',
      '\xff\xd8\xff',
      '',
    ];
    for (const file of files) await refused('not-an-image', Buffer.from(file, 'latin1'));
    await refused('not-an-image', await plain(8, 8).tiff().toBuffer());
  });

  test('A HEIC image is told, since phones make them', async () => {
    for (const file of [
      '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
      '\0\0\0\x18ftypheix\0\0\0\0mif1heix',
      '\0\0\0\x24ftypmif1\0\0\0\0mif1miafheic',
      '\0\0\0\x18ftyphevc\0\0\0\0msf1hevc',
    ])
      await refused('heic', Buffer.from(file, 'latin1'));
    await refused('not-an-image', Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1miaf', 'latin1'));
  });

  test('Unneeded decoders are off in the whole process', async () => {
    await readPicture(await plain(8, 8).png().toBuffer(), LIMITS);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>');
    await assert.rejects(sharp(svg).metadata(), /unsupported image format/);
  });

  test('Truncated pictures are refused', async () => {
    for (const [, , encode] of ENCODERS) {
      const whole = await encode(noise(200, 200)).toBuffer();
      for (const share of [0.1, 0.5, 0.97]) {
        await refused('not-an-image', whole.subarray(0, Math.floor(whole.length * share)));
      }
    }
    const moving = await animation('gif');
    for (const missing of [2, 12, 60]) {
      await refused('not-an-image', moving.subarray(0, moving.length - missing));
    }
    const big = await plain(6000, 400).jpeg().toBuffer();
    await refused('not-an-image', big.subarray(0, big.length / 2));
  });

  test('Pixel bombs are refused', async () => {
    const [width, height] = [20_000, 20_000];
    const rows = deflateSync(Buffer.alloc((1 + width / 8) * height), { level: 1 });
    const chunks = [chunk('IHDR', header(width, height)), chunk('IDAT', rows), chunk('IEND')];
    await refused('too-many-pixels', Buffer.concat([signature, ...chunks]));
  });

  test('A picture with an extreme side is refused although it has few pixels', async () => {
    const long = (height: number) => {
      const rows = deflateSync(Buffer.alloc(2 * height));
      return Buffer.concat([
        ...[signature, chunk('IHDR', header(1, height)), chunk('IDAT', rows), chunk('IEND')],
      ]);
    };
    await refused('too-many-pixels', long(65_536));
    assert.equal((await readPicture(long(65_535), LIMITS)).height, 2560);
  });

  test('Thousands of frames or scans are refused although they have few bytes', async () => {
    const still = await plain(1, 1).gif().toBuffer();
    const frame = still.subarray(13 + 3 * 2 ** (((still[10] ?? 0) & 7) + 1) * ((still[10] ?? 0) >> 7), -1);
    const gif = (frames: number) =>
      Buffer.concat([still.subarray(0, -1), ...Array(frames - 1).fill(frame), Buffer.from(';')]);
    assert.ok(await readPicture(gif(3000), LIMITS));
    await refused('too-many-frames', gif(3001));
    const webp = await animation('webp');
    const [first = 0, second = 0] = [...webp.toString('latin1').matchAll(/ANMF/g)].map(({ index }) => index);
    const moving = (frames: number) => {
      const part = webp.subarray(first, second);
      const file = Buffer.concat([webp.subarray(0, first), ...Array(frames).fill(part)]);
      file.writeUInt32LE(file.length - 8, 4);
      return file;
    };
    await refused('too-many-frames', moving(3001));
    await refused('too-many-pixels', moving(3000), { ...LIMITS, maxPixels: 1200 * 3000 - 1 });
    const jpeg = await plain(64, 64).jpeg({ progressive: true }).toBuffer();
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
    const scans = Buffer.concat([jpeg.subarray(0, -2), ...Array(100).fill(scan), jpeg.subarray(-2)]);
    await refused('too-many-frames', scans);
    assert.ok(await readPicture(jpeg, LIMITS));
  });

  test('A picture that takes more memory than the limit is refused, by its head', async () => {
    const image = plain(1500, 1500);
    const limits = { ...LIMITS, maxMemory: 72_000_000 };
    assert.ok(await readPicture(await image.jpeg().toBuffer(), limits));
    const progressive = await image.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    await refused('too-costly', progressive, limits);
    // Nothing is decoded: its pixels are missing.
    await refused('too-costly', progressive.subarray(0, progressive.length / 2), limits);
    assert.ok(await readPicture(progressive, LIMITS));
  });

  test('One pixel more than the limit is refused, counted over all frames', async () => {
    const still = await plain(40, 30).png().toBuffer();
    await refused('too-many-pixels', still, { ...LIMITS, maxPixels: 1199 });
    assert.ok(await readPicture(still, { ...LIMITS, maxPixels: 1200 }));
    for (const format of ['gif', 'webp'] as const) {
      await refused('too-many-pixels', await animation(format), { ...LIMITS, maxPixels: 3599 });
      assert.ok(await readPicture(await animation(format), { ...LIMITS, maxPixels: 3600 }));
    }
  });
});

describe('Smaller copies of a picture', () => {
  test('Smaller copies have fixed names, sizes and order', async () => {
    assert.deepEqual(sizes(2400, 1200), {
      medium: '300x150',
      large: '1024x512',
      thumbnail: '150x150',
      medium_large: '768x384',
      '1536x1536': '1536x768',
      '2048x2048': '2048x1024',
    });
    assert.deepEqual(Object.keys(sizes(2400, 1200)), [
      'medium',
      'large',
      'thumbnail',
      'medium_large',
      '1536x1536',
      '2048x2048',
    ]);
    // The size medium_large limits only the width.
    assert.deepEqual(sizes(800, 1500), {
      medium: '160x300',
      large: '546x1024',
      thumbnail: '150x150',
      medium_large: '768x1440',
    });
    assert.deepEqual(sizes(768, 900), { medium: '256x300', thumbnail: '150x150' });
    assert.deepEqual(sizes(2000, 2), {
      medium: '300x1',
      large: '1024x1',
      thumbnail: '150x2',
      medium_large: '768x1',
      '1536x1536': '1536x2',
    });
  });

  test('No smaller copy is as large as the picture', async () => {
    assert.deepEqual(sizes(150, 150), {});
    assert.deepEqual(sizes(1, 1), {});
    assert.deepEqual(sizes(200, 100), { thumbnail: '150x100' });
    assert.deepEqual(sizes(301, 200), { thumbnail: '150x150' });
  });

  for (const [extension, mime, encode] of ENCODERS) {
    test(`Smaller copies of a picture in the format ${extension} are in the same format`, async () => {
      const picture = await readPicture(await encode(plain(320, 200)).toBuffer(), LIMITS);
      const sizes = smallerSizes(picture);
      assert.deepEqual(
        sizes.map(({ name }) => name),
        ['medium', 'thumbnail'],
      );
      for (const size of sizes) {
        const about = await sharp(await resized(picture.bytes, extension, size)).metadata();
        assert.deepEqual([about.width, about.height, about.mediaType], [size.width, size.height, mime]);
      }
    });
  }

  test('A smaller copy of an animation is its first frame', async () => {
    const picture = await readPicture(await animation('gif', 320), LIMITS);
    for (const size of smallerSizes(picture)) {
      const bytes = await resized(picture.bytes, 'gif', size);
      assert.equal((await sharp(bytes).metadata()).pages ?? 1, 1);
      const [red, green, blue] = await sharp(bytes).raw().toBuffer();
      assert.deepEqual([red, green, blue], [255, 0, 0]);
    }
  });
});

test('The file name of a picture is reduced to a safe slug of at most 80 characters', () => {
  const names = {
    'photo.JPG': 'photo',
    'My Holiday Photo (1).jpeg': 'my-holiday-photo-1',
    'Fèsta_Major d’Estiu.png': 'festa-major-destiu',
    'Straße Øl Łódź.webp': 'strasse-ol-lodz',
    'C:\\fakepath\\a.gif': 'a',
    '../../etc/passwd': 'passwd',
    'a.tar.gz': 'a-tar',
    'Sala 2.0 obertura.png': 'sala-2-0-obertura',
    'https://example.org/a/caf%C3%A9%20bar.jpg?size=9#top.png': 'cafe-bar',
    'https://example.org/a/%E6%97%A5%E6%9C%AC.jpg': 'image',
    'https://example.org/a/bad%E6%ZZname.jpg': 'bad-zzname',
    'https://example.org/a%2Fb.jpg': 'b',
    'https://example.org/': 'image',
    'https://example.org': 'image',
    'HTTP://EXAMPLE.ORG/A.PNG': 'a',
    '日本.png': 'image',
    '.png': 'image',
    '--.png': 'image',
    '': 'image',
    'a\0b\ud800c.png': 'a-b-c',
    'ﬁne ½.png': 'fine-1-2',
  };
  for (const [given, expected] of Object.entries(names)) assert.equal(safeFileName(given), expected, given);
  assert.equal(safeFileName(`${'long '.repeat(200_000)}.png`).length, 79);
  assert.equal(safeFileName('x'.repeat(1_000_000)), 'x'.repeat(80));
});

function plain(width: number, height: number, background = '#c03040'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

function noise(width: number, height: number): Sharp {
  const grain = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000', noise: grain } });
}

/** Three frames, each 30 pixels high: red, green, blue. */
function animation(format: 'gif' | 'webp', width = 40): Promise<Buffer> {
  const frames = [0xff0000, 0x00ff00, 0x0000ff].map(colour => {
    const pixel = Buffer.alloc(3);
    pixel.writeUIntBE(colour, 0, 3);
    return Buffer.alloc(width * 30 * 3, pixel);
  });
  return sharp(Buffer.concat(frames), { raw: { width, height: 90, channels: 3, pageHeight: 30 } })
    .toFormat(format, { delay: [100, 200, 300], loop: 2 })
    .toBuffer();
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** For a PNG with one bit per pixel. */
function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes[8] = 1;
  return bytes;
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function sizes(width: number, height: number): Record<string, string> {
  const all = smallerSizes({ width, height });
  return Object.fromEntries(all.map(size => [size.name, `${size.width}x${size.height}`]));
}

async function refused(code: ImageRefused['code'], bytes: Buffer, limits = LIMITS): Promise<void> {
  await assert.rejects(readPicture(bytes, limits), error => {
    assert.ok(error instanceof ImageRefused);
    assert.equal(error.code, code, `${error.cause}`);
    return true;
  });
}
