import type { SendHandle } from 'node:child_process';
import type { Server } from 'node:net';
import { isOrphan, supervisorGone, worker } from './identity.ts';
import type { FromSupervisor, FromWorker, SharedSocket } from './messages.ts';

// Messages between workers and their supervisor. Without a supervisor messages are dropped, and locks are always free.

type Listener = (message: FromSupervisor) => void;

const listeners = new Set<Listener>();

/** Passes a message of the supervisor on. */
export function deliver(message: FromSupervisor): void {
  for (const listener of listeners) listener(message);
}

if (worker) {
  process.on('message', deliver);
  // Listening alone must not keep a worker that has stopped from ending.
  process.channel?.unref();
}

/** Calls the listener for each message of the supervisor; returns a function that ends this. */
function onMessage(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Calls the listener with the process id of each worker that has gone. */
export const onLeft = (listener: (worker: number) => void): (() => void) =>
  onMessage(received => {
    if (received.kind === 'left') listener(received.worker);
  });

/** Resolves once others answer in the place of this worker: to how long its connections may stay, in milliseconds. */
export const untilRetired = async (): Promise<number | undefined> => (await until('retire')).linger;

/** Resolves once this worker shall do the jobs of the service. */
export const untilJobs = async (): Promise<void> => void (await until('jobs'));

const until = <Kind extends FromSupervisor['kind']>(kind: Kind) =>
  new Promise<FromSupervisor & { kind: Kind }>(resolve => {
    const stop = onMessage(received => {
      if (received.kind !== kind) return;
      stop();
      resolve(received as FromSupervisor & { kind: Kind });
    });
  });

/** Gives the supervisor the listening socket of a server, for workers that start later. */
export function shareSocket(as: SharedSocket, server: Server): void {
  // The handle has no type. A server sent as itself would accept connections in the supervisor.
  const { _handle } = server as Server & { _handle?: Server };
  send({ kind: 'listens', as }, _handle);
}

onMessage(({ kind }) => {
  if (kind === 'alive') send({ kind });
});

/** The process ids of workers that stop: no worker makes room for connections that they lose. */
export const leavingWorkers = new Set<number>();
onMessage(message => {
  if (message.kind === 'leaving') leavingWorkers.add(message.worker);
});
onLeft(pid => leavingWorkers.delete(pid));

/** Leaves jobs and connections to other workers. */
export function leave(): void {
  leavingWorkers.add(process.pid);
  send({ kind: 'leaves' });
}

/** What receives the messages of this worker, if it is its own supervisor. */
let receiver: ((message: FromWorker, handle?: SendHandle) => void) | undefined;

/** Lets this process receive the messages of its own worker. */
export function receiveHere(receive: typeof receiver): void {
  receiver = receive;
}

/** Sends a message to the supervisor, if there is one. */
export function send(message: FromWorker, handle?: SendHandle): void {
  if (receiver) receiver(message, handle);
  // A failure means that the supervisor has gone, which `supervisorGone` reports.
  else if (worker && !isOrphan()) process.send!(message, handle, undefined, () => {});
}

/** A broadcast among the workers. All users of a topic give it the same type. */
export class Topic<Message> {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  /** Sends a message to all other workers. */
  publish(message: Message): void {
    send({ kind: 'publish', topic: this.#name, message });
  }

  /**
   * Calls the listener with the messages of other workers.
   * @param listener `from` is the process id of the sender
   */
  listen(listener: (message: Message, from: number) => void): () => void {
    return onMessage(received => {
      if (received.kind === 'published' && received.topic === this.#name)
        listener(received.message as Message, received.from);
    });
  }
}

/**
 * A lock that one worker at a time holds, for writing for example. Workers get it in the order of their requests, and
 * each keeps it after the release until another one wants it, so a worker that writes alone needs no message.
 */
export class SharedLock {
  readonly #name: string;
  #state: 'away' | 'asked' | 'kept' | 'used' = worker ? 'away' : 'kept';
  readonly #onWanted: () => void;
  #isWanted = false;
  #granted = Promise.withResolvers<void>();

  /** @param onWanted called when another worker begins to wait for the lock while this one uses it */
  constructor(name: string, onWanted = () => {}) {
    this.#name = name;
    this.#onWanted = onWanted;
    onMessage(received => {
      if (!('lock' in received) || received.lock !== name) return;
      if (received.kind === 'granted') this.#grant();
      else this.#want();
    });
    // Without a supervisor no lock is granted any more, and no worker waits for one.
    supervisorGone.then(() => this.#grant());
  }

  /**
   * Acquires the lock. A worker holds it once at a time.
   * @returns undefined if this worker has it already; otherwise a promise that resolves when it is granted
   */
  acquire(): Promise<void> | undefined {
    if (this.#state === 'kept') {
      this.#state = 'used';
      return undefined;
    }
    if (this.#state !== 'away') throw new Error(`The lock "${this.#name}" is held already.`);
    this.#state = 'asked';
    this.#granted = Promise.withResolvers();
    send({ kind: 'acquire', lock: this.#name });
    return this.#granted.promise;
  }

  /** Whether another worker waits for it. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  release(): void {
    this.#state = 'kept';
    if (this.#isWanted) this.#giveBack();
  }

  #grant(): void {
    this.#isWanted = false;
    if (this.#state === 'away') this.#state = 'kept';
    if (this.#state !== 'asked') return;
    this.#state = 'used';
    this.#granted.resolve();
  }

  #want(): void {
    this.#isWanted = true;
    if (this.#state === 'kept') this.#giveBack();
    else if (this.#state === 'used') this.#onWanted();
  }

  #giveBack(): void {
    this.#isWanted = false;
    if (!worker || isOrphan()) return;
    this.#state = 'away';
    send({ kind: 'release', lock: this.#name });
  }
}

/** A request that all workers answer. */
export class Survey<Value> {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  /** Answers the requests of all workers. */
  answer(value: () => Promise<Value>): () => void {
    return onMessage(async received => {
      if (received.kind !== 'asked' || received.survey !== this.#name) return;
      const { from: to, id, survey } = received;
      send({ kind: 'reply', to, id, survey, value: await value() });
    });
  }

  /**
   * Asks all workers, this one included.
   * @param patience milliseconds after which it returns the answers that have come
   */
  ask(patience: number): Promise<Value[]> {
    if (!worker || isOrphan()) return Promise.resolve([]);
    const { promise, resolve } = Promise.withResolvers<Value[]>();
    const id = ++asked;
    const answers: Value[] = [];
    let expected = Infinity;
    const stop = onMessage(received => {
      if (!('id' in received) || received.id !== id) return;
      if (received.kind === 'asking') expected = received.answers;
      else if (received.kind === 'answered') answers.push(received.value as Value);
      if (answers.length >= expected) resolve(answers);
    });
    const timer = setTimeout(() => resolve(answers), patience).unref();
    send({ kind: 'ask', survey: this.#name, id });
    return promise.finally(() => {
      stop();
      clearTimeout(timer);
    });
  }
}

let asked = 0;
