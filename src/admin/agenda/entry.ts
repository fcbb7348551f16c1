import { costText } from '../../events/cost-text.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { attribute, type Html, html, NOTHING, trusted } from '../../lib/html.ts';
import type { CardTemplate } from '../../pages/find-cards.ts';
import { textLanguage, titleIn } from '../../pages/parts/card.ts';
import { cardWhen, runningUntil, whenAlone } from '../../pages/parts/dates.ts';
import type { PageEvent, PageView } from '../../pages/view.ts';
import { wordsIn } from '../../pages/words.ts';
import { permalink } from '../../records/published-members.ts';
import { withColon } from '../page.ts';

/** What newsletters and text processors read of a style stands at each element. */
const STYLES = {
  title: 'margin:0 0 16px;font-size:24px;line-height:1.2',
  group: 'margin:24px 0 8px;font-size:18px;line-height:1.3',
  event: 'margin:0 0 12px;line-height:1.45',
  where: 'color:#595550',
};

/** How an element looks: by a class where there is a stylesheet, or by itself. */
export type StyleOf = (part: keyof typeof STYLES) => Html;
export const byClass: StyleOf = part => attribute('class', `agenda-${part}`);
export const byStyle: StyleOf = part => attribute('style', STYLES[part]);

/** The views of an event: for the page and for elsewhere, and for both where it has begun before; and its category. */
export const agendaTemplate = (by: 'day' | 'category'): CardTemplate => ({
  name: `agenda by ${by}`,
  write(event, view) {
    const when = by === 'day' ? cardWhen(event, view, { hasDay: false }) : whenAlone(event, view);
    const begun = runningUntil(event, view);
    const [category] = event.categories;
    return [
      ...[when, begun].flatMap(written => [
        entryOf(event, written, byClass, view),
        entryOf(event, withoutHooks(written), byStyle, view),
      ]),
      category ? html`${category.name}` : NOTHING,
    ];
  },
});

/** The same without what stylesheets and scripts of our pages take hold of. */
const withoutHooks = ({ text }: Html): Html => trusted(text.replace(/<\/?(?:time|span)\b[^>]*>/g, '').trim());

/** What is cancelled is struck out; of what is postponed, only the time. */
function entryOf(event: PageEvent, when: Html, styleOf: StyleOf, view: PageView): Html {
  const { event_status: status } = event;
  const link = html`<a href="${permalink('event', event, view)}"${textLanguage(event, 'title', view)}>${titleIn(event, view)}</a>`;
  const isOff = status === 'canceled';
  const name = status !== 'scheduled' && wordsIn('calendarPages', view)[status];
  const time = isOff || status === 'postponed' ? html`<s>${when}</s>` : when;
  const facts = factsOf(event, view);
  return html`<p${styleOf('event')}>${name && html`<b>${withColon(name, view)}</b> `}${when.text !== '' && html`<b>${time}</b> `}${isOff ? html`<s>${link}</s>` : link}${facts !== '' && html`<br>\n<span${styleOf('where')}>${facts}</span>`}</p>
`;
}

/** Where, and for how much. */
function factsOf(event: PageEvent, view: PageView): string {
  const [venue] = event.venues;
  const city = venue?.city && !venue.name.includes(venue.city) ? `, ${venue.city}` : '';
  const isOnline = event.is_virtual === 1 || event.event_status === 'moved_online';
  const facts = [
    venue ? venue.name + city : '',
    isOnline ? calendarWords.online[view.language] : '',
    event.isLocked ? wordsIn('calendarPages', view).protected : costText(event, view),
  ];
  return facts.filter(fact => fact !== '').join(' · ');
}
