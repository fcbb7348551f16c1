import type { LongBody } from '../formats/document.ts';
import type { Language } from '../i18n/language.ts';
import type { Arguments, ArgumentValues } from '../input/arguments.ts';
import type { OperationContext } from '../input/context.ts';
import type { FragmentSource } from '../lib/json.ts';
import type { Conditions } from '../records/conditions.ts';
import type { IdempotencyKey } from './idempotency/key.ts';
import type { DocumentRequest } from './request-context.ts';
import type { ShownPage } from './site-pages.ts';
import type { Handling } from './strictness.ts';

/** The input of a handler. */
export interface Call<A extends Arguments = Arguments, Target = undefined> extends OperationContext {
  readonly args: ArgumentValues<A>;
  /** The language parameter of the request. */
  readonly i18n_language?: Language | undefined;
  /** The record that the path names. */
  readonly target: Target;
  /** Conditions on the record before it is changed. */
  readonly conditions?: Conditions | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** How the header `Prefer` wants unknown members to be handled. */
  readonly handling?: Handling | undefined;
  /** Neither `_fields` nor `_envelope` changes the body, so the handler may write it as JSON itself. */
  readonly whole?: boolean;
  /** What the operation has received, if the body does not hold the arguments. */
  readonly received?: unknown;
  /** The format of the answer, if it is not JSON. */
  readonly document?: DocumentRequest | undefined;
  /** The page for people, if the answer is one. */
  readonly page?: ShownPage | undefined;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string | number>;
  /**
   * Any JSON value, or `Json` if the call wants the whole answer. For another media type the text itself, `Json` with
   * the fragments of the text, or a `LongBody`.
   */
  body: unknown | LongBody;
  /** The media type of the body; JSON by default. */
  mediaType?: string;
  /**
   * Epoch seconds until which the answer is valid for every client, unless a write comes first. Handlers say `Infinity`,
   * which the clock of the request narrows; absent if the answer is valid for this request only.
   */
  until?: number;
  /** Epoch seconds since which time has not changed the answer, by the clock of the request. */
  since?: number;
  /** The digest of a single record's content, see records/state.ts. */
  state?: string;
  /** Gives the body from another cache, as long as it is there and unchanged. */
  source?: FragmentSource;
}

/** A call before its arguments are read and its record is found. */
export type BareCall = Omit<Call, 'args' | 'target'>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
