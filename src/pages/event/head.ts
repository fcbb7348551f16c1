import { eventCost } from '../../events/stored-cost.ts';
import { pageDocument } from '../../formats/json-ld/of-page.ts';
import type { BareCall } from '../../http/call.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { summaryOf, textOf } from '../../lib/text/text.ts';
import { assetAddress } from '../assets.ts';
import { jsonLd } from '../parts/json-ld.ts';
import type { EventOnPage } from './read.ts';

/** What the head of the page of an event has of its own: its structured data, and the scripts. */
export function eventHead({ event, record, view }: EventOnPage, call: BareCall): Html {
  if (event.isLocked) return NOTHING;
  const scripts = ['share.js', 'local-time.js'].map(
    name => html`<script type="module" src="${assetAddress(call, name)}"></script>\n`,
  );
  const document = pageDocument(record, view);
  return html`${document && jsonLd(document)}${scripts}`;
}

/** Characters of a description for search engines and previews. */
const MOST = 300;

/** When and where it takes place and what it costs, then the beginning of its text. */
export function descriptionOf({ event, times: { days, times }, view }: EventOnPage): string {
  const [venue] = event.venues;
  const place = venue && [venue.name, venue.city].filter(Boolean).join(', ');
  const when = textOf(html`${days}${times && html`, ${times}`}`.text);
  const facts = [when, place, eventCost(event, view)].filter(Boolean);
  const text = summaryOf(event.excerpt || event.description, MOST - facts.join(' · ').length);
  return [facts.join(' · '), text].filter(Boolean).join('. ');
}
