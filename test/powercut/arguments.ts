/** The arguments of a system call, as strace prints them. */

/** Splits arguments at their commas, except within strings, paths, structures and lists. */
export function splitArguments(text: string): string[] {
  const found: string[] = [];
  let [from, depth] = [0, 0];
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    if (char === ',' && depth === 0) {
      found.push(text.slice(from, at).trim());
      from = at + 1;
    }
    if (OPENING.has(char)) depth++;
    else if (CLOSING.has(char)) depth--;
    at = char === '"' ? endOfString(text, at) : isPath(text, at) ? text.indexOf('>', at) + 1 : at + 1;
  }
  const last = text.slice(from).trim();
  return last === '' ? found : [...found, last];
}

const OPENING = new Set('[{(');
const CLOSING = new Set(']})');

/** Whether a descriptor is followed by its target: `5</tmp/a, b>`. */
const isPath = (text: string, at: number): boolean => text[at] === '<' && /[\dD]/.test(text[at - 1] ?? '');

/** @param from the position of the opening quote */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; ) {
    const end = text.indexOf('"', at);
    if (end < 0) throw new Error(`a string without an end: ${text.slice(from, from + 80)}`);
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
    at = end + 1;
  }
}

/** The bytes of all strings in a text, one after the other: the content written by a list of buffers. */
export function bytesIn(text: string): Buffer {
  const found: Buffer[] = [];
  for (let at = text.indexOf('"'); at >= 0; ) {
    const end = endOfString(text, at);
    if (text.startsWith('...', end)) throw new Error(`a string that was cut: ${text.slice(at, at + 80)}`);
    found.push(unescaped(text, at + 1, end - 1));
    at = text.indexOf('"', end);
  }
  return found.length === 1 ? found[0]! : Buffer.concat(found);
}

const LETTERS: Record<string, number> = { n: 10, t: 9, r: 13, v: 11, f: 12, a: 7, b: 8, '"': 34, '\\': 92 };

function unescaped(text: string, from: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - from);
  let length = 0;
  for (let at = from; at < end; ) {
    const code = text.charCodeAt(at++);
    if (code !== BACKSLASH) bytes[length++] = code;
    else if (isOctal(text.charCodeAt(at))) {
      let value = 0;
      for (let digits = 0; digits < 3 && at < end && isOctal(text.charCodeAt(at)); digits++)
        value = value * 8 + text.charCodeAt(at++) - ZERO;
      bytes[length++] = value;
    } else bytes[length++] = LETTERS[text[at++]!]!;
  }
  return Buffer.from(bytes.subarray(0, length));
}

const BACKSLASH = 92;
const ZERO = 48;
const isOctal = (code: number): boolean => code >= ZERO && code < ZERO + 8;

/** The path in an argument. */
export const pathOf = (argument: string): string => bytesIn(argument).toString();

/** A descriptor and its target: a path, or `socket:[123]`. */
export function descriptorOf(argument: string): { number: number; path: string; isGone: boolean } {
  const [, number = '', path = '', gone] =
    /^(-?\d+|AT_FDCWD)(?:<(.*?)>)?(\(deleted\))?$/s.exec(argument) ?? [];
  const text = path.includes('\\') ? bytesIn(`"${path}"`).toString() : path;
  return {
    number: number === 'AT_FDCWD' ? AT_FDCWD : Number(number),
    path: text,
    isGone: gone !== undefined,
  };
}

export const AT_FDCWD = -100;
