import { isNumbered } from '../../intake/reading/values.ts';
import { because } from '../../intake/reason.ts';
import { SourceError } from '../../intake/source-item.ts';
import { parsedJson } from '../../lib/objects.ts';

/** A part of a JSON document: the start of a list, an item of a list, a member, or an item of the document itself. */
export type JsonPart =
  | { begins: string }
  | { list: string; item: unknown }
  | { member: string; value: unknown }
  | { list: undefined; item: unknown };

/** A document that is not JSON, or ends too early. */
export class BrokenJson extends SourceError {
  override name = 'BrokenJson';

  constructor(why = because('broken_json')) {
    super(why);
  }
}

/**
 * Reads a JSON document part by part, so that memory and time depend on its largest item and not on its size. The
 * members of an object named in `lists` are read item by item, unless its first members show that the object is a
 * record with lists of its own.
 * @throws {BrokenJson} at the place of the error; the parts before it have been yielded
 */
export async function* readParts(
  chunks: AsyncIterable<string>,
  lists: ReadonlySet<string>,
): AsyncGenerator<JsonPart> {
  const input = inputOf(chunks);
  const first = await input.next();
  if (first === '[') for await (const item of items(input)) yield { list: undefined, item };
  else if (first === '{') yield* members(input, lists);
  else throw new BrokenJson(because('no_json'));
  if ((await input.next()) !== '') throw new BrokenJson();
}

async function* members(input: JsonInput, lists: ReadonlySet<string>): AsyncGenerator<JsonPart> {
  let isRecord = false;
  for (let mark = await input.peek(); mark !== '}'; mark = await input.peek()) {
    const name = parsed(await input.value());
    if (typeof name !== 'string' || (await input.next()) !== ':') throw new BrokenJson();
    isRecord ||= OF_RECORDS.has(name);
    if (!isRecord && lists.has(name) && (await input.peek()) === '[') {
      await input.next();
      yield { begins: name };
      for await (const item of items(input)) yield { list: name, item };
    } else {
      const value = parsed(await input.value());
      if (isRecord || !lists.has(name) || !isNumbered(value)) yield { member: name, value };
      else {
        yield { begins: name };
        for (const item of Object.values(value)) yield { list: name, item };
      }
    }
    if ((await input.peek()) === ',') await input.next();
    else if ((await input.peek()) !== '}') throw new BrokenJson();
  }
  await input.next();
}

/** Members that records have and responses do not have beside their lists. */
const OF_RECORDS = new Set(['id', 'global_id', 'title', 'start_date']);

/** The items of an array whose opening bracket has been read. */
async function* items(input: JsonInput): AsyncGenerator<unknown> {
  if ((await input.peek()) === ']') return void (await input.next());
  for (;;) {
    yield parsed(await input.value());
    const mark = await input.next();
    if (mark === ']') return;
    if (mark !== ',') throw new BrokenJson();
  }
}

function parsed(json: string): unknown {
  const value = parsedJson(json);
  if (value === undefined) throw new BrokenJson();
  return value;
}

/** Far larger than any record. */
const MAX_VALUE = 100_000_000;
/** Far deeper than any record. A thread cannot receive some thousands of levels. */
const MAX_DEPTH = 1000;

type JsonInput = ReturnType<typeof inputOf>;

function inputOf(chunks: AsyncIterable<string>) {
  const source = chunks[Symbol.asyncIterator]();
  let text = '';
  let at = 0;

  /** Reads on; false at the end. A long value grows by parts of its length, because joining copies what is there. */
  async function more(least = 0): Promise<boolean> {
    const pieces: string[] = [];
    for (let length = 0; length <= least && text.length - at + length <= MAX_VALUE; ) {
      const { done, value } = await source.next();
      if (done) break;
      pieces.push(value);
      length += value.length;
    }
    text = text.slice(at) + pieces.join('');
    at = 0;
    if (text.length > MAX_VALUE) throw new BrokenJson(because('large_record'));
    return pieces.length > 0;
  }

  /** The next non-blank character without consuming it; '' at the end. */
  async function peek(): Promise<string> {
    for (;;) {
      while (at < text.length && isBlank(text.charCodeAt(at))) at++;
      if (at < text.length) return text[at]!;
      if (!(await more())) return '';
    }
  }

  return {
    peek,
    /** Consumes and returns the next non-blank character. */
    async next() {
      const mark = await peek();
      at += mark.length;
      return mark;
    },
    /** Consumes and returns the text of the value that begins here. */
    async value(): Promise<string> {
      await peek();
      const scan: Scan = { read: 0, depth: 0, inText: false };
      for (;;) {
        const length = lengthOf(text, at, scan);
        if (length !== undefined) {
          at += length;
          return text.slice(at - length, at);
        }
        if (!(await more(scan.read / 4))) throw new BrokenJson();
      }
    },
  };
}

/** A byte order mark counts as a blank. */
const isBlank = (code: number) =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff;

/** How far a value has been scanned, from its first character. */
interface Scan {
  read: number;
  depth: number;
  inText: boolean;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENING, CLOSING] = [[0x5b, 0x7b] as const, [0x5d, 0x7d] as const];

/** The length of the value that begins at `start`; undefined unless it ends within `text`. */
function lengthOf(text: string, start: number, scan: Scan): number | undefined {
  for (let i = start + scan.read; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (scan.inText) {
      const quote = text.indexOf('"', i);
      if (quote === -1) break;
      i = quote;
      scan.inText = isEscaped(text, quote);
      if (!scan.inText && scan.depth === 0) return i - start + 1;
    } else if (code === QUOTE) {
      scan.inText = true;
    } else if (code === OPENING[0] || code === OPENING[1]) {
      if (++scan.depth > MAX_DEPTH) throw new BrokenJson(because('deep_record'));
    } else if (code === CLOSING[0] || code === CLOSING[1]) {
      // A closing bracket of the enclosing value ends a number or a word.
      if (scan.depth === 0) return i - start;
      scan.depth--;
      if (scan.depth === 0) return i - start + 1;
    } else if (scan.depth === 0 && (code === COMMA || code === 0x3a || isBlank(code))) {
      return i - start;
    }
  }
  scan.read = text.length - start;
  return undefined;
}

/** Whether an odd number of backslashes precedes this position. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}
