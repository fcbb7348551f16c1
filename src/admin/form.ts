import { formValues } from '../background/form-body.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import type { BodySpool } from '../http/body-spool.ts';
import type { Exchange } from '../http/exchange.ts';
import { multipartForm, readParams } from '../http/sent-values.ts';
import { textOrNothing } from '../input/arguments.ts';
import { MAX_SMALL_BODY } from '../limits.ts';

/** What a form sends. */
export interface SentForm {
  /** Its texts by name; brackets in names make lists of texts. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The file of a form that sends one. */
  readonly file?: SentFile;
}

interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What was typed in a field of text. */
export function textOf({ values }: Pick<SentForm, 'values'>, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** A text as the id of a record; undefined for anything else. */
export const asId = (text: unknown): number | undefined =>
  typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** The id that a form names; 0, which nothing has, for anything else. */
export const idIn = (sent: Pick<SentForm, 'values'>, name: string): number => asId(sent.values[name]) ?? 0;

/** Where bodies are while they arrive. */
export interface BodyPlaces {
  readonly bodies: BodyBudget;
  readonly spool: BodySpool;
}

/** Bytes of the headers of the parts of a multipart form. */
const PARTS = 100_000;

/** Bytes of a form whose sender has signed in before, and is no longer: what was typed is shown again. */
const MAX_KEPT = 1_000_000;

/**
 * Reads the form that a request sends. Only those who have signed in may send a picture.
 * @param wasSignedIn whether the request names a session, which may have ended
 * @throws RestError 400 if it is malformed, 413 if it is too large
 */
export async function readForm(
  exchange: Exchange,
  { bodies, spool }: BodyPlaces,
  wasSignedIn: boolean,
): Promise<SentForm> {
  const { request, response, viewer, config } = exchange;
  const contentType = request.headers['content-type'] ?? '';
  const isMultipart = /^multipart\/form-data/i.test(contentType);
  if (isMultipart && viewer) {
    const limit = config.MAX_IMAGE_BYTES + config.MAX_BODY_BYTES + PARTS;
    await using spooled = await spool.receive(request, viewer.id, limit);
    return formOf(await multipartForm(contentType, await spooled.read(), viewer));
  }
  const limit = viewer ? config.MAX_BODY_BYTES : wasSignedIn ? MAX_KEPT : MAX_SMALL_BODY;
  const body = await bodies.read(request, response, limit);
  if (isMultipart) return { values: formOf(await multipartForm(contentType, body, 'readers')).values };
  const sent = await readParams(contentType, body, '', undefined, viewer ?? 'readers');
  return { values: textsOf(sent) };
}

/** No field of a page has an object, of which JavaScript makes no text, or characters that no store accepts. */
const textsOf = (sent: Iterable<readonly [name: string, value: unknown]>): SentForm['values'] =>
  Object.fromEntries(
    [...sent].flatMap(([name, value]) => {
      const texts = Array.isArray(value)
        ? value.flatMap(one => textOrNothing(one) ?? [])
        : textOrNothing(value);
      return texts === undefined ? [] : [[name, texts]];
    }),
  );

function formOf({ fields, name, bytes }: Awaited<ReturnType<typeof multipartForm>>): SentForm {
  const values = textsOf(Object.entries(formValues(fields)));
  return bytes && bytes.length > 0 ? { values, file: { name, bytes } } : { values };
}

/** An object that a page has sent along in a field; undefined if the field has none. */
export function jsonIn(sent: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = typeof sent === 'string' ? JSON.parse(sent) : undefined;
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
