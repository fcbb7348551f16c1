import type { ProcessSamples } from '../lib/metric-samples.ts';
import { GoneMetrics } from './gone-metrics.ts';
import { type FromSupervisor, type FromWorker, METRICS } from './messages.ts';

/** A worker as the supervisor reaches it. */
export interface WorkerHandle {
  readonly pid: number;
  serves: boolean;
  send(message: FromSupervisor): void;
}

/** Passes messages between workers, and decides whose turn it is. */
export class Relay {
  readonly #members = new Map<number, WorkerHandle>();
  readonly #turns = new Map<string, Waiting>();
  readonly #metrics = new GoneMetrics();

  add(member: WorkerHandle): void {
    this.#members.set(member.pid, member);
  }

  /** A message, a survey or a lock of a worker. */
  receive(sender: WorkerHandle, message: FromWorker): void {
    const { pid: from } = sender;
    if (message.kind === 'tell') {
      const { topic, message: told } = message;
      this.#sendOthers(from, { kind: 'told', topic, message: told, from });
    } else if (message.kind === 'ask') this.#ask(sender, message.question, message.id);
    else if (message.kind === 'reply') this.#reply(from, message);
    else if (message.kind === 'counted') this.#metrics.keep(from, message.metrics);
    else if (message.kind === 'take') this.#queue(message.turn, from);
    else if (message.kind === 'release') this.#free(message.turn, from);
  }

  /** Tells the others that a worker stops. */
  leaves({ pid: worker }: WorkerHandle): void {
    this.#sendOthers(worker, { kind: 'leaving', worker });
  }

  /** Forgets a worker that has ended. */
  remove({ pid }: WorkerHandle): void {
    this.#members.delete(pid);
    this.#metrics.add(pid);
    for (const [name, waiting] of this.#turns) {
      waiting.queue = waiting.queue.filter(queued => queued !== pid);
      this.#free(name, pid);
    }
    this.#sendOthers(pid, { kind: 'left', worker: pid });
  }

  /** Asks all workers that serve, and the one that asks. */
  #ask(sender: WorkerHandle, question: string, id: number): void {
    const asked = [...this.#members.values()].filter(member => member.serves || member === sender);
    for (const member of asked) member.send({ kind: 'asked', question, id, from: sender.pid });
    if (question === METRICS) sender.send({ kind: 'answered', id, value: this.#metrics.samples });
    sender.send({ kind: 'asking', id, answers: asked.length + Number(question === METRICS) });
  }

  #reply(from: number, { to, id, question, value }: FromWorker & { kind: 'reply' }): void {
    if (question === METRICS) this.#metrics.keep(from, value as ProcessSamples);
    this.#sendTo(to, { kind: 'answered', id, value });
  }

  #queue(turn: string, pid: number): void {
    const waiting = this.#turns.get(turn) ?? { holder: undefined, queue: [] };
    this.#turns.set(turn, waiting);
    waiting.queue.push(pid);
    this.#advance(turn, waiting);
  }

  #others = (pid: number): WorkerHandle[] => [...this.#members.values()].filter(member => member.pid !== pid);

  #sendOthers(pid: number, message: FromSupervisor): void {
    for (const member of this.#others(pid)) member.send(message);
  }

  #free(name: string, pid: number): void {
    const waiting = this.#turns.get(name);
    if (waiting?.holder !== pid) return;
    waiting.holder = undefined;
    this.#advance(name, waiting);
  }

  /** Gives a free turn to the next worker, and asks for one that is not free. */
  #advance(turn: string, waiting: Waiting): void {
    const { holder, queue } = waiting;
    if (holder === undefined) {
      waiting.holder = queue.shift();
      this.#sendTo(waiting.holder, { kind: 'granted', turn });
      if (queue.length > 0) this.#sendTo(waiting.holder, { kind: 'wanted', turn });
    } else if (queue.length === 1) this.#sendTo(holder, { kind: 'wanted', turn });
  }

  #sendTo(pid: number | undefined, message: FromSupervisor): void {
    if (pid !== undefined) this.#members.get(pid)?.send(message);
  }
}

/** Who has a turn, and who waits for it. */
interface Waiting {
  holder: number | undefined;
  queue: number[];
}
