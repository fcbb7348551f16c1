import { execFile } from 'node:child_process';
import os from 'node:os';
import { mock } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { main } from '../src/cli/main.ts';
import { ENVIRONMENT } from './child.ts';

/** Loads `main`, as bin/almanac.mjs does after installing packages; tests install nothing. */
export const LOAD = `const { main } = await (await import('${new URL('../bin/load.mjs', import.meta.url)}')).load();`;
/** Runs the command line of its arguments. */
export const RUN = `${LOAD} process.exitCode = await main(process.argv.slice(1));`;

export interface Ended {
  /** The exit status; null if a signal ended the process. */
  code: unknown;
  out: string;
  errors: string;
}

/** Runs `almanac` with these arguments in this folder, in a process of its own. */
export const almanac = (cwd: string, settings: Record<string, string>, ...words: string[]): Promise<Ended> =>
  runProgram(RUN, cwd, settings, words);

/** Runs the source of a module in a process of its own. */
export function runProgram(
  program: string,
  cwd: string,
  settings: Record<string, string>,
  words: string[] = [],
): Promise<Ended> {
  const env = { ...ENVIRONMENT, ...settings };
  return new Promise(resolve =>
    execFile(
      process.execPath,
      ['--input-type=module', '--eval', program, '--', ...words],
      { env, cwd },
      (error, out, errors) => resolve({ code: error ? error.code : 0, out, errors }),
    ),
  );
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `almanac` in this process, one command after the other, because starting a process takes longer than most
 * commands. A command must leave nothing open, or this process would not exit.
 */
export function almanacHere(settings: Record<string, string>, ...words: string[]): Promise<Ended> {
  const ended = last.then(() => runHere(settings, words));
  last = ended.catch(() => {});
  return ended;
}

async function runHere(settings: Record<string, string>, words: string[]): Promise<Ended> {
  const [log, error] = [mock.method(console, 'log', () => {}), mock.method(console, 'error', () => {})];
  // The priority would also hold for later tests.
  const priority = mock.method(os, 'setPriority', () => {});
  const environment = process.env;
  process.env = { ...environment, WORKERS: '1', ...settings };
  const linesOf = ({ mock: { calls } }: typeof log) =>
    calls.map(call => `${call.arguments.join(' ')}\n`).join('');
  try {
    const code = await main(words);
    return { code, out: linesOf(log), errors: linesOf(error) };
  } finally {
    process.env = environment;
    log.mock.restore();
    error.mock.restore();
    priority.mock.restore();
    // An import limits the garbage of its process, which would look through the objects of all later tests more often.
    setFlagsFromString('--heap-growing-percent=0');
  }
}
