import { closeSync } from 'node:fs';
import type { SharedSocket } from './messages.ts';

/** What Node gives for a listening socket that another process has sent. It has no type and no documentation. */
interface SocketHandle {
  readonly fd: number;
  close(): void;
}

/** The first socket that systemd passes; see sd_listen_fds(3). A worker gets the shared socket in the same way. */
const HANDED_OVER = 3;

/**
 * The listening sockets of the service. The first worker opens them, and sends them here. Later workers inherit them:
 * connections wait in them while no worker runs.
 */
export class SharedSockets {
  readonly #handles = new Map<SharedSocket, SocketHandle>();
  /** Whether systemd has passed the socket of the service to this process, or to the one that runs it. */
  #isGiven =
    process.env.LISTEN_FDS === '1' && [process.pid, process.ppid].includes(Number(process.env.LISTEN_PID));

  keep(name: SharedSocket, handle: unknown): void {
    const known = this.#handles.get(name);
    // A later worker sends what it has from here.
    if (known) (handle as SocketHandle).close();
    else this.#handles.set(name, handle as SocketHandle);
  }

  /** The descriptors that a new worker inherits from number 3 on, and the variables that say so. */
  inherited(): {
    stdio: (number | 'ignore')[];
    env: Record<string, string | undefined>;
    hasMetrics: boolean;
  } {
    const service = this.#handles.get('service')?.fd ?? (this.#isGiven ? HANDED_OVER : undefined);
    const metrics = this.#handles.get('metrics')?.fd;
    return {
      stdio: [service ?? 'ignore', metrics ?? 'ignore'],
      env: {
        LISTEN_FDS: service === undefined ? undefined : '1',
        LISTEN_PID: service === undefined ? undefined : String(process.pid),
      },
      hasMetrics: metrics !== undefined,
    };
  }

  /** Once the workers have closed theirs as well, connections are refused. */
  close(): void {
    for (const handle of this.#handles.values()) handle.close();
    this.#handles.clear();
    if (this.#isGiven) closeSync(HANDED_OVER);
    this.#isGiven = false;
  }
}
