import { randomBytes } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { makeFolder, openPrivate } from '../lib/private-files.ts';
import { SharedLimit } from '../workers/shared-limit.ts';
import { announcedBytes, brokenOff } from './body-budget.ts';
import { tooLarge, unavailable } from './errors.ts';

/** Bytes that each body counts at least, because its connection has buffers. */
const LEAST = 5_000_000;
/** The part of the limit that the bodies of one account may take. */
const SHARE = 1 / 2;
/** The part of it that one client without an account may take. */
const CLIENT_SHARE = 1 / 4;

/** From how many bytes on the part of a multipart body is left out, until the next delimiter. */
interface Cut {
  readonly from: number;
  readonly delimiter: string;
}

/** How many times the limit a body may have that is cut. */
const LONGEST = 5;

/** A body that waits in a file until it is closed. */
export interface SpooledBody extends AsyncDisposable {
  /** Reads it into memory. */
  read(): Promise<Buffer>;
}

/**
 * Keeps large request bodies in files while they arrive and while they wait, so that they take no memory, however slow
 * their clients are. The files have no names: the system removes them when they are closed or the process ends.
 */
export class BodySpool {
  readonly #folder: string;
  readonly #most: SharedLimit;
  readonly #senders = new Map<number | string, number>();
  #held = 0;

  /** @param most bytes of all bodies of the service; a single body always has room */
  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = new SharedLimit('spooled bodies', most, () => this.#held);
  }

  /**
   * Receives the whole body of a request.
   * @param account that sends it
   * @param limit bytes
   * @param client that sends it, if many share the account
   * @param cut how a multipart body is cut, which may then be longer
   * @throws RestError 413 if it is larger, 503 if the files have no room, 400 if the client disconnects
   */
  async receive(
    request: IncomingMessage,
    account: number,
    limit: number,
    client?: string,
    cut?: Cut,
  ): Promise<SpooledBody> {
    const announced = announcedBytes(request, cut ? limit * LONGEST : limit) ?? limit;
    const counted = Math.max(Math.min(announced, limit), LEAST);
    if (!this.#hasRoom(account, counted, client)) throw unavailable();
    this.#count(account, counted, client);
    await using stack = new AsyncDisposableStack();
    stack.defer(() => this.#count(account, -counted, client));
    const file = stack.adopt(await this.#open(), file => file.close());
    await write(request, file, limit, cut);
    const kept = stack.move();
    return { read: () => wholeOf(file), [Symbol.asyncDispose]: () => kept.disposeAsync() };
  }

  #hasRoom(account: number, bytes: number, client: string | undefined): boolean {
    const { limit } = this.#most;
    const own = this.#senders.get(account) ?? 0;
    const ofClient = client === undefined ? 0 : (this.#senders.get(client) ?? 0);
    const isMuch = ofClient > 0 && ofClient + bytes > limit * SHARE * CLIENT_SHARE;
    const fits = this.#held + bytes <= limit && own + bytes <= limit * SHARE && !isMuch;
    return fits || this.#held === 0;
  }

  #count(account: number, bytes: number, client: string | undefined): void {
    this.#held += bytes;
    for (const sender of client === undefined ? [account] : [account, client]) {
      const own = (this.#senders.get(sender) ?? 0) + bytes;
      if (own > 0) this.#senders.set(sender, own);
      else this.#senders.delete(sender);
    }
  }

  async #open(): Promise<FileHandle> {
    await makeFolder(this.#folder);
    const path = join(this.#folder, `body-${randomBytes(12).toString('hex')}`);
    const file = await openPrivate(path, 'wx+');
    try {
      await rm(path);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}

async function write(request: IncomingMessage, file: FileHandle, limit: number, cut?: Cut): Promise<void> {
  let [passed, length] = [0, 0];
  // The last bytes before the delimiter, which may begin in them, and how many of these are in the file.
  let tail: Buffer | undefined = cut && Buffer.alloc(0);
  let written = 0;
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      let kept = piece as Buffer;
      passed += kept.length;
      if (cut && tail) {
        const seen = Buffer.concat([tail, kept]);
        const isCut = passed > cut.from;
        const at = isCut ? seen.indexOf(cut.delimiter) : -1;
        if (isCut) kept = seen.subarray(at < 0 ? seen.length : Math.max(at, written));
        tail = at < 0 ? seen.subarray(1 - cut.delimiter.length) : undefined;
        const dropped = seen.length - (tail?.length ?? 0);
        written = Math.max(0, (isCut ? written : seen.length) - dropped);
      }
      length += kept.length;
      if (length > limit || passed > limit * LONGEST) throw tooLarge();
      await file.writeFile(kept);
    }
  } catch (error) {
    if (request.destroyed && !request.complete) throw brokenOff();
    // The rest of the body is discarded as it arrives.
    request.resume();
    throw error;
  }
}

/** Reads a file from its beginning, wherever it was written last. */
async function wholeOf(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error('a spooled body is shorter than it was');
    at += bytesRead;
  }
  return bytes;
}
