import type { Language } from './i18n/language.ts';
import { type ErrorKey, type MessageValues, say } from './i18n/say.ts';

/** The stable codes of the errors below; http/domain-errors.ts gives each a status. */
export type DomainCode =
  | SignInCode
  | NamelessCode
  | UnreadableCode
  | 'rest_too_many_failures'
  | 'rest_invalid_param'
  | 'rest_missing_callback_param'
  | 'rest_precondition_failed'
  | 'rest_forbidden'
  | 'rest-event-not-found'
  | 'rest-invalid-event-id'
  | 'event-no-longer-available'
  | 'event-password-protected'
  | 'rest-version-not-found'
  | 'rest-trash-record-not-found'
  | 'term_exists'
  | 'outside_limits'
  | 'idempotency_key_reused'
  | 'idempotent_answer_withheld';

type SignInCode = 'invalid_email' | 'invalid_username' | 'incorrect_password' | 'expired_password';
type UnreadableCode = `${'event' | 'venue' | 'organizer'}-not-accessible`;
type NamelessCode = `could-not-${'create' | 'update'}-${'venue' | 'organizer'}`;

/**
 * Why an operation is refused: a stable code for programs, and a text for people in their language. It knows nothing of
 * HTTP: http/domain-errors.ts turns it into an answer, and a command prints its text.
 */
export class DomainError extends Error {
  override name = 'DomainError';
  readonly code: DomainCode;
  readonly key: ErrorKey;
  readonly values: MessageValues;

  constructor(code: DomainCode & ErrorKey);
  /** @param key the key of its text, if it differs from the code */
  constructor(code: DomainCode, key: ErrorKey, values?: MessageValues);
  // Without a key, the code is the key, as the first signature says.
  constructor(code: DomainCode, key = code as ErrorKey, values: MessageValues = {}) {
    super(code);
    this.code = code;
    this.key = key;
    this.values = values;
  }

  text(language: Language): string {
    return say(this.key, language, this.values);
  }
}

/** Why a value was refused: the key of the message that says what was expected, and an optional code. */
export class Refused {
  readonly key: ErrorKey;
  readonly values: MessageValues;
  readonly code: string | undefined;

  constructor(key: ErrorKey, values: MessageValues = {}, code?: string) {
    this.key = key;
    this.values = values;
    this.code = code;
  }
}

/** Invalid values, by the names of their parameters. */
export class InvalidParameters extends DomainError {
  readonly refused: ReadonlyMap<string, Refused>;

  constructor(refused: ReadonlyMap<string, Refused>) {
    super('rest_invalid_param', 'rest_invalid_param', { names: [...refused.keys()].join(', ') });
    this.refused = refused;
  }
}

/** One value that turned out to be invalid after all values had been read, or within the transaction that writes it. */
export class InvalidValue extends InvalidParameters {
  readonly parameter: string;
  readonly why: Refused;

  constructor(parameter: string, why: Refused) {
    super(new Map([[parameter, why]]));
    this.parameter = parameter;
    this.why = why;
  }
}

/** Required parameters were not sent. */
export class MissingParameters extends DomainError {
  readonly parameters: readonly string[];

  constructor(parameters: readonly string[]) {
    super('rest_missing_callback_param', 'rest_missing_callback_param', { names: parameters.join(', ') });
    this.parameters = parameters;
  }
}

/** A condition of the write does not hold: somebody else has changed the record. */
export class PreconditionFailed extends DomainError {
  constructor() {
    super('rest_precondition_failed');
  }
}

/** The viewer lacks the right. */
export class NotAllowed extends DomainError {
  readonly signedIn: boolean;

  constructor(signedIn: boolean) {
    super('rest_forbidden', signedIn ? 'rest_forbidden_403' : 'rest_forbidden_401');
    this.signedIn = signedIn;
  }
}

/** Another term under the same parent has the name. */
export class TermExists extends DomainError {
  readonly id: number;

  constructor(id: number) {
    super('term_exists');
    this.id = id;
  }
}

/** The credentials are wrong, or no longer valid. */
export class SignInFailed extends DomainError {}

/** Too many sign-ins have failed: the client must wait. */
export class TooManyFailures extends DomainError {
  /** Seconds. */
  readonly wait: number;

  constructor(wait: number) {
    super('rest_too_many_failures', 'too_many_failures', { wait });
    this.wait = wait;
  }
}
