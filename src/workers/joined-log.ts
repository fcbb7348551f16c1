import { hostname } from 'node:os';
import type { Readable } from 'node:stream';
import { standardOutput } from '../lib/output.ts';

/** Milliseconds between two attempts to write what a slow reader has not taken. */
const RETRY = 100;

/** pino's numbers of the levels that the supervisor uses. */
const LEVELS = { info: 30, warn: 40, error: 50 };
/** The settings of LOG_LEVEL that leave out lines of each level. */
const WITHOUT = {
  info: /^(warn|error|fatal|silent)$/,
  warn: /^(error|fatal|silent)$/,
  error: /^(fatal|silent)$/,
};

/** The log of the workers and of their supervisor. */
export class JoinedLog {
  /** LOG_LEVEL, which the workers read. */
  level = 'info';
  #retry: NodeJS.Timeout | undefined;

  /** Takes the output of a worker; resolves to nothing once it has ended. */
  async join(output: Readable): Promise<void> {
    let begun: Buffer = NOTHING;
    for await (const bytes of output as AsyncIterable<Buffer>) {
      const end = bytes.lastIndexOf('\n') + 1;
      if (end > 0) this.#write(Buffer.concat([begun, bytes.subarray(0, end)]));
      begun = end > 0 ? bytes.subarray(end) : Buffer.concat([begun, bytes]);
    }
    // A worker was killed while it wrote.
    if (begun.length > 0) this.#write(Buffer.concat([begun, LINE_END]));
  }

  log(level: keyof typeof LEVELS, details: object, msg: string): void {
    if (WITHOUT[level].test(this.level)) return;
    const line = { level: LEVELS[level], time: Date.now(), pid: process.pid, hostname: hostname() };
    this.#write(Buffer.from(`${JSON.stringify({ ...line, ...details, msg })}\n`));
  }

  close(): void {
    clearTimeout(this.#retry);
    standardOutput.write(NOTHING);
  }

  #write(lines: Buffer): void {
    standardOutput.write(lines);
    if (!standardOutput.isBehind) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#write(NOTHING), RETRY).unref();
  }
}

const NOTHING = Buffer.alloc(0);
const LINE_END = Buffer.from('\n');
