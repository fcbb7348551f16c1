import type { BareCall } from '../../http/call.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html, NOTHING } from '../../lib/html.ts';
import { pathTo } from '../addresses.ts';
import { wordsIn } from '../words.ts';
import { asQuery, without } from './query.ts';

interface Paging {
  /** The path of the list below the language. */
  readonly path: string;
  readonly page: number;
  readonly pages: number;
}

/** Links to the pages of a list; nothing if there is one. */
export function pager(call: BareCall, { path, page, pages }: Paging): Html {
  if (pages < 2) return NOTHING;
  const words = wordsIn('listPages', call);
  const href = (number: number) => pathTo(call, path) + queryOfNumber(call, number);
  const link = (number: number, rel: 'prev' | 'next', label: string) =>
    number >= 1 && number <= pages
      ? html`<a class="paging-${rel}" rel="${rel}" href="${href(number)}">${label}</a>\n`
      : NOTHING;
  return html`<nav class="paging" aria-label="${words.pages}">
${link(page - 1, 'prev', words.previous)}<ol>${numbersAround(page, pages).map(number =>
    number === undefined
      ? html`<li class="paging-gap">…</li>`
      : html`<li><a href="${href(number)}" aria-label="${filled(words.page, { value: number })}"${attribute('aria-current', number === page ? 'page' : undefined)}>${number}</a></li>`,
  )}</ol>
${link(page + 1, 'next', words.next)}</nav>`;
}

/** The query of a page of the list; the first one has no number. */
export function queryOfNumber({ page }: Pick<BareCall, 'page'>, number: number): string {
  const query = without(page?.query ?? new URLSearchParams(), 'page');
  if (number > 1) query.set('page', String(number));
  return asQuery(query);
}

/** The first and the last page and those around one; undefined stands for a gap. */
export function numbersAround(page: number, pages: number): (number | undefined)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter(number => number >= 1 && number <= pages);
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  return numbers.flatMap((number, at) => {
    const missing = at === 0 ? 0 : number - numbers[at - 1]! - 1;
    return [...(missing === 0 ? [] : [missing === 1 ? number - 1 : undefined]), number];
  });
}
