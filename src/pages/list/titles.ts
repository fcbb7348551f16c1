import type { BareCall } from '../../http/call.ts';
import type { Language } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import type { ChoiceParameter } from '../parts/facet-choices.ts';
import type { Filtering } from '../parts/filtering.ts';
import { counted } from '../parts/plural.ts';
import { daysOf, spanSaid } from '../parts/span.ts';
import { wordsIn } from '../words.ts';
import type { FoundList, ListKind } from './show-list.ts';

/** What a list is, by the filters that narrow it to one thing: `Concerts · Girona · May 2031`. */
export function headingOf(
  call: BareCall,
  { title }: Pick<ListKind, 'title'>,
  args: ListArgs,
  filtering: Filtering,
): string {
  const words = wordsIn('listPages', call.language);
  const only = (parameter: ChoiceParameter) => onlyChoice(filtering, parameter);
  const search = args.search && filled(words.results, { query: args.search });
  const phase = args.when?.length === 1 && args.when[0] === 'ongoing' ? words.ongoing : undefined;
  const what = search || only('categories') || only('tags') || phase || title;
  const span = spanSaid(daysOf(filtering.filter, call.config), call.language);
  return [what, only('city'), only('venue'), only('organizer'), span].filter(Boolean).join(' · ');
}

/** The value of a facet if exactly one is chosen. */
function onlyChoice({ choices }: Filtering, wanted: ChoiceParameter): string | undefined {
  const facet = choices.find(({ parameter, isFixed }) => parameter === wanted && !isFixed);
  const chosen = facet?.choices.filter(({ isChosen }) => isChosen) ?? [];
  return chosen.length === 1 ? chosen[0]!.name : undefined;
}

export const titleOf = (heading: string, page: number, language: Language): string =>
  page > 1 ? `${heading} – ${filled(wordsIn('listPages', language).page, { page })}` : heading;

const NAMED = 3;

/** What a list has, for search engines: how many events, and the first of them. */
export function descriptionOf({ events, ongoing, total }: FoundList, language: Language): string {
  const words = wordsIn('listPages', language);
  const count = counted(words, 'events', total, language);
  const all = events.length > 0 ? events : (ongoing?.events ?? []);
  const names = [...new Set(all.map(({ title }) => title))].slice(0, NAMED);
  if (names.length === 0) return count;
  const titles = new Intl.ListFormat(language).format(names);
  return filled(names.length < total ? words.described_more : words.described, { count, titles });
}
