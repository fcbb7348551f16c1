import { asHeading, formatDay, formatTime } from '../../i18n/format-dates.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { CANONICAL, HISTORY } from '../../site/address.ts';
import type { AdminCall, AdminPage } from '../page.ts';
import { head } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';
import { changesOf } from './changes.ts';
import { type Choices, choicesFor } from './choices.ts';
import type { ShownEvent } from './record.ts';
import { type FormValues, valuesOf } from './values.ts';

/** A change of an event, as the interface has it. */
interface Change {
  /** The number of the state before it; undefined for the creation. */
  readonly version?: number;
  readonly operation: string;
  /** Wall time of the site. */
  readonly date: string;
  readonly user: { readonly login: string } | null;
  readonly credential: { readonly type: string; readonly name?: string };
}

/** Changes on the page: further ones are for programs. */
const SHOWN = 20;

/** The changes of an event: what, who, when, and the way back to each state. */
export const historyPage: AdminPage = {
  async show(call) {
    const { id } = call.parameters;
    const found = await call.ask('GET', `${CANONICAL}/events/${id}`);
    const listed = await call.ask('GET', `${HISTORY}/events/${id}`, { per_page: SHOWN });
    if (found.refused || listed.refused) return problemPage(403, call);
    const event = found.body as ShownEvent;
    const { versions } = listed.body as { versions: readonly Change[] };
    const words = wordsIn('history', call);
    const choices = await choicesFor(call);
    const items: Html[] = [];
    let after: FormValues = valuesOf(event);
    for (const change of versions) {
      const before = await stateBefore(call, change);
      items.push(itemOf(call, change, { before, after, choices }));
      after = before ?? after;
    }
    const back = html`<a class="back" href="${at(call, 'event', { id: event.id })}">‹ ${event.title}</a>\n`;
    const main = html`${head(words.title, { back })}<ol class="versions sheet broad">
${items}</ol>`;
    return { title: `${words.title}: ${event.title}`, main, section: 'events' };
  },
  async act(call, { values }) {
    const version = Number(values.version);
    const { id = '' } = call.parameters;
    if (!Number.isSafeInteger(version) || version < 1) return problemPage(404, call);
    const { refused } = await call.ask('POST', `${HISTORY}/events/${id}/${version}/restore`);
    return refused ? problemPage(400, call) : { to: at(call, 'event', { id }), notice: { done: 'restored' } };
  },
};

/** The form of the event as it was before a change. */
async function stateBefore(call: AdminCall, { version }: Change): Promise<FormValues | undefined> {
  if (version === undefined) return undefined;
  const found = await call.ask('GET', `${HISTORY}/events/${call.parameters.id}/${version}`);
  return found.refused ? undefined : valuesOf((found.body as { event: ShownEvent }).event);
}

/** The states of an event on both sides of a change. */
interface Between {
  readonly before: FormValues | undefined;
  readonly after: FormValues;
  readonly choices: Choices;
}

function itemOf(call: AdminCall, change: Change, { before, after, choices }: Between): Html {
  const words = wordsIn('history', call);
  const { language } = call;
  const when = `${asHeading(formatDay(change.date, language), language)}, ${formatTime(change.date, language)}`;
  const { user, credential, version } = change;
  const changed = before ? changesOf(before, after, call, choices) : NOTHING;
  const by = credential.name ?? words[CREDENTIALS[credential.type] ?? 'program'];
  const restore = html`<form method="post" action="${at(call, 'history', { id: call.parameters.id! })}"><button type="submit" class="button low" name="version" value="${version}">${words.restore}<span class="hidden">: ${when}</span></button></form>\n`;
  return html`<li class="version">
<div class="what"><h2>${when}</h2><p><strong>${user?.login ?? words.nobody}</strong> <span class="muted">${by}</span></p></div>
${before ? (changed.text !== '' ? changed : html`<p class="muted">${words.elsewhere}</p>\n`) : html`<p>${words.created}</p>\n`}${version !== undefined && restore}</li>
`;
}

const CREDENTIALS: Readonly<Record<string, 'session' | 'program' | 'import' | 'schedule' | 'command'>> = {
  ...{ session: 'session', 'application-password': 'program', import: 'import' },
  ...{ schedule: 'schedule', command: 'command' },
};
