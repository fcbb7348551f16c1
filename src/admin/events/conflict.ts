import { formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { HISTORY } from '../../site/address.ts';
import { namesOfPeople } from '../../users/store.ts';
import { bodyOf } from '../ask.ts';
import { jsonIn, type SentForm } from '../form.ts';
import type { AdminCall, Shown } from '../page.ts';
import { backLink, bar, head, mainButton, radio } from '../parts.ts';
import { changedFields, changeList, hiddenFields, labelOf, shownField } from './changes.ts';
import { type NamedChoices, namesFor } from './choices.ts';
import { picturesOf } from './image.ts';
import type { ShownEvent } from './record.ts';
import type { Sides } from './sent.ts';
import {
  asHtml,
  eachField,
  type FieldName,
  type FormValues,
  plainText,
  sentValues,
  withUnsent,
} from './values.ts';

/** Two people's changes of the same fields. */
export interface Conflict {
  readonly call: AdminCall;
  readonly event: ShownEvent;
  readonly mine: FormValues;
  readonly opened: FormValues;
  readonly theirs: FormValues;
  /** Both joined. */
  readonly values: FormValues;
  /** The fields that both have changed. */
  readonly names: readonly FieldName[];
  /** What the form was sent with besides its fields. */
  readonly beside: Readonly<Record<string, string>>;
}

/** The page on which both texts are chosen from. The rest is joined. */
export async function conflictPage(conflict: Conflict): Promise<Shown> {
  const { call, event, mine, opened, theirs, values, names, beside } = conflict;
  const words = call.words.eventConflict;
  const choices = { ...(await namesFor(call)), pictures: await picturesOf(call, [mine, opened, theirs]) };
  const joined = { ...values, ...Object.fromEntries(names.map(name => [name, opened[name]])) };
  const by = (name: FieldName) => (mine[name] === opened[name] ? words.by_others : words.by_you);
  const others = changeList(call, changedFields(opened, joined, call, choices, by));
  const back = backLink(call.at('event', { id: event.id }), words.back);
  const main = html`${head(event.title, { back, lead: await leadOf(call, event) })}<form method="post" action="${call.at('event', { id: event.id })}">
${hiddenFields(values, { ...beside, seen: JSON.stringify(theirs) })}<div class="sheet broad">
${names.map(name => questionOf(name, conflict, choices))}${others.text !== '' && html`<section class="apart" aria-labelledby="merged"><h2 id="merged">${words.joined}</h2>\n${others}</section>\n`}</div>
${bar(html`<span class="muted">${words.nothing_lost}</span>`, mainButton(words.save))}</form>`;
  const title = `${words.title} · ${event.title}`;
  return { title, main, section: 'events', status: 422, problem: words.title };
}

/** Who has changed it, and when. */
async function leadOf(call: AdminCall, { id, modified }: ShownEvent): Promise<string> {
  const words = call.words.eventConflict;
  const asked = call.ask('GET', `${HISTORY}/events/${id}`, { per_page: 1 });
  const found = await bodyOf<{ versions: { user: { id: number; login: string } | null }[] }>(asked);
  const user = found?.versions[0]?.user;
  const who = user ? (await namesOfPeople(call.db))(user) : words.somebody;
  return filled(words.lead, { who, time: formatTime(modified, call.language) });
}

function questionOf(name: FieldName, { call, mine, opened, theirs }: Conflict, choices: NamedChoices): Html {
  const words = call.words.eventConflict;
  const shown = (values: FormValues) => shownField(name, values, call, choices) || '–';
  const [before, after] = words.before.split('{text}');
  const offered = (value: string, label: string, text: string | Html, isChosen = false) => {
    const told = html`<strong>${label}</strong>${text !== '' && html`<span class="sample">${text}</span>`}`;
    return radio(`keep_${name}`, value, told, isChosen);
  };
  return html`<fieldset class="field">
<legend class="as-h2">${filled(words.both, { field: labelOf(name, call) })}</legend>
<div class="versus choices boxed">
${offered('mine', words.mine, shown(mine), true)}${offered('theirs', words.theirs, shown(theirs))}${name === 'description' && offered('both', words.one_below, '')}</div>
<p class="small muted apart-small">${before}${shown(opened)}${after}</p>
</fieldset>
`;
}

/** What a form says, and what it was opened with, after its sender has chosen between two texts. */
export function sidesOf(posted: SentForm['values'], values: FormValues, shown: FormValues): Sides {
  const before = valuesIn(posted.opened) ?? shown;
  const seen = valuesIn(posted.seen) ?? shown;
  const typed = withUnsent(values, posted, before);
  const choiceOf = (name: FieldName) => posted[`keep_${name}`];
  return {
    mine: eachField(name => {
      if (choiceOf(name) === 'theirs') return seen[name];
      const isBoth = choiceOf(name) === 'both' && name === 'description';
      return isBoth ? plainText(`${asHtml(typed[name])}\n${asHtml(seen[name])}`) : typed[name];
    }),
    // Of a field that was chosen, its sender has seen what the others made of it.
    opened: eachField(name => (choiceOf(name) === undefined ? before : seen)[name]),
  };
}

/** All fields of a form, as a page has sent them along. */
function valuesIn(sent: unknown): FormValues | undefined {
  const read = jsonIn(sent);
  return read && sentValues(read);
}
