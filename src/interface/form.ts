import { MAX_FORM_DEPTH, MAX_FORM_VALUES } from '../limits.ts';
import { RestError } from './errors.ts';

/** What stands for a form or query value that is no UTF-8: no text, so that whatever reads it refuses it by name. */
const NOT_TEXT: object = Object.freeze({ 'not UTF-8': true });

/** A value, or what brackets put under it: members by their names, with the next free number for `[]`. */
type Node = { members: Map<string, Node>; next: number } | { value: unknown };

/**
 * Reads `a=1&b[]=2&c[d]=3`, of a form body or a query, in latin1: as in PHP, `[]` opens the next item of a list,
 * also before further brackets, and the last of equal names wins. Takes time in proportion to the length.
 * @throws RestError 400 where there are more than 20,000 values
 */
export function parseForm(text: string): Record<string, unknown> {
  const root = new Map<string, Node>();
  const pairs = text.split('&', MAX_FORM_VALUES + 1);
  if (pairs.length > MAX_FORM_VALUES) throw tooManyValues();
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name) put(root, path(name), decode(equals < 0 ? '' : pair.slice(equals + 1)) ?? NOT_TEXT);
  }
  return membersOf(root);
}

const tooManyValues = () =>
  new RestError(400, 'rest_bad_request', 'too_many_values', { values: { max: MAX_FORM_VALUES } });

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Percent-encoded or raw UTF-8, each byte a character; undefined where it is none. */
function decode(encoded: string): string | undefined {
  const spaced = encoded.replaceAll('+', ' ');
  if (/^[ -$&-~]*$/.test(spaced)) return spaced;
  const bytes = spaced.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

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

function put(root: Map<string, Node>, keys: readonly string[], value: unknown): void {
  let members = root;
  let list: { next: number } = { next: 0 };
  for (const [position, key] of keys.entries()) {
    const name = key === '' && position > 0 ? String(list.next) : key;
    if (/^\d{1,9}$/.test(name)) list.next = Math.max(list.next, Number(name) + 1);
    if (position === keys.length - 1) {
      members.set(name, { value });
      return;
    }
    const known = members.get(name);
    const node = known && 'members' in known ? known : { members: new Map<string, Node>(), next: 0 };
    members.set(name, node);
    members = node.members;
    list = node;
  }
}

/** Members that are all numbered are a list, in that order, also where one of them was left out; others an object. */
function plain(node: Node): unknown {
  if ('value' in node) return node.value;
  const named = [...node.members];
  if (!named.every(([name]) => /^(?:0|[1-9]\d{0,8})$/.test(name))) return membersOf(node.members);
  return named.sort(([one], [other]) => Number(one) - Number(other)).map(([, item]) => plain(item));
}

/** Without a prototype: a name is nothing but a name. */
function membersOf(nodes: ReadonlyMap<string, Node>): Record<string, unknown> {
  const members: Record<string, unknown> = Object.create(null);
  for (const [name, node] of nodes) members[name] = plain(node);
  return members;
}
