import { separatorIn } from '../../formats/csv/columns.ts';
import type { BareCall } from '../../http/call.ts';
import { type Html, html } from '../../lib/html.ts';
import { pageAddress } from '../../site/address.ts';
import { siteNameIn } from '../../site/name.ts';
import { documentPath, PAGES, pathOf } from '../../site/page-addresses.ts';
import { wordsIn } from '../words.ts';
import { asQuery, queryOfPage, SHAPING, without } from './query.ts';

/** The list to which people subscribe, if it is not that of the page. */
export interface SubscribedList {
  /** The path of the list below the language: `/events/`. */
  readonly path?: string;
  /** The parameters for which the address of the page stands, and that of the list does not. */
  readonly query?: Readonly<Record<string, string>>;
  /** The parameters of feeds, which begin with the events of the page. */
  readonly now?: Readonly<Record<string, string>>;
  /** The events of a feed. */
  readonly size?: number;
}

/** The parameters of a feed of a list without dates of its own. */
export const COMING_NOW = { when: 'ongoing,upcoming' } as const;

/** Who subscribes to a month gets all events to come, by the same filters. */
export const ALL_DATES: SubscribedList = { path: pathOf(PAGES.list), now: COMING_NOW };

/** The addresses of a list as documents in the formats to which people subscribe. */
function listDocuments(
  call: BareCall,
  {
    path = call.page?.path ?? pathOf(PAGES.list),
    query: own = {},
    now: ofFeeds = {},
    size,
  }: SubscribedList = {},
): Record<'ics' | 'rss' | 'atom' | 'json' | 'csv', string> {
  const query = new URLSearchParams([...without(queryOfPage(call), ...SHAPING), ...Object.entries(own)]);
  const now = new URLSearchParams([...query, ...Object.entries(ofFeeds)]);
  const page = new URLSearchParams([...now, ...(size ? [['per_page', String(size)]] : [])]);
  // Spreadsheets in most languages take a comma for a decimal point.
  const separator = separatorIn(call.language);
  const table = new URLSearchParams([...now, ...(separator === ',' ? [] : [['separator', separator]])]);
  const at = (suffix: string) => pageAddress(call.address, documentPath(path, suffix));
  return {
    // A calendar remembers the last weeks.
    ics: at('ics') + asQuery(query),
    rss: at('rss') + asQuery(page),
    atom: at('atom') + asQuery(page),
    json: at('json') + asQuery(page),
    csv: at('csv') + asQuery(table),
  };
}

/** How to subscribe to the list that one sees, filters included. */
export function subscribe(call: BareCall, subscription: SubscribedList = {}): Html {
  const words = wordsIn('subscribe', call);
  const documents = listDocuments(call, subscription);
  const webcal = documents.ics.replace(/^https?:/, 'webcal:');
  const name = encodeURIComponent(siteNameIn(call));
  const isFiltered = without(queryOfPage(call), ...SHAPING).size > 0;
  return html`<section class="subscribe" aria-labelledby="subscribe">
<h2 id="subscribe">${words.title}</h2>
<p>${isFiltered ? words.text_filtered : words.text}</p>
<ul class="subscribe-ways">
<li><a class="button" href="${webcal}">${words.calendar}</a></li>
<li><a class="button is-quiet" href="${documents.rss}" type="application/rss+xml">RSS</a></li>
<li><a class="button is-quiet" href="${documents.atom}" type="application/atom+xml">Atom</a></li>
</ul>
<details>
<summary>${words.more}</summary>
<ul>
<li><a href="https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}" rel="noopener nofollow">${words.google}</a></li>
<li><a href="https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(documents.ics)}&amp;name=${name}" rel="noopener nofollow">${words.outlook}</a></li>
<li><a href="${documents.ics}" type="text/calendar" download>${words.download}</a></li>
<li><a href="${documents.json}" type="application/feed+json">JSON Feed</a></li>
<li><a href="${documents.csv}" type="text/csv" download>${words.table}</a></li>
</ul>
</details>
</section>`;
}
