/** What is kept: it holds for one version of what is remembered, and until a time. */
interface Kept<Answer> {
  readonly answer: Answer;
  readonly version: number;
  /** Epoch seconds from which on it no longer holds; infinite where time changes nothing. */
  readonly until: number;
  /** As it was counted. */
  readonly bytes: number;
}

/** Answers by what was asked, the ones that were asked for last. */
export class Answers<Answer extends { readonly bytes: number }> {
  readonly #most: number;
  readonly #kept = new Map<string, Kept<Answer>>();
  #bytes = 0;

  /** @param most bytes that all of them may take */
  constructor(most: number) {
    this.#most = most;
  }

  /** The answer, if it still holds. */
  get(key: string, version: number, now: number): Answer | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#drop(key, kept);
    if (kept.version !== version || now >= kept.until) return undefined;
    this.#keep(key, kept);
    this.#fit();
    return kept.answer;
  }

  set(key: string, answer: Answer, version: number, until: number): void {
    const known = this.#kept.get(key);
    if (known) this.#drop(key, known);
    this.#keep(key, { answer, version, until, bytes: answer.bytes });
    this.#fit();
  }

  #fit(): void {
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#most) break;
      this.#drop(oldest, kept);
    }
  }

  #keep(key: string, kept: Kept<Answer>): void {
    // What has grown since, by a coding, counts from now on.
    const bytes = kept.answer.bytes + 2 * key.length;
    this.#kept.set(key, bytes === kept.bytes ? kept : { ...kept, bytes });
    this.#bytes += bytes;
  }

  #drop(key: string, { bytes }: Kept<Answer>): void {
    this.#kept.delete(key);
    this.#bytes -= bytes;
  }
}
