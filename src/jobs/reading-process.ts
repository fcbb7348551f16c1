import { once } from 'node:events';
import type { ShownEvent } from '../admin/events/record.ts';
import { valuesOf } from '../admin/events/values.ts';
import { readUsable } from '../config.ts';
import { openStore } from '../db/open.ts';
import type { ImportProgress } from '../intake/run.ts';
import { readStored } from '../site/settings-store.ts';
import { type ReadingTask, readSource } from '../transfer/sources/read-source.ts';
import type { Ended } from '../transfer/sources/readings.ts';

/** What the process of a reading tells: that it is there, how far it is, and how it ended. */
export type ReadingMessage = { readonly progress?: ImportProgress } | { readonly ended: Ended };

// The process that reads one source, so that the memory for it is bounded and freed. It ends with the service.
const abandon = () => process.exit(1);
process.once('disconnect', abandon);
const stopped = new AbortController();
// A terminal or a service manager sends these to all processes of a service: the batch that is being written ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => stopped.abort(new Error('the service stops')));
const tell = (message: ReadingMessage) => process.send!(message);
const [{ texts, source, reading }] = (await once(process, 'message')) as [ReadingTask];

let progress: ImportProgress | undefined;
const telling = setInterval(() => tell(progress ? { progress } : {}), 1000);
const db = await openStore(readUsable(texts).config);
try {
  const { config } = readUsable({ ...texts, ...(await readStored(db)) });
  const ended = await readSource(db, {
    ...{ texts, source, reading, config, signal: stopped.signal },
    formOf: event => valuesOf(event as unknown as ShownEvent),
    onProgress(next) {
      progress = next;
    },
  });
  tell({ ended });
} finally {
  clearInterval(telling);
  await db.destroy();
}
process.off('disconnect', abandon);
process.disconnect?.();
