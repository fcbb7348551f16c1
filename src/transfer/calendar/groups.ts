import { hashOf } from '../../intake/identity.ts';
import type { ScannedEvent, ScannedFile } from './scan.ts';

/** An event with its exceptions, or an exception whose event is not in the file. */
export interface EventGroup {
  /** The identity of the event within its calendar. */
  key: string;
  master: ScannedEvent | undefined;
  exceptions: ScannedEvent[];
}

/** The events of a file in its order, each once: of several revisions the last one. */
export function groupsIn({ events, text }: ScannedFile): EventGroup[] {
  const named = Map.groupBy(events, ({ uid }) => uid);
  return [...named].flatMap(([uid, parts]) =>
    uid === '' ? parts.map(part => groupOfOne(part, text.bytes)) : groupsOf(uid, parts),
  );
}

/** An event without UID is recognised by what it says, but not when it was written. */
function groupOfOne(part: ScannedEvent, bytes: string): EventGroup {
  const written = bytes.slice(part.from, part.to).replace(/^DTSTAMP[^\n\r]*$/gm, '');
  return { key: `~${hashOf(written)}`, master: part, exceptions: [] };
}

function groupsOf(uid: string, parts: readonly ScannedEvent[]): EventGroup[] {
  const masters = distinct(parts.filter(({ recurrenceId }) => recurrenceId === ''));
  const others = parts.filter(({ recurrenceId }) => recurrenceId !== '');
  const exceptions = [...Map.groupBy(others, ({ recurrenceId }) => recurrenceId).values()].map(latest);
  if (masters.length === 0) return [{ key: uid, master: undefined, exceptions }];
  return masters.map((master, index) => ({
    // Some programs give several events one UID.
    key: masters.length === 1 ? uid : `${uid} ${master.start}`,
    master,
    exceptions: index === 0 ? exceptions : [],
  }));
}

/** The events among those with one UID: the last revision or, if none is later, each that starts at another time. */
function distinct(masters: readonly ScannedEvent[]): ScannedEvent[] {
  const last = masters.reduce((most, { sequence }) => Math.max(most, sequence), -Infinity);
  const newest = masters.filter(({ sequence }) => sequence === last);
  return [...Map.groupBy(newest, ({ start }) => start).values()].map(latest);
}

const latest = (parts: readonly ScannedEvent[]): ScannedEvent =>
  parts.reduce((best, part) =>
    part.sequence > best.sequence || (part.sequence === best.sequence && part.stamp >= best.stamp)
      ? part
      : best,
  );

export const exceptionKey = (key: string, date: string): string => `${key} ${date}`;
