import { isBlock } from './elements.ts';

/**
 * The text between the tags of anything that may be HTML. Where a block or a line ends a space is left, scripts
 * and styles go with their content, entities stay as they are. A `<` that opens a tag which never ends is kept,
 * followed by a space. The answer may look like markup again (`<<b>b>`): whoever shows it repeats.
 *
 * Takes time linear in the input, whatever the input.
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

/** What makes a `<` the beginning of a tag, a comment, a declaration or an instruction. */
const OPENINGS = /<(?=[a-z/!?])/gi;

/** Their content is no text. */
const RAW = new Set(['script', 'style']);

type Seek = (needle: string, from: number) => number;

/** `indexOf` that does not search to the end of the text a second time for what is not there. */
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

/** Finds where a tag ends: behind the first `>` outside quotes or, in a text whose quotes do not pair, at all. */
function tagEnds(text: string, seek: Seek): (open: number) => number {
  let quotesPair = true;
  return open => {
    const end = quotesPair ? endOutsideQuotes(text, open, seek) : -1;
    if (end !== -1) return end;
    // The scan has run to the end of the text: once is enough.
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
