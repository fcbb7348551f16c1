import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ALMANAC, freePort, node, settingsOf, untilAnswers } from '../processes.ts';
import type { Scratch } from '../scratch.ts';
import type { Holding } from './reporter.ts';

/** The resources of the service and its folder at a moment; sizes in bytes. */
export interface Sample extends Holding {
  /** Open files and connections; undefined if the system does not report them. */
  files: number | undefined;
  store: number;
  wal: number;
  /** The index files in DATA_DIR/memory. */
  indexes: number;
}

/**
 * `almanac serve` under observation. Its settings are the defaults, but failed sign-ins are not limited, because the
 * load makes some on purpose.
 */
export interface Observed {
  port: number;
  /** Error lines of its log, and its error output. */
  errors: string[];
  sample(): Promise<Sample>;
  /** Stops it; resolves to the exit status. */
  end(): Promise<number | null>;
}

const REPORTER = fileURLToPath(new URL('reporter.ts', import.meta.url));

export async function startObserved(place: Scratch): Promise<Observed> {
  const port = await freePort();
  const child = node(
    ['--expose-gc', '--import', REPORTER, ALMANAC, 'serve'],
    { ...settingsOf(place, port), SIGN_IN_FAILURES: '0' },
    ['ignore', 'pipe', 'pipe', 'ipc'],
  );
  const errors: string[] = [];
  createInterface(child.stdout!).on('line', line => {
    if (/^{"level":[56]0/.test(line)) errors.push(line);
  });
  createInterface(child.stderr!).on('line', line => errors.push(line));
  const ended = once(child, 'exit');
  await untilAnswers(port, child);
  return {
    port,
    errors,
    async sample() {
      const message = once(child, 'message');
      child.send('sample');
      const [holding] = (await message) as [Holding];
      return { ...holding, files: openFiles(child.pid!), ...sizes(place.folder) };
    },
    async end() {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}

function openFiles(pid: number): number | undefined {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : undefined;
}

function sizes(folder: string) {
  const memory = join(folder, 'memory');
  return {
    store: sizeOf(join(folder, 'almanac.sqlite')),
    wal: sizeOf(join(folder, 'almanac.sqlite-wal')),
    indexes: (existsSync(memory) ? readdirSync(memory) : [])
      .map(name => sizeOf(join(memory, name)))
      .reduce((sum, size) => sum + size, 0),
  };
}

/** 0 if the file is missing. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
