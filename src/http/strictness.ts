import type { IncomingHttpHeaders } from 'node:http';
import type { Refused } from '../errors.ts';
import { interfaceWords } from '../i18n/messages.ts';
import { type Argument, boolean } from '../input/arguments.ts';
import type { Params } from '../input/params.ts';

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
