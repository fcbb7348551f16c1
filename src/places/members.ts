import type { WithImage } from '../db/tables.ts';
import { HREF, ref } from '../http/schemas.ts';
import type { Translations } from '../i18n/language.ts';
import { answerWords } from '../i18n/messages.ts';
import { showImage } from '../images/image.ts';
import {
  type Member,
  type Members,
  member,
  optionalMember,
  permalink,
  recordMembers,
} from '../records/members.ts';
import type { PlaceType } from '../records/table.ts';
import type { PlaceRow } from './store.ts';

type Record_ = WithImage<PlaceRow>;

/** The members with which the answers of venues and organizers begin; the name goes by the type. */
export const placeMembers = (type: PlaceType, nameWords: Translations): Members<Record_> => ({
  id: recordMembers.id,
  author: recordMembers.author,
  status: recordMembers.status,
  date: recordMembers.date,
  date_utc: recordMembers.date_utc,
  modified: recordMembers.modified,
  modified_utc: recordMembers.modified_utc,
  url: member(HREF, answerWords.url, (record, view) => permalink(type, record, view)),
  [type]: member({ type: 'string' }, nameWords, ({ name }) => name),
  description: optionalMember(
    { type: 'string' },
    answerWords.description,
    ({ description }) => description || undefined,
  ),
  slug: optionalMember({ type: 'string' }, answerWords.slug, ({ slug }) => slug || undefined),
  image: optionalMember(ref('Image'), answerWords.image, ({ image }, view) =>
    image ? showImage(image, view) : undefined,
  ),
});

/** A member for a line of text, left out where it is empty. */
export const lineMember = <Name extends keyof typeof answerWords>(name: Name): Member<Record<Name, string>> =>
  optionalMember({ type: 'string' }, answerWords[name], row => row[name] || undefined);

/** The members with which both end. */
export const identityMembers = {
  global_id: recordMembers.global_id,
  global_id_lineage: recordMembers.global_id_lineage,
};
