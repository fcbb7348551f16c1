import type { RestError } from '../../http/errors.ts';
import type { Language, Translations } from '../../i18n/language.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import { type DescribedMember, described, optionally, ref } from '../../input/schemas.ts';
import type { Documented } from './documented.ts';
import { errorsOf, exampleName, sharedErrors } from './errors.ts';
import { sectionOf } from './names.ts';
import { creates } from './request-headers.ts';

export function responses(documented: Documented, language: Language): Record<string, object> {
  const errors = Map.groupBy(errorsOf(documented), ({ status }) => status);
  const { status } = documented.operation.answers;
  return {
    [status]: success(documented, language),
    ...Object.fromEntries(
      [...errors].map(([status, all]) => [status, shared(all) ?? failure(all, language)]),
    ),
  };
}

/** The responses that operations refer to by name. */
export const sharedResponses = (language: Language): Record<string, object> =>
  Object.fromEntries(Object.entries(sharedErrors).map(([name, errors]) => [name, failure(errors, language)]));

function shared(errors: readonly RestError[]): object | undefined {
  const found = Object.entries(sharedErrors).find(
    ([, all]) => all.length === errors.length && all.every((error, i) => error === errors[i]),
  );
  return found && { $ref: `#/components/responses/${found[0]}` };
}

/** The headers that many operations share. */
export const commonHeaders: Readonly<Record<string, DescribedMember>> = {
  Allow: described({ type: 'string' }, interfaceWords.header_allow),
  ETag: optionally(described({ type: 'string' }, interfaceWords.header_etag)),
  'WWW-Authenticate': described({ type: 'string' }, interfaceWords.header_authenticate),
  'Accept-Encoding': described({ const: 'identity' }, interfaceWords.header_accept_encoding),
  'Retry-After': described({ type: 'integer', minimum: 1 }, interfaceWords.header_retry_after),
  'Almanac-Ignored': optionally(described({ type: 'string' }, interfaceWords.header_ignored)),
  'Preference-Applied': optionally(described({ type: 'string' }, interfaceWords.header_preference_applied)),
  RateLimit: optionally(described({ type: 'string' }, interfaceWords.header_rate_limit)),
  'RateLimit-Policy': optionally(described({ type: 'string' }, interfaceWords.header_rate_limit_policy)),
};

/** The headers that every response may have. */
export const COMMON = ['Almanac-Ignored', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy'];

export const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));

/** The response for the errors of one status. */
function failure(errors: readonly RestError[], language: Language) {
  const { status } = errors[0]!;
  const own = HEADERS[status] ?? [];
  const names = errors.map(exampleName);
  const examples = names.map(name => [name, { $ref: `#/components/examples/${name}` }]);
  return {
    description: (FAILURES[status] ?? interfaceWords.bad_request)[language],
    headers: headerRefs([...own, ...COMMON]),
    content: { 'application/json': { schema: ref('Error'), examples: Object.fromEntries(examples) } },
  };
}

/** The additional headers by status. */
const HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  415: ['Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const FAILURES: Readonly<Record<number, Translations>> = {
  400: interfaceWords.bad_request,
  401: interfaceWords.unauthorized,
  403: interfaceWords.forbidden,
  404: interfaceWords.not_found,
  406: interfaceWords.not_acceptable,
  410: interfaceWords.gone,
  412: interfaceWords.precondition_failed,
  413: interfaceWords.too_large,
  415: interfaceWords.unsupported_content_encoding,
  422: interfaceWords.key_reused,
  429: interfaceWords.too_many,
  500: interfaceWords.server_error,
  501: interfaceWords.unsupported_transfer_encoding,
  503: interfaceWords.unavailable,
};

function success(documented: Documented, language: Language) {
  const { schema, headers = {} } = documented.operation.answers;
  return {
    description: successWords(documented)[language],
    headers: headerRefs([
      ...['Allow', ...(hasTag(documented) ? ['ETag'] : [])],
      ...[...Object.keys(headers), ...COMMON],
    ]),
    content: { 'application/json': { schema } },
  };
}

/**
 * Whether the response has an ETag: single records of the interface do, also in answers to creates and updates. The plan
 * of a dry run, which has words of its own, has none.
 */
const hasTag = (documented: Documented): boolean =>
  documented.route.root === undefined &&
  documented.operation.answers.words === undefined &&
  !isList(documented) &&
  ((documented.route.key !== undefined && documented.method !== 'DELETE') || creates(documented));

const isList = ({ operation }: Documented): boolean => 'X-TEC-Total' in (operation.answers.headers ?? {});

function successWords({ route, operation, method }: Documented): Translations {
  if (operation.answers.words) return operation.answers.words;
  if (sectionOf(route) === 'interface') return interfaceWords.ok_described;
  if (operation.answers.status === 201) return interfaceWords.ok_created;
  if (method === 'DELETE') return interfaceWords.ok_deleted;
  if (method !== 'GET') return interfaceWords.ok_updated;
  return route.key ? interfaceWords.ok_record : interfaceWords.ok_list;
}
