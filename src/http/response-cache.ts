import { crc32 } from 'node:zlib';
import { Repeats } from '../lib/repeats.ts';
import { SizedCache } from '../lib/sized-cache.ts';
import { cacheLookups } from '../observability/measures.ts';

const hits = cacheLookups.of('answers', 'hit');
const misses = cacheLookups.of('answers', 'miss');

/** Number of recent requests remembered by hash, to cache an answer on its second request. */
const ASKED = 1 << 12;

/** Between which times an answer holds: clocks may be set back, too. */
export interface Validity {
  /** Epoch seconds before which it did not hold yet; 0 where time changes nothing. */
  readonly since: number;
  /** Epoch seconds from which on it no longer holds; infinite where time changes nothing. */
  readonly until: number;
  /** Whether it still holds, whatever has changed; absent where it holds for one version of what is remembered. */
  readonly still?: (() => boolean) | undefined;
}

interface CachedResponse<Answer> extends Validity {
  readonly answer: Answer;
  readonly version: number;
  /** As it was counted. */
  readonly bytes: number;
}

/** Answers by what was asked. */
export class ResponseCache<Answer extends { readonly bytes: number }> {
  readonly #kept: SizedCache<string, CachedResponse<Answer>>;
  readonly #asked = new Repeats(ASKED);

  /** @param most bytes that all of them may take */
  constructor(most: () => number) {
    this.#kept = new SizedCache(most);
  }

  /** The answer, if it still holds. */
  get(asked: string, version: number, now: number): Answer | undefined {
    const found = this.#kept.get(asked);
    if (!found || !isCurrent(found, version, now)) {
      misses.value++;
      if (found) this.#kept.delete(asked);
      return undefined;
    }
    hits.value++;
    // Encodings that were added since count from now on.
    if (found.bytes !== found.answer.bytes) this.set(asked, found.answer, version, found);
    return found.answer;
  }

  /** What all of them take of the memory. */
  get bytes(): number {
    return this.#kept.bytes;
  }

  /** Whether this was requested recently: answers that are requested once would only displace others. */
  isAskedAgain(asked: string): boolean {
    return this.#asked.isRepeated(crc32(asked));
  }

  set(asked: string, answer: Answer, version: number, { since, until, still }: Validity): void {
    const { bytes } = answer;
    this.#kept.set(asked, { answer, version, since, until, still, bytes }, bytes + 2 * asked.length);
  }
}

const isCurrent = (held: CachedResponse<unknown>, version: number, now: number): boolean =>
  now >= held.since && now < held.until && (held.still ? held.still() : held.version === version);
