import { eventMembers } from '../../events/members.ts';
import { eventCost } from '../../events/stored-cost.ts';
import { prepareJsonLd } from '../../formats/json-ld/event.ts';
import { structuredData } from '../../formats/json-ld/structured-data.ts';
import type { BareCall } from '../../http/call.ts';
import { type Html, html, NOTHING, trusted } from '../../lib/html.ts';
import { scriptSafe } from '../../lib/json.ts';
import { summaryOf } from '../../lib/text/summary.ts';
import { textOf } from '../../lib/text/text.ts';
import { assetAddress } from '../assets.ts';
import type { EventOnPage } from './read.ts';

/** What the head of the page of an event has of its own: its structured data, and the scripts. */
export async function eventHead({ event, record, view }: EventOnPage, call: BareCall): Promise<Html> {
  const scripts = ['share.js', 'local-time.js'].map(
    name => html`<script type="module" src="${assetAddress(call, name)}"></script>\n`,
  );
  const single = { ...view, single: true, structuredData } as const;
  if (event.isLocked) return NOTHING;
  await prepareJsonLd(record, single);
  const json = eventMembers.json_ld?.json?.(record, single);
  const data = json && trusted(`<script type="application/ld+json">${scriptSafe(json)}</script>\n`);
  return html`${data}${scripts}`;
}

/** Characters of a description for search engines and previews. */
const MOST = 300;

/** When and where it takes place and what it costs, then the beginning of its text. */
export function descriptionOf({ event, said: { days, times }, view }: EventOnPage): string {
  const [venue] = event.venues;
  const place = venue && [venue.name, venue.city].filter(Boolean).join(', ');
  const when = textOf(html`${days}${times && html`, ${times}`}`.text);
  const facts = [when, place, eventCost(event, view)].filter(Boolean);
  const text = summaryOf(event.excerpt || event.description, MOST - facts.join(' · ').length);
  return [facts.join(' · '), text].filter(Boolean).join('. ');
}
