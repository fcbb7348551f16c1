import type { Readable, Writable } from 'node:stream';

/** A message between two processes: a JSON value, and bytes. */
export interface Frame {
  readonly value: unknown;
  readonly bytes: Buffer;
}

/** A frame begins with the lengths of its JSON and of its bytes. */
const HEAD = 8;

export const NO_BYTES = Buffer.alloc(0);

/** Writes a frame. Its bytes are not copied: they must stay as they are until they are written. */
export function writeFrame(stream: Writable, { value, bytes }: Frame): void {
  const json = Buffer.from(JSON.stringify(value));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(bytes.length, 4);
  stream.write(Buffer.concat([head, json]));
  if (bytes.length > 0) stream.write(bytes);
}

/**
 * Calls `onFrame` with each frame of a stream. Its pieces are copied into one buffer of the right size, so that a frame
 * takes its own size and no more.
 */
export function readFrames(stream: Readable, onFrame: (frame: Frame) => void): void {
  let target = Buffer.alloc(HEAD);
  let filled = 0;
  /** The length of the JSON; undefined while a head is read. */
  let jsonLength: number | undefined;
  const filledUp = () => {
    const whole = target;
    filled = 0;
    if (jsonLength === undefined) {
      jsonLength = whole.readUInt32BE(0);
      target = Buffer.allocUnsafeSlow(jsonLength + whole.readUInt32BE(4));
      return;
    }
    const value: unknown = JSON.parse(whole.toString('utf8', 0, jsonLength));
    const bytes = whole.subarray(jsonLength);
    [target, jsonLength] = [Buffer.alloc(HEAD), undefined];
    onFrame({ value, bytes });
  };
  stream.on('data', (piece: Buffer) => {
    for (let at = 0; at < piece.length; ) {
      const copied = piece.copy(target, filled, at);
      at += copied;
      filled += copied;
      if (filled === target.length) filledUp();
    }
  });
}
