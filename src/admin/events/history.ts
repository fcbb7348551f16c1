import { asHeading, formatMoment } from '../../i18n/format-dates.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { HISTORY } from '../../site/address.ts';
import type { AdminCall, AdminPage } from '../page.ts';
import { head } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { at } from '../surface.ts';
import { wordsIn } from '../words.ts';
import { changesOf } from './changes.ts';
import { type NamedChoices, namesFor } from './choices.ts';
import { findEvent, type ShownEvent } from './record.ts';
import { type FormValues, valuesOf } from './values.ts';

/** A change of an event, as the interface has it. */
interface Change {
  /** The number of the state before it; undefined for the creation. */
  readonly version?: number;
  readonly operation: string;
  /** The event before it. */
  readonly event?: ShownEvent;
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
    const found = await findEvent(call);
    if (!found) return problemPage(403, call);
    const { event } = found;
    const asked = { per_page: SHOWN, states: true };
    const [listed, names] = await Promise.all([
      call.ask('GET', `${HISTORY}/events/${event.id}`, asked),
      namesFor(call),
    ]);
    const { versions = [] } = (listed.refused ? {} : listed.body) as { versions?: readonly Change[] };
    const words = wordsIn('history', call);
    let after: FormValues = valuesOf(event);
    const items = versions.map(change => {
      const before = change.event && valuesOf(change.event);
      const item = itemOf(call, change, { before, after, choices: names });
      after = before ?? after;
      return item;
    });
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

/** The states of an event on both sides of a change. */
interface Between {
  readonly before: FormValues | undefined;
  readonly after: FormValues;
  readonly choices: NamedChoices;
}

function itemOf(call: AdminCall, change: Change, { before, after, choices }: Between): Html {
  const words = wordsIn('history', call);
  const { language } = call;
  const when = asHeading(formatMoment(change.date, language), language);
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
