import { isBlock } from './elements.ts';

/**
 * Removes markup from text that may be HTML. Ends of blocks and lines become a space; scripts and styles are removed
 * with their content; entities stay. A `<` that opens an unclosed tag is kept, followed by a space. The result may look
 * like markup again (`<<b>b>`), so callers repeat the call.
 * Takes linear time for any input.
 */
export function withoutMarkup(text: string): string {
  const seek = seeker(text);
  const endOfTag = tagEnds(text, seek);
  let kept = '';
  let from = 0;
  for (let open = nextOpening(text, 0); open !== -1; open = nextOpening(text, from)) {
    kept += text.slice(from, open);
    if (seek('>', open) === -1) return kept + text.slice(open).replace(OPENINGS, '< ');
    const name = nameAt(text, open);
    if (isBlock(name) || name === 'br') kept += ' ';
    from = endOfComment(text, open, seek) ?? endOfTag(open);
    if (RAW.has(name) && text[open + 1] !== '/') from = endOfRaw(text, from, name);
  }
  return kept + text.slice(from);
}

/** A `<` that starts a tag, a comment, a declaration or an instruction. */
const OPENINGS = /<(?=[a-z/!?])/gi;

/** Elements whose content is not text. */
const RAW = new Set(['script', 'style']);

type Seek = (needle: string, from: number) => number;

/** `indexOf` that remembers missing needles, so that it searches for them only once. */
function seeker(text: string): Seek {
  const missing = new Set<string>();
  return (needle, from) => {
    const at = missing.has(needle) ? -1 : text.indexOf(needle, from);
    if (at === -1) missing.add(needle);
    return at;
  };
}

function nextOpening(text: string, from: number): number {
  OPENINGS.lastIndex = from;
  return OPENINGS.exec(text)?.index ?? -1;
}

function nameAt(text: string, open: number): string {
  NAME.lastIndex = open;
  return NAME.exec(text)?.[1]?.toLowerCase() ?? '';
}

const NAME = /<\/?([a-z][a-z0-9]*)/iy;

function endOfComment(text: string, open: number, seek: Seek): number | undefined {
  if (!text.startsWith('<!--', open)) return undefined;
  const end = seek('-->', open + 4);
  return end === -1 ? undefined : end + 3;
}

/** Finds the end of a tag: after the first `>` outside quotes or, if the quotes do not pair up, after any first `>`. */
function tagEnds(text: string, seek: Seek): (open: number) => number {
  let quotesPair = true;
  return open => {
    const end = quotesPair ? endOutsideQuotes(text, open, seek) : -1;
    if (end !== -1) return end;
    // The scan has reached the end of the text, so it is not repeated.
    quotesPair = false;
    return seek('>', open) + 1;
  };
}

function endOutsideQuotes(text: string, open: number, seek: Seek): number {
  MARKS.lastIndex = open;
  for (let mark = MARKS.exec(text); mark; mark = MARKS.exec(text)) {
    if (mark[0] === '>') return mark.index + 1;
    const close = seek(mark[0], mark.index + 1);
    if (close === -1) return -1;
    MARKS.lastIndex = close + 1;
  }
  return -1;
}

const MARKS = /["'>]/g;

function endOfRaw(text: string, from: number, name: string): number {
  const close = new RegExp(`</${name}`, 'gi');
  close.lastIndex = from;
  return close.exec(text)?.index ?? text.length;
}
