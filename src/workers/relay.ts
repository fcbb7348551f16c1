import type { FromSupervisor, FromWorker } from './messages.ts';

/** A worker as the supervisor reaches it. */
export interface Member {
  readonly pid: number;
  serves: boolean;
  send(message: FromSupervisor): void;
}

/** Passes messages between workers, and decides whose turn it is. */
export class Relay {
  readonly #members = new Map<number, Member>();
  readonly #turns = new Map<string, Waiting>();

  add(member: Member): void {
    this.#members.set(member.pid, member);
  }

  /** What a worker has told, asked or taken. */
  receive(sender: Member, message: FromWorker): void {
    const { pid: from } = sender;
    if (message.kind === 'tell') {
      const { topic, message: told } = message;
      this.#sendOthers(from, { kind: 'told', topic, message: told, from });
    } else if (message.kind === 'ask') this.#ask(sender, message.question, message.id);
    else if (message.kind === 'reply')
      this.#sendTo(message.to, { kind: 'answered', id: message.id, value: message.value });
    else if (message.kind === 'take') this.#queue(message.turn, from);
    else if (message.kind === 'release') this.#free(message.turn, from);
  }

  /** Forgets a worker that has ended. */
  remove({ pid }: Member): void {
    this.#members.delete(pid);
    for (const [name, waiting] of this.#turns) {
      waiting.queue = waiting.queue.filter(queued => queued !== pid);
      this.#free(name, pid);
    }
    this.#sendOthers(pid, { kind: 'left', worker: pid });
  }

  #ask(sender: Member, question: string, id: number): void {
    const asked = this.#others(sender.pid).filter(({ serves }) => serves);
    sender.send({ kind: 'asking', id, workers: asked.length });
    for (const member of asked) member.send({ kind: 'asked', question, id, from: sender.pid });
  }

  #queue(turn: string, pid: number): void {
    const waiting = this.#turns.get(turn) ?? { holder: undefined, queue: [] };
    this.#turns.set(turn, waiting);
    waiting.queue.push(pid);
    this.#advance(turn, waiting);
  }

  #others = (pid: number): Member[] => [...this.#members.values()].filter(member => member.pid !== pid);

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
