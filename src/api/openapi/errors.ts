import { DomainError, InvalidValue, MissingParameters, PreconditionFailed, Refused } from '../../errors.ts';
import { badTags } from '../../http/conditions.ts';
import { asAnswer } from '../../http/domain-errors.ts';
import { unsupportedContentEncoding, unsupportedTransferEncoding } from '../../http/encodings.ts';
import {
  failed,
  forbidden,
  notWritable,
  RestError,
  refusal,
  tooLarge,
  tooManyFailures,
  tooManyRequests,
  unavailable,
} from '../../http/errors.ts';
import { badKey } from '../../http/idempotency/store.ts';
import type { Declared } from '../../http/operation.ts';
import { invalidJson } from '../../http/sent-values.ts';
import type { ErrorKey } from '../../i18n/say.ts';
import { unknownLanguage } from '../../input/common-arguments.ts';
import { missing } from '../../input/read-arguments.ts';
import type { Documented } from './documented.ts';
import { creates } from './request-headers.ts';

/** All errors that an operation documents: its own, and those that many operations share. */
export function errorsOf(documented: Documented): RestError[] {
  const { route, operation, method } = documented;
  const { errors } = operation.answers;
  const absent = (route.absent?.(method) ?? []).map(error =>
    error instanceof Refused
      ? asAnswer(new InvalidValue(route.key!.name, error))
      : error instanceof DomainError
        ? asAnswer(error)
        : error,
  );
  const own = errors.flatMap(error =>
    error instanceof DomainError ? asAnswer(error) : error instanceof RestError ? error : [],
  );
  // Every method may have a body and conditional headers.
  const statuses = new Set([
    ...errors.filter(error => typeof error === 'number'),
    401,
    412,
    413,
    415,
    429,
    500,
    501,
    503,
  ]);
  own.push(asAnswer(badTags));
  if (creates(documented)) own.push(...keyErrors);
  return [...absent, ...own, ...[...statuses].flatMap(status => common(status, operation))];
}

/** Whether an operation needs no account. */
export const isPublic = (operation: Declared): boolean => operation.may(undefined, undefined);

const badLanguage = asAnswer(new InvalidValue('i18n_language', unknownLanguage));
const keyErrors = [
  asAnswer(badKey),
  refusal(403, 'idempotent_answer_withheld'),
  refusal(422, 'idempotency_key_reused'),
];
const badRequests = [
  ...[badLanguage, invalidJson(4, 'Syntax error')],
  ...(
    ['rest_invalid_multipart', 'rest_callback_invalid', 'rest_invalid_host', 'rest_bad_request'] as const
  ).map(code => refusal(400, code)),
];
const badCredentials = [
  'incorrect_password',
  'expired_password',
  'invalid_username',
  'invalid_email',
] as const satisfies ErrorKey[];

/** A sample number of seconds to wait. */
const SOME = 30;

/** The shared responses of the document, by name: the errors of a status that many operations have in common. */
export const sharedErrors: Readonly<Record<string, readonly RestError[]>> = {
  BadCredentials: badCredentials.map(code => new RestError(401, code, code)),
  Unauthorized: [forbidden(false), ...badCredentials.map(code => new RestError(401, code, code))],
  Forbidden: [forbidden(true), refusal(403, 'insufficient_scope')],
  PreconditionFailed: [asAnswer(new PreconditionFailed())],
  TooLarge: [tooLarge()],
  UnsupportedContentEncoding: [unsupportedContentEncoding()],
  TooManyRequests: [tooManyRequests(SOME), tooManyFailures(SOME)],
  ServerError: [failed()],
  UnsupportedTransferEncoding: [unsupportedTransferEncoding()],
  Unavailable: [unavailable()],
  NotWritable: [unavailable(), notWritable()],
};

function common(status: number, operation: Declared): readonly RestError[] {
  if (status === 400) {
    const names = missing(operation.arguments, new Map());
    const incomplete = names.length > 0 ? [asAnswer(new MissingParameters(names))] : [];
    return [...incomplete, ...badRequests];
  }
  const names: Record<number, string> = {
    // A public operation may still refuse some of its arguments.
    401: isPublic(operation) && !operation.answers.errors.includes(401) ? 'BadCredentials' : 'Unauthorized',
    ...{ 403: 'Forbidden', 412: 'PreconditionFailed', 413: 'TooLarge' },
    ...{ 415: 'UnsupportedContentEncoding', 429: 'TooManyRequests' },
    ...{ 500: 'ServerError', 501: 'UnsupportedTransferEncoding' },
    503: operation.methods.includes('GET') ? 'Unavailable' : 'NotWritable',
  };
  return sharedErrors[names[status] ?? ''] ?? [];
}

/** The name of an error among the examples: its code, its status and the invalid parameters. */
export function exampleName(error: RestError): string {
  const { params = {} } = error.data('en') as { params?: object };
  const names = Array.isArray(params) ? params : Object.keys(params);
  return [error.code, error.status, ...names].join('.');
}
