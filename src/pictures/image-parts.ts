import { MAX_FRAMES, MAX_SCANS } from '../limits.ts';
import type { ImageExtension } from './formats.ts';

/** Why a file is refused because of its structure, before it is decoded; undefined if it is accepted. */
export function flawOf(
  bytes: Buffer,
  extension: ImageExtension,
): 'not-an-image' | 'too-many-frames' | undefined {
  if (extension === 'gif' && !isWholeGif(bytes)) return 'not-an-image';
  return hasTooManyParts(bytes, extension) ? 'too-many-frames' : undefined;
}

/**
 * Whether a picture has so many frames or scans that decoding takes minutes, however few pixels it has. This must be
 * checked before the decoder sees the file: the decoder counts the frames of a WebP in quadratic time.
 */
function hasTooManyParts(bytes: Buffer, extension: ImageExtension): boolean {
  if (extension === 'gif') return isMore(gifBlocks(bytes), 0x2c, MAX_FRAMES);
  if (extension === 'webp') return isMore(riffChunks(bytes), 'ANMF', MAX_FRAMES);
  return extension === 'jpg' && isMore(jpegSegments(bytes), 0xda, MAX_SCANS);
}

/**
 * Whether no block of a GIF runs past the end of the file. The decoder accepts truncated animations, so this needs a
 * separate check.
 */
function isWholeGif(bytes: Buffer): boolean {
  let end = 0;
  for (const block of gifBlocks(bytes)) end = block.end;
  return end <= bytes.length;
}

interface ImagePart<Kind> {
  readonly kind: Kind;
  readonly end: number;
}

function isMore<Kind>(parts: Iterable<ImagePart<Kind>>, kind: Kind, most: number): boolean {
  let count = 0;
  for (const part of parts) if (part.kind === kind && ++count > most) return true;
  return false;
}

/**
 * The blocks of a GIF, by their first byte: 0x21 for extensions, 0x2c for frames, any other byte for the last block.
 */
function* gifBlocks(bytes: Buffer): Generator<ImagePart<number | undefined>> {
  let at = 13 + colourTableLength(bytes[10]);
  for (;;) {
    const kind = bytes[at];
    if (kind === 0x21) at += 2;
    else if (kind === 0x2c) at += 11 + colourTableLength(bytes[at + 9]);
    else return yield { kind, end: at };
    for (let length = bytes[at]; length; length = bytes[at]) at += 1 + length;
    at += 1;
    yield { kind, end: at };
  }
}

function colourTableLength(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The chunks of a WebP by name. */
export function* riffChunks(bytes: Buffer): Generator<ImagePart<string>> {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const kind = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
    yield { kind, end: at };
  }
}

/** The segments of a JPEG by marker, up to its end. */
function* jpegSegments(bytes: Buffer): Generator<ImagePart<number> & { start: number }> {
  for (let at = nextMarker(bytes, 2); at >= 0 && at + 4 <= bytes.length; ) {
    const kind = bytes[at + 1]!;
    if (kind === 0xd9) return;
    const start = at;
    // Data between segments, such as coded data, is skipped.
    at = nextMarker(bytes, at + 2 + bytes.readUInt16BE(at + 2));
    yield { kind, start, end: at };
  }
}

/**
 * The start of the next segment. Zeros and restart markers after 0xff belong to coded data; another 0xff is padding.
 */
function nextMarker(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && isNoSegment(bytes[at + 1])) at = bytes.indexOf(0xff, at + 1);
  return at;
}

const isNoSegment = (marker = 0): boolean =>
  marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Bytes of all coefficients of a JPEG, which its decoder holds if the file has them in several scans: two for each sample
 * of each component. 0 without the head of a frame.
 */
export function jpegCoefficientBytes(file: Buffer): number {
  const frame = jpegSegments(file).find(({ kind }) => isFrame(kind));
  if (!frame) return 0;
  const head = file.subarray(frame.start, frame.start + FRAME_HEAD);
  if (head.length < FRAME_HEAD) return 0;
  const [height, width] = [head.readUInt16BE(5), head.readUInt16BE(7)];
  const sampled = [
    ...file.subarray(frame.start + FRAME_HEAD, frame.start + FRAME_HEAD + 3 * head[9]!),
  ].filter((_, at) => at % 3 === 1);
  // How often a component is sampled, across and down.
  const factors = sampled.map(byte => [byte >> 4, byte & 15] as const);
  const [across, down] = [0, 1].map(axis => Math.max(1, ...factors.map(factor => factor[axis as 0 | 1])));
  const samples = factors.map(([x, y]) => (width * x * height * y) / (across! * down!));
  return samples.reduce((sum, count) => sum + 2 * count, 0);
}

/** The marker, the length, the depth, the height, the width, and the number of components. */
const FRAME_HEAD = 10;

/** SOF0 to SOF15, without the markers between them that begin other segments. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
