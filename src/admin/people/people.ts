import type { ShownUser } from '../../api/users/show.ts';
import { roles } from '../../config/values.ts';
import { formatShortDayAndYear } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { toEpoch, toWall } from '../../lib/time/zones.ts';
import { namedLimits } from '../../records/limits.ts';
import { USERS } from '../../site/address.ts';
import { type AnsweredPage, bodyOf } from '../ask.ts';
import { type AdminCall, type AdminPage, withColon } from '../page.ts';
import { head, listTable, pageIn, pager, sortedHead } from '../parts.ts';

const PER_PAGE = 50;

/** Everybody who keeps the calendar: what they do, and whether they have been here. */
export const peoplePage: AdminPage = {
  async show(call) {
    const page = pageIn(call.query);
    const asked = call.ask('GET', USERS, { per_page: PER_PAGE, page });
    const { users, total_pages } = (await bodyOf<AnsweredPage<'users', ShownUser>>(asked))!;
    const { people: words, person } = call.words;
    const rows: Html[] = [];
    for (const user of users) rows.push(await rowOf(user, call));
    const action = html`<a class="button main" href="${call.at('invitePerson')}">${words.invite}</a>\n`;
    const main = html`${head(call.words.menu.people, { action })}${listTable(call.words.menu.people, [sortedHead(call.words.account.name, 'ascending'), person.role, words.limits, call.words.menu.events, call.words.secondFactor.title, words.seen], rows)}
${pager(call, { page, pages: total_pages, title: call.words.menu.people }, page => call.at('people', {}, { page }))}<section class="apart sheet" aria-labelledby="roles"><h2 id="roles">${words.roles}</h2>
<dl class="changes">
${roles.map(role => html`<div><dt>${words[role]}</dt><dd>${words[`${role}_text`]}</dd></div>\n`)}</dl>
</section>`;
    return { title: call.words.menu.people, main };
  },
};

async function rowOf(user: ShownUser, call: AdminCall): Promise<Html> {
  const words = call.words.people;
  const { id, login, name, email, role, events, second_factor } = user;
  const limits = await namedLimits(call.db, {
    ...{ venue: user.only_venues, organizer: user.only_organizers, category: user.only_categories },
  });
  const mine = call.at('events', {}, { author: id, when: 'all_times' });
  return html`<tr><th class="name" scope="row"><a href="${call.at('person', { id })}">${name || login}</a> <span class="series">${email ?? (name && login)}</span></th><td class="when">${words[role]}</td><td>${limits.map(({ name }) => name).join(', ') || words.everywhere}</td><td data-label="${withColon(call.words.menu.events, call)}">${events > 0 ? html`<a href="${mine}">${events}</a>` : '0'}</td><td data-label="${withColon(call.words.secondFactor.title, call)}">${second_factor ? words.has : html`<span class="lacks">${words.lacks}</span>`}</td><td class="when" data-label="${withColon(words.seen, call)}">${seenOf(user, call)}</td></tr>
`;
}

/** When somebody was last seen; of those who never were, whether they are still invited. */
export function seenOf({ state, last_seen_utc, invited_until_utc }: ShownUser, call: AdminCall): string {
  const words = call.words.people;
  if (state === 'invited') return filled(words.invited, { date: dayOf(invited_until_utc!, call) });
  if (state === 'expired') return words.expired;
  return last_seen_utc === null ? words.never : dayOf(last_seen_utc, call);
}

/** The day of a time in UTC, as the zone of the site has it. */
const dayOf = (wall: string, { language, config }: AdminCall): string =>
  formatShortDayAndYear(toWall(toEpoch(wall, 'UTC'), config.TIME_ZONE.id), language);
