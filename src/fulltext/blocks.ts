import { bytesOf, Gaps } from './gaps.ts';
import { FileInput } from './input.ts';
import { FileOutput } from './output.ts';
import { doubled } from './vocabulary.ts';

/** Postings of a word within a block: its first text, and the gaps from there to its last. */
export interface PostingRun {
  readonly word: number;
  readonly first: number;
  readonly last: number;
  readonly gaps: Uint8Array;
}

/** Bytes before the gaps of a part: word, first and last text, and how many bytes follow. */
const HEAD = 16;

/** Which words occur in which texts, gathered in memory, and put aside in a file block by block. */
export class Blocks {
  /** In how many texts each word occurs. */
  counts = new Uint32Array(1 << 11);
  readonly #file: number;
  readonly #output: FileOutput;
  /** Number of the last text with the word plus one. */
  #latest = new Uint32Array(1 << 11);
  /** Pairs of a word and a text, in the order of texts. */
  readonly #words: Uint32Array;
  readonly #texts: Uint32Array;
  #pairs = 0;
  /** Where blocks end in the file; each lists its words in the order of their numbers. */
  readonly #ends: number[] = [];

  /** @param pairs that a block consists of */
  constructor(file: number, pairs: number) {
    this.#file = file;
    this.#output = new FileOutput(file);
    this.#words = new Uint32Array(pairs);
    this.#texts = new Uint32Array(pairs);
  }

  /** Notes that a word occurs in a text; texts come in their order. */
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
    if (this.#pairs === this.#words.length) this.#putAside();
  }

  /** The parts of each block, to be read once all is added. */
  parts(): Iterator<PostingRun>[] {
    this.#putAside();
    this.#output.flush();
    return this.#ends.map((end, block) =>
      partsIn(new FileInput(this.#file, this.#ends[block - 1] ?? 0, end)),
    );
  }

  #putAside(): void {
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

  /** The texts of each word, and where those of each end: a counting sort. */
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

function* partsIn(input: FileInput): Generator<PostingRun, undefined> {
  while (!input.ended) {
    const head = new Uint32Array(Uint8Array.from(input.take(HEAD)).buffer);
    yield { word: head[0]!, first: head[1]!, last: head[2]!, gaps: input.take(head[3]!) };
  }
}
