import type { ContactKind, ContactPatch, ContactRow } from '../contacts/store.ts';
import type { WithImage } from '../db/tables.ts';
import type { RecordKind } from '../formats/record-formats.ts';
import type { Translations } from '../i18n/language.ts';
import type { Arguments } from '../input/arguments.ts';
import type { JsonSchema } from '../input/json-schema.ts';
import type { Members } from '../records/members.ts';

type Sentences = Record<
  'list' | 'create' | 'read' | 'update' | 'delete' | 'readBySlug' | 'updateBySlug' | 'deleteBySlug',
  Translations
>;

/** The parameters of the routes that venues and organizers share. */
export interface ContactResource<Row extends ContactRow, Input> {
  readonly kind: ContactKind<Row>;
  readonly fields: Arguments;
  readonly members: Members<WithImage<Row>>;
  readonly words: { readonly id: Translations; readonly slug_path: Translations };
  readonly filterWords: Record<
    'search' | 'event' | 'has_events' | 'only_with_upcoming' | 'status',
    Translations
  >;
  readonly operationWords: Sentences;
  readonly listSchema: JsonSchema;
  readonly schema: JsonSchema;
  /** How it is shown in other formats than JSON. */
  readonly documents: RecordKind<WithImage<Row>>;
  patch(input: Input, image_id: number | null | undefined): ContactPatch<Row>;
}
