import { realpathSync } from 'node:fs';
import { random } from '../../bench/random.ts';
import type { Engine, Store } from '../crash/engine.ts';
import { beginTrial } from '../crash/trial.ts';
import { Writer } from '../crash/writer.ts';
import { openGallery, picture } from '../pictures.ts';
import { engineIn } from './engines.ts';
import { say } from './journal.ts';

// What is traced: the service starts for the first time and writers write; it is stopped and killed, and starts again.

export interface Scene {
  store: Store;
  /** Where all of it lies. */
  root: string;
  seed: number;
  /** Writes until the service is stopped each time. */
  writes: number;
}

const { store, root, seed, writes } = JSON.parse(process.argv[2]!) as Scene;

/** How much longer one part is than the others. */
const LONG = 10;

const WRITERS = 6;
/** Events that each of them keeps at most. */
const EVENTS = 8;

// strace would wait for what is left running.
process.once('uncaughtException', error => {
  console.error(error);
  process.kill(0, 'SIGKILL');
});

await using gallery = await openGallery();
await using engine: Engine = await engineIn(store, realpathSync(root));
await using trial = await beginTrial({ engine, gallery: gallery.host }, random(seed));
for (const account of trial.accounts) say({ account });
const file = { bytes: await picture(200, 160), picture: '200x160' };
const writers = Array.from({ length: WRITERS }, (_, at) => {
  const number = at + 1;
  return new Writer(number, seed, EVENTS, { gallery: gallery.host, file }, write =>
    say({ writer: number, write }),
  );
});
// It is stopped while they write, and started on what it has closed.
await trial.crash('stop', writers, writes);
await trial.check(writers);
await trial.write(writers, writes);
// It is killed while nothing is written: of a write that is cut off, a trace does not tell whether it was done.
await trial.crash('service', [], 0);
// Long enough for the log of the embedded store to be brought into its file while others write.
await trial.write(writers, LONG * writes);
await trial.check(writers);
await trial.crash('service', [], 0);
await trial.write(writers, writes);
await trial.check(writers);
