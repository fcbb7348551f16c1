import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Inside, runWell } from './namespaces.ts';

// The client of a service in a root: a program on the network of that root.

const PROGRAM = fileURLToPath(new URL('client-process.ts', import.meta.url));

export interface Asked {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The certificate that is trusted. */
  readonly ca?: string;
}

export interface Answered {
  /** 0 if nothing answered. */
  readonly status: number;
  readonly body: string;
}

/** Sends one request. Names lead to the loopback. */
export async function ask(inside: Inside, asked: Asked): Promise<Answered> {
  const words = [...inside.onNetwork, process.execPath, PROGRAM, 'ask', JSON.stringify(asked)];
  return JSON.parse(await runWell(words));
}

/** What a reader has seen. */
export interface Seen {
  readonly answered: number;
  readonly failures: readonly string[];
  /** Milliseconds of the longest wait for an answer. */
  readonly longest: number;
}

/** Reads all the time, over new connections and over kept ones, until it is told to end. */
export function startReader(inside: Inside, urls: readonly string[]) {
  const [program, ...words] = [...inside.onNetwork, process.execPath, PROGRAM, 'read', ...urls];
  const child = spawn(program!, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const first = once(lines, 'line');
  return {
    /** Resolves once the first answer is there. */
    began: first,
    async end(): Promise<Seen> {
      await first;
      const last = once(lines, 'line');
      child.stdin.end();
      const [line] = await last;
      return JSON.parse(line);
    },
  };
}
