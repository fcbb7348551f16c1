import { asHeading, formatMoment } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { KINDS, type VersionedType } from '../../kinds.ts';
import { type Html, html } from '../../lib/html.ts';
import { Pacer } from '../../lib/pacer.ts';
import { HISTORY } from '../../site/address.ts';
import { sourcesOfChanges } from '../../transfer/sources/sources.ts';
import { mayEditOthers } from '../../users/rights.ts';
import { namesOfPeople } from '../../users/store.ts';
import { bodyOf } from '../ask.ts';
import { type AdminCall, type AdminPage, type Shown, withColon } from '../page.ts';
import { backLink, head } from '../parts.ts';
import { problemPage } from '../problems.ts';
import { formPath, kindOf, type SurfaceName } from '../surface.ts';
import { changedFields, changeList } from './changes.ts';
import { namesFor } from './choices.ts';
import { stateWord } from './event-form.ts';
import { picturesOf } from './image.ts';
import { findEvent, type ShownEvent } from './record.ts';
import { valuesOf } from './values.ts';

/** A change of a record, as the interface has it; beside it, under the name of its kind, the record before it. */
interface HistoryChange {
  /** The number of the state before it; undefined for the creation. */
  readonly version?: number;
  readonly operation: string;
  /** Wall time of the site. */
  readonly date: string;
  readonly user: { readonly id: number; readonly login: string } | null;
  readonly credential: { readonly type: string; readonly name?: string; readonly address?: string };
}

/** A record whose changes are shown. */
export interface Recorded<Values> {
  readonly kind: VersionedType;
  readonly id: number | string;
  readonly title: string;
  readonly section: SurfaceName;
  /** Its form. */
  readonly form: string;
  readonly now: Values;
  /** The values of a state, as the interface shows it. */
  valuesOf(state: object): Values;
  changesOf(before: Values, after: Values): Promise<Html>;
}

/** Changes on the page: further ones are for programs. */
const SHOWN = 20;

/**
 * The changes of a record: what, who, when, and the way back to each state.
 * @param find the record of the address; undefined if the viewer may not edit it, or the page that tells why not
 */
export const historyPageOf = <Values>(
  find: (call: AdminCall) => Promise<Recorded<Values> | Shown | undefined>,
): AdminPage => ({
  async show(call) {
    const of = await find(call);
    if (!of) return problemPage(403, call);
    if ('main' in of) return of;
    const { kind, id, title } = of;
    const path = `${HISTORY}/${KINDS[kind].collection}/${id}`;
    const asked = call.ask('GET', path, { per_page: SHOWN, states: true });
    const { versions } = (await bodyOf<{ versions: HistoryChange[] }>(asked)) ?? { versions: [] };
    const words = call.words.history;
    const by = await byWhom(call, of, versions);
    let after = of.now;
    const items: Html[] = [];
    const pacer = new Pacer();
    for (const change of versions) {
      const state = (change as HistoryChange & Readonly<Record<string, object>>)[kind];
      const before = state && of.valuesOf(state);
      const changed = before && (await of.changesOf(before, after));
      after = before ?? after;
      items.push(itemOf(call, change, changed, by(change)));
      // Each may have long texts.
      await pacer.pause();
    }
    const main = html`${head(words.title, { back: backLink(of.form, title) })}<ol class="versions sheet broad">
${items}</ol>`;
    return { title: `${withColon(words.title, call)} ${title}`, main, section: of.section };
  },
  async act(call, { values }) {
    const version = Number(values.version);
    const { id = '', collection } = call.parameters;
    const kind = kindOf(collection) ?? 'event';
    if (!Number.isSafeInteger(version) || version < 1) return problemPage(404, call);
    const path = `${HISTORY}/${KINDS[kind].collection}/${id}/${version}/restore`;
    const { refused } = await call.ask('POST', path);
    if (refused) return problemPage(400, call);
    return { to: formPath(call, kind, id), notice: { done: 'restored' } };
  },
});

export const historyPage = historyPageOf<ShownEvent>(async call => {
  const [found, choices] = await Promise.all([findEvent(call), namesFor(call)]);
  return (
    found && {
      ...{ kind: 'event', id: found.event.id, title: found.event.title, section: 'events' },
      ...{ form: call.at('event', { id: found.event.id }), now: found.event },
      valuesOf: state => state as ShownEvent,
      async changesOf(was, is) {
        const [before, after] = [valuesOf(was), valuesOf(is)];
        const pictures = await picturesOf(call, [before, after]);
        const stateOf = ({ status }: ShownEvent) =>
          status === 'trash' ? call.words.menu.trash : stateWord({ status }, call);
        const state = { label: call.words.eventList.state, was: stateOf(was), is: stateOf(is) };
        const states = was.status === is.status ? [] : [state];
        return changeList(call, [...states, ...changedFields(before, after, call, { ...choices, pictures })]);
      },
    }
  );
});

/** Who made a change, and by what. */
async function byWhom(
  call: AdminCall,
  { kind: type, id }: Pick<Recorded<unknown>, 'kind' | 'id'>,
  changes: readonly HistoryChange[],
): Promise<(change: HistoryChange) => Html> {
  const words = call.words.history;
  const versions = changes.flatMap(({ version }) => version ?? []);
  const sources = mayEditOthers(call.viewer)
    ? await sourcesOfChanges(call.db, { type, id: Number(id), versions })
    : new Map<number, string>();
  const nameOf = await namesOfPeople(call.db);
  return ({ user, credential: { type, name, address }, version = 0 }) => {
    const source = type === 'import' ? sources.get(version) : undefined;
    const named =
      source === undefined
        ? name && filled(words.password, { name })
        : filled(words.source, { name: source });
    const by = named || words[CREDENTIALS[type] ?? 'program'];
    return html`<strong>${user ? nameOf(user) : words.nobody}</strong> <span class="muted">${by}${address && ` · ${filled(words.from, { address })}`}</span>`;
  };
}

/** @param changed undefined for the creation */
function itemOf(
  call: AdminCall,
  { date, version }: HistoryChange,
  changed: Html | undefined,
  by: Html,
): Html {
  const words = call.words.history;
  const { language } = call;
  const when = asHeading(formatMoment(date, language), language);
  const restore = html`<form method="post"><button type="submit" class="button low" name="version" value="${version}">${words.restore}<span class="hidden">: ${when}</span></button></form>\n`;
  return html`<li class="version">
<div class="what"><h2>${when}</h2><p>${by}</p></div>
${changed ? (changed.text !== '' ? changed : html`<p class="muted">${words.elsewhere}</p>\n`) : html`<p>${words.created}</p>\n`}${version !== undefined && restore}</li>
`;
}

const CREDENTIALS: Readonly<Record<string, 'session' | 'program' | 'import' | 'schedule' | 'command'>> = {
  ...{ session: 'session', 'application-password': 'program', import: 'import' },
  ...{ schedule: 'schedule', command: 'command' },
};
