import { formatShortDayAndYear, formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { bodyOrWhy } from '../ask.ts';
import { namesFor } from '../events/choices.ts';
import { addressWith } from '../events/filters.ts';
import type { ShownEvent } from '../events/record.ts';
import type { SentForm } from '../form.ts';
import { undoForm } from '../notice.ts';
import { type AdminAnswer, type AdminCall, type AdminPage, type Shown, withColon } from '../page.ts';
import { backLink, bar, head, hidden, radio } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { actionLabel, actions } from './actions.ts';
import { type Chosen, chosenIn, MOST, type PlannedChange, planned, sentAgain } from './chosen.ts';

/** Names what an action would do to the events that were chosen in the list, and then does it. */
export const bulkPage: AdminPage = {
  async show(call) {
    const chosen = await chosenIn(call, call.query);
    if (!chosen) return problemPage(404, call);
    if (chosen.ids.length === 0) return { to: addressWith(call, chosen.filters, {}) };
    return chosen.choice ? planPage(call, chosen) : categoryPage(call, chosen);
  },
  async act(call, form) {
    const chosen = await chosenIn(call, queryIn(form));
    if (!chosen?.choice) return problemPage(400, call);
    const isOther = chosen.all !== undefined && String(chosen.all) !== form.values.all;
    if (isOther || (chosen.all ?? 0) > MOST) return { ...(await planPage(call, chosen)), status: 422 };
    return carryOut(call, chosen);
  },
};

const queryIn = ({ values }: SentForm): URLSearchParams =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** What happens, and what stays and why. */
async function planPage(call: AdminCall, chosen: Chosen): Promise<Shown> {
  const words = call.words.bulk;
  if ((chosen.all ?? 0) > MOST) return frame(call, chosen, filled(words.too_many, { most: MOST }), NOTHING);
  const plan: PlannedChange[] = [];
  for (const id of chosen.ids) plan.push(await planned(call, id, chosen));
  const [change, stay] = [plan.filter(({ stays }) => !stays), plan.filter(({ stays }) => stays)];
  const counts = { total: plan.length, change: change.length, stay: stay.length };
  const body = html`${listOf(call, words.changes, change)}${listOf(call, words.stay, stay)}`;
  const action = html`<button type="submit" class="button main">${withColon(actionLabel(chosen.action, call), call)} ${change.length}</button>\n`;
  return frame(call, chosen, filled(words.lead, counts), body, change.length > 0 ? action : NOTHING);
}

/** Asks which category comes or goes. */
async function categoryPage(call: AdminCall, chosen: Chosen): Promise<Shown> {
  const words = call.words.bulk;
  const { categories } = await namesFor(call);
  const body = html`<div class="field"><label for="with">${words.which}</label><select id="with" name="with">${categories.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></div>
<fieldset class="field"><legend class="hidden">${actionLabel('category', call)}</legend><div class="choices boxed">${radio('how', 'add', words.add, true)}${radio('how', 'remove', words.remove)}</div></fieldset>
`;
  const action = html`<button type="submit" class="button main">${words.continue}</button>\n`;
  const lead = `${words.chosen} ${chosen.all ?? chosen.ids.length}`;
  return frame(call, chosen, lead, body, action, 'get');
}

function frame(call: AdminCall, chosen: Chosen, lead: string, body: Html, action = NOTHING, method = 'post') {
  const list = addressWith(call, chosen.filters, {});
  const back = backLink(list, call.words.menu.events);
  const title = actionLabel(chosen.action, call);
  const main = html`${head(title, { back, lead })}<form method="${method}" action="${call.at('bulk')}">
${hidden(Object.entries(sentAgain(chosen)))}<div class="sheet broad">
${body}</div>
${bar(
  html`<span class="muted">${call.words.bulk.undoable}</span>`,
  html`<a class="button" href="${list}">${call.words.frame.back}</a>\n${action}`,
)}</form>`;
  return { title, main, section: 'events' } as const;
}

function listOf(call: AdminCall, title: string, some: readonly PlannedChange[]): Html {
  if (some.length === 0) return NOTHING;
  const row = (one: PlannedChange) =>
    html`<li><span class="what"><strong>${one.event?.title ?? `#${one.id}`}</strong> <small>${one.stays ? call.words.bulk[one.stays as 'is_gone'] : one.event && whenOf(call, one.event)}</small></span></li>\n`;
  return html`<section><h2>${title}</h2>
<ul class="rows">
${some.map(row)}</ul></section>
`;
}

/** When an event takes place; of a series, how many dates it has. */
function whenOf(call: AdminCall, { start_date, all_day, recurrence, occurrences_total }: ShownEvent): string {
  const day = formatShortDayAndYear(start_date, call.language);
  if (recurrence && occurrences_total)
    return filled(call.words.bulk.dates, { count: occurrences_total, date: day });
  return all_day ? day : `${day}, ${formatTime(start_date, call.language)}`;
}

/** Does it to one event after the other: one that fails is named, and the rest goes on. */
async function carryOut(call: AdminCall, chosen: Chosen): Promise<AdminAnswer> {
  const failed: { title: string; why: string }[] = [];
  let done = 0;
  for (const id of chosen.ids) {
    const plan = await planned(call, id, chosen);
    if (plan.stays || !plan.event) continue;
    const { why } = await bodyOrWhy(actions[chosen.action].change(call, plan.event, chosen.choice!), call);
    if (why === undefined) done++;
    else failed.push({ title: plan.event.title, why });
  }
  const to = addressWith(call, chosen.filters, {});
  return failed.length === 0
    ? { to, notice: { done: 'bulk_done', count: done } }
    : failedPage(call, chosen, done, failed);
}

function failedPage(
  call: AdminCall,
  chosen: Chosen,
  done: number,
  failed: readonly { title: string; why: string }[],
): Shown {
  const words = call.words.bulk;
  const lead = filled(call.words.notices.bulk_done, { count: done });
  const undo =
    done > 0 &&
    call.batch &&
    html`<div class="notice done"><p>${lead}</p>${undoForm({ ...call, page: 'events' }, call.batch)}</div>\n`;
  const back = backLink(addressWith(call, chosen.filters, {}), call.words.menu.events);
  const main = html`${head(words.failed, { back })}${undo}<ul class="rows sheet broad">
${failed.map(({ title, why }) => html`<li><span class="what"><strong>${title}</strong> <small>${why}</small></span></li>\n`)}</ul>`;
  return { status: 422, title: words.failed, main, section: 'events' };
}
