import type { Config } from '../config.ts';
import type { MediaFormat } from '../formats/event-format.ts';
import { type Language, languages } from '../i18n/language.ts';
import type { RequestAddress } from '../site/address.ts';
import type { Viewer } from '../users/rights.ts';
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

/** A request for an answer in another format than JSON. */
export interface DocumentRequest {
  readonly format: MediaFormat;
  /** The absolute address of the document, as it was requested. */
  readonly address: string;
  /** The parameter that its path names, if it is the address of a page: without such a record there is no page. */
  readonly names: string | undefined;
  /** Whether the address is one that sites of the reference have. */
  readonly isOfReference: boolean;
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
