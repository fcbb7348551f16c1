import type { Scope } from '../db/tables.ts';
import { scopes } from '../users/store.ts';
import { type Called, textOption, UsageError } from './command.ts';
import { expiryOf } from './lifetimes.ts';

/** The options of commands that make an application password. */
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

/** What these options say; an application password without them is for all that its account may do, without an end. */
export const limitsOf = (called: Called, now: number) => ({
  scope: scopeOption(called),
  expires_at: expiresOption(called, now) ?? null,
});

function scopeOption(called: Called): Scope {
  const given = textOption(called, 'scope') ?? 'administer';
  const scope = scopes.find(known => known === given);
  if (!scope) throw new UsageError(`--scope: expected one of ${scopes.join(', ')}.`);
  return scope;
}

/** Epoch seconds; undefined where it is not said. */
export function expiresOption(called: Called, now: number): number | undefined {
  const given = textOption(called, 'expires');
  return given === undefined ? undefined : expiryOf(given, now, called.config.TIME_ZONE.id);
}
