import type { ProcessSamples } from '../lib/metric-samples.ts';

/** What the environment of a worker says when it starts. */
export interface WorkerIdentity {
  /** From 1 on. A worker that replaces another one has its number. */
  readonly number: number;
  /** The process id of the supervisor. */
  readonly supervisor: number;
  /** The number of workers of the service, at most. */
  readonly workers: number;
  /** Whether their number follows their load. */
  readonly isScaled: boolean;
  /** Whether no worker has served yet: this one prints the greeting. */
  readonly isFirst: boolean;
  /** Whether no worker serves at the moment: this one listens although its store takes long. */
  readonly isAlone: boolean;
  /** Whether the supervisor needs the sockets on which it listens. */
  readonly sharesSockets: boolean;
  /** Whether the output of the service is a terminal. */
  readonly isAtTerminal: boolean;
  /** Whether it inherits the socket of the metrics. */
  readonly hasMetrics: boolean;
}

/** The environment variable with the WorkerIdentity, as JSON. */
export const IDENTITY = 'ALMANAC_WORKER';

/** The survey of the metrics of all workers. */
export const METRICS = 'metrics';

/** How busy the event loop of a worker was in a second. */
export interface WorkerLoad {
  /** The part of the second in which it worked. */
  readonly utilization: number;
  /** Milliseconds by which it was late: about as long as a request waits for it. */
  readonly lateness: number;
}

/** What a worker sends to its supervisor. */
export type FromWorker =
  | { readonly kind: 'publish'; readonly topic: string; readonly message: unknown }
  | { readonly kind: 'ask'; readonly survey: string; readonly id: number }
  | {
      readonly kind: 'reply';
      readonly survey: string;
      readonly to: number;
      readonly id: number;
      readonly value: unknown;
    }
  | { readonly kind: 'acquire' | 'release'; readonly lock: string }
  /** The metrics of a worker that ends. */
  | { readonly kind: 'counted'; readonly metrics: ProcessSamples }
  /** Comes with the handle of the listening socket. */
  | { readonly kind: 'listens'; readonly as: SharedSocket }
  | { readonly kind: 'serves'; readonly logLevel: string }
  /** The answer to `alive`. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'load'; readonly load: WorkerLoad }
  /** The worker stops: it does no jobs any more. */
  | { readonly kind: 'leaves' };

/** What the supervisor sends to a worker. Others are named by their process ids. */
export type FromSupervisor =
  | { readonly kind: 'published'; readonly topic: string; readonly message: unknown; readonly from: number }
  | { readonly kind: 'asked'; readonly survey: string; readonly id: number; readonly from: number }
  | { readonly kind: 'answered'; readonly id: number; readonly value: unknown }
  /** The number of answers to a survey. */
  | { readonly kind: 'asking'; readonly id: number; readonly answers: number }
  /** The lock is granted, or another worker waits for it. */
  | { readonly kind: 'granted' | 'wanted'; readonly lock: string }
  /** A worker stops, or has gone. */
  | { readonly kind: 'leaving' | 'left'; readonly worker: number }
  /** A worker that does not answer for long is replaced. */
  | { readonly kind: 'alive' }
  /** The worker shall do the jobs of the service from now on. */
  | { readonly kind: 'jobs' }
  /** The worker shall stop, because others answer. For some milliseconds, connections that are open may still ask. */
  | { readonly kind: 'retire'; readonly linger?: number };

/** The sockets that all workers share. */
export type SharedSocket = 'service' | 'metrics';
