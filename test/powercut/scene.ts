import { realpathSync } from 'node:fs';
import { random } from '../../bench/random.ts';
import type { Engine, Store } from '../crash/engine.ts';
import { beginTrial } from '../crash/trial.ts';
import { Writer } from '../crash/writer.ts';
import { openGallery, picture } from '../pictures.ts';
import { engineIn } from './engines.ts';
import { say } from './journal.ts';

// The traced program: the service starts for the first time, writers write, and the service is stopped, killed and
// started again.

export interface Scene {
  store: Store;
  /** The folder of all its files. */
  root: string;
  seed: number;
  /** Writes between two stops of the service. */
  writes: number;
  /** The number of processes that serve. */
  workers: number;
}

const { store, root, seed, writes, workers } = JSON.parse(process.argv[2]!) as Scene;

/** How much longer one part is than the others. */
const LONG = 10;

const WRITERS = 6;
/** The most events that each writer keeps. */
const EVENTS = 8;

// strace would wait for processes that are left running.
process.once('uncaughtException', error => {
  console.error(error);
  process.kill(0, 'SIGKILL');
});

await using gallery = await openGallery();
await using engine: Engine = await engineIn(store, realpathSync(root));
await using trial = await beginTrial({ engine, gallery: gallery.host, workers }, random(seed));
for (const account of trial.accounts) say({ account });
const file = { bytes: await picture(200, 160), picture: '200x160' };
const writers = Array.from({ length: WRITERS }, (_, at) => {
  const number = at + 1;
  return new Writer(number, seed, EVENTS, { gallery: gallery.host, file }, write =>
    say({ writer: number, write }),
  );
});
// A stop during writes, and a start on a cleanly closed store.
await trial.crash('stop', writers, writes);
await trial.check(writers);
await trial.write(writers, writes);
// A kill while nothing is written: the trace would not show whether an interrupted write was made.
await trial.crash('service', [], 0);
// Long enough for a checkpoint of the embedded store during writes.
await trial.write(writers, LONG * writes);
await trial.check(writers);
await trial.crash('service', [], 0);
await trial.write(writers, writes);
await trial.check(writers);
