import type { JsonObject } from '../lib/objects.ts';
import { type DatedAddress, hashOf, type Identity } from './identity.ts';
import { note } from './report.ts';
import type { Run } from './run.ts';

/** The events of a site that are occurrences of one event there, and have the same texts. */
export interface OccurrenceGroup {
  readonly key: string;
  /** The address of that event. */
  readonly address: string;
}

/** The group of an event whose address has a date. */
export const groupOf = (
  { title, description, excerpt }: JsonObject,
  { event: address }: DatedAddress,
  { base }: Identity,
): OccurrenceGroup => ({ key: `${base} ${address} ${hashOf([title, description, excerpt])}`, address });

export function countInGroup({ groups }: Run, { key, address }: OccurrenceGroup): void {
  const count = groups.get(key)?.count ?? 0;
  groups.set(key, { event: address, count: count + 1 });
}

const SHOWN = 20;

/** Reports which events of a source are occurrences of one event there. */
export function noteGroups(run: Run, source: string): void {
  const found = [...run.groups.values()].filter(({ count }) => count > 1);
  if (found.length === 0) return;
  const events = found.reduce((sum, { count }) => sum + count, 0);
  const all = found.length === 1 ? '1 event' : `${found.length} events`;
  const shown = found.slice(0, SHOWN).map(({ event, count }) => `${decodeURI(event)} (${count})`);
  const more = found.length > SHOWN ? [`${found.length - SHOWN} more`] : [];
  const why = `${events} events are occurrences of ${all}: ${[...shown, ...more].join(', ')}`;
  note(run.report, { source, type: 'event', why });
}
