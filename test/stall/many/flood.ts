import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * What clients do with their answers: they read them at once, slowly or never, or they leave before, by FIN or by RST.
 */
export type Mode = 'read' | 'slow' | 'unread' | 'fin' | 'rst';

/** The address from which requests come through a proxy. */
export const PROXY = '127.0.0.9';

/** Where requests come from: one address, many, or many that a proxy names. */
export type Source = 'one' | 'many' | 'proxy';

/** Many requests at once. It crosses processes. */
export interface Flood {
  readonly port: number;
  /** They are asked for in turn. */
  readonly paths: readonly string[];
  readonly requests: number;
  readonly mode: Mode;
  readonly source: Source;
  /** Whether all are for the same addresses: otherwise each has another query. */
  readonly same: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** A file whose content is posted. */
  readonly body?: string;
}

/** The answers by status; 0 for requests that had none. */
export type Outcome = Readonly<Record<number, number>>;

const FLOODING = fileURLToPath(new URL('./flooding.ts', import.meta.url));

/** A flood from a process of its own. */
export class Flooding {
  readonly #child;
  #outcome: Outcome | undefined;
  readonly #ended: Promise<unknown>;

  constructor(flood: Flood) {
    this.#child = fork(FLOODING);
    this.#ended = once(this.#child, 'exit');
    this.#child.on('message', (outcome: Outcome) => {
      this.#outcome = outcome;
    });
    this.#child.send(flood);
  }

  /** Whether all clients have gone. */
  get isOver(): boolean {
    return this.#outcome !== undefined || this.#child.exitCode !== null;
  }

  /** Ends it, unless all clients have gone already. */
  async end(): Promise<Outcome> {
    // It may end by itself at this moment.
    if (this.#child.connected) this.#child.send('end', () => {});
    await this.#ended;
    if (!this.#outcome) throw new Error('a flood has ended without a result');
    return this.#outcome;
  }
}
