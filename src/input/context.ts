import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { Language } from '../i18n/language.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { RequestAddress } from '../site/address.ts';
import type { Viewer } from '../users/rights.ts';
import type { RequestClock } from './clock.ts';

/** What every operation knows of its request, whichever surface it came by. */
export interface OperationContext {
  readonly viewer: Viewer;
  readonly db: Db;
  /** The read model, up to date; undefined if only the store can answer. */
  readonly readModel?: ReadModel | undefined;
  readonly config: Config;
  readonly address: RequestAddress;
  /** The language of descriptions and messages. */
  readonly language: Language;
  /** The language in which the request wants texts of records; undefined for that of each record. */
  readonly textLanguage?: Language | undefined;
  /** Epoch seconds of the request, for writes. Answers to reads ask the clock. */
  readonly now: number;
  /** What an answer says of the time narrows by it for how long the answer holds. */
  readonly clock: RequestClock;
}
