import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { type Frame, NO_BYTES, readFrames, writeFrame } from './frames.ts';

const FRAMES: readonly Frame[] = [
  { value: { text: 'é "quoted" \u2028', list: [1, null] }, bytes: NO_BYTES },
  { value: 7, bytes: Buffer.alloc(70_000, 'abc') },
  { value: null, bytes: Buffer.from([0]) },
];

/** Frames as a stream has them. */
function written(...frames: readonly Frame[]): Promise<Buffer> {
  const stream = new PassThrough();
  for (const frame of frames) writeFrame(stream, frame);
  return buffer(stream.end());
}

/** The frames that a reader finds in pieces of this size. */
function readIn(sent: Buffer, size: number): Frame[] {
  const found: Frame[] = [];
  const stream = new PassThrough();
  readFrames(stream, frame => found.push(frame));
  for (let at = 0; at < sent.length; at += size) stream.emit('data', sent.subarray(at, at + size));
  return found;
}

/** A frame in a form that is quickly compared. */
const brief = ({ value, bytes }: Frame) => [value, bytes.length, bytes.toString('latin1')];

describe('Frames', () => {
  it('A frame is read as it was written, however its stream is divided', async () => {
    const sent = await written(...FRAMES);
    for (const size of [1, 7, 4096, sent.length])
      assert.deepEqual(readIn(sent, size).map(brief), FRAMES.map(brief), `${size}`);
  });

  it('A frame that has not come whole is not read', async () => {
    const sent = await written(FRAMES[1]!);
    assert.deepEqual(readIn(sent.subarray(0, -1), sent.length), []);
  });
});
