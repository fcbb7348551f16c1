import type { OrganizerRow } from '../db/tables.ts';
import { type Arguments, type ArgumentValues, required, shown, url } from '../http/arguments.ts';
import { organizerWords } from '../i18n/messages.ts';
import { MAX_NAMED_TEXT } from '../limits.ts';
import type { PlaceKind, PlacePatch } from '../places/store.ts';
import {
  authorField,
  dateField,
  imageField,
  nameField,
  richTextField,
  statusField,
} from '../records/fields.ts';
import { blankColumns, plainArguments, saidColumns } from '../records/plain-fields.ts';
import { email, phone, plainOrganizerFields } from './plain-fields.ts';

/** The arguments of writes, in the order of the interface's index. */
export const organizerFields = {
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

export type OrganizerInput = Partial<ArgumentValues<typeof organizerFields>>;

/** The patch of a write; `image_id` is the id that its `image` was resolved to. */
export function organizerPatch(
  input: OrganizerInput,
  image_id: number | null | undefined,
): PlacePatch<OrganizerRow> {
  const { author, date, date_utc, organizer: name, description, status, image: _, website, ...own } = input;
  return {
    ...{ author, date, date_utc, name, description, status, image_id },
    own: { ...saidColumns(plainOrganizerFields, own), website },
  };
}

export const organizerKind: PlaceKind<OrganizerRow> = {
  type: 'organizer',
  blank: { ...blankColumns(plainOrganizerFields), website: '' },
  searched: ({ phone, email, website }) => [phone, email, website],
};
