import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Ends a child process when this process ends, for whatever reason. */
export function owned<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
