import { MissingParameters, Refused } from '../errors.ts';
import { Pacer } from '../lib/pacer.ts';
import type { Argument, Arguments, ArgumentValues, ReadContext } from './arguments.ts';

/** What was sent, by name. */
type SentArguments = ReadonlyMap<string, unknown>;

/** @throws MissingParameters if required parameters were not sent */
export function assertSent(declared: Arguments, sent: SentArguments): void {
  const names = missing(declared, sent);
  if (names.length > 0) throw new MissingParameters(names);
}

/** The names of all missing required parameters; `null` counts as missing. */
export function missing(declared: Arguments, sent: SentArguments): string[] {
  const isSent = (name: string | undefined) => name !== undefined && (sent.get(name) ?? null) !== null;
  return planOf(declared).required.filter(name => !isSent(name) && !isSent(declared[name]!.unless));
}

/** Reads the values of the declared arguments, and collects the refusals of invalid ones. */
export async function readArguments<A extends Arguments>(
  declared: A,
  sent: SentArguments,
  reading: ReadContext,
) {
  // In the declared order, in which links show them.
  const args: Record<string, unknown> = {};
  const refused = new Map<string, Refused>();
  const pacer = new Pacer();
  const take = (name: string, result: unknown) => {
    if (result instanceof Refused) refused.set(name, result);
    else args[name] = result;
  };
  const { shortFirst, lookingUp } = planOf(declared);
  for (const argument of shortFirst) {
    const value = sentFor(argument);
    if (value === undefined) continue;
    if (pacer.isDue()) await pacer.pause();
    const read = argument.read(value, contextOf());
    take(argument.name, read instanceof Promise ? await read : read);
  }
  const looked = lookingUp.flatMap(argument => {
    const value = sentFor(argument);
    return value === undefined ? [] : { name: argument.name, read: argument.read(value, contextOf()) };
  });
  const found = await Promise.all(looked.map(({ read }) => read));
  for (const [at, { name }] of looked.entries()) take(name, found[at]);
  // Each value was read by the argument of its name.
  return { args: args as ArgumentValues<A>, refused: inOrderOf(declared, refused) };

  function contextOf(): ReadContext {
    return refused.size > 0 ? { ...reading, validateOnly: true } : reading;
  }

  /** The sent value; undefined if there is none, so that the fallback counts. */
  function sentFor(argument: NamedArgument): unknown {
    const value = sent.get(argument.name);
    if (value !== undefined && !(value === null && takesNullAsNothing(argument))) return value;
    const fallback = argument.configured?.(reading.config) ?? argument.fallback;
    if (fallback !== undefined) args[argument.name] = fallback;
    return undefined;
  }
}

type NamedArgument = Argument & { readonly name: string };

/** What each request needs of the declared arguments. */
interface ReadingPlan {
  readonly required: readonly string[];
  /** The arguments that do not ask the store, those that may take long last. */
  readonly shortFirst: readonly NamedArgument[];
  /** Those that ask the store. */
  readonly lookingUp: readonly NamedArgument[];
}

const plans = new WeakMap<Arguments, ReadingPlan>();

function planOf(declared: Arguments): ReadingPlan {
  const known = plans.get(declared);
  if (known) return known;
  const all = Object.entries(declared).map(([name, argument]) => ({ ...argument, name }));
  const fresh = {
    required: all.flatMap(({ name, required }) => (required ? [name] : [])),
    shortFirst: [false, true].flatMap(long =>
      all.filter(({ isLong = false, looksUp }) => !looksUp && isLong === long),
    ),
    lookingUp: all.filter(({ looksUp }) => looksUp),
  };
  plans.set(declared, fresh);
  return fresh;
}

const inOrderOf = (declared: Arguments, refused: ReadonlyMap<string, Refused>): Map<string, Refused> =>
  refused.size < 2
    ? new Map(refused)
    : new Map(
        Object.keys(declared).flatMap(name =>
          refused.has(name) ? [[name, refused.get(name)!] as const] : [],
        ),
      );

/** As clients expect: `null` is invalid for an argument with a declared type, and counts as not sent otherwise. */
const takesNullAsNothing = ({ schema, nullable }: Argument): boolean =>
  schema.type === undefined && !nullable;

/** The parameters of a request, as they were sent. */
export interface Params extends ReadonlyMap<string, unknown> {
  /** The names of members of the body that were not asked for. */
  readonly others: readonly string[];
}

export class SentParams extends Map<string, unknown> implements Params {
  readonly others: readonly string[];

  constructor(entries: Iterable<readonly [string, unknown]>, others: readonly string[]) {
    super(entries);
    this.others = others;
  }
}

/** The parameters with these, of which the last of equal names counts. */
export const withParams = (params: Params, added: Iterable<readonly [string, unknown]>): Params =>
  new SentParams([...params, ...added], params.others);

/** The parameters without some of them. */
export const withoutParams = (params: Params, names: ReadonlySet<string>): Params =>
  new SentParams(
    [...params].filter(([name]) => !names.has(name)),
    params.others,
  );

/** Parameters that say how to answer, and those that only other services of the same kind know. */
const GENERAL = new Set(['i18n_language', 'strict', 'context', 'rest_route', 'id', 'slug']);

/** More names than anybody mistypes. */
const MOST = 20;

/** What an operation knows of what is sent. */
interface Knowing {
  readonly arguments: Arguments;
  readonly members?: Readonly<Record<string, unknown>>;
}

/**
 * The names of what was sent and has no effect, because nobody knows them: neither arguments, nor members of the record
 * as it is read. Clients send the latter back. Names that begin with `_` are about the answer.
 */
export function ignoredNames({ arguments: declared, members = {} }: Knowing, params: Params): string[] {
  const isKnown = (name: string) =>
    name.startsWith('_') ||
    GENERAL.has(name) ||
    Object.hasOwn(declared, name) ||
    Object.hasOwn(members, name);
  const unknown = [...params.keys(), ...params.others].filter(name => !isKnown(name));
  const within = [...params].flatMap(([name, sent]) =>
    Object.hasOwn(declared, name)
      ? (declared[name]!.unknownIn?.(sent).map(part => `${name}.${part}`) ?? [])
      : [],
  );
  return [...new Set([...unknown, ...within])].slice(0, MOST);
}

/** Why an unknown name is refused. */
export const notKnown = new Refused('expected_known');

/** Whether a value is no value. */
const isNothing = (sent: unknown): boolean =>
  sent === undefined || sent === null || sent === '' || sent === false;

/** Members by which senders hide records, and whether a value of theirs hides one. */
const HIDING: Readonly<Record<string, (sent: unknown) => boolean>> = {
  password: sent => !isNothing(sent),
  post_password: sent => !isNothing(sent),
  status: sent => !isNothing(sent) && sent !== 'publish',
  post_status: sent => !isNothing(sent) && sent !== 'publish',
  hide_from_listings: sent => !isNothing(sent) && !/^(0|false)$/i.test(String(sent)),
};

export const hidingNames: readonly string[] = Object.keys(HIDING);

/** Why a member is refused that would hide another kind of record: it must not be public against the will of its sender. */
export const hidesNothing = new Refused('expected_nothing_to_hide');

/** The members with which a sender wants to hide a record, and which would be ignored. */
export const ignoredHiding = (declared: object, sent: Pick<Params, 'get'>): string[] =>
  hidingNames.filter(name => !Object.hasOwn(declared, name) && HIDING[name]!(sent.get(name)));
