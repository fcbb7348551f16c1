// Serves like serve.ts, with timers that run a thousand times as fast: a limit of ten seconds is over after ten
// milliseconds.
import { syncBuiltinESMExports } from 'node:module';
import promises from 'node:timers/promises';

const SPEED = 1000;

const { setTimeout: callLater } = globalThis;
const { setTimeout: waitFor } = promises;
const hurried = (call: () => void, milliseconds?: number, ...args: []) =>
  callLater(call, (milliseconds ?? 0) / SPEED, ...args);
globalThis.setTimeout = Object.assign(hurried, callLater);
promises.setTimeout = (milliseconds, ...args) => waitFor((milliseconds ?? 0) / SPEED, ...args);
syncBuiltinESMExports();
await import('./serve.ts');
