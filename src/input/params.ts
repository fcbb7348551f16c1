import { Refused } from '../errors.ts';
import type { Arguments } from './arguments.ts';

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

/** The parameters with this one. */
export const withParam = (params: Params, name: string, value: unknown): Params =>
  withParams(params, [[name, value]]);

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
