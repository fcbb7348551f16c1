import type { ImportPlan } from '../../intake/plans/plan.ts';
import { readOrganizer, readVenue } from '../../intake/reading/read-contact.ts';
import { type Read, readEvent, readTerm } from '../../intake/reading/read-record.ts';
import { TEXT_COLUMNS } from '../../intake/reading/source-languages.ts';
import { textOf } from '../../intake/reading/values.ts';
import type { Run } from '../../intake/run.ts';
import type { JsonObject } from '../../lib/objects.ts';
import type { SecondRecord } from './second-site.ts';

/** The texts of a record of the second site. */
export interface ReadTexts {
  /** By column; '' for a text that the record lacks. */
  readonly texts: Readonly<Record<string, string>>;
  /** Whether the public does not see the record there; undefined leaves it to the translation here. */
  readonly isDraft: boolean | undefined;
  /** When the record was last changed there, in epoch seconds. */
  readonly modified_at: number | undefined;
}

/** Reads the texts of a record as imports read them: sanitised, completed and cut to what fits. */
export function readTexts({ source }: Run, { type, record }: SecondRecord): Read<ReadTexts> {
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

function textsFrom(read: Read<ReadPatch>, type: ImportPlan['type'], record: JsonObject): Read<ReadTexts> {
  if ('refused' in read) return read;
  const { status = 'publish', kept, own } = read.patch;
  if (status === 'trash') return { refused: 'it is in the trash there' };
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
