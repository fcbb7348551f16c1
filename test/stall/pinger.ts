import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const PING = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** Requests /healthz a millisecond after each response, over a connection of its own. */
export class Pinger {
  readonly #socket: Socket;
  #longest = 0;
  #began = 0;
  #running: Promise<void> | undefined;
  #going = false;
  #answered: ((still: boolean) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', () => this.#answered?.(true));
    socket.on('close', () => this.#answered?.(false));
    // An error also closes the socket.
    socket.on('error', () => {});
  }

  static async open(port: number): Promise<Pinger> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new Pinger(socket);
  }

  begin(): void {
    this.#longest = 0;
    this.#going = true;
    this.#running = this.#ping();
  }

  /**
   * The longest wait in milliseconds since `begin`.
   * @param patience longest wait for the last response, in milliseconds
   */
  async end(patience: number): Promise<{ waited: number; answered: boolean }> {
    this.#going = false;
    const ended = await Promise.race([
      this.#running?.then(() => true),
      setTimeout(patience, false, { ref: false }),
    ]);
    const answered = ended === true && this.#socket.readyState === 'open';
    return { waited: answered ? this.#longest : performance.now() - this.#began, answered };
  }

  close(): void {
    this.#going = false;
    this.#socket.destroy();
  }

  async #ping(): Promise<void> {
    do {
      this.#began = performance.now();
      const answered = new Promise<boolean>(resolve => {
        this.#answered = resolve;
      });
      this.#socket.write(PING);
      if (!(await answered)) return;
      this.#longest = Math.max(this.#longest, performance.now() - this.#began);
      await setTimeout(1);
    } while (this.#going);
  }
}
