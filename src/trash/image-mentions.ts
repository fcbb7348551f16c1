import type { Tables } from '../db/tables.ts';
import { eventMembers } from '../events/members.ts';
import type { JsonSchema } from '../input/schemas.ts';
import { organizerMembers } from '../organizers/members.ts';
import type { Carried } from '../records/members.ts';
import { termMembers } from '../terms/members.ts';
import { venueMembers } from '../venues/members.ts';

/** Where the rows of a table name images. */
export interface ImageMentions {
  /** Whether the column `image_id` has the id of one. */
  readonly hasImage: boolean;
  /** Columns with texts, or with JSON of texts, in which the address of an image may stand. */
  readonly texts: readonly string[];
  /** The column with JSON of a row that may come back, and that may have an `image_id`. */
  readonly rows?: string;
}

type DeclaredColumns = Readonly<Record<string, Pick<Carried, 'columns'> & { readonly schema: JsonSchema }>>;

/** The mentions of a record, by the declarations of its members: its own texts, and those in other languages. */
function ofRecord(members: DeclaredColumns): ImageMentions {
  const declared = Object.values(members);
  return {
    hasImage: declared.some(({ columns }) => columns.includes('image_id')),
    texts: declared.filter(({ schema }) => hasFreeText(schema)).flatMap(({ columns }) => columns),
  };
}

/** Whether a value may contain any text. */
function hasFreeText(schema: JsonSchema): boolean {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.some(hasFreeText);
  if ('enum' in schema || 'pattern' in schema) return false;
  return [type].flat().includes('string') || (type === 'object' && 'additionalProperties' in schema);
}

const NONE: ImageMentions = { hasImage: false, texts: [] };

/**
 * Everything that can name an image, in every state of a record: the trash and occurrences have no tables of their own.
 * A table that is not here does not compile.
 */
export const imageMentions = {
  events: ofRecord(eventMembers),
  venues: ofRecord(venueMembers),
  organizers: ofRecord(organizerMembers),
  terms: ofRecord(termMembers),
  // The former values of columns, in which a restore finds an image.
  versions: { hasImage: true, texts: ['former'] },
  // What was an exception's own, which returns with its date.
  vanished_occurrences: { hasImage: false, texts: ['own'], rows: 'own' },
  // The text of an image has no address of another one.
  ...{ records: NONE, images: NONE },
  ...{ event_venues: NONE, event_organizers: NONE, event_terms: NONE, translated_slugs: NONE },
  ...{ users: NONE, app_passwords: NONE, imported: NONE, former_addresses: NONE, settings: NONE },
  // An answer that shows a deleted image is withheld.
  idempotency_keys: NONE,
} satisfies Record<keyof Tables, ImageMentions> as Readonly<Record<keyof Tables, ImageMentions>>;
