import { execFile } from 'node:child_process';
import { NODE_COMPILE_CACHE } from './child.ts';

const MAIN = new URL('../src/cli/main.ts', import.meta.url).href;
const RUN = `const { main } = await import('${MAIN}'); process.exitCode = await main(process.argv.slice(1));`;

export interface Ended {
  /** The exit status; null where a signal or the patience of the caller ended it. */
  code: unknown;
  out: string;
  errors: string;
}

/** Runs `almanac` with these words in this folder, in a process of its own. */
export function almanac(cwd: string, settings: Record<string, string>, ...words: string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...settings };
  return new Promise(resolve =>
    execFile(
      process.execPath,
      ['--input-type=module', '--eval', RUN, '--', ...words],
      { env, cwd, timeout: 60_000 },
      (error, out, errors) => resolve({ code: error ? error.code : 0, out, errors }),
    ),
  );
}
