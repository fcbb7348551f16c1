import { type AsyncHook, createHook } from 'node:async_hooks';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { followPrices } from './prices.ts';

// Runs test files in this process, one after the other.

/**
 * The runner's hooks follow every asynchronous operation, to find the test of a late subtest or of an uncaught error.
 * Once all tests are registered, they cost a third of the time of a service in the same process, and are of little
 * use: an uncaught error fails the run anyway.
 */
const hooks = hooksFromNowOn();
// Each thread of a service writes to the outputs of its process: here there are the threads of many services.
for (const output of [process.stdout, process.stderr]) output.setMaxListeners(0);
// Failed until the end of the run is reported.
process.exitCode = 1;
const running = new Set<string>();
const files = process.argv.slice(2);
const prices = followPrices(files);
setTimeout(() => {
  console.log(`Still running after twenty minutes:\n${[...running].join('\n')}`);
  process.exit(1);
}, 1_200_000).unref();
run({ files, isolation: 'none' })
  .on('test:dequeue', ({ name, file, line }) => {
    prices.begin(file);
    running.add(`${name} (${file}:${line})`);
  })
  .on('test:complete', ({ name, file, line }) => running.delete(`${name} (${file}:${line})`))
  .once('test:dequeue', () => hooks.forEach(hook => void hook.disable()))
  .on('test:summary', ({ success, file }) => {
    if (file !== undefined) return;
    process.exitCode = success ? 0 : 1;
    process.send?.(prices.end());
  })
  .compose(spec)
  .pipe(process.stdout);

/** Collects the hooks that are enabled after this call. */
function hooksFromNowOn(): AsyncHook[] {
  const gathered: AsyncHook[] = [];
  const prototype: AsyncHook = Object.getPrototypeOf(createHook({}));
  const { enable } = prototype;
  prototype.enable = function (this: AsyncHook) {
    gathered.push(this);
    return enable.call(this);
  };
  return gathered;
}
