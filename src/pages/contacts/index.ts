import type { ContactRow } from '../../contacts/store.ts';
import type { BareCall } from '../../http/call.ts';
import type { Language } from '../../i18n/language.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { MAX_FACET_VALUES } from '../../limits.ts';
import { hasNoName } from '../../records/no-name.ts';
import { permalink } from '../../records/published-members.ts';
import { type EventFilter, type ListArgs, readFilter } from '../../search/event-filter.ts';
import { facetRequest } from '../../search/facet-arguments.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { pathTo } from '../addresses.ts';
import { page } from '../page.ts';
import { facetsOf } from '../parts/facet-choices.ts';
import { counted } from '../parts/plural.ts';
import { ONCE } from '../parts/series-once.ts';
import { type PageView, pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import type { ShownKind } from './kinds.ts';

/** The page of all venues or organizers with upcoming events, from A to Z. */
export const contactIndex = <Row extends ContactRow>({ kind, plural }: ShownKind<Row>) =>
  page({
    arguments: {},
    async show(call) {
      const view = pageView(call);
      const words = wordsIn('contactPages', view);
      const { contacts, total } = await countContacts(call, await readFilter(COMING, call), kind.type);
      const initials = byInitial(contacts, view.language);
      const main = html`<div class="place-index">
<h1>${words[plural]}</h1>
<p class="lead">${total > 0 ? words[`${plural}_text`] : words[`${plural}_none`]}${plural === 'venues' && total > 0 && html` <a href="${pathTo(view, pathOf(PAGES.map))}">${words.on_map}</a>`}</p>
${total > contacts.length && html`<p>${filled(words.most, { count: contacts.length })}</p>`}
${initials.length >= MANY && letters(initials, words.letters)}
${initials.map(initial => section(initial, kind.type, view))}
</div>`;
      return {
        ...{ title: words[plural], description: words[`${plural}_text`], main },
        ...{ path: () => `/${plural}/`, until: Infinity },
      };
    },
  });

/** Initials that are worth a list of their own, to jump to. */
const MANY = 12;

const letters = (initials: readonly Initial<CountedContact>[], label: string): Html =>
  html`<nav class="letters" aria-label="${label}"><ul>${initials.map(({ letter }, at) => html`<li><a href="#letter-${at}">${letter}</a></li>`)}</ul></nav>`;

function section(
  { letter, number, items }: Initial<CountedContact>,
  type: 'venue' | 'organizer',
  view: PageView,
): Html {
  const words = wordsIn('contactPages', view);
  return html`<section class="initial" aria-labelledby="letter-${number}">
<h2 id="letter-${number}">${letter}</h2>
<ul>${items.map(
    contact => html`<li><a href="${permalink(type, { ...contact, status: 'publish' }, view)}">${contact.name}</a>
<span class="count">${counted(words, 'events', contact.count, view.language)}</span></li>`,
  )}</ul>
</section>
`;
}

/** A venue or organizer, and how many of the events it has. */
interface CountedContact {
  readonly id: number;
  /** In the language of the page; '' if the record has none. */
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

/** The venues or organizers of the events that match, those with the most events first. */
async function countContacts(
  call: BareCall,
  filter: EventFilter,
  kind: 'venue' | 'organizer',
): Promise<{ readonly contacts: readonly CountedContact[]; readonly total: number }> {
  const asked = { facets: [kind], drill_sideways: false, facet_limit: MAX_FACET_VALUES };
  const { values, total } = (await facetsOf(call, filter, facetRequest(asked, call)!)).get(kind)!;
  const named = values.filter(({ label }) => !hasNoName(label));
  return {
    // The label of a venue or organizer has its id, slug and name.
    contacts: named.map(({ label, count }) => ({ ...label, id: label.id!, slug: label.slug!, count })),
    total: total - (values.length - named.length),
  };
}

/** The arguments of a list of events from now on. */
export const COMING: ListArgs = {
  ...{ page: 1, per_page: 1, strict_dates: false, when: ['ongoing', 'upcoming'] },
  ...ONCE,
};

interface Initial<Item> {
  readonly letter: string;
  readonly number: number;
  readonly items: readonly Item[];
}

/** All that begins with no letter. */
const OTHERS = '#';

/**
 * Sorts by name as the language does, under the letters with which the names begin: `É` is under `E`. Names in
 * quotation marks begin after them.
 */
export function byInitial<Item extends { readonly name: string }>(
  items: readonly Item[],
  language: Language,
): Initial<Item>[] {
  const collator = new Intl.Collator(language, { numeric: true });
  const named = items.map(item => ({ item, name: item.name.replace(/^[^\p{L}\p{N}]+/u, '') }));
  const sorted = named.sort((one, other) => collator.compare(one.name, other.name));
  const groups = Map.groupBy(sorted, ({ name }) => initialOf(name, language));
  return [...groups].map(([letter, sorted], number) => ({
    ...{ letter, number },
    items: sorted.map(({ item }) => item),
  }));
}

function initialOf(name: string, language: Language): string {
  const [first = ''] = name.normalize('NFD');
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase(language) : OTHERS;
}
