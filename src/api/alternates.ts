import type { BareCall } from '../http/call.ts';
import type { Language } from '../i18n/language.ts';
import type { LanguageAlternate } from '../records/translations/alternates.ts';

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
