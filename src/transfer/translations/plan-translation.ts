import type { Db } from '../../db/tables.ts';
import type { Language } from '../../i18n/language.ts';
import { hashOf } from '../../intake/identity.ts';
import { followModified } from '../../intake/imported.ts';
import type { ImportPlan, WrittenRecord } from '../../intake/plans/plan.ts';
import { valuesOf } from '../../intake/reading/compared-values.ts';
import { readOrganizer, readVenue } from '../../intake/reading/read-contact.ts';
import { type ReadRecord, readEvent, readTerm } from '../../intake/reading/read-record.ts';
import { TEXT_COLUMNS } from '../../intake/reading/source-languages.ts';
import { textOf } from '../../intake/reading/values.ts';
import { because } from '../../intake/reason.ts';
import type { ImportRun } from '../../intake/run.ts';
import type { JsonObject } from '../../lib/objects.ts';
import type { SourceAddress } from '../../records/former-addresses.ts';
import { pathKey } from '../../records/path-key.ts';
import { translationKey } from './facts.ts';
import type { SecondRecord } from './second-site.ts';
import { type SecondSiteTexts, writeTexts } from './write-texts.ts';

/** Plans the texts of a record of the second site as translations of the record here with this id. */
export function planTranslation(
  run: ImportRun,
  language: Language,
  one: SecondRecord,
  target: number,
): ImportPlan {
  const { type, record, identity } = one;
  const write = async (db: Db, id: number, texts: SecondSiteTexts): Promise<WrittenRecord> => {
    const { before, after } = await writeTexts(db, run, type, id, language, texts);
    await followModified(db, type, id, before, after);
    return { id, modified_at: after };
  };
  return {
    ...{ type, identity: { base: identity.base, key: translationKey(language, identity) }, id: undefined },
    core: hashOf(valuesOf(record, Object.keys(TEXT_COLUMNS[type]))),
    ...{ extra: undefined, picture: undefined, own: undefined, provenance: undefined, links: [] },
    addresses: addressesAt(one),
    read() {
      const read = readTexts(run, one);
      if ('refused' in read) return read;
      return {
        notes: read.notes,
        patch: {
          isLinkable: true,
          same: async () => undefined,
          insert: db => write(db, target, read.patch),
          // Once a record was edited here, its editors decide whether it is a draft.
          update: (db, { local_id: id, edited }) =>
            write(db, id, edited ? { ...read.patch, isDraft: undefined } : read.patch),
        },
      };
    },
  };
}

/** The public address of a record of the second site: links to it go on working. */
export function addressesAt({ record, identity }: SecondRecord): SourceAddress[] {
  const url = URL.parse(textOf(record.url));
  const path = url ? pathKey(url.pathname + url.search) : undefined;
  return path === undefined ? [] : [{ path, site: identity.base }];
}

/** Reads the texts of a record as imports read them: sanitised, completed and cut to what fits. */
function readTexts({ source }: ImportRun, { type, record }: SecondRecord): ReadRecord<SecondSiteTexts> {
  if (type === 'event') return textsFrom(readEvent(record, source), type, record);
  if (type === 'venue') return textsFrom(readVenue(record, source), type, record);
  if (type === 'organizer') return textsFrom(readOrganizer(record, source), type, record);
  return textsFrom(readTerm(record), type, record);
}

interface ReadPatch {
  readonly description?: string | undefined;
  readonly status?: string | undefined;
  readonly kept?: { readonly modified_at?: number };
  /** The columns of a venue or organizer alone. */
  readonly own?: object;
}

function textsFrom(
  read: ReadRecord<ReadPatch>,
  type: ImportPlan['type'],
  record: JsonObject,
): ReadRecord<SecondSiteTexts> {
  if ('refused' in read) return read;
  const { status = 'publish', kept, own } = read.patch;
  if (status === 'trash') return { refused: because('trashed_there') };
  const values: Record<string, unknown> = { ...read.patch, ...own };
  const texts = Object.entries(TEXT_COLUMNS[type]).flatMap(([member, column]) =>
    // A record without a name gets one where imports read it.
    member in record ? [[column, textOf(record[member]) && textOf(values[column])]] : [],
  );
  const patch = {
    texts: Object.fromEntries(texts),
    isDraft: status !== 'publish',
    modified_at: kept?.modified_at,
  };
  return { patch, notes: read.notes };
}
