import {
  type ErrorKey,
  failed,
  forbidden,
  invalidParameter,
  Refused,
  RestError,
  refusal,
  tooLarge,
} from '../errors.ts';
import { invalidJson } from '../parameters.ts';
import { missing } from '../reading.ts';
import type { Operation } from '../route.ts';
import type { Documented } from './paths.ts';

/** Every error that an operation documents: its own, and those that many operations share. */
export function errorsOf({ route, operation, method }: Documented): RestError[] {
  const { errors } = operation.answers;
  const absent = (route.absent?.(method) ?? []).map(error =>
    error instanceof Refused ? invalidParameter(route.key!.name, error) : error,
  );
  const own = errors.filter(error => error instanceof RestError);
  // A body is read with every method.
  const statuses = new Set([...errors.filter(error => typeof error === 'number'), 401, 413, 500]);
  return [...absent, ...own, ...[...statuses].flatMap(status => common(status, operation))];
}

/** Anybody may use it. */
export const isPublic = (operation: Operation): boolean => operation.may(undefined, undefined);

const badLanguage = invalidParameter('i18n_language', new Refused('expected_language'));
const badRequests = [
  ...[badLanguage, invalidJson(4, 'Syntax error')],
  ...(['rest_invalid_multipart', 'rest_callback_invalid', 'rest_bad_request'] as const).map(code =>
    refusal(400, code),
  ),
];
const badCredentials = [
  'incorrect_password',
  'invalid_username',
  'invalid_email',
] as const satisfies ErrorKey[];

/** What operations with nothing but these errors of a status share, by its name in the document. */
export const sharedErrors: Readonly<Record<string, readonly RestError[]>> = {
  BadCredentials: badCredentials.map(code => new RestError(401, code, code)),
  Unauthorized: [forbidden(false), ...badCredentials.map(code => new RestError(401, code, code))],
  Forbidden: [forbidden(true)],
  TooLarge: [tooLarge()],
  ServerError: [failed()],
};

function common(status: number, operation: Operation): readonly RestError[] {
  if (status === 400) {
    const incomplete = missing(operation.arguments, new Map());
    return [...(incomplete ? [incomplete] : []), ...badRequests];
  }
  const names: Record<number, string> = {
    401: isPublic(operation) ? 'BadCredentials' : 'Unauthorized',
    ...{ 403: 'Forbidden', 413: 'TooLarge', 500: 'ServerError' },
  };
  return sharedErrors[names[status] ?? ''] ?? [];
}

/** A name for an error among the document's examples: its code, its status, the parameters at fault. */
export function exampleName(error: RestError): string {
  const { params = {} } = error.data('en') as { params?: object };
  const names = Array.isArray(params) ? params : Object.keys(params);
  return [error.code, error.status, ...names].join('.');
}
