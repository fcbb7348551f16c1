import { formValues } from '../background/form-body.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import type { BodySpool } from '../http/body-spool.ts';
import { tooLarge } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { multipartForm, readParams } from '../http/sent-values.ts';
import { textOrNothing } from '../input/arguments.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { isObject, parsedJson } from '../lib/objects.ts';
import { MAX_PICTURES_WAITING, MAX_PROPOSAL_BODY, MAX_SMALL_BODY, MAX_TEXT } from '../limits.ts';
import { closeSignal } from '../net/client-signal.ts';

/** What a form sends. */
export interface SentForm {
  /** Its texts by the names of their fields; `[]` makes a list of them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The file of a form that sends one. */
  readonly file?: UploadedFile;
  /** Whether a program sent it rather than a page of this site. */
  readonly isForeign?: true;
}

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What was typed in a field of text. */
export function textOf({ values }: Pick<SentForm, 'values'>, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** What the button does by which a form was sent, if it is one of these. */
export const actOf = <Act>(acts: Readonly<Record<string, Act>>, { values }: SentForm): Act | undefined =>
  typeof values.do === 'string' && Object.hasOwn(acts, values.do) ? acts[values.do] : undefined;

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

const LIMITS = { nobody: MAX_SMALL_BODY, former: MAX_KEPT, public: MAX_PROPOSAL_BODY } as const;

/** Characters of what is typed in a form, with the markup around its fields: a page may show all of it again. */
const MAX_TYPED = 2.1 * MAX_TEXT;

/** Such forms are read a few at a time, for anybody can invent a session. */
const kept = new FairQueue<string>({ atOnce: 4, mostWaiting: 4, mostInAll: 32 });

/** The owner of uploads without an account: they take turns as those of one account. */
const EVERYBODY = 0;

/** Accounts take turns, and one form with a large picture is in memory at a time. */
const uploads = new FairQueue<number>({ mostWaiting: MAX_PICTURES_WAITING });

/**
 * Reads the form that a request sends. People who have signed in may send a picture, and so may those who fill in a form
 * for everybody.
 * @param sender whether somebody has not signed in whose request names a session, which may have ended, or who fills in a
 * form for everybody
 * @param act what is done with the form
 * @throws RestError 400 if it is malformed, 413 if it is too large
 */
export async function withForm<Done>(
  exchange: Exchange,
  { bodies, spool, fileBytes = 0 }: BodyPlaces & { readonly fileBytes?: number },
  sender: 'nobody' | 'former' | 'public',
  act: (form: SentForm) => Promise<Done>,
): Promise<Done> {
  const { request, response, viewer, config, client } = exchange;
  const { 'content-type': contentType = '', 'content-length': length = Infinity } = request.headers;
  const isMultipart = /^multipart\/form-data/i.test(contentType);
  const sends = viewer !== undefined || sender === 'public';
  const ofTexts = viewer ? config.MAX_BODY_BYTES : MAX_PROPOSAL_BODY;
  if (isMultipart && sends && Number(length) > ofTexts) {
    const largest = Math.max(config.MAX_IMAGE_BYTES, fileBytes);
    const from = largest + ofTexts + PARTS;
    const owner = viewer?.id ?? EVERYBODY;
    const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
    // Of a file that is too large enough is read to say so beside what was typed.
    const cut = { from, delimiter: `\r\n--${quoted ?? plain}` };
    const sentBy = viewer ? undefined : client.network;
    await using spooled = await spool.receive(request, owner, from + ofTexts, sentBy, cut);
    const begin = async () => {
      const body = await spooled.read();
      const form = await multipartForm(contentType, body, viewer ?? 'readers');
      if (body.length > from && (form.bytes?.length ?? 0) <= largest) throw tooLarge();
      // Anybody's texts are no longer with a picture than without one.
      return act(formOf(form, viewer ? MAX_TYPED : ofTexts));
    };
    // Without `await` the file would be closed first.
    return await uploads.run(owner, begin, closeSignal(response));
  }
  const limit = viewer ? config.MAX_BODY_BYTES : LIMITS[sender];
  const read = () => bodies.read(request, response, limit);
  const isKept = limit === MAX_KEPT && !(Number(length) <= MAX_SMALL_BODY);
  const body = await (isKept ? kept.run(client.address, read, closeSignal(response)) : read());
  if (!isMultipart) {
    const sent = await readParams(contentType, body, '', undefined, viewer ?? 'readers');
    return act({ values: textsOf(sent) });
  }
  const { file, ...form } = formOf(await multipartForm(contentType, body, viewer ?? 'readers'));
  return act(sends && file ? { ...form, file } : form);
}

/**
 * No field of a page has an object, of which JavaScript makes no text: its members keep the names of their fields.
 * Characters that no store accepts are left out.
 */
function textsOf(sent: Iterable<readonly [string, unknown]>, most = MAX_TYPED): SentForm['values'] {
  const values = [...sent].flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [[name, value.flatMap(one => textOrNothing(one) ?? [])]];
    if (isObject(value)) return pairsOf({ [name]: value });
    const text = textOrNothing(value);
    return text === undefined ? [] : [[name, text]];
  });
  // What a page has sent along is not shown.
  const typed = pairsOf(Object.fromEntries(values.filter(([name]) => name !== 'opened')));
  if (typed.reduce((sum, [, value]) => sum + value.length + 30, 0) > most) throw tooLarge();
  return Object.fromEntries(values);
}

/** The values of a form by the names of its fields. */
export function pairsOf(values: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  const within = (name: string, value: unknown): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => within(`${name}[${key}]`, member))
      : [[name, String(value ?? '')]];
  return Object.entries(values).flatMap(([name, value]) => within(name, value));
}

function formOf(sent: Awaited<ReturnType<typeof multipartForm>>, most?: number): SentForm {
  const { fields, name, bytes } = sent;
  const values = textsOf(Object.entries(formValues(fields)), most);
  return bytes && bytes.length > 0 ? { values, file: { name, bytes } } : { values };
}

/** An object that a page has sent along in a field; undefined if the field has none. */
export function jsonIn(sent: unknown): Readonly<Record<string, unknown>> | undefined {
  const read = typeof sent === 'string' ? parsedJson(sent) : undefined;
  return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined;
}
