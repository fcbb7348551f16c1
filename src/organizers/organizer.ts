import type { ContactKind, ContactPatch } from '../contacts/store.ts';
import type { OrganizerRow } from '../db/tables.ts';
import { organizerWords } from '../i18n/messages.ts';
import { type Arguments, type ArgumentValues, required, shown, url } from '../input/arguments.ts';
import { MAX_NAMED_TEXT } from '../limits.ts';
import {
  authorField,
  dateField,
  imageField,
  nameField,
  richTextField,
  statusField,
} from '../records/fields.ts';
import { blankColumns, changedColumns, plainArguments } from '../records/plain-fields.ts';
import { slugField, translationFields } from '../records/translations/fields.ts';
import { email, phone, plainOrganizerFields, translatedColumns } from './plain-fields.ts';

/** The arguments of an organizer itself, in the order of the interface's index. */
const ownFields = {
  author: shown(authorField(organizerWords.author), null),
  date: shown(dateField(organizerWords.date), null),
  date_utc: shown(dateField(organizerWords.date_utc), null),
  organizer: required(shown(nameField(organizerWords.organizer), null)),
  description: shown(richTextField(organizerWords.description, MAX_NAMED_TEXT), null),
  status: shown(statusField(organizerWords.status), null),
  ...plainArguments(phone),
  website: shown(url(organizerWords.website, { type: 'string' }, true), null),
  ...plainArguments(email),
  image: shown(imageField(organizerWords.image), null),
} satisfies Arguments;

export const organizerFields = {
  ...ownFields,
  ...translationFields({ ...ownFields, slug: slugField }, translatedColumns),
};

export type OrganizerInput = Partial<ArgumentValues<typeof organizerFields>>;

/** The patch of a write; `image_id` is the id that its `image` was resolved to. */
export function organizerPatch(
  input: OrganizerInput,
  image_id: number | null | undefined,
): ContactPatch<OrganizerRow> {
  const { author, date, date_utc, organizer: name, description, status, image: _, ...own } = input;
  const { website, language, translations, ...plain } = own;
  return {
    ...{ author, date, date_utc, name, description, status, image_id, language, translations },
    own: { ...changedColumns(plainOrganizerFields, plain), website },
  };
}

export const organizerKind: ContactKind<OrganizerRow> = {
  type: 'organizer',
  translated: translatedColumns,
  blank: { ...blankColumns(plainOrganizerFields), website: '' },
  searched: ({ phone, email, website }) => [phone, email, website],
};
