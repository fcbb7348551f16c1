import { crc32 } from 'node:zlib';
import { Repeats, SizedCache } from '../lib/sized-cache.ts';
import { cacheLookups } from '../observability/measures.ts';

const hits = cacheLookups.of('answers', 'hit');
const misses = cacheLookups.of('answers', 'miss');

/** Number of recent requests remembered by hash: an answer is cached on its second request. */
const RECENT = 1 << 12;

/** The time range in which an answer is valid. It has a start because a clock may be set back. */
export interface Validity {
  /** Epoch seconds from which the answer is valid; 0 if time does not change it. */
  readonly since: number;
  /** Epoch seconds until which the answer is valid; infinite if time does not change it. */
  readonly until: number;
  /** Whether the answer is still valid in any version; absent if it is valid for one version of the read model. */
  readonly still?: (() => boolean) | undefined;
}

interface CachedResponse<Answer> extends Validity {
  readonly answer: Answer;
  readonly version: number;
  /** The size that the cache has counted. */
  readonly bytes: number;
}

export class ResponseCache<Answer extends { readonly bytes: number }> {
  readonly #kept: SizedCache<string, CachedResponse<Answer>>;
  readonly #recent = new Repeats(RECENT);

  /** @param most bytes of all answers together */
  constructor(most: () => number) {
    this.#kept = new SizedCache(most);
  }

  /** The answer, if it is still valid. */
  get(key: string, version: number, now: number): Answer | undefined {
    const found = this.#kept.get(key);
    if (!found || !isCurrent(found, version, now)) {
      misses.value++;
      if (found) this.#kept.delete(key);
      return undefined;
    }
    hits.value++;
    // Count the encodings that were added since.
    if (found.bytes !== found.answer.bytes) this.set(key, found.answer, version, found);
    return found.answer;
  }

  /** The memory use of all answers. */
  get bytes(): number {
    return this.#kept.bytes;
  }

  /** Whether this key was requested recently. Answers that are requested only once would displace others. */
  isRepeated(key: string): boolean {
    return this.#recent.isRepeated(crc32(key));
  }

  set(key: string, answer: Answer, version: number, { since, until, still }: Validity): void {
    const { bytes } = answer;
    this.#kept.set(key, { answer, version, since, until, still, bytes }, bytes + 2 * key.length);
  }
}

const isCurrent = (cached: CachedResponse<unknown>, version: number, now: number): boolean =>
  now >= cached.since && now < cached.until && (cached.still ? cached.still() : cached.version === version);
