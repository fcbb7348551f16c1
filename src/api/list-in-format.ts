import type { BareCall } from '../http/call.ts';
import type { Language } from '../i18n/language.ts';
import { digestOf } from '../lib/digest.ts';
import type { LanguageAlternate } from '../records/translations/alternates.ts';
import { version } from '../version.ts';

// What the answers in other formats than JSON share.

/** The links from one page of a list to its neighbours. */
export function linksOf({ document }: BareCall, page: number, pages: number) {
  const to = (number: number) => {
    const url = new URL(document!.address);
    url.searchParams.set('page', String(number));
    return url.href;
  };
  return {
    next: page < pages ? to(page + 1) : undefined,
    previous: page > 1 ? to(page - 1) : undefined,
  };
}

export function linkHeader({ next, previous }: ReturnType<typeof linksOf>): { Link?: string } {
  const links = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`].filter(Boolean);
  return links.length > 0 ? { Link: links.join(', ') } : {};
}

/**
 * Identifies the content of a list without reading it: the state of the data, and all that the document depends on
 * besides. What is read after this call is at least as new. Undefined without a read model.
 */
export async function tagOf(call: BareCall, filter: object, page: number): Promise<string | undefined> {
  const { readModel, viewer, config, document, address, language, textLanguage } = call;
  if (!readModel) return undefined;
  const state = await readModel.state();
  const { TIME_ZONE, SITE_NAME, CURRENCY_SYMBOL, CURRENCY_CODE, CURRENCY_POSITION = '' } = config;
  const settings = [VERSION, TIME_ZONE.name, SITE_NAME, CURRENCY_SYMBOL, CURRENCY_CODE, CURRENCY_POSITION];
  const reader = viewer && [viewer.id, viewer.role];
  const texts = [config.DATA_LICENSE?.url, ...(textLanguage ? [textLanguage, config.LANGUAGE] : [])];
  return digestOf(
    JSON.stringify([state, settings, reader, language, document, address, filter, page, ...texts]),
  );
}

const VERSION = version();

/** The addresses of the document of a request in the other languages; none unless the request asks for one. */
export const documentAlternates = (call: BareCall): LanguageAlternate[] =>
  call.config.LANGUAGES.flatMap(language =>
    call.textLanguage === undefined || call.textLanguage === language
      ? []
      : { language, url: documentIn(language, call) },
  );

/** The parameter for the language wins over the path. */
function documentIn(language: Language, { document, address }: BareCall): string {
  const url = new URL(document!.address);
  if (url.searchParams.has('i18n_language') || address.language === undefined) {
    url.searchParams.set('i18n_language', language);
    return url.href;
  }
  const above = new URL(address.site).pathname.replace(/\/$/, '');
  const rest = url.pathname.slice(above.length + address.language.length + 1);
  url.pathname = `${above}/${language}${rest}`;
  return url.href;
}
