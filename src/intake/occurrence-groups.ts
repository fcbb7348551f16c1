import type { JsonObject } from '../lib/objects.ts';
import type { DatedAddress } from './identity.ts';
import { hashOf, type Identity } from './identity.ts';
import { note } from './report.ts';
import type { Run } from './run.ts';

/** The events of a site that are occurrences of one event there, and have the same texts. */
export interface Family {
  readonly key: string;
  /** The address of that event. */
  readonly address: string;
}

/** The family of an event whose address has a date. */
export const familyOf = (
  { title, description, excerpt }: JsonObject,
  { family: address }: DatedAddress,
  { base }: Identity,
): Family => ({ key: `${base} ${address} ${hashOf([title, description, excerpt])}`, address });

export function countInFamily({ families }: Run, { key, address }: Family): void {
  const count = families.get(key)?.count ?? 0;
  families.set(key, { family: address, count: count + 1 });
}

const SHOWN = 20;

/** Reports which events of a source are occurrences of one event there. */
export function noteFamilies(run: Run, source: string): void {
  const families = [...run.families.values()].filter(({ count }) => count > 1);
  if (families.length === 0) return;
  const events = families.reduce((sum, { count }) => sum + count, 0);
  const all = families.length === 1 ? '1 event' : `${families.length} events`;
  const shown = families.slice(0, SHOWN).map(({ family, count }) => `${decodeURI(family)} (${count})`);
  const more = families.length > SHOWN ? [`${families.length - SHOWN} more`] : [];
  const why = `${events} events are occurrences of ${all}: ${[...shown, ...more].join(', ')}`;
  note(run.report, { source, type: 'event', why });
}
