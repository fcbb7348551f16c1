import type { Status } from '../../src/db/tables.ts';
import type { Who } from '../properties/asking.ts';

// Who may read what, written down once more and apart from the service's own rules.

export interface Reader {
  who: Who;
  /** A password was offered. */
  offers?: boolean;
}

/** A record as far as it decides who may read it; the owner is the role of the account that it belongs to. */
export interface Owned {
  status: Status;
  owner: Who;
  /** The status that a record in the trash had before. */
  before?: Status | null;
  /** A password hides what is in it. */
  locked?: boolean;
}

const readsAll = (who: Who) => who === 'editor' || who === 'administrator';
const writes = (who: Who) => readsAll(who) || who === 'author' || who === 'contributor';

/** That it is there, its title and its times. */
export const sees = ({ who }: Reader, { status, owner }: Owned): boolean =>
  status === 'publish' || readsAll(who) || (writes(who) && owner === who);

/** Also what a password hides. */
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

/** May make and change events, venues and organizers. */
export const mayWrite = writes;
