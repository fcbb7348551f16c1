import { translatedColumns as eventColumns } from '../../events/translated.ts';
import { translatedColumns as imageColumns } from '../../images/translated.ts';
import { translatedColumns as organizerColumns } from '../../organizers/plain-fields.ts';
import type { TranslatedColumns } from '../../records/translations/members.ts';
import { translatedColumns as termColumns } from '../../terms/term.ts';
import { translatedColumns as venueColumns } from '../../venues/plain-fields.ts';
import type { ImportedType } from '../imported.ts';

/** The columns of the texts that have translations, by their members. */
export const TEXT_COLUMNS: Readonly<Record<ImportedType, TranslatedColumns>> = {
  event: eventColumns,
  venue: venueColumns,
  organizer: organizerColumns,
  category: termColumns,
  tag: termColumns,
  image: imageColumns,
};
