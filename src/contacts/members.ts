import type { WithImage } from '../db/tables.ts';
import type { Translations } from '../i18n/language.ts';
import { answerWords } from '../i18n/messages.ts';
import { showImage } from '../images/image.ts';
import { HREF, ref } from '../input/schemas.ts';
import { type DeclaredMembers, FOLLOWING, keptIn, member, optionalMember, TEXT } from '../records/members.ts';
import { permalink, publishedMembers } from '../records/published-members.ts';
import type { ContactType } from '../records/table.ts';
import type { ContactRow } from './store.ts';

type ContactRecord = WithImage<ContactRow>;

const { id, author, status, date, date_utc, modified, modified_utc, ...identity } = publishedMembers;

const nameMember = (words: Translations) =>
  ({ ...member<ContactRecord>(TEXT, words, ({ name }) => name), ...keptIn('name') }) as const;

/** The first members of venues and organizers. The member of the name is called by the type, such as `venue`. */
export const contactMembers = <Type extends ContactType>(type: Type, nameWords: Translations) =>
  ({
    ...{ id, author, status, date, date_utc, modified, modified_utc },
    url: {
      ...member<ContactRecord>(HREF, answerWords.url, (record, view) => permalink(type, record, view)),
      ...FOLLOWING,
    },
    // TypeScript widens a computed key to `string`.
    ...({ [type]: nameMember(nameWords) } as Record<Type, ReturnType<typeof nameMember>>),
    description: {
      ...optionalMember<ContactRecord>(
        TEXT,
        answerWords.description,
        ({ description }) => description || undefined,
      ),
      ...keptIn('description'),
    },
    slug: {
      ...optionalMember<ContactRecord>(TEXT, answerWords.slug, ({ slug }) => slug || undefined),
      ...keptIn('slug'),
    },
    image: {
      ...optionalMember<ContactRecord>(ref('Image'), answerWords.image, ({ image }, view) =>
        image ? showImage(image, view) : undefined,
      ),
      ...keptIn('image_id'),
      imported: 'apart',
    },
  }) as const satisfies DeclaredMembers<ContactRecord>;

/** The last members of venues and organizers. */
export const identityMembers = identity;

/** The columns of both that no member shows, each with the name of its change in the history. */
export const unshownContactColumns = {
  translated: 'translations',
  status_before_trash: false,
  folded_name: false,
  match_key: false,
  search_text: false,
} as const;

export const websiteMember = {
  ...optionalMember<{ website: string }>(TEXT, answerWords.website, ({ website }) => website || undefined),
  ...keptIn('website'),
} as const;
