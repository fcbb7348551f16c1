import { InvalidValue, Refused } from '../errors.ts';
import { Json, jsonOf, unshared } from '../lib/json.ts';
import { MAX_ITEMS, MAX_VALUES } from '../limits.ts';
import { resumeWork } from '../observability/blocking.ts';
import type { Answer } from './call.ts';
import { RestError } from './errors.ts';

/** The shape of the response: `_fields`, `_envelope` and `_jsonp`, which every route understands. */
export interface ResponseShape {
  /** The members to keep; undefined for all. */
  fields: Fields | undefined;
  envelope: boolean;
  /** The name of the JSONP function. */
  callback: string | undefined;
}

/** Members by name, each with the members to keep in it, or undefined for all of them. */
export type Fields = ReadonlyMap<string, Fields | undefined>;

export const DEFAULT_SHAPE: ResponseShape = { fields: undefined, envelope: false, callback: undefined };

/** Whether `_envelope` asks for an envelope: any value except 0 and false does. */
export function wantsEnvelope(value: unknown): boolean {
  return value !== undefined && value !== false && value !== 0 && value !== '0' && value !== 'false';
}

/** The JSONP callback. 400 if it is not a function name, optionally with dots. */
export function callbackOf(sent: unknown): string | undefined {
  if (sent === undefined || sent === '') return undefined;
  if (typeof sent === 'string' && sent.length <= 200 && /^[\w$.]+$/.test(sent)) return sent;
  throw new RestError(400, 'rest_callback_invalid', 'rest_callback_invalid');
}

/** The members that `_fields` names. 400 if there are too many. */
export function readFields(sent: unknown): Fields | undefined {
  const list = Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',', MAX_VALUES + 1) : [];
  const paths = list.flatMap(item => (typeof item === 'string' && item.trim() !== '' ? item.trim() : []));
  if (paths.length > MAX_ITEMS || list.length > MAX_VALUES)
    throw new InvalidValue('_fields', new Refused('expected_too_many', { max: MAX_ITEMS }));
  return paths.length > 0 ? fieldsOf(paths) : undefined;
}

/** No response nests members deeper than this. */
const MAX_DEPTH = 10;

type FieldTree = Map<string, FieldTree | undefined>;

function fieldsOf(paths: readonly string[]): Fields {
  const root: FieldTree = new Map();
  for (const path of paths) {
    let members = root;
    const names = path.split('.', MAX_DEPTH);
    for (const [position, name] of names.entries()) {
      const known = members.get(name);
      // The whole member includes any part of it.
      if (members.has(name) && known === undefined) break;
      const below: FieldTree | undefined = position === names.length - 1 ? undefined : (known ?? new Map());
      members.set(name, below);
      if (below === undefined) break;
      members = below;
    }
  }
  return root;
}

/** Keeps only these members of `value`; in lists, of each item. */
export function keepFields(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map(item => keepFields(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => fields.has(name));
  return Object.fromEntries(
    kept.map(([name, member]) => {
      const below = fields.get(name);
      return [name, below ? keepFields(member, below) : member];
    }),
  );
}

export interface ShapedResponse {
  status: number;
  headers: Record<string, string | number>;
  body: Json;
}

/**
 * Shapes an answer as requested: keeps some of its members, adds an envelope or a JSONP callback. A text of another
 * media type stays as it is.
 * @param headers other headers of the response; an envelope repeats `Allow`
 */
export async function shape(
  wanted: ResponseShape,
  { status = 200, headers: own = {}, body, mediaType = 'application/json' }: Answer,
  headers: Record<string, string | number> = {},
): Promise<ShapedResponse> {
  resumeWork();
  const isText = mediaType !== 'application/json';
  const { fields, envelope, callback } = isText ? DEFAULT_SHAPE : wanted;
  const json =
    body instanceof Json ? body : isText ? new Json([unshared(String(body))]) : await jsonOf(formed());
  const type = callback === undefined ? mediaType : 'application/javascript';
  return {
    status: envelope ? 200 : status,
    headers: { ...headers, ...own, 'content-type': isBinary(type) ? type : `${type}; charset=utf-8` },
    body: callback === undefined ? json : json.calledBy(callback),
  };

  function formed(): unknown {
    const kept = fields && status < 400 ? keepFields(body, fields) : body;
    const allow = headers.allow === undefined ? {} : { Allow: headers.allow };
    return envelope ? { body: kept, status, headers: { ...allow, ...own } } : kept;
  }
}

const isBinary = (mediaType: string): boolean => /^(?:image|font)\//.test(mediaType);

/** Bytes from which a body is sent in pieces: a client that does not read keeps one of them in memory. */
export const STREAMED = 131_072;
