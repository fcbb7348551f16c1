import Type from 'typebox';
import { singleLine, textOf } from '../calendar/text.ts';
import type { OrganizerRow } from '../db/tables.ts';
import { showImage } from '../images/image.ts';
import {
  type Argument,
  type Arguments,
  required,
  shown,
  text,
  url,
  type Values,
} from '../interface/arguments.ts';
import { HREF, ref } from '../interface/schemas.ts';
import { answerWords } from '../interface/words/answers.ts';
import { organizerWords } from '../interface/words/organizers.ts';
import type { Words } from '../interface/words/words.ts';
import {
  authorField,
  dateField,
  imageField,
  nameField,
  richTextField,
  statusField,
} from '../records/fields.ts';
import {
  JSON_LD,
  type Members,
  member,
  optionalMember,
  permalink,
  recordMembers,
  type View,
} from '../records/members.ts';
import type { NamedKind, NamedWish, WithImage } from '../records/named.ts';
import { compact } from '../venues/json-ld.ts';

const line = (words: Words): Argument<string> => shown(text(words, singleLine, { empty: true }), null);

/** What may be written, in the order of the interface's index. */
export const organizerFields = {
  author: shown(authorField(organizerWords.author), null),
  date: shown(dateField(organizerWords.date), null),
  date_utc: shown(dateField(organizerWords.date_utc), null),
  organizer: required(shown(nameField(organizerWords.organizer), null)),
  description: shown(richTextField(organizerWords.description), null),
  status: shown(statusField(organizerWords.status), null),
  phone: line(organizerWords.phone),
  website: shown(url(organizerWords.website, Type.String(), true), null),
  email: line(organizerWords.email),
  image: shown(imageField(organizerWords.image), null),
} satisfies Arguments;

export type OrganizerInput = Partial<Values<typeof organizerFields>>;

/** The columns that a write names; `image_id` is the picture that its `image` turned out to be. */
export function organizerWish(
  input: OrganizerInput,
  image_id: number | null | undefined,
): NamedWish<OrganizerRow> {
  const { author, date, date_utc, organizer: name, description, status, image: _, ...own } = input;
  return { author, date, date_utc, name, description, status, image_id, own };
}

export const organizerKind: NamedKind<OrganizerRow> = {
  type: 'organizer',
  blank: { website: '', phone: '', email: '' },
  searched: ({ phone, email, website }) => [phone, email, website],
};

export type OrganizerRecord = WithImage<OrganizerRow>;

const shownLine = (name: 'phone' | 'website' | 'email') =>
  optionalMember<OrganizerRecord>(
    Type.String(),
    answerWords[name],
    organizer => organizer[name] || undefined,
  );

/** What an answer shows, in its order. Members without a value are left out. */
export const organizerMembers: Members<OrganizerRecord> = {
  id: recordMembers.id,
  author: recordMembers.author,
  status: recordMembers.status,
  date: recordMembers.date,
  date_utc: recordMembers.date_utc,
  modified: recordMembers.modified,
  modified_utc: recordMembers.modified_utc,
  url: member(HREF, answerWords.url, (organizer, view) => permalink('organizer', organizer, view)),
  organizer: member(Type.String(), answerWords.organizer_name, ({ name }) => name),
  description: optionalMember(
    Type.String(),
    answerWords.description,
    ({ description }) => description || undefined,
  ),
  slug: optionalMember(Type.String(), answerWords.slug, ({ slug }) => slug || undefined),
  image: optionalMember(ref('Image'), answerWords.image, ({ image }, view) =>
    image ? showImage(image, view) : undefined,
  ),
  phone: shownLine('phone'),
  website: shownLine('website'),
  email: shownLine('email'),
  json_ld: optionalMember(JSON_LD, answerWords.json_ld, (organizer, view) =>
    view.single ? { '@context': 'http://schema.org', ...organizerJsonLd(organizer, view) } : undefined,
  ),
  global_id: recordMembers.global_id,
  global_id_lineage: recordMembers.global_id_lineage,
};

/** The organizer as a schema.org Person, as clients of the interface know it. */
export function organizerJsonLd(organizer: OrganizerRecord, view: View) {
  return compact({
    '@type': 'Person',
    name: organizer.name,
    description: textOf(organizer.description),
    image: organizer.image && showImage(organizer.image, view).url,
    url: organizer.website,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: '',
  });
}
