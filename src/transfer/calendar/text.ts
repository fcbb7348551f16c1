/**
 * The text of a calendar file with one character for each byte. Lines may be folded within a character, so they are
 * joined before they are decoded.
 */
export interface CalendarText {
  readonly bytes: string;
  /** What ends a line; a carriage return before it is ignored. */
  readonly end: '\n' | '\r';
}

/** A line after unfolding, still one character for each byte. */
export interface RawLine {
  text: string;
  /** Where it begins, and where the next one does. */
  from: number;
  to: number;
  /** The number of the line in the file. */
  number: number;
}

const UTF8_MARK = '\xef\xbb\xbf';

/** Whether a file is a calendar, by its first bytes. */
export const isCalendarText = (start: Buffer): boolean =>
  /^\s*BEGIN\s*:\s*VCALENDAR\b/i.test(calendarText(start.subarray(0, 4000)).bytes);

export function calendarText(file: Buffer): CalendarText {
  const bytes = (utf16(file) ?? file).toString('latin1').replace(/^(?:\xef\xbb\xbf|\s)+/, '');
  return { bytes, end: bytes.includes('\n') ? '\n' : '\r' };
}

/** A file in UTF-16 as UTF-8; undefined if it is in something else. */
function utf16(file: Buffer): Buffer | undefined {
  const isLittle = (file[0] === 0xff && file[1] === 0xfe) || (file[0] === 0x42 && file[1] === 0);
  const isBig = (file[0] === 0xfe && file[1] === 0xff) || (file[0] === 0 && file[1] === 0x42);
  if (!isLittle && !isBig) return undefined;
  return Buffer.from(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(file));
}

/** Parts of a folded line: those of the largest picture. */
const MAX_PARTS = 2_000_000;

/** The lines of a part of the text, unfolded. Empty ones are left out. */
export function* rawLines({ bytes, end }: CalendarText, from = 0, to = bytes.length): Generator<RawLine> {
  let number = 0;
  for (let at = from; at < to; ) {
    const first = at;
    const begun = number + 1;
    const parts: string[] = [];
    let isOpen = false;
    let isQuoted: boolean | undefined;
    do {
      const stop = bytes.indexOf(end, at);
      const next = stop === -1 || stop >= to ? to : stop;
      // The blank that marks a continuation is not part of the line.
      const part = withoutReturn(bytes.slice(parts.length === 0 || isOpen ? at : at + 1, next));
      at = next + 1;
      number++;
      isQuoted ??= QUOTED.test(part);
      isOpen = isQuoted && part.endsWith('=');
      if (parts.length < MAX_PARTS) parts.push(part);
      if (parts.length < MAX_PARTS && isOpen) parts.push('\n');
    } while (at < to && (isOpen || isContinuation(bytes, at)));
    const text = withoutMark(parts.length === 1 ? parts[0]! : parts.join(''));
    if (text.trim() !== '') yield { text: unquoted(text), from: first, to: at, number: begun };
  }
}

/** What vCalendar 1.0 writes of a text with accents or line ends: quoted-printable, whose lines go on after `=`. */
const QUOTED = /^[\w-]+;(?:[^:]*;)?ENCODING=QUOTED-PRINTABLE[;:]/i;

/** Characters of such a line: as many as a long text has. */
const MAX_QUOTED = 3_000_000;

const unquoted = (line: string): string =>
  QUOTED.test(line)
    ? line
        .slice(0, MAX_QUOTED)
        .replace(/=(?:\n|([\dA-F]{2}))/gi, (_, code = '') => code && String.fromCharCode(Number(`0x${code}`)))
        .replace(/\r\n?|\n/g, '\\n')
    : line;

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.replace(/\r+$/, '') : line);

/** Files that were put together have marks in the middle. */
const withoutMark = (line: string): string =>
  line.startsWith(UTF8_MARK) ? line.slice(UTF8_MARK.length) : line;

/** Whether a line continues the one before it. Some programs indent the lines of their components. */
const isContinuation = (bytes: string, at: number): boolean =>
  (bytes[at] === ' ' || bytes[at] === '\t') && !/^[ \t]+(?:BEGIN|END):[A-Z]/.test(bytes.slice(at, at + 40));

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');
const western = new TextDecoder('windows-1252');

/** A line as text: UTF-8 or, if it is not, what programs for Western Europe write. */
export function decoded(line: string): string {
  if (!/[\x80-\xff]/.test(line)) return line;
  const bytes = Buffer.from(line, 'latin1');
  try {
    return strict.decode(bytes);
  } catch {
    // A text that a program has cut within a character is still UTF-8.
    const text = lenient.decode(bytes);
    let balance = 0;
    for (let at = 0; at < text.length; at++)
      if (text.charCodeAt(at) > 0x7f) balance += text[at] === '\ufffd' ? -1 : 1;
    return balance > 0 ? text : western.decode(bytes);
  }
}
