import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { peakOf, picturesBelow } from '../../test/picture-processes.ts';
import { NO_BYTES } from '../lib/frames.ts';
import { ProcessClient } from '../lib/processes.ts';
import type { ImageExtension } from './formats.ts';
import { jpegCoefficientBytes } from './image-parts.ts';
import { workingBytes } from './picture.ts';

const LONGEST = 2560;
const UNLIMITED = { maxPixels: 1e9, maxMemory: 1e12 };

/** Noise, which takes most. */
function noise(width: number, height: number, channels: 3 | 4 = 3, pageHeight = height): Sharp {
  const pixels = randomBytes(width * height * channels);
  return sharp(pixels, { raw: { width, height, channels, pageHeight } });
}

const PICTURES: readonly [about: string, ImageExtension, () => Sharp][] = [
  ['an ordinary JPEG', 'jpg', () => noise(2000, 1500).jpeg()],
  [
    'a progressive JPEG',
    'jpg',
    () => noise(2000, 1500).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  ],
  [
    'a turned PNG of 16 bits',
    'png',
    () => noise(2000, 1500, 4).toColourspace('rgb16').withMetadata({ orientation: 6 }).png(),
  ],
  ['an interlaced PNG', 'png', () => noise(2000, 1500, 4).png({ progressive: true, compressionLevel: 0 })],
  ['a GIF', 'gif', () => noise(800, 800).gif({ effort: 1 })],
  ['a WebP with transparency', 'webp', () => noise(1200, 900, 4).webp({ effort: 0 })],
  ['a WebP without loss', 'webp', () => noise(1200, 900, 4).webp({ lossless: true, effort: 0 })],
  ['an animated WebP', 'webp', () => noise(900, 3600, 4, 900).webp({ effort: 0 })],
  ['an AVIF with transparency', 'avif', () => noise(800, 600, 4).avif({ effort: 0 })],
];

/** Bytes that a new process takes to read a picture, beside what it takes for the smallest one. */
async function measured(bytes: Buffer): Promise<number> {
  // Those of services of other files, which may end at any time.
  const others = new Set(picturesBelow(process.pid));
  const client = new ProcessClient(new URL('./picture-process.ts', import.meta.url), {
    ...{ MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '262144' },
  });
  try {
    await client.ask({ job: 'encode', request: { width: 1, height: 1 } }, Buffer.alloc(4), 60_000);
    const pid = picturesBelow(process.pid).find(pid => !others.has(pid));
    const before = peakOf(pid!);
    const { value } = await client.ask({ job: 'read', request: UNLIMITED }, bytes, 600_000);
    assert.ok('value' in (value as object), JSON.stringify(value));
    return (peakOf(pid!) - before) * 2 ** 20;
  } finally {
    await client.close();
  }
}

describe('The memory that reading an image takes', () => {
  for (const [about, extension, make] of PICTURES)
    it(`It is known before ${about} is read`, { skip: process.platform !== 'linux' }, async () => {
      const bytes = await make().toBuffer();
      const estimate = workingBytes(bytes, extension, await sharp(bytes).metadata(), LONGEST);
      const taken = await measured(bytes);
      assert.ok(taken < estimate * 1.25 + 10e6, `${taken / 1e6} MB instead of ${estimate / 1e6}`);
    });

  it('It grows with the pixels as far as a format needs them all at once', async () => {
    const at = async (extension: ImageExtension, make: (width: number, height: number) => Sharp) => {
      const bytesOf = async (width: number, height: number) => {
        const bytes = await make(width, height).toBuffer();
        return workingBytes(bytes, extension, await sharp(bytes).metadata(), 256) - 2 * bytes.length;
      };
      return ((await bytesOf(2048, 1024)) - (await bytesOf(1024, 1024))) / 2 ** 20;
    };
    const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
      sharp({ create: { width, height, channels, background: '#369' } });
    const bytes = {
      ordinary: await at('jpg', (...size) => plain(...size).jpeg()),
      progressive: await at('jpg', (...size) => plain(...size).jpeg({ progressive: true })),
      whole: await at('jpg', (...size) =>
        plain(...size).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
      ),
      interlaced: await at('png', (...size) => plain(...size, 4).png({ progressive: true })),
      avif: await at('avif', (...size) => plain(...size).avif({ effort: 0 })),
    };
    assert.ok(bytes.ordinary < 2, 'in rows, at a part of its size');
    assert.ok(Math.abs(bytes.progressive - bytes.ordinary - 3) < 0.1, `${bytes.progressive}`);
    assert.ok(Math.abs(bytes.whole - bytes.ordinary - 6) < 0.1, `${bytes.whole}`);
    assert.ok(bytes.interlaced > 4);
    assert.ok(bytes.avif > 15);
  });
});

describe('The coefficients of a JPEG', () => {
  /** A head of a frame whose components have these factors, across and down. */
  const frameOf = (width: number, height: number, factors: readonly number[]): Buffer => {
    const head = Buffer.from([0xff, 0xc2, 0, 8 + 3 * factors.length, 8, 0, 0, 0, 0, factors.length]);
    head.writeUInt16BE(height, 5);
    head.writeUInt16BE(width, 7);
    const components = factors.flatMap((factor, at) => [at, factor, 0]);
    return Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      head,
      Buffer.from(components),
      Buffer.from([0xff, 0xd9]),
    ]);
  };

  it('They are counted by component, as often as it is sampled', () => {
    for (const [factors, samples] of [
      [[0x11], 1],
      [[0x22, 0x11, 0x11], 1.5],
      [[0x21, 0x11, 0x11], 2],
      [[0x11, 0x11, 0x11], 3],
      [[0x11, 0x22, 0x22], 2.25],
      [[0x11, 0x11, 0x11, 0x11], 4],
    ] as const)
      assert.equal(jpegCoefficientBytes(frameOf(100, 80, factors)), 2 * 8000 * samples, `${factors}`);
  });

  it('A file that ends early, or has no frame, has none', () => {
    const frame = frameOf(100, 80, [0x11, 0x11, 0x11]);
    for (let length = 0; length < 12; length++)
      assert.equal(jpegCoefficientBytes(frame.subarray(0, length)), 0, `${length}`);
    assert.equal(jpegCoefficientBytes(NO_BYTES), 0);
    for (let length = 12; length < frame.length; length++)
      assert.ok(Number.isFinite(jpegCoefficientBytes(frame.subarray(0, length))));
  });
});
