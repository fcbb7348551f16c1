import { listedDocument } from '../../formats/json-ld/events.ts';
import { type Html, html, NOTHING, trusted } from '../../lib/html.ts';
import { embeddableJson } from '../../lib/json.ts';
import { Pacer } from '../../lib/pacer.ts';
import type { PageEvent, PageView } from '../view.ts';

/** The structured data of a page: a script of data, which runs nothing. */
export const jsonLd = (node: object): Html => scriptOf(embeddableJson(node));

const scriptOf = (json: string): Html => html`<script type="application/ld+json">${trusted(json)}</script>\n`;

/** What search engines and programs read of an event in a list. Nothing of one that a password hides. */
export function eventData(event: PageEvent, view: PageView): Html {
  const document = event.isLocked ? undefined : listedDocument(event, view);
  return document ? trusted(embeddableJson(document)) : NOTHING;
}

/** What is read of an event beside what it looks like. */
interface MarkedUp {
  readonly data: Html;
}

/** The events that a page shows, as an array in the order of the page; nothing if there are none. */
export function dataOf(cards: Iterable<MarkedUp>): Html {
  const all = [...cards].map(({ data }) => data.text).filter(text => text !== '');
  return all.length > 0 ? scriptOf(`[${all.join(',\n')}]`) : NOTHING;
}

/** The same of events whose cards are not kept. */
export async function dataOfEvents(events: Iterable<PageEvent>, view: PageView): Promise<Html> {
  const pacer = new Pacer();
  const cards: MarkedUp[] = [];
  for (const event of events) {
    if (pacer.isDue()) await pacer.pause();
    cards.push({ data: eventData(event, view) });
  }
  return dataOf(cards);
}
