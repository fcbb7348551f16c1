import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { delayOf } from './processes.ts';
import type { Service } from './service.ts';

/** Something small that another client asks for again and again. */
export interface Probe {
  readonly name: string;
  readonly path: string;
  /** Milliseconds within which each answer is due, and half of them. */
  readonly most: number;
  readonly median: number;
  /** Whether it is a document, which may be refused for a while where very many clients want some. */
  readonly isDocument?: boolean;
  /** Whether each request comes over a connection of its own. */
  readonly isAlone?: boolean;
}

/** The wait for an answer, in milliseconds. */
export interface Wait {
  readonly waited: number;
  /** The part of it in which others had the processors. */
  readonly delayed: number;
  /** Whether it is over a new connection, which first waits until the service accepts those before it. */
  readonly isNew: boolean;
}

/** One of its answers. */
export interface Answered extends Wait {
  readonly status: number;
  /** Whether it says when to come back. */
  readonly isLater: boolean;
}

/** Requests for the planted event, which has a short text. */
export const probesOf = (event: number): Probe[] => [
  { name: 'healthz', path: '/healthz', most: 1000, median: 250 },
  {
    name: 'list',
    path: `/cal/events/v1/events?include=${event}&start_date=2000-01-01`,
    most: 2000,
    median: 500,
  },
  { name: 'event', path: `/cal/events/v1/events/${event}`, most: 2000, median: 500 },
  { name: 'page', path: '/event/event-0/', most: 2000, median: 500 },
  { name: 'calendar', path: '/event/event-0.ics', most: 2000, median: 500, isDocument: true },
  { name: 'healthz alone', path: '/healthz', most: Infinity, median: Infinity, isAlone: true },
];

/** Milliseconds between an answer and the next request. */
const PAUSE = 100;
/** Milliseconds after which a request is given up. */
const PATIENCE = 30_000;
/** The address of the client. */
const CLIENT = '127.0.0.2';

/** Sends one of each at a time, over a connection of its own that is kept open. */
export class Probing {
  readonly #service: Service;
  readonly #going: Promise<void>[];
  #isOver = false;
  #sent = 0;
  #answers = new Map<Probe, Answered[]>();
  /** Those that wait for an answer, with their waits so far. */
  readonly waiting = new Map<Probe, () => Wait>();

  constructor(service: Service, probes: readonly Probe[]) {
    this.#service = service;
    this.#going = probes.map(probe => this.#repeat(probe));
  }

  /** The answers since the last call. */
  take(): Map<Probe, Answered[]> {
    const taken = this.#answers;
    this.#answers = new Map();
    return taken;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#going);
  }

  async #repeat(probe: Probe): Promise<void> {
    const agent = new Agent({ keepAlive: !probe.isAlone, maxSockets: 1 });
    while (!this.#isOver) {
      const clock = this.#clock();
      const { asking, answered } = this.#ask(probe, agent);
      const wait = () => ({ ...clock(), isNew: !asking.reusedSocket });
      this.waiting.set(probe, wait);
      const answer = await answered;
      this.waiting.delete(probe);
      const answers = this.#answers.get(probe) ?? [];
      this.#answers.set(probe, [...answers, { ...answer, ...wait() }]);
      await setTimeout(PAUSE);
    }
    agent.destroy();
  }

  /** Measures a wait that begins now. */
  #clock(): () => Omit<Wait, 'isNew'> {
    const [began, before] = [performance.now(), this.#delays()];
    return () => {
      const delays = this.#delays().map((delay, at) => delay - before[at]!);
      return { waited: performance.now() - began, delayed: Math.max(0, ...delays) };
    };
  }

  /** Those of this process and of the service. */
  #delays = (): number[] => [delayOf(process.pid), ...this.#service.delays()];

  #ask({ path }: Probe, agent: Agent) {
    const { promise, resolve } = Promise.withResolvers<Omit<Answered, keyof Wait>>();
    // Each has an address that no cache knows.
    const target = `${path}${path.includes('?') ? '&' : '?'}sent=${this.#sent++}`;
    const asking = request(
      { host: '127.0.0.1', port: this.#service.port, localAddress: CLIENT, path: target, agent },
      answer => {
        const { statusCode: status = 0, headers } = answer;
        answer.resume();
        answer.once('close', () =>
          resolve({ status: answer.complete ? status : 0, isLater: 'retry-after' in headers }),
        );
      },
    );
    const given = { status: 0, isLater: false };
    const timer = global.setTimeout(() => {
      resolve(given);
      asking.destroy();
    }, PATIENCE);
    asking.once('error', () => resolve(given));
    asking.end();
    return { asking, answered: promise.finally(() => clearTimeout(timer)) };
  }
}
