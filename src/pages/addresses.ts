import type { BareCall } from '../http/call.ts';
import type { Language } from '../i18n/language.ts';
import { addressIn, pageAddress, pathOnSite, prefixOf, type RequestAddress } from '../site/address.ts';
import { inOwnWords } from '../site/words.ts';

type LinkCall = Pick<BareCall, 'address' | 'config'>;

/** The address of a page in the language of the request: `/fr/events/month/2031-05/`. */
export const pathTo = ({ address }: Pick<BareCall, 'address'>, path: string): string =>
  pathOnSite(address, prefixOf(address.language) + inOwnWords(path, address.words));

/** The language prefix of the pages in a language: the language of the site has none. */
const prefixFor = (language: Language, { config }: LinkCall): Language | undefined =>
  language === config.LANGUAGE ? undefined : language;

/** The absolute address of the same page in a language. */
export const addressInLanguage = (path: string, language: Language, call: LinkCall): string =>
  pageAddress(addressFor(call.address, prefixFor(language, call)), path);

const addressFor = (address: RequestAddress, language: Language | undefined) =>
  language === undefined ? { ...address, language } : addressIn(address, language);

/** A page in a language, with the language's own name for it. */
export interface PageInLanguage {
  readonly language: Language;
  readonly href: string;
  readonly isCurrent: boolean;
}

/**
 * The page in each language that the site offers.
 * @param path the path of the page below the language, which may differ by language
 */
export const pageInLanguages = (
  call: LinkCall & Pick<BareCall, 'language'>,
  path: (language: Language) => string,
): PageInLanguage[] =>
  call.config.LANGUAGES.map(language => ({
    language,
    href: addressInLanguage(path(language), language, call),
    isCurrent: language === call.language,
  }));

/** The query of an address with some parameters set; undefined removes one. It begins with a question mark. */
export function queryWith(
  query: URLSearchParams,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  // A calendar has a hundred links, and most readers no filter.
  if (query.size === 0 && Object.values(changes).every(value => value === undefined)) return '';
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  return next.size > 0 ? `?${next}` : '';
}
