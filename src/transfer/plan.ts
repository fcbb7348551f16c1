import type { Db, RecordType, Taxonomy } from '../db/tables.ts';
import type { NewEvent } from '../events/store.ts';
import type { Identity } from './identity.ts';
import type { Read } from './read-record.ts';

export type LinkedType = 'venue' | 'organizer' | Taxonomy;

/** A record that was found, and how it is to be taken. */
export interface Plan {
  readonly type: Exclude<RecordType, 'image'> | Taxonomy;
  readonly identity: Identity;
  /** The id at the source, to be kept where it is free here. */
  readonly id: number | undefined;
  /** Hash of what the source says, without what `extra` stands for. */
  readonly core: string;
  /** Hash of what may be missing here while the rest is taken: a picture, a parent. undefined: not looked at. */
  readonly extra: string | undefined;
  /** Address of the picture: '' for none, undefined where pictures are not taken. */
  readonly picture: { url: string; id: number | undefined } | '' | undefined;
  /** It may be this very store's own record, by its id. */
  readonly own: { slug: string | undefined } | undefined;
  /** What an export tells of where the record once came from. */
  readonly provenance: unknown;
  /** The records that it links to. */
  readonly links: readonly { type: LinkedType; identity: Identity }[];
  /** Reads all that is to be written; done for those records alone that are new or have changed. */
  read(): Read<Writes>;
}

/** How a record is written, within the transaction of its batch. */
export interface Writes {
  /** Events may link to it: it is not in the trash. */
  readonly isLinkable: boolean;
  /** The local record that it is, although it was never imported. */
  same(db: Db): Promise<number | undefined>;
  insert(db: Db, id: number | undefined, image: number | null | undefined): Promise<WrittenRecord>;
  /** The new event, which may be written together with others; undefined for records of other types. */
  readonly newEvent?: (image: number | null | undefined) => NewEvent['patch'];
  /** `edited`: somebody here changed the record since it was imported. */
  update(db: Db, id: number, edited: boolean, image: number | null | undefined): Promise<WrittenRecord>;
}

export interface WrittenRecord {
  id: number;
  modified_at: number;
}

/** The name of a record among those of a source. */
export const placeOf = (type: string, { key }: Pick<Identity, 'key'>): string => `${type} ${key}`;

/** Milliseconds of planning ahead while a transaction is open: its next statement waits no longer than this. */
export const AHEAD = 1;
