import type { ReadableEvent } from '../intake/reading/source-event.ts';
import type { ReadingContext } from '../intake/run.ts';
import { SourceError } from '../intake/source-error.ts';
import type { SourceItem } from '../intake/source-item.ts';
import { growYoungHeapOfThreads } from '../lib/heap.ts';
import { ThreadClient } from '../lib/threads.ts';
import type { AheadFile, AheadItem, AheadRequest, SentEvent } from './ahead-thread.ts';

const THREAD = new URL('./ahead-thread.ts', import.meta.url);

/** Answers that the thread prepares meanwhile: more than a batch of records that are written. */
const AHEAD = 4;

/**
 * The items of a JSON file, as `readJsonFile` reads them. A thread reads the events.
 * @param reading what records mean from now on
 * @throws {SourceError} where the file becomes unreadable
 */
export async function* readAhead(path: string, reading: () => ReadingContext): AsyncGenerator<SourceItem> {
  growYoungHeapOfThreads();
  const thread = new ThreadClient<AheadRequest>(THREAD, { path, reading: reading() } satisfies AheadFile);
  const answers: Promise<AheadItem[] | undefined>[] = [];
  try {
    for (;;) {
      while (answers.length < AHEAD) answers.push(asked(thread));
      const items = await answers.shift()!;
      if (!items) return;
      for (const item of items) {
        if ('unreadable' in item) throw new SourceError(item.unreadable);
        yield 'ahead' in item ? { read: received(item.ahead), type: 'event', origin: item.origin } : item;
        if ('header' in item) await thread.ask(reading());
      }
    }
  } finally {
    await thread.close();
  }
}

function asked(thread: ThreadClient<AheadRequest>): Promise<AheadItem[] | undefined> {
  // The thread answers with what its program sends.
  const answer = thread.ask('next') as Promise<AheadItem[] | undefined>;
  // A failure is thrown where the answer is awaited, unless the import has ended before.
  answer.catch(() => {});
  return answer;
}

const received = ({ event, linked, contents }: SentEvent): ReadableEvent => ({
  ...{ event, linked, contents: () => contents },
});
