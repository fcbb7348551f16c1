import type { ContactRow } from '../../contacts/store.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { permalink } from '../../records/published-members.ts';
import { readFilter } from '../../search/event-filter.ts';
import { pathTo } from '../addresses.ts';
import { page } from '../page.ts';
import { counted } from '../parts/plural.ts';
import { type PageView, pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { byInitial, type Initial } from './alphabet.ts';
import { COMING, type CountedContact, countContacts } from './counted-places.ts';
import type { ShownKind } from './kinds.ts';

/** The page of all venues or organizers with upcoming events, from A to Z. */
export const contactIndex = <Row extends ContactRow>({ kind, plural }: ShownKind<Row>) =>
  page({
    arguments: {},
    async show(call) {
      const view = pageView(call);
      const words = wordsIn('contactPages', view);
      const { places, total } = await countContacts(call, await readFilter(COMING, call), kind.type);
      const initials = byInitial(places, view.language);
      const main = html`<div class="place-index">
<h1>${words[plural]}</h1>
<p class="lead">${total > 0 ? words[`${plural}_text`] : words[`${plural}_none`]}${plural === 'venues' && total > 0 && html` <a href="${pathTo(view, '/events/map/')}">${words.on_map}</a>`}</p>
${total > places.length && html`<p>${filled(words.most, { count: places.length })}</p>`}
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
    place => html`<li><a href="${permalink(type, { ...place, status: 'publish' }, view)}">${place.name}</a>
<span class="count">${counted(words, 'events', place.count, view.language)}</span></li>`,
  )}</ul>
</section>
`;
}
