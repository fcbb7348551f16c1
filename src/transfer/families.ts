import type { JsonObject } from '../lib/objects.ts';
import { datedAddress } from './dated-address.ts';
import { hashOf, type Identity } from './identity.ts';
import { note } from './report.ts';
import type { Run } from './run.ts';

/** Counts an event as an occurrence of its family, among those with the same texts. */
export function countInFamily(run: Run, record: JsonObject, { base }: Identity): void {
  const address = datedAddress(record);
  if (!address) return;
  const key = `${base} ${address.family} ${hashOf([record.title, record.description, record.excerpt])}`;
  const count = run.families.get(key)?.count ?? 0;
  run.families.set(key, { family: address.family, count: count + 1 });
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
