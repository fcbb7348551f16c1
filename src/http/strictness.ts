import type { IncomingHttpHeaders } from 'node:http';
import { interfaceWords } from '../i18n/messages.ts';
import { type Argument, type Arguments, boolean } from './arguments.ts';
import { Refused } from './errors.ts';
import type { Params } from './sent-values.ts';

/** The parameter, common to all operations, that refuses what no operation would read. */
export const strictArgument: Argument<boolean> = boolean(interfaceWords.strict);

/** How a client prefers to be treated (RFC 7240, section 4.4). */
export type Handling = 'strict' | 'lenient';

/** The handling that the header `Prefer` asks for; of several the first counts. */
export function preferredHandling({ prefer }: IncomingHttpHeaders): Handling | undefined {
  const sent = [prefer ?? []].flat().join();
  const [, handling] = /(?:^|[,;])\s*handling\s*=\s*"?(strict|lenient)"?\s*(?:[,;]|$)/i.exec(sent) ?? [];
  return handling?.toLowerCase() as Handling | undefined;
}

/** Whether unknown names are refused: the parameter counts more than the header. */
export function isStrict(params: Params, handling: Handling | undefined): boolean | Refused {
  const sent = params.get('strict');
  if (sent === undefined) return handling === 'strict';
  const strict = strictArgument.read(sent, NO_CONTEXT);
  return strict as boolean | Refused;
}

/** A flag needs nothing to be read. */
const NO_CONTEXT = {} as Parameters<Argument['read']>[1];

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

/** The value of the header that names what was ignored: strings of RFC 9651, with other characters percent-encoded. */
export function ignoredHeader(names: readonly string[]): string {
  let header = '';
  for (const name of names) {
    const next = header === '' ? quoted(name) : `${header}, ${quoted(name)}`;
    if (next.length > MAX_HEADER) break;
    header = next;
  }
  return header;
}

// A name may end within a character of two units.
const quoted = (name: string): string =>
  `"${name
    .slice(0, MAX_NAME)
    .toWellFormed()
    .replace(/[^ !#$&-[\]-~]/gu, encodeURIComponent)}"`;

/** Characters of a name in a header. */
const MAX_NAME = 100;

/** Characters of the header: proxies refuse answers with long ones. It has room for any name. */
const MAX_HEADER = 1000;

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
