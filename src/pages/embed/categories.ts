import type { BareCall } from '../../http/call.ts';
import type { Language } from '../../i18n/language.ts';
import { inOrder } from '../../read-model/record-source.ts';
import { inLanguage, languageOfText } from '../../records/translations/in-language.ts';
import { findTerms, listTermIds } from '../../terms/list.ts';

/** A category as a form offers it. */
export interface NamedCategory {
  readonly slug: string;
  readonly name: string;
  /** The language of its name, if it is another one than that of the page. */
  readonly lang: Language | undefined;
}

/** Categories that a form offers. */
const MOST = 500;

/** The categories that have events, by their names. */
export async function categoriesOf(call: BareCall): Promise<NamedCategory[]> {
  const { db, language, config } = call;
  const view = { textLanguage: language, config };
  const filter = { ...IN_USE, textLanguage: language, siteLanguage: config.LANGUAGE };
  const { ids } = await listTermIds(db, 'category', filter, undefined, { limit: MOST, offset: 0 });
  const terms = inOrder(ids, await findTerms(db, ids));
  return terms.map(term => {
    const lang = languageOfText(term, 'name', view);
    return { slug: term.slug, name: inLanguage(term, view).name, lang: lang === language ? undefined : lang };
  });
}

const IN_USE = {
  ...{ search: undefined, include: undefined, exclude: undefined, parent: undefined, event: undefined },
  ...{ slug: undefined, orderBy: 'name', descending: false, hideEmpty: true },
};
