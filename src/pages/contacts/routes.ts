import { type ContactKind, type ContactRow, findContact } from '../../contacts/store.ts';
import type { WithImage } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import type { PathKey } from '../../http/operation.ts';
import type { PublicPage } from '../../http/reference-pages.ts';
import type { Translations } from '../../i18n/language.ts';
import { integer, required, text } from '../../input/arguments.ts';
import { slugify } from '../../lib/text/slugs.ts';
import type { SlugOrId } from '../../records/table.ts';
import { PAGES } from '../../site/page-addresses.ts';
import { type Named, publicPage } from '../page.ts';
import { contactPage, contactPageById } from './contact-page.ts';
import { contactIndex } from './index.ts';
import type { ShownKind } from './kinds.ts';

/** The pages of venues or of organizers: each by its slug or its id, and all that have events. */
export function contactPages<Row extends ContactRow>(shown: ShownKind<Row>): PublicPage[] {
  const { kind, words, plural } = shown;
  return [
    publicPage(PAGES[plural], contactIndex(shown)),
    publicPage(
      PAGES[kind.type],
      contactPage(shown),
      named(kind, 'slug', words.slug_path, ({ slug }) => ({ slug: slugify(slug) })),
    ),
    publicPage(
      PAGES[`${kind.type}ById`],
      contactPageById(shown),
      named(kind, 'id', words.id, ({ id }) => ({ id })),
    ),
  ];
}

const named = <Row extends ContactRow>(
  kind: ContactKind<Row>,
  name: 'slug' | 'id',
  words: Translations,
  keyOf: (key: PathKey) => SlugOrId,
): Named<WithImage<Row>> => ({
  key: { name, argument: required(name === 'id' ? integer(words) : text(words)) },
  find: async ({ db }, key) =>
    (await findContact(db, kind, keyOf(key))) ?? new Refused(`expected_record_${name}`),
});
