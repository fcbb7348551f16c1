import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config.ts';
import { DomainError, InvalidParameters, Refused } from '../errors.ts';
import type { MediaFormat } from '../formats/event-format.ts';
import type { Translations } from '../i18n/language.ts';
import type { Arguments } from '../input/arguments.ts';
import { isStrict, languageIn } from '../input/common-arguments.ts';
import {
  assertSent,
  hidesNothing,
  ignoredHiding,
  ignoredNames,
  notKnown,
  type Params,
  readArguments,
  withoutParams,
  withParams,
} from '../input/read-arguments.ts';
import type { DescribedMember, JsonSchema } from '../input/schemas.ts';
import { resumeWork } from '../observability/blocking.ts';
import type { Viewer } from '../users/rights.ts';
import type { SpooledBody } from './body-spool.ts';
import type { Answer, BareCall, Call, Method } from './call.ts';
import { forbidden, noRoute, RestError } from './errors.ts';

/** The declaration of an operation: its methods, arguments, required right and answer. */
export interface Declared<A extends Arguments = Arguments, Target = never> {
  readonly methods: readonly Method[];
  readonly words: Translations;
  /** The operation id in the documentation, if it does not follow from method and path. */
  readonly id?: string;
  readonly arguments: A;
  /** The members of the record as it is read: clients send them back, also those that no argument changes. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The schemas of its body by media type, if the body does not hold the arguments. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
  /**
   * Receives such a body, once the client is known to have the right, and answers with it. Until then the body takes no
   * memory.
   */
  readonly receive?: (body: SentBody, answer: (received: ReceivedBody) => Promise<Answer>) => Promise<Answer>;
  /** Whether the viewer has the right; `target` is undefined if the record does not exist. */
  readonly may: (viewer: Viewer, target: Target | undefined) => boolean;
  /** How it answers in other formats than JSON, if it does. */
  readonly documents?: readonly InFormats<Declared<Arguments, Target>>[];
  /** The media type of its answers, if it has another one than JSON: its address names the format. */
  readonly mediaType?: string;
  readonly answers: {
    readonly status: 200 | 201;
    readonly schema: JsonSchema;
    /** Its description, if it does not follow from method and path. */
    readonly words?: Translations;
    readonly headers?: Readonly<Record<string, DescribedMember>>;
    /** The possible errors: a status for an error that many operations share, otherwise the error itself. */
    readonly errors: readonly (number | RestError | DomainError)[];
  };
}

/** A body that its operation receives by itself. */
export interface SentBody {
  readonly contentType: string;
  readonly viewer: Viewer;
  readonly config: Config;
  /** Aborts once the client has gone. */
  readonly signal: AbortSignal;
  /**
   * Receives it into a file.
   * @param limit bytes
   */
  spool(limit: number): Promise<SpooledBody>;
}

/** What was received. */
export interface ReceivedBody {
  readonly content: unknown;
  /** Its named texts, which are parameters. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What distinguishes the request from others with the same idempotency key. */
  readonly identity: readonly unknown[];
}

/** Formats of an operation besides JSON, and the operation that answers in any of them. */
interface InFormats<Answering> {
  readonly formats: readonly MediaFormat[];
  readonly operation: Answering;
}

export type Documents<Target = never> = InFormats<Operation<Target>>;

/** The declaration of an operation on the record of a path. */
export interface OperationDeclaration<A extends Arguments, Target> extends Declared<A, Target> {
  readonly documents?: readonly Documents<Target>[];
  /** Parameters for which its path stands. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The record of an update, as its client can have read it. */
  readonly shown?: (call: BareCall, target: Target) => Promise<Readonly<Record<string, unknown>>>;
  handle(call: Call<A, Target>): Promise<Answer>;
}

/** An operation on the record of a path. The types of its arguments are hidden from its callers. */
export type Operation<Target = undefined> = OperationDeclaration<Arguments, Target>;

/** Makes an operation; its `handle` gets typed arguments. */
export const operation = <const A extends Arguments, Target = undefined>(
  declared: OperationDeclaration<A, Target>,
): Operation<Target> => declared;

/** Makes an operation for which anybody may ask. What it may show is another question, which it answers itself. */
export const publicRead = <const A extends Arguments, Target = undefined>(
  declared: Omit<OperationDeclaration<A, Target>, 'methods' | 'may'>,
): Operation<Target> => operation({ methods: ['GET'], may: () => true, ...declared });

/** An operation as its route serves it. */
export interface Served extends Declared {
  readonly documents?: readonly InFormats<Served>[];
  /**
   * Finds the record of the path, checks the right, reads the arguments and carries out the operation. A header tells what
   * else the viewer may do with the record.
   * @throws RestError, DomainError if one of these steps refuses the request
   */
  answer(call: BareCall, request: OperationRequest): Promise<Answer>;
}

