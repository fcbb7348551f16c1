import { type Html, html } from '../../lib/html.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import type { PageCall } from '../frame/document-parts.ts';
import { wordsIn } from '../words.ts';

/** The search of the list, for pages without a list of their own. */
export function searchForm(call: PageCall): Html {
  const words = wordsIn('filterForm', call);
  return html`<form class="filters" action="${pathTo(call, pathOf(PAGES.list))}" role="search">
<div class="filters-search">
<label class="visually-hidden" for="search">${words.search}</label>
<input id="search" type="search" name="search" placeholder="${words.search_hint}" maxlength="500">
<button type="submit" class="button">${words.search}</button>
</div>
</form>
`;
}
