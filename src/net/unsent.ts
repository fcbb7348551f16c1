/** The part of the limit from which documents wait until others are sent; the rest is for all other answers. */
export const ROOM = 1 / 2;
/** The part of the room from which the next large answer of one client waits. */
export const SHARE = 1 / 4;

/** Bytes of the pieces of one answer that are on their way to a connection. */
const PIECES = 100_000;

/** An answer that is made and not yet sent as a whole. */
export interface Unsent {
  /** Counts bytes of it as sent. */
  sent(bytes: number): void;
  /** Ends the sending, whether the whole answer was sent or not. */
  end(): void;
}

/** What is held in memory for an answer until it is sent. */
export interface PendingAnswer {
  /** Bytes to send, or that are held for what is made while it is sent. */
  readonly length: number;
  /** The parts of a body that is made. Other answers may have some of them as well: they are held once. */
  readonly parts?: readonly UnsentPart[];
}

interface UnsentPart {
  readonly length: number;
}

/**
 * Counts the bytes of answers that are made and not yet sent. For a connection and a client these are the bytes to send;
 * for all clients together those in memory.
 */
export class UnsentAnswers<Connection extends object> {
  readonly #limit: () => number;
  readonly #connections = new Map<Connection, { readonly client: string; bytes: number }>();
  readonly #clients = new Map<string, number>();
  /** How many answers hold a part. */
  readonly #parts = new Map<UnsentPart, number>();
  #total = 0;
  /** Called when bytes have been sent. */
  onRoom: () => void = () => {};
  /** Whether answers wait to be made until others are sent. */
  isRoomWanted: () => boolean = () => false;
  /** Called when all clients together hold more than the limit. */
  onExcess: () => void = () => {};

  /** @param limit bytes of all clients together */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Bytes in memory for all clients. */
  get total(): number {
    return this.#total;
  }

  /** Bytes to send on one connection. */
  on(connection: Connection): number {
    return this.#connections.get(connection)?.bytes ?? 0;
  }

  /** Bytes to send to the client of a connection. */
  ofClientOn(connection: Connection): number {
    return this.#clients.get(this.#connections.get(connection)?.client ?? '') ?? 0;
  }

  /**
   * Whether another large answer may be made for a client.
   * @param part of the limit that may be taken
   */
  hasRoom(client: string, part: number): boolean {
    const limit = this.#limit() * part;
    return this.#total < limit && (this.#clients.get(client) ?? 0) < limit * SHARE;
  }

  /** Counts an answer that begins to be sent. A connection sends one at a time. */
  begin(connection: Connection, client: string, answer: PendingAnswer): Unsent {
    const entry = { client, bytes: 0 };
    this.#connections.set(connection, entry);
    const count = (by: number) => {
      entry.bytes += by;
      const all = (this.#clients.get(client) ?? 0) + by;
      if (all > 0) this.#clients.set(client, all);
      else this.#clients.delete(client);
    };
    count(answer.length);
    this.#hold(answer);
    if (this.#total > this.#limit()) this.onExcess();
    return {
      sent: by => {
        count(-Math.min(by, entry.bytes));
        this.onRoom();
      },
      end: () => {
        count(-entry.bytes);
        if (this.#connections.get(connection) === entry) this.#connections.delete(connection);
        this.#release(answer);
        this.onRoom();
      },
    };
  }

  #hold({ length, parts }: PendingAnswer): void {
    this.#total += PIECES + (parts ? 0 : length);
    for (const part of parts ?? []) {
      const answers = this.#parts.get(part) ?? 0;
      this.#parts.set(part, answers + 1);
      if (answers === 0) this.#total += part.length;
    }
  }

  #release({ length, parts }: PendingAnswer): void {
    this.#total -= PIECES + (parts ? 0 : length);
    for (const part of parts ?? []) {
      const answers = this.#parts.get(part)! - 1;
      if (answers > 0) this.#parts.set(part, answers);
      else {
        this.#parts.delete(part);
        this.#total -= part.length;
      }
    }
  }
}
