import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';

import type { Language } from '../i18n/language.ts';

import type { Fragment } from '../lib/json.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Viewer } from '../users/rights.ts';
import type { RequestAddress } from './address.ts';
import type { Arguments, ArgumentValues } from './arguments.ts';
import type { Conditions } from './conditions.ts';

import type { IdempotencyKey } from './idempotency/key.ts';

/** A handler's input: the arguments, the record that the path names, and the viewer. */
export interface Call<A extends Arguments = Arguments, Target = undefined> {
  readonly args: ArgumentValues<A>;
  /** The language that the request asked for by parameter. */
  readonly i18n_language?: Language | undefined;
  /** The names of the arguments that the request sent. */
  readonly target: Target;
  readonly viewer: Viewer;
  readonly db: Db;
  /** The read model, up to date; undefined if only the store can answer. */
  readonly readModel?: ReadModel | undefined;
  readonly config: Config;
  readonly address: RequestAddress;
  readonly language: Language;
  /** Epoch seconds of the request. */
  readonly now: number;
  /** Conditions on the record before it is changed. */
  readonly conditions?: Conditions | undefined;
  /** A create that its client may send again. */
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** The whole answer is wanted, as it is: it may be written at once. */
  readonly whole?: boolean;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string | number>;
  /** Whatever JSON can say, or `Json` where a whole answer was asked for; of another media type the text itself. */
  body: unknown;
  /** Of the body; JSON where nothing is said. */
  mediaType?: string;
  /**
   * Epoch seconds until which everybody may be answered so, as long as nothing is written; infinite where time changes
   * nothing, absent where it holds for this request alone.
   */
  until?: number;
  /** Epoch seconds since when time has changed nothing of it. */
  since?: number;
  /** Of a single record: a digest of what it shows, see records/state.ts. */
  state?: string;
  /** Gives the body as long as it is kept elsewhere, and nothing of it has changed: whatever else has. */
  source?: FragmentSource;
}

export type FragmentSource = () => Fragment | undefined;

/** The same before its arguments have been read and its record has been found. */
export type BareCall = Omit<Call, 'args' | 'target'>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
