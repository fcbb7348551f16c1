import type { BareCall } from '../../http/call.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { daysOf, formatSpan } from '../parts/dates.ts';
import type { ChoiceParameter } from '../parts/facet-choices.ts';
import type { Filtering } from '../parts/filters.ts';
import { counted } from '../parts/plural.ts';
import { wordsIn } from '../words.ts';
import type { FoundList, ListKind } from './find-list.ts';

/** What a list is, by the filters that narrow it to one thing: `Concerts · Girona, May 2031`. */
export function headingOf(
  call: BareCall,
  { title }: Pick<ListKind, 'title'>,
  args: ListArgs,
  filtering: Filtering,
): Heading {
  const words = wordsIn('listPages', call);
  const only = (parameter: ChoiceParameter) => onlyChoice(filtering, parameter);
  const search = args.search && filled(words.results, { value: args.search });
  const phase = args.when?.length === 1 && args.when[0] === 'ongoing' ? words.ongoing : undefined;
  const topics = [search, only('categories'), only('tags')].filter(Boolean);
  const what = topics.length > 0 ? topics : [phase ?? title];
  const days = formatSpan(daysOf(filtering.filter, call.config), call);
  const named = [...what, only('city'), only('venue'), only('organizer')].filter(Boolean).join(' · ');
  return { text: days ? `${named}, ${days}` : named, days };
}

export interface Heading {
  readonly text: string;
  /** The days at its end, if there are any. Lines break before them rather than within. */
  readonly days: string;
}

/** The value of a facet if exactly one is chosen. */
function onlyChoice({ choices }: Filtering, wanted: ChoiceParameter): string | undefined {
  const facet = choices.find(({ parameter, isFixed }) => parameter === wanted && !isFixed);
  const chosen = facet?.choices.filter(({ isChosen }) => isChosen) ?? [];
  return chosen.length === 1 ? chosen[0]!.name : undefined;
}

export const titleOf = (heading: string, page: number, call: BareCall): string =>
  page > 1 ? `${heading} – ${filled(wordsIn('listPages', call).page, { value: page })}` : heading;

const NAMED = 5;

/** What a list has, for search engines: how many events, and of which categories most of them are. */
export function descriptionOf(
  heading: string,
  { total }: Pick<FoundList, 'total'>,
  { choices }: Filtering,
  call: BareCall,
): string {
  const count = counted(wordsIn('listPages', call), 'events', total, call.language);
  const [categories] = choices;
  const names = (categories?.isFixed ? [] : (categories?.choices ?? []))
    .filter(choice => choice.count > 0)
    .slice(0, NAMED)
    .map(({ name }) => name);
  const sentence = filled(calendarWords.because[call.language], { name: heading, value: `${count}.` });
  if (names.length === 0) return sentence;
  return `${sentence} ${filled(wordsIn('listPages', call).categories, { values: names.join(', ') })}`;
}
