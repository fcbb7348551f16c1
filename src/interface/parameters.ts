import { MAX_JSON_DEPTH } from '../limits.ts';
import { RestError } from './errors.ts';
import { parseForm } from './form.ts';

/** Named values as they were sent; a name that was not sent is not there. */
export type Sent = ReadonlyMap<string, unknown>;

/**
 * The values of a request, whichever way they came: of one name the JSON body's wins, then the form's,
 * then the query's. `null` counts as not sent where another way sent something.
 */
export async function sentValues(contentType: string, body: Buffer, query: string): Promise<Sent> {
  const sent = new Map<string, unknown>();
  for (const source of [await bodyValues(contentType, body), parseForm(query)]) {
    for (const [name, value] of Object.entries(source)) {
      if (!sent.has(name) || sent.get(name) === null) sent.set(name, value);
    }
  }
  return sent;
}

async function bodyValues(contentType: string, body: Buffer): Promise<object> {
  if (body.length === 0) return {};
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)) return parseJson(body);
  if (type === 'application/x-www-form-urlencoded') return parseForm(body.toString('latin1'));
  if (type === 'multipart/form-data') return parseMultipart(contentType, body);
  return {};
}

/** The fields of a multipart body. Files are no parameters of the interface; uploads have a route of their own. */
async function parseMultipart(contentType: string, body: Buffer): Promise<object> {
  const pairs = new URLSearchParams();
  for (const [name, value] of await multipart(contentType, body))
    if (typeof value === 'string') pairs.append(name, value);
  return parseForm(pairs.toString());
}

/** The parts of a multipart body; 400 where it cannot be read. */
export async function multipart(contentType: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new RestError(400, 'rest_invalid_multipart', 'rest_invalid_multipart');
  }
}

/** A JSON object; other JSON is an object without members. 400 with the codes of PHP's json_last_error(). */
function parseJson(body: Buffer): object {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw invalidJson(5, 'Malformed UTF-8 characters, possibly incorrectly encoded');
  }
  if (text.trim() === '') return {};
  const problem = nestingProblem(text);
  if (problem === 'depth') throw invalidJson(1, 'Maximum stack depth exceeded');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    if (problem === 'mismatch') throw invalidJson(2, 'State mismatch (invalid or malformed JSON)');
    if (problem === 'control') throw invalidJson(3, 'Control character error, possibly incorrectly encoded');
    throw invalidJson(4, 'Syntax error');
  }
}

/** The first thing wrong with brackets and strings, in the words of PHP's parser: clients look at its codes. */
function nestingProblem(text: string): 'depth' | 'mismatch' | 'control' | undefined {
  const open: string[] = [];
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
    } else if (character === '}' || character === ']') {
      if (open.pop() !== (character === '}' ? '{' : '[')) return 'mismatch';
    }
  }
  return undefined;
}

export const invalidJson = (code: number, message: string) =>
  new RestError(400, 'rest_invalid_json', 'rest_invalid_json', {
    data: () => ({ json_error_code: code, json_error_message: message }),
  });
