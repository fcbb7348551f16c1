import { inBackground, type Owner } from '../background/background.ts';
import { type ParsedBody, parseBody, parseUpload } from '../background/body.ts';
import { type BodyProblem, isBodyProblem, JSON_PROBLEMS, parseForm } from '../background/form-body.ts';
import { type Params, SentParams } from '../input/read-arguments.ts';
import { MAX_SMALL_BODY, MAX_VALUES } from '../limits.ts';
import { RestError } from './errors.ts';

/**
 * Reads the parameters of a request from its body and query. If both have a name, the body wins; `null` in the body
 * counts as not sent then.
 * @param body in its own buffer; do not use it afterwards, since it may be transferred to another thread
 * @param names the parameters to read from the body; all by default
 * @param owner the account that sent the request
 * @throws RestError 400 if the body or the query is malformed or has too many values
 */
export async function readParams(
  contentType: string,
  body: Uint8Array,
  query: string,
  names?: () => readonly string[],
  owner?: Owner,
): Promise<Params> {
  const read = async () => [await bodyValues(contentType, body, names, owner), parseForm(query)] as const;
  const [{ values, others }, queried] = await parsed(read);
  const sent = new SentParams(Object.entries(values), others);
  for (const [name, value] of Object.entries(queried))
    if ((sent.get(name) ?? null) === null) sent.set(name, value);
  return sent;
}

/** A multipart form, and its part `file` if it has one; 400 if the body is no such form. */
export async function multipartForm(contentType: string, body: Uint8Array, owner?: Owner) {
  const { bytes, ...form } = await parsed(() =>
    isSmall(body)
      ? parseUpload(contentType, body)
      : inBackground(owner, 'parseUpload', [contentType, body], buffersOf(body)),
  );
  // The parser returns the bytes in an ArrayBuffer.
  const file = bytes && Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
  return { ...form, bytes: file };
}

async function bodyValues(
  contentType: string,
  body: Uint8Array,
  names?: () => readonly string[],
  owner?: Owner,
): Promise<ParsedBody> {
  if (body.length === 0) return NO_BODY;
  return isSmall(body)
    ? parseBody(contentType, body, names?.())
    : inBackground(owner, 'parseBody', [contentType, body, names?.()], buffersOf(body));
}

const NO_BODY: ParsedBody = { values: {}, others: [] };

/** Whether a body is parsed in the main thread: that takes a few milliseconds at most. */
const isSmall = ({ length }: Uint8Array): boolean => length <= MAX_SMALL_BODY;

const buffersOf = ({ buffer }: Uint8Array) => (buffer instanceof ArrayBuffer ? [buffer] : []);

/** Calls `parse`, and maps a problem with the body, from any thread, to an HTTP error. */
async function parsed<Result>(parse: () => Promise<Result>): Promise<Result> {
  try {
    return await parse();
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw isBodyProblem(code) ? errorOf(code) : error;
  }
}

function errorOf(problem: BodyProblem): RestError {
  if (problem === 'too many values')
    return new RestError(400, 'rest_bad_request', 'too_many_values', { values: { max: MAX_VALUES } });
  if (problem === 'not multipart')
    return new RestError(400, 'rest_invalid_multipart', 'rest_invalid_multipart');
  const [code, message] = JSON_PROBLEMS[problem];
  return invalidJson(code, message);
}

export const invalidJson = (code: number, message: string) =>
  new RestError(400, 'rest_invalid_json', 'rest_invalid_json', {
    data: () => ({ json_error_code: code, json_error_message: message }),
  });
