import { CommitInDoubt, isUnavailable, isUnwritable, refersToNothing } from '../db/errors.ts';
import {
  type DomainCode,
  DomainError,
  InvalidParameters,
  MissingParameters,
  NotAllowed,
  type Refused,
  TermExists,
  TooManyFailures,
} from '../errors.ts';
import type { Language } from '../i18n/language.ts';
import { say } from '../i18n/say.ts';
import { Overloaded } from '../lib/fair-queue.ts';
import { SAFE } from '../lib/http-server.ts';
import {
  failed,
  forbidden,
  inDoubt,
  notWritable,
  RestError,
  tooLarge,
  tooManyFailures,
  unavailable,
  uriTooLong,
} from './errors.ts';

/** The HTTP status of each domain error. */
const STATUS: Readonly<Record<DomainCode, number>> = {
  invalid_email: 401,
  invalid_username: 401,
  incorrect_password: 401,
  expired_password: 401,
  rest_too_many_failures: 429,
  rest_invalid_param: 400,
  rest_missing_callback_param: 400,
  rest_precondition_failed: 412,
  rest_forbidden: 403,
  'rest-event-not-found': 404,
  'rest-invalid-event-id': 400,
  'event-no-longer-available': 403,
  'event-password-protected': 403,
  'rest-version-not-found': 404,
  'rest-trash-record-not-found': 404,
  term_exists: 400,
  'could-not-create-venue': 400,
  'could-not-create-organizer': 400,
  'could-not-update-venue': 400,
  'could-not-update-organizer': 400,
  'event-not-accessible': 403,
  'venue-not-accessible': 403,
  'organizer-not-accessible': 403,
  outside_limits: 403,
  idempotency_key_reused: 422,
  idempotent_answer_withheld: 403,
};

/** The HTTP error for a domain error. */
export function asAnswer(error: DomainError): RestError {
  if (error instanceof NotAllowed) return forbidden(error.signedIn);
  if (error instanceof TooManyFailures) return tooManyFailures(error.wait);
  const { code, key, values } = error;
  return new RestError(STATUS[code], code, key, {
    values,
    ...(error instanceof TermExists && naming(error)),
    ...(error instanceof InvalidParameters && explaining(error)),
    ...(error instanceof MissingParameters && { data: () => ({ params: error.parameters }) }),
  });
}

/** What was expected of each parameter. */
const explaining = ({ refused }: InvalidParameters) => ({
  data: (language: Language) => {
    const all = [...refused].map(([name, why]) => ({ name, why, message: messageOf(name, why, language) }));
    return {
      params: Object.fromEntries(all.map(({ name, message }) => [name, message])),
      details: Object.fromEntries(
        all.map(({ name, why: { code = 'rest_invalid_param' }, message }) => [
          name,
          { code, message, data: { status: 400, param: name } },
        ]),
      ),
    };
  },
});

const messageOf = (name: string, why: Refused, language: Language): string =>
  say(why.key, language, { name, ...why.values });

const naming = ({ id }: TermExists) => ({
  data: () => ({ term_id: id }),
  additional: { additional_data: [id, id] },
});

/** Maps any error to an HTTP error that reveals no internals. */
export function asRestError(error: unknown, method: string): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof DomainError) return asAnswer(error);
  if (error instanceof Overloaded) return unavailable();
  if (error instanceof CommitInDoubt && !SAFE.has(method))
    return inDoubt(error.isOfDisk ? 'store_not_writable' : 'service_unavailable');
  if (isUnwritable(error) && !SAFE.has(method)) return notWritable();
  // A retry either succeeds or gets a precise error.
  if (isUnavailable(error) || refersToNothing(error)) return unavailable();
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return tooLarge();
  if (statusCode === 414) return uriTooLong();
  if (statusCode >= 400 && statusCode < 500)
    return new RestError(statusCode, 'rest_bad_request', 'rest_bad_request');
  return failed();
}

/** Whether an error was thrown on purpose as a response; such an error is not logged. */
export const isExpected = (error: unknown): boolean =>
  error instanceof RestError || error instanceof DomainError || error instanceof Overloaded;
