export type LongBodyOptions = Pick<LongBody, 'tag' | 'held'>;

/** The body of a document that is too long to be held: its texts are made while it is sent. */
export class LongBody {
  readonly texts: () => AsyncIterable<string>;
  /** Identifies the content without making it, as the opaque part of an entity tag; undefined if nothing does. */
  readonly tag: string | undefined;
  /** Bytes in memory until it is sent: those of its list. */
  readonly held: number;

  constructor(texts: () => AsyncIterable<string>, { tag, held }: LongBodyOptions) {
    this.texts = texts;
    this.tag = tag;
    this.held = held;
  }

  /** The bytes in chunks that are worth a packet. */
  async *chunks(): AsyncGenerator<Buffer> {
    let chunk = '';
    for await (const text of this.texts()) {
      chunk += text;
      if (chunk.length < CHUNK) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
    if (chunk !== '') yield Buffer.from(chunk);
  }
}

/** Characters. */
const CHUNK = 32_768;
