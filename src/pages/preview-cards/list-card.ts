import { recordOfList } from '../../events/reading/subject.ts';
import type { BareCall } from '../../http/call.ts';
import type { PreviewCard } from '../../pictures/cards/preview-card.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { siteName } from '../../site/name.ts';
import { cardMonth, monthSaid } from './dates.ts';

/** What the card of a list shows: the one record that the list is about, and its month. */
export interface ListCardArgs extends Pick<ListArgs, 'categories' | 'tags' | 'venue' | 'organizer'> {
  readonly month?: Temporal.PlainYearMonth | undefined;
}

/** The card of a list; that of the site if the list is about nothing in particular. */
export async function listCard({ month, ...about }: ListCardArgs, call: BareCall): Promise<PreviewCard> {
  const site = siteName(call);
  const record = (await recordOfList(about, call))?.title;
  const named = month && monthSaid(month, call.language);
  const [title = site, ...lines] = [record, named].filter(text => text !== undefined);
  return {
    ...{ title, lines, notice: undefined, day: undefined },
    site: title === site ? call.address.name : site,
    month: month && cardMonth(month),
    accent: call.config.ACCENT_COLOR,
  };
}
