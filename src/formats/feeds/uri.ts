import { hash } from 'node:crypto';
import type { EventRow } from '../../db/tables.ts';
import { ownUid } from '../../events/uid.ts';

/**
 * A URI of an event that never changes: a UUID of version 5 (RFC 9562) of its identity in calendar files. Occurrences
 * have that of their series, so their own id is added, which stays where their date is changed.
 */
export function uriOf(event: Pick<EventRow, 'uid' | 'id' | 'series_id'>, storeId: string): string {
  const uid = event.uid ?? ownUid(event.series_id ?? event.id, storeId);
  const name = Buffer.from(event.series_id === null ? uid : `${uid}/${event.id}`);
  const digest = hash('sha1', Buffer.concat([NAMESPACE, name]), 'hex');
  const variant = ((Number.parseInt(digest[16]!, 16) & 3) | 8).toString(16);
  const groups = [
    ...[digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`],
    ...[variant + digest.slice(17, 20), digest.slice(20, 32)],
  ];
  return `urn:uuid:${groups.join('-')}`;
}

/** The UUID of all identities of events. It never changes. */
const NAMESPACE = Buffer.from('5b1d8e0a6c0f4c0e9f3a2c7d41e6b98f', 'hex');
