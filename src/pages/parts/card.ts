import { attribute, type Html, html } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import { languageOfText } from '../../records/translations/in-language.ts';
import type { CardTemplate } from '../find-cards.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { daySaid, timeElement, timeSaid } from './dates.ts';

/** An event in a list. */
export function card(event: ShownEvent, view: PageView): Html {
  const { language } = view;
  const [venue] = event.venues;
  return html`<article class="card">
<h3 class="card-title"><a href="${permalink('event', event, view)}"${textLanguage(event, 'title', view)}>${event.title}</a></h3>
<p class="card-when">${timeElement(event, 'start', event.all_day === 1 ? daySaid(language)(event.start_date) : `${daySaid(language)(event.start_date)}, ${timeSaid(language)(event.start_date)}`)}</p>
${venue && html`<p class="card-place">${venue.name}</p>`}
</article>`;
}

export const cardTemplate: CardTemplate = { name: 'card', write: card };

/** The `lang` attribute of a text that is in another language than its page. */
export function textLanguage(row: object, column: string, view: PageView): Html {
  const language = languageOfText(row, column, view);
  return attribute('lang', language === view.language ? undefined : language);
}
