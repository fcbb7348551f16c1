import { convert } from '../background/texts.ts';
import { type CategoryColor, categoryColors, type Taxonomy } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { categoryWords, tagWords } from '../i18n/messages.ts';
import { type Argument, required, text, wholeNumber } from '../input/arguments.ts';
import { KINDS } from '../kinds.ts';
import { slugify } from '../lib/text/slugs.ts';
import { MAX_TERM_TEXT } from '../limits.ts';
import { titleField } from '../records/fields.ts';
import { translationFields } from '../records/translations/fields.ts';

/** The texts of a term that have translations: their columns, by the names of their members. */
export const translatedColumns = { name: 'name', description: 'description', slug: 'slug' } as const;

const shared = (words: Record<'name' | 'description' | 'slug', Translations>) => ({
  name: required(titleField(words.name)),
  description: text(words.description, (sent, { viewer }) => convert(viewer, 'termText', sent), {
    max: MAX_TERM_TEXT,
  }),
  slug: text(words.slug, slugify),
});

/** The id of an existing category, or 0 for the top level. */
export const parentField = (words: Translations): Argument<number> => ({
  schema: { type: 'integer' },
  words,
  async read(sent, { db }) {
    const id = wholeNumber(sent);
    if (id === 0) return 0;
    const known =
      id !== undefined &&
      (await db
        .selectFrom('terms')
        .select('id')
        .where('id', '=', id)
        .where('taxonomy', '=', 'category')
        .executeTakeFirst());
    return known ? known.id : new Refused('expected_parent');
  },
});

/** The colour of a category, by its name. */
const colorField: Argument<CategoryColor> = {
  schema: { type: 'string', enum: [...categoryColors] },
  words: categoryWords.color,
  additional: true,
  read: sent =>
    categoryColors.find(color => color === sent) ??
    new Refused('expected_one_of', { values: categoryColors.join(', ') }),
};

/** Accepts any `parent` of a tag; the operation refuses it with its own error code. */
const noParent: Argument<boolean> = {
  schema: {},
  words: tagWords.name,
  additional: 'silent',
  read: () => true,
};

const languageFields = translationFields(shared(tagWords), translatedColumns);

/** The arguments of writes, in the order of the interface's index. */
export const categoryFields = {
  ...shared(categoryWords),
  parent: parentField(categoryWords.parent),
  color: colorField,
  ...languageFields,
};
export const tagFields = { ...shared(tagWords), parent: noParent, ...languageFields };

export const collectionOf = (taxonomy: Taxonomy) => KINDS[taxonomy].collection;
