import { jpegSegments } from './image-parts.ts';

/**
 * Bytes of all coefficients of a JPEG, which its decoder holds if the file has them in several scans: two for each sample
 * of each component. 0 without the head of a frame.
 */
export function jpegCoefficientBytes(file: Buffer): number {
  const frame = jpegSegments(file).find(({ kind }) => isFrame(kind));
  if (!frame) return 0;
  const head = file.subarray(frame.start, frame.start + HEAD);
  if (head.length < HEAD) return 0;
  const [height, width] = [head.readUInt16BE(5), head.readUInt16BE(7)];
  const sampled = [...file.subarray(frame.start + HEAD, frame.start + HEAD + 3 * head[9]!)].filter(
    (_, at) => at % 3 === 1,
  );
  // How often a component is sampled, across and down.
  const factors = sampled.map(byte => [byte >> 4, byte & 15] as const);
  const [across, down] = [0, 1].map(axis => Math.max(1, ...factors.map(factor => factor[axis as 0 | 1])));
  const samples = factors.map(([x, y]) => (width * x * height * y) / (across! * down!));
  return samples.reduce((sum, count) => sum + 2 * count, 0);
}

/** The marker, the length, the depth, the height, the width, and the number of components. */
const HEAD = 10;

/** SOF0 to SOF15, without the markers between them that begin other segments. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
