import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A control group of Linux, which limits the memory of the processes in it as that of a container is limited. */
export class Group implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Makes a group without swap.
   * @throws if this account may not make one here
   */
  static make(megabytes: number): Group {
    const { above, limits } = existsSync('/sys/fs/cgroup/cgroup.controllers') ? second() : first();
    const folder = join(above, `almanac-${process.pid}`);
    mkdirSync(folder);
    try {
      for (const name of limits)
        writeFileSync(join(folder, name), String(/swap.max/.test(name) ? 0 : megabytes * 2 ** 20));
    } catch (error) {
      rmdirSync(folder);
      throw error;
    }
    return new Group(folder);
  }

  /** A command that runs this one in the group. */
  command(words: readonly string[]): string[] {
    return ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(this.#folder, 'cgroup.procs'), ...words];
  }

  /** Removes it, once its processes have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (let tries = 0; tries < 50 && existsSync(this.#folder); tries++)
      try {
        rmdirSync(this.#folder);
      } catch {
        await setTimeout(100);
      }
  }
}

/** Version 2: a group with processes has none below it, so the new one is beside that of this process. */
function second() {
  const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
  return { above: join('/sys/fs/cgroup', dirname(own)), limits: ['memory.max', 'memory.swap.max'] };
}

/** Version 1. */
function first() {
  const own = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
  const limits = ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'];
  return { above: join('/sys/fs/cgroup/memory', own), limits };
}
