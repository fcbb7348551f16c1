import { bytesOf, Gaps } from './gaps.ts';
import { FileInput, FileOutput } from './sequential-file.ts';
import { doubled } from './vocabulary.ts';

/** Postings of a word within a block: its first text, and the gaps from there to its last. */
export interface PostingRun {
  readonly word: number;
  readonly first: number;
  readonly last: number;
  readonly gaps: Uint8Array;
}

/** Bytes before the gaps of a run: the word, its first and last text, and the number of bytes that follow. */
const HEAD = 16;

export interface WrittenBlocks {
  /** Positions in the file at which blocks end. */
  readonly ends: number[];
  readonly counts: Uint32Array;
}

const NOTHING: WrittenBlocks = { ends: [], counts: new Uint32Array(1 << 11) };

/** Collects pairs of words and texts in memory, and writes them to a file block by block. */
export class Blocks {
  /** Number of texts that contain each word. */
  counts: Uint32Array<ArrayBuffer>;
  readonly #file: number;
  readonly #output: FileOutput;
  /** Number of the last text with each word, plus one. */
  #latest: Uint32Array<ArrayBuffer>;
  /** Pairs of a word and a text, in the order of texts. */
  readonly #words: Uint32Array;
  readonly #texts: Uint32Array;
  #pairs = 0;
  /** Positions in the file at which blocks end. Each block is sorted by word number. */
  readonly #ends: number[];

  /**
   * @param pairs maximum number of pairs in a block
   * @param written what the file has
   */
  constructor(file: number, pairs: number, { ends, counts }: WrittenBlocks = NOTHING) {
    this.#file = file;
    this.#output = new FileOutput(file, ends.at(-1));
    this.#ends = [...ends];
    this.counts = counts.slice();
    this.#latest = new Uint32Array(counts.length);
    this.#words = new Uint32Array(pairs);
    this.#texts = new Uint32Array(pairs);
  }

  /** Records that a word occurs in a text. Texts are added in order. */
  add(word: number, text: number): void {
    if (word >= this.counts.length) {
      this.counts = new Uint32Array(doubled(this.counts));
      this.#latest = new Uint32Array(doubled(this.#latest));
    }
    if (this.#latest[word] === text + 1) return;
    this.#latest[word] = text + 1;
    this.counts[word]!++;
    this.#words[this.#pairs] = word;
    this.#texts[this.#pairs++] = text;
    if (this.#pairs === this.#words.length) this.#writeBlock();
  }

  get written(): number {
    return this.#ends.length;
  }

  /** Writes all that has been added. */
  flush(): WrittenBlocks {
    if (this.#pairs > 0) this.#writeBlock();
    this.#output.flush();
    return { ends: this.#ends, counts: this.counts };
  }

  /** The posting runs of each block. Call it after everything has been added. */
  runs(): Iterator<PostingRun>[] {
    return this.flush().ends.map((end, block) =>
      runsIn(new FileInput(this.#file, this.#ends[block - 1] ?? 0, end)),
    );
  }

  #writeBlock(): void {
    const { ends, texts } = this.#byWord();
    const gaps = new Gaps();
    for (let word = 0, from = 0; word < ends.length; from = ends[word++]!) {
      const end = ends[word]!;
      if (from === end) continue;
      gaps.clear();
      for (let at = from + 1; at < end; at++) gaps.add(texts[at - 1]!, texts[at]!);
      const head = new Uint32Array([word, texts[from]!, texts[end - 1]!, gaps.length]);
      this.#output.write(bytesOf(head));
      this.#output.write(gaps.bytes);
    }
    this.#ends.push(this.#output.position);
    this.#pairs = 0;
  }

  /** The texts grouped by word, and the end of each group: a counting sort. */
  #byWord(): { ends: Uint32Array; texts: Uint32Array } {
    const ends = new Uint32Array(this.counts.length);
    for (let pair = 0; pair < this.#pairs; pair++) ends[this.#words[pair]!]!++;
    for (let word = 0, sum = 0; word < ends.length; word++) {
      const count = ends[word]!;
      ends[word] = sum;
      sum += count;
    }
    const texts = new Uint32Array(this.#pairs);
    for (let pair = 0; pair < this.#pairs; pair++) texts[ends[this.#words[pair]!]!++] = this.#texts[pair]!;
    return { ends, texts };
  }
}

function* runsIn(input: FileInput): Generator<PostingRun, undefined> {
  while (!input.ended) {
    const head = new Uint32Array(Uint8Array.from(input.take(HEAD)).buffer);
    yield { word: head[0]!, first: head[1]!, last: head[2]!, gaps: input.take(head[3]!) };
  }
}
