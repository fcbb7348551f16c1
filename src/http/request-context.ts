import type { Config } from '../config.ts';
import { type Language, languages } from '../i18n/language.ts';
import type { RequestAddress } from '../site/address.ts';
import type { Viewer } from '../users/rights.ts';
import type { DocumentRequest } from './call.ts';
import type { ResponseShape } from './response-shape.ts';
import type { ShownPage } from './site-pages.ts';
import type { Handling } from './strictness.ts';

/** What is known of a request before its operation is called. */
export interface RequestContext {
  readonly address: RequestAddress;
  readonly now: number;
  viewer: Viewer;
  language: Language;
  /** The language that the request asks for. */
  textLanguage: Language | undefined;
  shape: ResponseShape;
  /** How the header `Prefer` wants unknown members to be handled. */
  handling?: Handling | undefined;
  /** Undefined for an answer in JSON. */
  document?: DocumentRequest | undefined;
  /** The page for people that the request asks for. */
  page?: ShownPage | undefined;
}

/** The languages of a request: the parameter wins over the path. A page is always in the language of its path. */
export function languagesOf(
  sent: unknown,
  { address, page }: Pick<RequestContext, 'address' | 'page'>,
  config: Config,
) {
  const asked = (!page && languages.find(language => language === sent)) || address.language;
  const language = asked ?? config.LANGUAGE;
  return { textLanguage: page ? language : asked, language };
}

/** The query of a URL, without the question mark. */
export const queryOf = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};
