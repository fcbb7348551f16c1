import type { Status } from '../../src/db/tables.ts';
import type { Who } from '../properties/asking.ts';

// The rules of reading, stated a second time and independently of the service.

export interface Reader {
  who: Who;
  /** Whether the password was sent. */
  offers?: boolean;
}

/** The properties of a record that determine who may read it. The owner is the role of its account. */
export interface Owned {
  status: Status;
  owner: Who;
  /** The status of a record in the trash before it was deleted. */
  before?: Status | null;
  /** Whether a password protects the content. */
  locked?: boolean;
}

const readsAll = (who: Who) => who === 'editor' || who === 'administrator';
const writes = (who: Who) => readsAll(who) || who === 'author' || who === 'contributor';

/** Whether the reader sees that the record exists, with its title and times. */
export const sees = ({ who }: Reader, { status, owner }: Owned): boolean =>
  status === 'publish' || readsAll(who) || (writes(who) && owner === who);

/** Whether the reader also sees what a password protects. */
export function reads(reader: Reader, record: Owned): boolean {
  if (!sees(reader, record)) return false;
  return !record.locked || reader.offers === true || edits(reader, record);
}

export function edits({ who }: Reader, { status, owner, before }: Owned): boolean {
  if (readsAll(who)) return true;
  if (!writes(who) || owner !== who) return false;
  const lasting = status === 'trash' ? before : status;
  return who === 'author' || (lasting !== 'publish' && lasting !== 'future');
}

/** Roles that may create and change events, venues and organizers. */
export const mayWrite = writes;
