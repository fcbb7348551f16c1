// Serves in a process of its own, in which folding a marked text takes a quarter of a second.
import { load } from '../../bin/load.mjs';

const { toWellFormed } = String.prototype;
// The service calls this method for every text that is searched for.
String.prototype.toWellFormed = function (this: string) {
  // Waiting blocks the event loop as work does, and leaves the processor to others.
  if (this.includes('takeslong')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  return toWellFormed.call(this);
};
const { main } = await load();
process.exitCode = await main(['serve']);
