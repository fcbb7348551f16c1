import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, Inside, until, withVariables } from './namespaces.ts';
import type { Root } from './roots.ts';

/** A root with a systemd of its own as its first process: it starts, stops and supervises services as a server does. */
export class Machine implements AsyncDisposable {
  readonly root: Root;
  readonly #cgroup: string;
  #inside: Inside;

  private constructor(root: Root, cgroup: string, inside: Inside) {
    this.root = root;
    this.#cgroup = cgroup;
    this.#inside = inside;
  }

  static async boot(root: Root): Promise<Machine> {
    const cgroup = makeCgroup(root);
    return new Machine(root, cgroup, await startSystemd(root, cgroup));
  }

  get inside(): Inside {
    return this.#inside;
  }

  /** Runs a command line as root. */
  run(line: string, hasNetwork = false): Promise<Ended> {
    return this.#inside.run(['env', '--chdir=/root', 'sh', '-c', line], { hasNetwork });
  }

  /** @throws with what it printed, if it failed */
  async runWell(line: string, hasNetwork = false): Promise<string> {
    const { code, out } = await this.run(line, hasNetwork);
    if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${out.slice(-4000)}`);
    return out;
  }

  /** Stops all services in order, and starts again. */
  async reboot(): Promise<void> {
    await this.#inside.stop(HALT);
    this.#inside = await startSystemd(this.root, this.#cgroup);
  }

  async [Symbol.asyncDispose]() {
    await this.#inside[Symbol.asyncDispose]();
    removeCgroup(this.#cgroup);
  }
}

/** SIGRTMIN+3, by which systemd halts. */
const HALT = 37;

async function startSystemd(root: Root, cgroup: string): Promise<Inside> {
  const systemd = [
    ...withVariables({ container: 'almanac' }),
    '/lib/systemd/systemd',
    '--log-target=journal',
  ];
  const inside = await Inside.start(root.path, systemd, { isApart: true, cgroup });
  await until('systemd', async () => {
    const { out } = await inside.run(['systemctl', 'is-system-running']);
    return /running|degraded/.test(out) || undefined;
  });
  return inside;
}

function makeCgroup(root: Root): string {
  const mounts = readFileSync('/proc/mounts', 'utf8');
  const [, hierarchy] = /^\S+ (\S+) cgroup2 /m.exec(mounts) ?? [];
  if (hierarchy === undefined) throw new Error('This machine has no control groups of version 2.');
  const folder = join(hierarchy, root.path.replaceAll('/', '-').slice(1));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Groups are removed from within, once their processes have ended. */
function removeCgroup(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeCgroup(join(folder, entry.name));
  try {
    rmdirSync(folder);
  } catch {
    // An empty group does no harm.
  }
}
