import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { TRACED } from './replay.ts';

/** The longest string that is traced completely, in bytes. */
const LONGEST = 2 ** 26;

/** Why no trace can be made here; undefined if it can. */
export function whyNot(): string | undefined {
  if (process.platform !== 'linux')
    return 'npm run powercut needs Linux: it traces system calls with strace.';
  const { status, error } = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
  if (error) return 'npm run powercut needs strace, which is not installed here.';
  return status === 0 ? undefined : 'npm run powercut needs strace, which may not trace processes here.';
}

/**
 * Runs a program with this Node version, and all processes that it starts, under strace.
 * @param trace the output file of strace
 * @returns the lines that the program printed
 */
export async function underStrace(trace: string, program: readonly string[]): Promise<string[]> {
  const options = ['-f', '-qq', '-y', '--seccomp-bpf', '--signal=none', `--string-limit=${LONGEST}`];
  const child = spawn(
    'strace',
    [
      ...[...options, `--trace=${TRACED.map(name => `?${name}`).join()}`, `--output=${trace}`],
      ...['--', process.execPath, ...program],
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      // strace does not see operations through io_uring.
      env: { ...process.env, UV_USE_IO_URING: '0' },
      // A process group of its own, so that all its processes can be killed.
      detached: true,
    },
  );
  const end = () => process.kill(-child.pid!, 'SIGKILL');
  const leave = () => process.exit(1);
  process.once('exit', end).once('SIGINT', leave).once('SIGTERM', leave);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  const [status] = await once(child, 'close');
  process.off('exit', end).off('SIGINT', leave).off('SIGTERM', leave);
  if (status !== 0) throw new Error(`what is traced ended with ${status}`);
  return output.split('\n').filter(line => line !== '');
}
