import type { BareCall } from '../../http/call.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { type ListArgs, readFilter } from '../../search/event-filter.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { matchTerms } from '../../terms/match.ts';
import { pathTo } from '../addresses.ts';
import { countEvents } from '../find-cards.ts';
import { formatNumber } from '../parts/plural.ts';
import { asQuery, comingUp, NOT_OVER, relOf } from '../parts/query.ts';
import { ONCE } from '../parts/series-once.ts';
import { sharedPart } from '../parts/shared-part.ts';
import { wordsIn } from '../words.ts';

/** What people ask of a calendar, as filters of its list. */
interface Question {
  readonly name: 'today' | 'tomorrow' | 'weekend' | 'free' | 'children' | 'online';
  readonly asked: Readonly<Record<string, string>>;
  readonly args: Partial<ListArgs>;
}

/** The questions of people as links, with how many events answer each; those that find none are left out. */
export const questionsOf = (call: BareCall): Promise<Html> => sharedPart(call, 'questions', writeQuestions);

async function writeQuestions(call: BareCall): Promise<Html> {
  const words = wordsIn('home', call);
  const links: Html[] = [];
  for (const { name, asked, args } of await questionsAt(call)) {
    const filter = await readFilter(
      comingUp({ page: 1, per_page: 1, strict_dates: false, ...ONCE, ...args }),
      call,
    );
    const total = await countEvents(call, filter);
    const query = asQuery(new URLSearchParams(asked));
    // The filter that it sets says it in full.
    const label = name === 'free' ? wordsIn('filterForm', call).free : words[name];
    if (total > 0)
      links.push(
        html`<li><a href="${pathTo(call, pathOf(PAGES.list))}${query}"${relOf(query)}>${label}</a> <small>${formatNumber(total, call.language)}</small></li>\n`,
      );
  }
  return links.length > 1
    ? html`<nav class="questions" aria-label="${words.questions}"><ul>${links}</ul></nav>\n`
    : NOTHING;
}

async function questionsAt(call: BareCall): Promise<Question[]> {
  const today = Temporal.PlainDate.from(call.clock.today());
  // What is on at any time of these days and is not over yet. The night before belongs to the day before.
  const on = (name: Question['name'], first: Temporal.PlainDate, last = first): Question => {
    const overlaps = `${first}/${last}`;
    return {
      name,
      asked: { overlaps, hide_night_before: 'true', when: NOT_OVER.join() },
      args: { overlaps, hide_night_before: true, when: NOT_OVER },
    };
  };
  const sunday = today.add({ days: 7 - today.dayOfWeek });
  return [
    on('today', today),
    on('tomorrow', today.add({ days: 1 })),
    // On Sundays it is today.
    ...(today.dayOfWeek < 7 ? [on('weekend', sunday.subtract({ days: 1 }), sunday)] : []),
    { name: 'free', asked: { cost: 'free' }, args: { cost: ['free'] } },
    ...(await ofChildren(call)),
    { name: 'online', asked: { is_virtual: 'true' }, args: { is_virtual: true } },
  ];
}

async function ofChildren({ db, config }: BareCall): Promise<Question[]> {
  const { CHILDREN_CATEGORY: slug } = config;
  const [category] = slug === '' ? [] : await matchTerms(db, 'category', [slug]);
  return category === undefined
    ? []
    : [{ name: 'children', asked: { categories: slug }, args: { categories: [category] } }];
}
