/** The part of the limit that one client may hold before its next large answer waits. */
export const SHARE = 1 / 4;

/** An answer that is made and not yet sent as a whole. */
export interface Unsent {
  /** Counts bytes of it as sent. */
  sent(bytes: number): void;
  /** Ends the sending, whether the whole answer was sent or not. */
  end(): void;
}

/** Counts the bytes of answers that are made and not yet sent, of each connection and each client. */
export class UnsentAnswers<Connection extends object> {
  readonly #limit: () => number;
  readonly #connections = new Map<Connection, { readonly client: string; bytes: number }>();
  readonly #clients = new Map<string, number>();
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

  /** Bytes of all clients. */
  get total(): number {
    return this.#total;
  }

  /** Bytes on one connection. */
  on(connection: Connection): number {
    return this.#connections.get(connection)?.bytes ?? 0;
  }

  /** Bytes of the client that a connection sends to. */
  ofClientOn(connection: Connection): number {
    return this.#clients.get(this.#connections.get(connection)?.client ?? '') ?? 0;
  }

  /** Whether another large answer may be made for a client. */
  hasRoom(client: string): boolean {
    const limit = this.#limit();
    return this.#total < limit && (this.#clients.get(client) ?? 0) < limit * SHARE;
  }

  /** Counts an answer that begins to be sent. A connection sends one at a time. */
  begin(connection: Connection, client: string, bytes: number): Unsent {
    const held = { client, bytes: 0 };
    this.#connections.set(connection, held);
    const count = (by: number) => {
      held.bytes += by;
      this.#total += by;
      const all = (this.#clients.get(client) ?? 0) + by;
      if (all > 0) this.#clients.set(client, all);
      else this.#clients.delete(client);
    };
    count(bytes);
    if (this.#total > this.#limit()) this.onExcess();
    return {
      sent: by => {
        count(-Math.min(by, held.bytes));
        this.onRoom();
      },
      end: () => {
        count(-held.bytes);
        if (this.#connections.get(connection) === held) this.#connections.delete(connection);
        this.onRoom();
      },
    };
  }
}
