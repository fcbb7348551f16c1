import type { OrganizerRow, WithImage } from '../db/tables.ts';
import { type Arguments, type ArgumentValues, required, shown, url } from '../http/arguments.ts';
import { answerWords, organizerWords } from '../i18n/messages.ts';
import { showImage } from '../images/image.ts';
import { MAX_NAMED_TEXT } from '../limits.ts';
import { identityMembers, lineMember, placeMembers } from '../places/members.ts';
import type { PlaceKind, PlacePatch } from '../places/store.ts';
import { plainDescription } from '../records/described.ts';
import {
  authorField,
  dateField,
  imageField,
  lineField,
  nameField,
  richTextField,
  statusField,
} from '../records/fields.ts';
import { JSON_LD, type Members, optionalMember, type View } from '../records/members.ts';
import { compact } from '../venues/json-ld.ts';

/** What may be written, in the order of the interface's index. */
export const organizerFields = {
  author: shown(authorField(organizerWords.author), null),
  date: shown(dateField(organizerWords.date), null),
  date_utc: shown(dateField(organizerWords.date_utc), null),
  organizer: required(shown(nameField(organizerWords.organizer), null)),
  description: shown(richTextField(organizerWords.description, MAX_NAMED_TEXT), null),
  status: shown(statusField(organizerWords.status), null),
  phone: lineField(organizerWords.phone),
  website: shown(url(organizerWords.website, { type: 'string' }, true), null),
  email: lineField(organizerWords.email),
  image: shown(imageField(organizerWords.image), null),
} satisfies Arguments;

export type OrganizerInput = Partial<ArgumentValues<typeof organizerFields>>;

/** The columns that a write names; `image_id` is the picture that its `image` turned out to be. */
export function organizerPatch(
  input: OrganizerInput,
  image_id: number | null | undefined,
): PlacePatch<OrganizerRow> {
  const { author, date, date_utc, organizer: name, description, status, image: _, ...own } = input;
  return { author, date, date_utc, name, description, status, image_id, own };
}

export const organizerKind: PlaceKind<OrganizerRow> = {
  type: 'organizer',
  blank: { website: '', phone: '', email: '' },
  searched: ({ phone, email, website }) => [phone, email, website],
};

export type OrganizerRecord = WithImage<OrganizerRow>;

/** What an answer shows, in its order. Members without a value are left out. */
export const organizerMembers: Members<OrganizerRecord> = {
  ...placeMembers('organizer', answerWords.organizer_name),
  phone: lineMember('phone'),
  website: lineMember('website'),
  email: lineMember('email'),
  json_ld: optionalMember(JSON_LD, answerWords.json_ld, (organizer, view) =>
    view.single ? { '@context': 'http://schema.org', ...organizerJsonLd(organizer, view) } : undefined,
  ),
  ...identityMembers,
};

/** The organizer as a schema.org Person, as clients of the interface know it. */
export function organizerJsonLd(organizer: OrganizerRecord, view: View) {
  return compact({
    '@type': 'Person',
    name: organizer.name,
    description: plainDescription(organizer, organizer.description),
    image: organizer.image && showImage(organizer.image, view).url,
    url: organizer.website,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: '',
  });
}
