import { isObject, parsedJson } from '../lib/objects.ts';
import { MAX_JSON_DEPTH, MAX_LINE, MAX_VALUES } from '../limits.ts';
import { BodyError, formValues, NOT_TEXT, parseForm } from './form-body.ts';

export type BodyValues = Readonly<Record<string, unknown>>;

/** The wanted values of a body, and the names of others. */
export interface ParsedBody {
  readonly values: BodyValues;
  readonly others: readonly string[];
}

/** Names of other values: more than any record has members. */
const MAX_OTHERS = 200;

/**
 * The named values of a body: JSON, a form, or the fields of a multipart form. Other types have none.
 * @param names the wanted names; all if undefined
 * @throws BodyError
 */
export async function parseBody(
  contentType: string,
  body: Uint8Array,
  names?: readonly string[],
): Promise<ParsedBody> {
  const values = await allValues(contentType, body);
  if (!names) return { values, others: [] };
  const wanted = new Set(names);
  const [sent, others] = [true, false].map(isWanted =>
    Object.keys(values).filter(name => wanted.has(name) === isWanted),
  );
  return {
    values: Object.fromEntries(sent!.map(name => [name, values[name]])),
    others: others!.slice(0, MAX_OTHERS).map(name => name.slice(0, MAX_LINE)),
  };
}

async function allValues(contentType: string, body: Uint8Array): Promise<BodyValues> {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return parseJson(body);
  if (type === 'application/x-www-form-urlencoded') return parseForm(latin1(body));
  if (type !== 'multipart/form-data') return {};
  const sent = [...(await parseMultipart(contentType, body))].filter(([, value]) => !isUnchosen(value));
  return formValues(sent.map(([name, value]) => [name, typeof value === 'string' ? value : NOT_TEXT]));
}

/** What a form sends for a field of a file, if none was chosen. */
const isUnchosen = (value: File | string) =>
  typeof value === 'object' && value.name === '' && value.size === 0;

const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

/** The texts of a multipart form, and its part `file` if it has one. */
export interface ParsedUpload {
  readonly bytes?: Uint8Array;
  readonly name: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** @throws BodyError */
export async function parseUpload(contentType: string, body: Uint8Array): Promise<ParsedUpload> {
  const form = await parseMultipart(contentType, body);
  const fields = [...textsOf(form)];
  if (fields.length > MAX_VALUES) throw new BodyError('too many values');
  const file = form.get('file');
  return file instanceof File ? { bytes: await file.bytes(), name: file.name, fields } : { name: '', fields };
}

/** Skips files: only the part `file` is one. */
function* textsOf(form: FormData): Generator<[string, string]> {
  for (const [name, value] of form) if (typeof value === 'string') yield [name, value];
}

async function parseMultipart(contentType: string, body: Uint8Array): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new BodyError('not multipart');
  }
}

/** Parses a JSON object; other JSON becomes an object without members. */
function parseJson(body: Uint8Array): BodyValues {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new BodyError('utf8');
  }
  if (text.trim() === '') return {};
  const problem = structuralProblem(text);
  if (problem === 'depth' || problem === 'too many values') throw new BodyError(problem);
  const value = parsedJson(text);
  if (value === undefined) throw new BodyError(problem ?? 'syntax');
  return isObject(value) ? (value as BodyValues) : {};
}

/** Finds the first problem with brackets, strings or the number of values, before the JSON is parsed. */
function structuralProblem(text: string): 'depth' | 'mismatch' | 'control' | 'too many values' | undefined {
  const open: string[] = [];
  let values = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
      else if (character < ' ') return 'control';
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      if (open.push(character) > MAX_JSON_DEPTH) return 'depth';
      values++;
    } else if (character === ',') values++;
    else if (character === '}' || character === ']') {
      if (open.pop() !== (character === '}' ? '{' : '[')) return 'mismatch';
    }
    if (values > MAX_VALUES) return 'too many values';
  }
  return undefined;
}
