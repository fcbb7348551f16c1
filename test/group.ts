import { type AsyncHook, createHook } from 'node:async_hooks';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

// Runs test files in this process, one after the other.

const hooks = hooksFromNowOn();
// Until the end has been told.
process.exitCode = 1;
run({ files: process.argv.slice(2), isolation: 'none', timeout: 600_000 })
  .once('test:start', () => hooks.forEach(forgetPromises))
  .on('test:summary', ({ success, file }) => {
    if (file === undefined) process.exitCode = success ? 0 : 1;
  })
  .compose(spec)
  .pipe(process.stdout);

/** Gathers the hooks that are enabled after this call. */
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

/**
 * The runner follows every promise, to tell where a test belongs that is made after waiting, and whose error it is that
 * nobody caught. Once all tests are made, that costs a third of the time of a service in the same process, and spares
 * little: such an error fails the run anyway.
 */
function forgetPromises(hook: AsyncHook): void {
  hook.disable();
  const model = createHook({ trackPromises: false });
  for (const name of Object.getOwnPropertySymbols(model))
    if (typeof Reflect.get(model, name) === 'boolean') Reflect.set(hook, name, Reflect.get(model, name));
  hook.enable();
}
