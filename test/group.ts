import { type AsyncHook, createHook } from 'node:async_hooks';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

// Runs test files in this process, one after the other.

followNoPromises();
// Until the end has been told.
process.exitCode = 1;
run({ files: process.argv.slice(2), isolation: 'none', timeout: 120_000 })
  .on('test:summary', ({ success, file }) => {
    if (file === undefined) process.exitCode = success ? 0 : 1;
  })
  .compose(spec)
  .pipe(process.stdout);

/**
 * The runner follows every promise, to tell to which test an error belongs that nobody caught: a third of the time of a
 * service that runs in the same process. Such an error still fails the run.
 */
function followNoPromises(): void {
  const hooks: AsyncHook = Object.getPrototypeOf(createHook({}));
  const { enable } = hooks;
  const option = optionOf({ trackPromises: false });
  hooks.enable = function (this: AsyncHook) {
    return enable.call(Object.assign(this, option));
  };
}

/** The members of a hook that hold flags, not callbacks. */
function optionOf(options: Parameters<typeof createHook>[0]): object {
  const hook = createHook(options);
  const names = Object.getOwnPropertySymbols(hook);
  const flags = names.map(name => [name, Reflect.get(hook, name)] as const);
  return Object.fromEntries(flags.filter(([, value]) => typeof value === 'boolean'));
}