/** What a request asks of an operation. */
export interface OperationRequest {
  readonly key: PathKey;
  readonly method: Method;
  readonly params: Params;
  /** Headers of the response, whether it succeeds or fails. */
  readonly headers: Record<string, string | number>;
  /** What the path names, if that is known already. */
  readonly ahead?: { readonly found: unknown } | undefined;
}

/** The path parameters of a request. */
export interface PathKey {
  readonly id: number;
  readonly slug: string;
  readonly version: number;
  readonly date: string;
}

/** The operation that answers in this format, or in JSON. */
export const answeringIn = (operation: Served, format: MediaFormat | undefined): Served =>
  (format && operation.documents?.find(({ formats }) => formats.includes(format))?.operation) ?? operation;

/**
 * The result of a route's `find`: the record, a Refused for an invalid path parameter, or an error to throw after the
 * right has been checked.
 */
export type FoundTarget<Target> = Target | Refused | RestError | DomainError;

const isError = (found: unknown): found is RestError | DomainError =>
  found instanceof RestError || found instanceof DomainError;

/** Whether there is the record that a path names, or the path names none. */
export const isFound = <Target>(found: FoundTarget<Target>): found is Target =>
  !(found instanceof Refused || isError(found));

export const foundRecord = <Target>(found: FoundTarget<Target>): Target | undefined =>
  isFound(found) ? found : undefined;

/**
 * Carries out an operation on what was found at the path.
 * @param name the path parameter that names the record
 */
export async function carryOut<Target>(
  declared: Operation<Target>,
  call: BareCall,
  params: Params,
  found: FoundTarget<Target>,
  name = '',
): Promise<Answer> {
  const sent = declared.fixed ? withParams(params, Object.entries(declared.fixed)) : params;
  assertSent(declared.arguments, sent);
  const target = foundRecord(found);
  const may = declared.may(call.viewer, target);
  resumeWork();
  const changed = may && target !== undefined ? await withoutUnchanged(declared, call, target, sent) : sent;
  const i18n_language = languageIn(changed.get('i18n_language'));
  const strict = call.page ? false : isStrict(changed, call.handling === 'strict');
  const isRefused = !may || i18n_language instanceof Refused;
  const reading = { ...call, strict: strict === true, ...(isRefused && { validateOnly: true }) };
  const { args, refused } = await readArguments(declared.arguments, changed, reading);
  if (i18n_language instanceof Refused) refused.set('i18n_language', i18n_language);
  if (strict instanceof Refused) refused.set('strict', strict);
  refuseIgnored(declared, changed, strict === true, refused);
  if (found instanceof Refused) refused.set(name, found);
  const { names } = call.document ?? call.page ?? {};
  if (names !== undefined && refused.has(names)) throw noRoute();
  if (found instanceof Refused || i18n_language instanceof Refused || refused.size > 0)
    throw new InvalidParameters(refused);
  if (!may) throw forbidden(call.viewer !== undefined);
  if (isError(found)) throw found;
  resumeWork();
  return declared.handle({ ...call, i18n_language, args, target: found });
}

/** Refuses what would be ignored: in strict handling all of it, otherwise what would leave a record public. */
function refuseIgnored(
  declared: Pick<Declared, 'arguments' | 'methods' | 'members'>,
  params: Params,
  strict: boolean,
  refused: Map<string, Refused>,
): void {
  if (strict) for (const name of ignoredNames(declared, params)) refused.set(name, notKnown);
  const isWrite = declared.methods.includes('POST') && !declared.methods.includes('GET');
  if (!isWrite) return;
  for (const name of ignoredHiding(declared.arguments, params)) refused.set(name, hidesNothing);
}

/** Arguments that say how to write others. */
const OF_THE_WRITE = new Set(['language', 'translate', 'scope', 'dry_run']);

/**
 * The parameters of an update without those that are as its client has read them. That holds for the whole record as it
 * was read, which members show that no argument changes, such as `id` or `_links`. Other updates say what they say.
 */
async function withoutUnchanged<Target>(
  { arguments: declared, members = {}, shown }: Operation<Target>,
  call: BareCall,
  target: Target,
  params: Params,
): Promise<Params> {
  const isFollowing = (name: string) => Object.hasOwn(members, name) && !Object.hasOwn(declared, name);
  if (!shown || ![...params.keys(), ...params.others].some(isFollowing)) return params;
  const known = await shown(call, target);
  const unchanged = [...params].flatMap(([name, sent]) =>
    Object.hasOwn(known, name) && !OF_THE_WRITE.has(name) && isDeepStrictEqual(sent, known[name]) ? name : [],
  );
  return withoutParams(params, new Set(unchanged));
}
