import type { BareCall } from '../../http/call.ts';
import type { Language } from '../../i18n/language.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { siteName } from '../../site/name.ts';
import { addressInLanguage } from '../addresses.ts';

/** What an element shows. */
export interface Composed {
  readonly view: string;
  readonly category: string | undefined;
  readonly lang: Language;
}

type Call = Pick<BareCall, 'address' | 'config'>;

/** The element, with a link for readers whom no script serves. */
export const elementOf = (call: Call, { view, category, lang }: Composed): Html =>
  html`<almanac-calendar view="${view}"${attribute('category', category)} lang="${lang}"><a href="${addressInLanguage('/events/', lang, call)}">${siteName(call)}</a></almanac-calendar>`;

/** What a webmaster copies: the script and the element. */
export const lineOf = (call: Call, composed: Composed): string =>
  `<script type="module" src="${call.address.site}/embed.js"></script>\n${elementOf(call, composed)}`;
