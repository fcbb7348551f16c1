import { filled } from '../../i18n/say.ts';
import { isContact, KINDS, type LinkedType } from '../../kinds.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { HISTORY } from '../../site/address.ts';
import { bodyOf, bodyOrWhy } from '../ask.ts';
import type { ShownTerm } from '../events/record.ts';
import { asId, idIn } from '../form.ts';
import { type AdminCall, eventsText, type Shown, withColon } from '../page.ts';
import { backLink, bar, head, hidden, mainButton } from '../parts.ts';
import { pageAbout } from '../problems.ts';
import { formPath } from '../surface.ts';
import { fieldsOf, valuesOf } from './kinds.ts';
import { findRecord, labelOf, listAddress, listed, nameOf, type OpenedRecord } from './record.ts';

/** Merges a record into another one of its kind: which one, what happens, and then it does. */
export const recordMergePage = pageAbout(findRecord, {
  async show(call, found) {
    const into = asId(call.query.get('into'));
    return into === undefined ? choicePage(call, found) : planPage(call, found, into);
  },
  async act(call, found, form) {
    const into = idIn(form, 'into');
    const { why } = await bodyOrWhy(call.ask('POST', mergePath(found), { into }), call);
    if (why !== undefined) return choicePage(call, found, why);
    return { to: formPath(call, found.kind, into), notice: { done: 'merged' } };
  },
});

const mergePath = ({ kind, record }: OpenedRecord): string =>
  `${HISTORY}/${KINDS[kind].collection}/${record.id}/merge`;

const mergeAddress = (call: AdminCall, kind: LinkedType, id: number, into?: number): string =>
  call.at('recordMerge', { collection: KINDS[kind].collection, id }, { into });

const backToRecord = (call: AdminCall, { kind, record, name }: OpenedRecord): Html =>
  backLink(formPath(call, kind, record.id), filled(call.words.eventForm.edit, { title: name }));

/** Asks which one stays. */
async function choicePage(call: AdminCall, found: OpenedRecord, wrong?: string): Promise<Shown> {
  const { kind, record, name } = found;
  const { recordMerge: words, eventList: list } = call.words;
  const search = call.query.get('search')?.trim().slice(0, 200) ?? '';
  const { isPublished, collection } = KINDS[kind];
  const { records } = await listed(call, kind, {
    ...{ orderby: 'name', order: 'asc', context: 'edit', ...(!isPublished && { hide_empty: false }) },
    ...(search !== '' && { search }),
  });
  const others = records.filter(({ id, translations }) => id !== record.id && translations !== undefined);
  const title = filled(words.choose, { from: name });
  const main = html`${head(title, { back: backToRecord(call, found), lead: filled(words.lead, { from: name }) })}${wrong !== undefined && html`<div class="summary" role="alert"><p>${wrong}</p></div>\n`}<form class="filters" method="get" action="${mergeAddress(call, kind, record.id)}" role="search">
<div><label for="search">${list.search}</label><input id="search" name="search" type="search" value="${search}"></div>
<button type="submit" class="button low">${list.search}</button></form>
${others.length > 0 ? html`<ul class="rows sheet broad">${others.map(other => html`<li><a href="${mergeAddress(call, kind, record.id, other.id)}">${nameOf(kind, other)}</a> <small class="muted">${other.city}</small></li>\n`)}</ul>` : html`<p class="lead">${list.nothing_found}</p>`}`;
  return { title, main, section: collection, status: wrong === undefined ? 200 : 422 };
}

/** Tells what happens before it does. */
async function planPage(call: AdminCall, found: OpenedRecord, id: number): Promise<Shown> {
  const { kind, record, name: from } = found;
  const other = await findRecord(call, id);
  if (!('record' in other)) return other;
  const asked = await bodyOrWhy(call.ask('POST', mergePath(found), { into: id, dry_run: true }), call);
  if (asked.why !== undefined) return choicePage(call, found, asked.why);
  const { events, taken } = asked.body as { events: number; taken: readonly string[] };
  const { recordMerge: words, eventScope: scope } = call.words;
  const { collection, isPublished } = KINDS[kind];
  const into = other.name;
  const say = (text: string) => filled(text, { from, into, events: eventsText(events, call) });
  const values = valuesOf(kind, record);
  const names = fieldsOf(kind).filter(([, { members }]) => members.some(member => taken.includes(member)));
  const takes = [
    ...names.map(
      ([name]) =>
        `${withColon(labelOf(name, call), call)} ${name === 'image' ? call.words.people.has : values[name]}`,
    ),
    ...(taken.includes('translations') ? [call.words.eventForm.translations] : []),
  ];
  const title = say(words.plan);
  const main = html`${head(title, { back: backToRecord(call, found) })}<form method="post" action="${mergeAddress(call, kind, record.id)}">
${hidden([['into', String(id)]])}<section class="sheet broad" aria-labelledby="happens"><h2 id="happens">${scope.happens}</h2>
<ul class="checks">
<li>${say(words.events)}</li>
<li>${say(words.address)}</li>
<li>${say(takes.length > 0 ? words.takes : words.takes_nothing)}${takes.length > 0 && html`<ul>${takes.map(one => html`<li>${one}</li>`)}</ul>`}</li>
<li>${say(isPublished ? words.goes : words.goes_term)}</li>
</ul></section>
<p class="actions"><a href="${mergeAddress(call, kind, id, record.id)}">${say(words.swap)}</a></p>
${bar(html`<span class="muted">${call.words.bulk.undoable}</span>`, mainButton(words.merge))}</form>`;
  return { title, main, section: collection };
}

/** The pairs of records that look alike, each with the way to merge them. */
export async function alikePage(call: AdminCall, kind: LinkedType): Promise<Shown> {
  const words = call.words.recordMerge;
  const { collection } = KINDS[kind];
  const list = call.words.menu[collection];
  const asked = call.ask('GET', `${HISTORY}/${collection}/alike`);
  const { pairs } = (await bodyOf<{ pairs: [ShownTerm, ShownTerm][] }>(asked)) ?? { pairs: [] };
  const link = ({ id, name }: ShownTerm) => html`<a href="${formPath(call, kind, id)}">${name}</a>`;
  const rows = pairs.map(
    ([one, other]) =>
      html`<li><span class="what">${link(one)} · ${link(other)}</span> <a class="button low" href="${mergeAddress(call, kind, other.id, one.id)}">${words.merge}<span class="hidden">: ${one.name}, ${other.name}</span></a></li>\n`,
  );
  const title = `${withColon(list, call)} ${words.alike.toLocaleLowerCase(call.language)}`;
  const back = backLink(listAddress(call, kind), list);
  const main = html`${head(title, { back, lead: words.alike_lead })}${rows.length > 0 ? html`<ul class="rows sheet broad">\n${rows}</ul>` : html`<p class="lead">${words.no_pairs}</p>`}`;
  return { title, main, section: collection };
}

/** The way to the pairs of a kind that has some. */
export const alikeLink = (call: AdminCall, kind: LinkedType): Html =>
  isContact(kind)
    ? html`<ul><li><a href="${call.at(KINDS[kind].collection, {}, { alike: 1 })}">${call.words.recordMerge.alike}</a></li></ul>\n`
    : NOTHING;
