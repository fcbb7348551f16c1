import type { PasswordScope } from '../db/tables.ts';
import { scopes } from '../users/store.ts';
import { type Called, textOption, UsageError } from './command.ts';

/** The options of commands that create an application password. */
export const LIMIT_OPTIONS = {
  scope: {
    type: 'string',
    value: 'SCOPE',
    meaning: `allowed use, within the rights of the account: ${scopes.join(', ')} (administer)`,
  },
  expires: {
    type: 'string',
    value: 'WHEN',
    meaning: 'expiry: 12h, 90d or 8w from now, or the last day as YYYY-MM-DD (never)',
  },
} as const;

/**
 * The scope and expiry from these options. Without them an application password may do all that its account may do,
 * and never expires.
 */
export const limitsOf = (called: Called, now: number) => ({
  scope: scopeOption(called),
  expires_at: expiresOption(called, now) ?? null,
});

function scopeOption(called: Called): PasswordScope {
  const text = textOption(called, 'scope') ?? 'administer';
  const scope = scopes.find(known => known === text);
  if (!scope) throw new UsageError(`--scope: expected one of ${scopes.join(', ')}.`);
  return scope;
}

/** Epoch seconds; undefined if the option is missing. */
export function expiresOption(called: Called, now: number): number | undefined {
  const text = textOption(called, 'expires');
  return text === undefined ? undefined : expiryOf(text, now, called.config.TIME_ZONE.id);
}

const SECONDS: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: 7 * 86_400 };

/**
 * Seconds of a duration in hours, days or weeks, such as `12h`, `90d` or `2w`.
 * @throws UsageError if the option's text is not a duration
 */
export function durationOf(option: string, text: string): number {
  const seconds = durationIn(text);
  if (seconds !== undefined) return seconds;
  throw new UsageError(`--${option}: expected hours, days or weeks such as 12h, 7d or 2w, not "${text}".`);
}

function durationIn(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * SECONDS[unit]!;
}

/**
 * When something expires, in epoch seconds: a duration from now, or the end of a day such as `2031-05-10` in a zone.
 * @throws UsageError if the text of `--expires` is neither, or in the past
 */
export function expiryOf(text: string, now: number, zone: string): number {
  const after = durationIn(text);
  const at = after === undefined ? endOfDay(text, zone) : now + after;
  if (at !== undefined && at > now) return at;
  throw new UsageError(
    `--expires: expected a time from now such as 12h, 90d or 8w, or the last day as YYYY-MM-DD, not "${text}".`,
  );
}

function endOfDay(text: string, zone: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  try {
    const next = Temporal.PlainDate.from(text).add({ days: 1 });
    return next.toZonedDateTime(zone).epochMilliseconds / 1000;
  } catch {
    return undefined;
  }
}
