import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ENTER = fileURLToPath(new URL('enter.sh', import.meta.url));

/** Milliseconds within which a root stops in order. */
const PATIENCE = 60_000;

/** What a command printed, and how it ended. */
export interface Ended {
  readonly code: number | null;
  /** Both outputs, as they came. */
  readonly out: string;
}

/** Runs a program of this machine to its end. */
export async function run(words: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(words[0]!, words.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      out += piece;
    });
  const [code] = await once(child, 'close');
  return { code, out };
}

/** @throws with what the command printed, if it failed */
export async function runWell(words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, out } = await run(words, env);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${out.slice(-4000)}`);
  return out;
}

/** The environment of a command in a root. */
const INSIDE = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LC_ALL: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** A copy of the authorities that this machine trusts in addition, in a root: those of a proxy, for example. */
export const AUTHORITIES = '/etc/ssl/authorities-of-the-host.crt';
export const authorities = process.env.NODE_EXTRA_CA_CERTS;

/** Words that run others with these variables alone. */
export const withVariables = (variables: Readonly<Record<string, string>>): string[] => [
  'env',
  '-i',
  ...Object.entries({
    ...INSIDE,
    ...(authorities && { NODE_EXTRA_CA_CERTS: AUTHORITIES }),
    ...variables,
  }).map(([name, value]) => `${name}=${value}`),
];

export interface Enter {
  /** Folders of this machine, by the paths at which the root shows them. */
  readonly binds?: Readonly<Record<string, string>>;
  /** Whether it has a network of its own, with the loopback alone. */
  readonly isApart?: boolean;
  /** A control group of its own, by its folder. */
  readonly cgroup?: string;
}

/** Words that run a command in a root, whose processes end with it; and the variables for them. */
function entering(root: string, words: readonly string[], { binds = {}, isApart, cgroup }: Enter) {
  const unshare = ['unshare', '--mount', '--pid', '--uts', '--ipc', '--fork', '--kill-child'];
  const more = [...(isApart ? ['--net'] : []), ...(cgroup ? ['--cgroup'] : [])];
  const join = cgroup ? ['sh', '-c', `echo $$ >'${cgroup}/cgroup.procs' && exec "$@"`, 'sh'] : [];
  const env = {
    BINDS: Object.entries(binds)
      .map(([to, from]) => `${from} ${to}`)
      .join('\n'),
    ...(cgroup && { CGROUPS: '1' }),
    ...(isApart && !cgroup && { LOOPBACK: '1' }),
  };
  return { words: [...join, ...unshare, ...more, ENTER, root, ...words], env };
}

/** Runs a command in a root to its end; it has the network of this machine. */
export function runIn(root: string, command: readonly string[], how: Enter = {}): Promise<string> {
  const { words, env } = entering(root, command, how);
  return runWell(words, env);
}

/** A process in a root, and all that it has started. */
export class Inside implements AsyncDisposable {
  readonly #unshare: ChildProcess;
  readonly #ended: Promise<number | null>;
  #out = '';
  /** The first process of the root, by its id on this machine. */
  readonly pid: number;

  private constructor(unshare: ChildProcess, ended: Promise<number | null>, pid: number) {
    this.#unshare = unshare;
    this.#ended = ended;
    this.pid = pid;
    for (const stream of [unshare.stdout!, unshare.stderr!])
      stream.setEncoding('utf8').on('data', (piece: string) => {
        this.#out += piece;
      });
  }

  static async start(root: string, command: readonly string[], how: Enter = {}): Promise<Inside> {
    const { words, env } = entering(root, command, how);
    const child = spawn(words[0]!, words.slice(1), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, ...env },
    });
    const ended = once(child, 'close').then(([code]): number | null => code);
    const pid = await until('the first process', async () => firstChild(child.pid!));
    await until('the command', async () => child.exitCode !== null || hasBegun(pid) || undefined);
    return new Inside(child, ended, pid);
  }

  /** What it has printed. */
  get out(): string {
    return this.#out;
  }

  /**
   * Runs a command beside it.
   * @param hasNetwork whether it has the network of this machine instead, as a download needs it
   */
  run(words: readonly string[], { hasNetwork = false, variables = {} } = {}): Promise<Ended> {
    return run([...this.beside(hasNetwork), ...withVariables(variables), ...words]);
  }

  /** Words that run others beside it. */
  beside(hasNetwork = false): string[] {
    const spaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', ...(hasNetwork ? [] : ['--net'])];
    return ['nsenter', `--target=${this.pid}`, ...spaces, '--'];
  }

  /** Words that run a program of this machine on its network. */
  get onNetwork(): string[] {
    return ['nsenter', `--target=${this.pid}`, '--net', '--'];
  }

  /** Sends the first process a signal, and resolves to the status with which it ends. */
  async stop(signal: NodeJS.Signals | number = 'SIGTERM'): Promise<number | null> {
    process.kill(this.pid, signal);
    const status = await Promise.race([this.#ended, setTimeout(PATIENCE, undefined, { ref: false })]);
    if (status === undefined) throw new Error(`It did not end within ${PATIENCE / 1000} s:\n${this.#out}`);
    return status;
  }

  /** All of its processes end with the first one. */
  async [Symbol.asyncDispose]() {
    if (this.#unshare.exitCode === null && this.#unshare.signalCode === null)
      process.kill(this.pid, 'SIGKILL');
    await this.#ended;
  }
}

/** Whether a command runs in its root, in the place of what has led there. */
function hasBegun(pid: number): boolean {
  try {
    return !['unshare', 'enter.sh'].includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  } catch {
    return true;
  }
}

function firstChild(parent: number): number | undefined {
  const [child] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ');
  return Number(child) || undefined;
}

/** Asks until there is an answer. */
export async function until<Found>(what: string, find: () => Promise<Found | undefined>, seconds = 120) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const found = await find();
    if (found !== undefined) return found;
    await setTimeout(50);
  }
  throw new Error(`Waited ${seconds} s for ${what}.`);
}
