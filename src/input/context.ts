import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { Language } from '../i18n/language.ts';
import type { Client } from '../lib/ip-address.ts';
import { type DayBounds, dayOf } from '../lib/time/day.ts';
import { toWall } from '../lib/time/zones.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import type { RequestAddress } from '../site/address.ts';
import type { Viewer } from '../users/rights.ts';

/** What every operation knows of its request, whichever surface it came by. */
export interface OperationContext {
  readonly viewer: Viewer;
  readonly db: Db;
  /** The read model, up to date; undefined if only the store can answer. */
  readonly readModel?: ReadModel | undefined;
  readonly config: Config;
  readonly address: RequestAddress;
  /** The client, which the log of security names. */
  readonly client: Pick<Client, 'address'>;
  /** The language of descriptions and messages. */
  readonly language: Language;
  /** The language in which the request wants texts of records; undefined for that of each record. */
  readonly textLanguage?: Language | undefined;
  /** What is written is a part of this action, which can be undone as a whole. */
  readonly batch?: string | undefined;
  /** Epoch seconds of the request, for writes. Answers to reads ask the clock. */
  readonly now: number;
  /** What an answer says of the time narrows by it for how long the answer holds. */
  readonly clock: RequestClock;
}

/** Seconds. Whole minutes let caches keep an answer, and events start and end at whole minutes. */
const MINUTE = 60;

/**
 * The clock of a request. Each question to it narrows the period in which the answer holds, so that no cache keeps an
 * answer after what it says of the time has become wrong.
 */
export class RequestClock {
  /** Epoch seconds of the request. Code that reads it must narrow the period itself. */
  readonly instant: number;
  readonly #zone: string;
  #since = 0;
  #until = Infinity;

  /** @param zone the zone of the site, as parseZone returns it */
  constructor(instant: number, zone: string) {
    this.instant = instant;
    this.#zone = zone;
  }

  /** The period in which the answer holds, in epoch seconds; undefined if it holds for this request only. */
  get period(): DayBounds | undefined {
    const [since, until] = [this.#since, this.#until];
    return until > since ? { since, until } : undefined;
  }

  /** Narrows the period to this one; undefined if what depends on the time changes every second. */
  narrow({ since, until }: DayBounds = { since: this.instant, until: this.instant }): void {
    this.#since = Math.max(this.#since, since);
    this.#until = Math.min(this.#until, until);
  }

  /** The date in the zone of the site: `2031-05-06`. The answer holds until that day ends. */
  today(): string {
    this.narrow(dayOf(this.#zone, this.instant));
    return toWall(this.instant, this.#zone).slice(0, 10);
  }

  /** The whole minute of the request. The answer holds until that minute ends. */
  minute(): number {
    const since = minuteOf(this.instant);
    this.narrow({ since, until: since + MINUTE });
    return since;
  }

  /** Whether an instant has come. The answer holds until it comes. */
  hasCome(at: number): boolean {
    const hasCome = at <= this.instant;
    this.narrow(hasCome ? { since: at, until: Infinity } : { since: 0, until: at });
    return hasCome;
  }

  /**
   * For an answer that shows the first ones of the events that have not ended: it holds until one of these ends. Lists
   * leave an event out from the whole minute after its end.
   * @param ends epoch seconds, none of which is in the past by more than a minute
   */
  showsUntilEnd(ends: readonly number[]): void {
    if (ends.length === 0) return;
    const coming = ends.flatMap(end => [end, minuteAfter(end)]).filter(end => end > this.instant);
    this.narrow({ since: minuteOf(this.instant), until: Math.min(Infinity, ...coming) });
  }
}

/** The whole minute from which an event that ends at this instant is over in lists. */
export const minuteAfter = (at: number): number => Math.ceil(at / MINUTE) * MINUTE;

/** The whole minute in which an instant lies. */
export const minuteOf = (instant: number): number => Math.floor(instant / MINUTE) * MINUTE;
