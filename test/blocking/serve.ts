// Serves in a process of its own, in which folding a marked text takes a quarter of a second, and another one longer than
// a slice of paced work.
import { load } from '../../bin/load.mjs';

const { toWellFormed } = String.prototype;
// The service calls this method for every text that is searched for.
String.prototype.toWellFormed = function (this: string) {
  if (this.includes('takeslong')) block(250);
  if (this.includes('takesaslice')) block(10);
  return toWellFormed.call(this);
};

/** Waiting blocks the event loop as work does, and leaves the processor to others. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const { main } = await load();
process.exitCode = await main(['serve']);
