import { permalink } from '../published-members.ts';
import type { PublishedType } from '../table.ts';
import type { View } from '../view.ts';
import { inLanguage, type TextView } from './in-language.ts';
import type { LanguageColumns } from './stored.ts';

/** The public address of a record in the language of the view. */
export const translatedPermalink = (
  type: PublishedType,
  record: Parameters<typeof permalink>[1] & Partial<Pick<LanguageColumns, 'translations'>>,
  view: Pick<View, 'address'> & TextView,
): string => permalink(type, inLanguage(record, view), view);
