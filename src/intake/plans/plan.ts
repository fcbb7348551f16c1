import type { Db, VersionedType } from '../../db/tables.ts';
import type { NewEvent } from '../../events/store.ts';
import type { SourceAddress } from '../../records/former-addresses.ts';
import type { LinkedType } from '../../records/versions/links.ts';
import type { Identity } from '../identity.ts';
import type { KnownImport } from '../imported.ts';
import type { WantedPicture } from '../pictures.ts';
import type { ReadRecord } from '../reading/read-record.ts';

/** A record that was read, and how to import it. */
export interface ImportPlan {
  readonly type: VersionedType;
  readonly identity: Identity;
  /** What an event is called, its wall time, and where it is, as a report names it. */
  readonly name?: string;
  readonly start?: string;
  readonly address?: string;
  /** The id at the source, kept if it is free here. */
  readonly id: number | undefined;
  /** The ids of its occurrences at the source, if it is a series. */
  readonly occurrences?: readonly number[] | undefined;
  /** How many occurrences it has about, if it is a series. */
  readonly size?: number | undefined;
  /** The key of an address that stays the same when the identity does not, and which identities it may have had. */
  readonly former?: { readonly path: string; isFormer(source: string): boolean } | undefined;
  /** The series of an occurrence, which is written after it and with it. */
  readonly seriesOf?: Identity | undefined;
  /** Hash of the record at the source, without the part that `extra` covers. */
  readonly core: string;
  /** Hash of what may be missing here although the rest is imported: a picture, a parent. undefined: not compared. */
  readonly extra: string | undefined;
  /** Hash of the translations at the source: '' for none, undefined if the source does not tell. */
  readonly translations?: string | undefined;
  /** What recognises an event of a calendar whose program has given it a new identity. */
  readonly content?: string;
  /** Address of the picture: '' for none, undefined if pictures are not imported. */
  readonly picture: Pick<WantedPicture, 'url' | 'id' | 'bytes' | 'texts'> | '' | undefined;
  /** Set if the record may be this store's own, which has this id. */
  readonly own: { readonly id: number | undefined; readonly slug: string | undefined } | undefined;
  /** An export's note of the original source. */
  readonly provenance: unknown;
  /** Public addresses at the source that will lead to the record. */
  readonly addresses: readonly SourceAddress[];
  readonly links: readonly { type: LinkedType; identity: Identity }[];
  /**
   * Reads everything that is written. Called only for records that are new or have changed.
   * @param translates whether its translations are new or have changed
   */
  read(translates: boolean): ReadRecord<RecordWrites>;
}

/** How a record is written, within the transaction of its batch. */
export interface RecordWrites {
  /** Whether events may link to the record: it is not in the trash. */
  readonly isLinkable: boolean;
  /** The id of a matching local record that was never imported. */
  same(db: Db): Promise<number | undefined>;
  insert(db: Db, id: number | undefined, image: number | null | undefined): Promise<WrittenRecord>;
  /** The new event, which may be inserted together with others; undefined for other types. */
  readonly newEvent?: (image: number | null | undefined) => NewEvent['patch'];
  update(db: Db, known: KnownImport, image: number | null | undefined): Promise<WrittenRecord>;
}

export interface WrittenRecord {
  id: number;
  modified_at: number;
}

/** The key of a record among those of a run. */
export const placeOf = (type: string, { key }: Pick<Identity, 'key'>): string => `${type} ${key}`;

/** Milliseconds of planning ahead during a transaction, whose next statement waits no longer than this. */
export const AHEAD = 1;

/** What is remembered of a record that was read: hashes, each of which may be ''. */
type Fingerprint = Required<Pick<ImportPlan, 'core'>> & Record<'extra' | 'content' | 'translations', string>;

/** The parts of a stored fingerprint. */
export function fingerprintOf(known: Pick<KnownImport, 'fingerprint'> | undefined): Fingerprint {
  const [core = '', extra = '', content = '', translations = ''] = known?.fingerprint.split('.') ?? [];
  return { core, extra, content, translations };
}

/** The column of a fingerprint. Parts that came later are left out where they are empty, as in older stores. */
export function storedFingerprint({ core, extra, content, translations }: Fingerprint): string {
  const later = translations ? [content, translations] : content ? [content] : [];
  return [core, extra, ...later].join('.');
}
