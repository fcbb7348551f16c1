import { RestError } from './errors.ts';
import type { Sent } from './parameters.ts';

/** What a request asks of the form of its answer, by parameters that every route understands. */
export interface Form {
  /** Dotted paths of the members to keep; undefined for all. */
  fields: string[][] | undefined;
  envelope: boolean;
  /** JSONP: the function to call. */
  callback: string | undefined;
}

export const PLAIN: Form = { fields: undefined, envelope: false, callback: undefined };

/** The wanted form; `_envelope` and `_jsonp` are read from the query, `_fields` wherever it was sent. */
export function readForm(sent: Sent): Form {
  return {
    fields: readFields(sent.get('_fields')),
    envelope: isOn(sent),
    callback: callbackOf(sent.get('_jsonp')),
  };
}

const isOn = (sent: Sent): boolean =>
  sent.has('_envelope') && !['0', 'false'].includes(String(sent.get('_envelope')));

/** 400 for a callback that is not the name of a function, possibly within objects. */
export function callbackOf(sent: unknown): string | undefined {
  if (sent === undefined || sent === '') return undefined;
  if (typeof sent === 'string' && sent.length <= 200 && /^[\w$.]+$/.test(sent)) return sent;
  throw new RestError(400, 'rest_callback_invalid', 'rest_callback_invalid');
}

function readFields(sent: unknown): string[][] | undefined {
  const list = Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',') : [];
  const paths = list.flatMap(item =>
    typeof item === 'string' && item.trim() !== '' ? [item.trim().split('.')] : [],
  );
  return paths.length > 0 ? paths : undefined;
}

/** `value` with the members on `paths` alone; a path goes through lists to the members of their items. */
export function keepFields(value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map(item => keepFields(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const rest = paths.filter(path => path[0] === name).map(path => path.slice(1));
      if (rest.length === 0) return [];
      return [[name, rest.some(path => path.length === 0) ? member : keepFields(member, rest)]];
    }),
  );
}
