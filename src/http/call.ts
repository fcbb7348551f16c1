import type { LongBody } from '../formats/document.ts';
import type { MediaFormat } from '../formats/event-format.ts';
import type { Language } from '../i18n/language.ts';
import type { Arguments, ArgumentValues } from '../input/arguments.ts';
import type { OperationContext } from '../input/context.ts';
import type { FragmentSource } from '../lib/json.ts';
import type { Conditions } from '../records/state.ts';
import type { Handling } from './headers.ts';
import type { ShownPage } from './site-pages.ts';

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
  /** The members of listed events that the answer is to have, if it is no whole one. */
  readonly members?: ReadonlySet<string> | undefined;
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

/** A request for an answer in another format than JSON. */
export interface DocumentRequest {
  readonly format: MediaFormat;
  /** The absolute address of the document, as it was requested. */
  readonly address: string;
  /** The parameter that its path names, if it is the address of a page: without such a record there is no page. */
  readonly names: string | undefined;
  /** Whether the address is one that sites of the reference have. */
  readonly isOfReference: boolean;
}

/**
 * Identifies a request that must be carried out only once, however often it is sent: the key of the client, in the
 * header of draft-ietf-httpapi-idempotency-key-header, and a digest of the request's parameters.
 */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}
