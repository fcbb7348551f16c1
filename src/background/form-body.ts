import { isUtf8 } from 'node:buffer';
import { MAX_FORM_DEPTH, MAX_VALUES } from '../limits.ts';

/** Codes and messages of PHP's json_last_error(), which clients check. */
export const JSON_PROBLEMS = {
  depth: [1, 'Maximum stack depth exceeded'],
  mismatch: [2, 'State mismatch (invalid or malformed JSON)'],
  control: [3, 'Control character error, possibly incorrectly encoded'],
  syntax: [4, 'Syntax error'],
  utf8: [5, 'Malformed UTF-8 characters, possibly incorrectly encoded'],
} as const;

/** Why a body cannot be parsed. Only the code crosses the thread boundary. */
export class BodyError extends Error {
  override name = 'BodyError';
  readonly code: BodyProblem;

  constructor(code: BodyProblem) {
    super(code);
    this.code = code;
  }
}

export type BodyProblem = 'too many values' | 'not multipart' | keyof typeof JSON_PROBLEMS;

export const isBodyProblem = (code: unknown): code is BodyProblem =>
  code === 'too many values' || code === 'not multipart' || Object.keys(JSON_PROBLEMS).includes(String(code));

const MARK = 'not text';
/** In place of a value that is not UTF-8, or is a file: every reader refuses it by its name. */
export const NOT_TEXT: object = Object.freeze({ [MARK]: true });

/** Whether a value is that placeholder: for readers that accept objects. */
export const isNotText = (value: object): boolean => Object.hasOwn(value, MARK);

/** A value, or the members that brackets put under a name, with the next free number for `[]`. */
type FormNode = { members: Map<string, FormNode>; next: number } | { value: unknown };

/**
 * Parses `a=1&b[]=2&c[d]=3`, a form body or query in latin1. As in PHP, `[]` opens the next item of a list, also before
 * further brackets, and the last of equal names wins. Takes linear time.
 * @throws BodyError if there are more than 20,000 values, or lists and objects that hold them
 */
export const parseForm = (text: string): Record<string, unknown> => formValues(pairsOf(text));

/** Builds nested values from pairs, by the brackets in their names. */
export function formValues(pairs: Iterable<readonly [name: string | undefined, value: unknown]>) {
  const root = new Map<string, FormNode>();
  let values = 0;
  let containers = 0;
  for (const [name, value] of pairs) {
    if (name) containers += put(root, path(name), value);
    if (++values > MAX_VALUES || containers > MAX_VALUES) throw new BodyError('too many values');
  }
  return membersOf(root);
}

function* pairsOf(text: string): Generator<readonly [string | undefined, unknown]> {
  for (const pair of text.split('&', MAX_VALUES + 1)) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    yield [name, name && (decode(equals < 0 ? '' : pair.slice(equals + 1)) ?? NOT_TEXT)];
  }
}

/** Decodes percent-encoded or raw UTF-8, with one character per byte; undefined if it is not UTF-8. */
function decode(encoded: string): string | undefined {
  if (LITERAL.test(encoded)) return encoded;
  const bytes = Buffer.from(encoded, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at]!;
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      const octet = (HEX[bytes[at + 1] ?? 0]! << 4) | HEX[bytes[at + 2] ?? 0]!;
      if (octet >= 0) {
        byte = octet;
        at += 2;
      }
    }
    bytes[length++] = byte;
  }
  const decoded = bytes.subarray(0, length);
  return isUtf8(decoded) ? decoded.toString() : undefined;
}

/** Characters that need no decoding. */
const LITERAL = /^[ -$&-*,-~]*$/;
const [PLUS, SPACE, PERCENT] = [0x2b, 0x20, 0x25];

/** The values of hexadecimal digits by byte; -1 for other bytes, which makes the whole octet negative. */
const HEX = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

/** `a[b][]` → `a`, `b`, '' */
function path(name: string): string[] {
  const open = name.indexOf('[');
  if (open < 1) return [name];
  const keys = [name.slice(0, open)];
  let at = open;
  while (name[at] === '[' && keys.length <= MAX_FORM_DEPTH) {
    const close = name.indexOf(']', at);
    if (close < 0) break;
    keys.push(name.slice(at + 1, close));
    at = close + 1;
  }
  return keys;
}

/** Puts a value at its path; returns the number of lists and objects that it created. */
function put(root: Map<string, FormNode>, keys: readonly string[], value: unknown): number {
  let members = root;
  let list: { next: number } = { next: 0 };
  let made = 0;
  for (const [position, key] of keys.entries()) {
    const name = key === '' && position > 0 ? String(list.next) : key;
    if (/^\d{1,9}$/.test(name)) list.next = Math.max(list.next, Number(name) + 1);
    if (position === keys.length - 1) {
      members.set(name, { value });
      break;
    }
    const known = members.get(name);
    const node = known && 'members' in known ? known : { members: new Map<string, FormNode>(), next: 0 };
    if (node !== known) made++;
    members.set(name, node);
    members = node.members;
    list = node;
  }
  return made;
}

/**
 * Members with only numeric names become a list in that order, also if numbers are missing; others become an object.
 */
function plain(node: FormNode): unknown {
  if ('value' in node) return node.value;
  const named = [...node.members];
  if (!named.every(([name]) => /^(?:0|[1-9]\d{0,8})$/.test(name))) return membersOf(node.members);
  return named.sort(([one], [other]) => Number(one) - Number(other)).map(([, item]) => plain(item));
}

/** Without a prototype, so that no name is special. */
function membersOf(nodes: ReadonlyMap<string, FormNode>): Record<string, unknown> {
  const members: Record<string, unknown> = Object.create(null);
  for (const [name, node] of nodes) members[name] = plain(node);
  return members;
}
