import type { BareCall } from '../../http/call.ts';
import { contactTypes, KINDS } from '../../kinds.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { fold, words as wordsOf } from '../../lib/text/search-terms.ts';
import { MAX_FACET_VALUES } from '../../limits.ts';
import { hasNoName } from '../../records/no-name.ts';
import { permalink } from '../../records/published-members.ts';
import { readFilter } from '../../search/event-filter.ts';
import { facetRequest } from '../../search/facet-arguments.ts';
import type { FacetLabel } from '../../search/facet-result.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import { COMING } from '../contacts/index.ts';
import { facetsOf } from '../parts/facet-choices.ts';
import { counted } from '../parts/plural.ts';
import { pageView } from '../view.ts';
import { wordsIn } from '../words.ts';

const FOUND = [...contactTypes.map(type => KINDS[type].linkedAs), KINDS.category.linkedAs] as const;

/** Names of a kind that are offered. */
const MOST = 4;

/**
 * The venues, organizers and categories with coming events whose names have words that begin with those of a search: the
 * events at a place need not mention it.
 */
export async function namesFound(call: BareCall, search: string): Promise<Html> {
  const starts = wordsOf(search).map(word => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}`, 'u'));
  if (starts.length === 0) return NOTHING;
  const asked = { facets: FOUND, drill_sideways: false, facet_limit: MAX_FACET_VALUES };
  const facets = await facetsOf(call, await readFilter(COMING, call), facetRequest(asked, call)!);
  const isFound = ({ name }: FacetLabel) => {
    const folded = fold(name);
    return starts.every(start => start.test(folded));
  };
  const words = wordsIn('listPages', call);
  const items = FOUND.flatMap(kind =>
    facets
      .get(kind)!
      .values.filter(({ label }) => !hasNoName(label) && isFound(label))
      .slice(0, MOST)
      .map(
        ({ label, count }) =>
          html`<li><span class="name-kind">${words[kind === 'categories' ? 'category' : kind]}</span> <a href="${addressOf(kind, label, call)}">${label.name}</a> <span class="count">${counted(words, 'events', count, call.language)}</span></li>\n`,
      ),
  );
  return items.length === 0
    ? NOTHING
    : html`<ul class="names-found" aria-label="${words.named_so}">${items}</ul>\n`;
}

function addressOf(kind: (typeof FOUND)[number], { id, slug = '' }: FacetLabel, call: BareCall): string {
  if (kind !== 'categories') return permalink(kind, { id: id!, slug, status: 'publish' }, pageView(call));
  return pathTo(call, pathOf(PAGES.category, { slugs: slug }));
}
