import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { ENVIRONMENT } from './child.ts';
import { eventually } from './client.ts';
import { RUN } from './command.ts';

/** Why the tests of a terminal are skipped: `script` of util-linux makes one. */
export const NO_TERMINAL = await promisify(execFile)('script', ['--version']).then(
  () => false as const,
  () => 'there is no "script" that makes a terminal',
);

/** A command at a terminal. */
export interface AtTerminal extends AsyncDisposable {
  /** What the terminal shows, in lines. */
  lines(): string[];
  /** Waits until a line matches; resolves to the match. */
  shows(pattern: RegExp): Promise<RegExpExecArray>;
  /** Presses Ctrl+C. */
  interrupt(): void;
  /** Resolves to the exit status. */
  readonly ended: Promise<number | null>;
}

/** Runs `almanac` at a terminal. */
export function atTerminal(settings: Record<string, string>, ...words: string[]): AtTerminal {
  const program = [
    'exec',
    process.execPath,
    '--input-type=module',
    '--eval',
    '"$PROGRAM"',
    '--',
    ...words,
  ].join(' ');
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', program, '/dev/null'], {
    // Without colours.
    env: { ...ENVIRONMENT, PROGRAM: RUN, TERM: 'dumb', SHELL: '/bin/sh', ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', piece => {
    shown += piece;
  });
  const ended = once(child, 'close').then(([code]): number | null => code);
  const lines = () => shown.split(/\r?\n/);
  return {
    lines,
    ended,
    async shows(pattern) {
      const find = async () =>
        lines()
          .map(line => pattern.exec(line))
          .find(match => match !== null);
      const found = await eventually(find, found => found !== undefined || child.exitCode !== null);
      if (!found) throw new Error(`the terminal does not show ${pattern}:\n${shown}`);
      return found;
    },
    interrupt: () => void child.stdin.write('\u0003'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
