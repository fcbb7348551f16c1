import type { EventRecord } from '../../events/event.ts';
import { recordOfList } from '../../events/reading/subject.ts';
import { whenOf } from '../../formats/feeds/when.ts';
import type { BareCall } from '../../http/call.ts';
import { calendarWords } from '../../i18n/messages.ts';
import type { PreviewCard } from '../../pictures/cards/preview-card.ts';
import { withName } from '../../records/no-name.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { siteName } from '../../site/name.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { cardMonth, dayOf, eventMonth, monthTitle, timeLine } from './dates.ts';

/** The card of an event, as its reader may see it. A series, which has many dates, shows none. */
export function eventCard(event: ShownEvent, view: PageView): PreviewCard {
  const { language } = view;
  const isSeries = event.recurrence !== '';
  return {
    title: event.title,
    notice: noticeOf(event, view),
    lines: [isSeries ? undefined : timeLine(event, language, view), placeLine(event, view)].filter(
      line => line !== undefined,
    ),
    site: siteName(view),
    day: isSeries ? undefined : dayOf(event, language),
    month: isSeries ? undefined : eventMonth(event),
    accent: view.config.ACCENT_COLOR,
  };
}

/** What the card of an event shows, in words. */
export const eventCardText = (event: ShownEvent, view: PageView): string =>
  [
    ...[noticeOf(event, view), event.title],
    ...[event.recurrence === '' ? whenOf(event, view.language, view) : undefined, placeLine(event, view)],
  ]
    .filter(text => text !== undefined)
    .join(', ');

/** What people must not overlook. */
const noticeOf = ({ event_status: status }: EventRecord, { language }: PageView): string | undefined =>
  status === 'scheduled' ? undefined : calendarWords[status][language];

function placeLine({ venues: [venue] }: EventRecord, view: PageView): string | undefined {
  if (!venue) return undefined;
  const { name, city } = withName(inLanguage(venue, view));
  const isNamed = city === '' || name.includes(city);
  return isNamed ? name : `${name}, ${city}`;
}

/** What the card of a list shows: the one record that the list is about, and its month. */
export interface ListCardArgs extends Pick<ListArgs, 'categories' | 'tags' | 'venue' | 'organizer'> {
  readonly month?: Temporal.PlainYearMonth | undefined;
}

/** The card of a list; that of the site if the list is about nothing in particular. */
export async function listCard({ month, ...about }: ListCardArgs, call: BareCall): Promise<PreviewCard> {
  const site = siteName(call);
  const record = (await recordOfList(about, call))?.title;
  const named = month && monthTitle(month, call.language);
  const [title = site, ...lines] = [record, named].filter(text => text !== undefined);
  return {
    ...{ title, lines, notice: undefined, day: undefined },
    site: title === site ? call.address.name : site,
    month: month && cardMonth(month),
    accent: call.config.ACCENT_COLOR,
  };
}
