import { filled } from '../i18n/say.ts';
import { type Html, html, NOTHING } from '../lib/html.ts';
import type { AdminCall } from './page.ts';
import { wordsIn } from './words.ts';

/** The page of a list that an address names. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page'));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** The way through the pages of a list. */
export function pager(
  call: AdminCall,
  { page, pages, title }: { readonly page: number; readonly pages: number; readonly title: string },
  addressOf: (page: number) => string,
): Html {
  if (pages < 2) return NOTHING;
  const words = wordsIn('eventList', call);
  const link = (to: number, text: string, rel: string) =>
    to >= 1 && to <= pages && html`<a href="${addressOf(to)}" rel="${rel}">${text}</a>\n`;
  return html`<nav class="pages" aria-label="${title}">
${link(page - 1, words.previous, 'prev')}<span>${filled(words.page, { page, pages })}</span>
${link(page + 1, words.next, 'next')}</nav>
`;
}
