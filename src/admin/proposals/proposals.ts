import { inTransaction, rehearse } from '../../db/transaction.ts';
import {
  decideEdit,
  findPendingEdit,
  findSubmitted,
  noteDecision,
  type Verdict,
} from '../../events/pending-edits.ts';
import { findWaiting, type PublicProposal } from '../../events/public-proposals.ts';
import { formatMoment, formatShortDayAndYear } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { assertWithinLimits } from '../../records/limits.ts';
import { findUserById } from '../../users/store.ts';
import { unlessRefused } from '../ask.ts';
import { changedFields, changeList, hiddenFields } from '../events/changes.ts';
import { findSimilar } from '../events/checks.ts';
import { type Choices, choicesFor } from '../events/choices.ts';
import { picturesOf } from '../events/image.ts';
import { EVENTS, findEvent, isReleased, type OpenedEvent } from '../events/record.ts';
import { write } from '../events/update.ts';
import { type FormValues, membersOf, NO_VALUES, valuesOf } from '../events/values.ts';
import type { SentForm } from '../form.ts';
import {
  type AdminAnswer,
  type AdminCall,
  type AdminPage,
  momentOf,
  type Notice,
  withColon,
} from '../page.ts';
import { backTo, head, hidden } from '../parts.ts';
import { sentBefore, trustForm } from '../people/trust.ts';
import { problemPage } from '../problems.ts';
import { fieldsIn } from '../propose/typed.ts';
import { decidePublic, seenOf, showAgain } from './public.ts';
import { listWaiting, type WaitingProposal } from './waiting.ts';

/** The most characters of a word to the author of a proposal. */
const LONGEST = 2000;

/** What people who may not publish have sent: each is published, sent back or refused, with a word. */
export const proposalsPage: AdminPage = {
  async show(call) {
    const choices = await choicesFor(call);
    const queue = await listWaiting(call, choices.authors);
    const asked = call.query.get('open') ?? undefined;
    const key = asked ?? queue[0]?.key;
    const found = key === undefined ? undefined : await findProposal(call, key);
    if (asked !== undefined && !found) return done(call, 'proposal_changed');
    const lead = queue.length === 0 ? { lead: call.words.proposals.empty } : {};
    const main = html`${head(call.words.menu.proposals, lead)}<div class="panes${asked !== undefined && ' opened'}">
${queue.length > 0 && queueOf(call, queue, key)}${found && (await paneOf(call, found, choices))}</div>
`;
    return { title: call.words.menu.proposals, main };
  },
  async act(call, { values }) {
    const [, key = '', seen] = /^(\w+-\d+)-(.+)$/.exec(String(values.proposal)) ?? [];
    const found = await findProposal(call, key);
    if (!found || found.seen !== seen) return showAgain(call, values.proposal);
    return decide(call, found, values);
  },
};

/** The place of the opened proposal: from there the keyboard goes on. */
const OPENED = '#opened';

const done = (call: AdminCall, done: Notice['done'], event?: number) => ({
  to: call.at('proposals') + OPENED,
  notice: { done, ...(event && { event }) },
});

/** A proposal as it is now. */
interface Proposal extends Partial<Pick<OpenedEvent, 'event' | 'state'>> {
  readonly key: string;
  /** What tells this state of it from others. */
  readonly seen: string;
  /** The event as the public sees it; without values for a new one. */
  readonly before: FormValues;
  readonly after: FormValues;
  /** Whose it is; 0 for somebody without an account. */
  readonly user: number;
  /** What the public proposes. */
  readonly public?: PublicProposal;
  /** The change, if the event is not new. */
  readonly edit?: NonNullable<Awaited<ReturnType<typeof findSubmitted>>>;
}

/** The proposal of a key, if it still waits. */
async function findProposal(call: AdminCall, key: string): Promise<Proposal | undefined> {
  const [, kind, id] = /^(event|edit|public)-([1-9]\d{0,14})$/.exec(key) ?? [];
  if (id === undefined) return undefined;
  if (kind === 'public') return findPublic(call, key, Number(id));
  const edit = kind === 'edit' ? await findSubmitted(call.db, Number(id)) : undefined;
  if (kind === 'edit' && !edit) return undefined;
  const found = await unlessRefused(findEvent(call, edit?.event_id ?? id));
  if (!found) return undefined;
  const { event, state } = found;
  const theirs = valuesOf(event);
  if (edit) {
    const after = { ...theirs, ...edit.members };
    const seen = await seenOf(call.db, edit.revision, edit.members.image);
    return { ...found, key, seen, before: theirs, after, user: edit.user_id, edit };
  }
  if (event.status !== 'pending') return undefined;
  const { repeats, author } = theirs;
  const before = { ...NO_VALUES, author, ...(repeats === 'no' && { repeats }) };
  return { ...found, key, seen: state, before, after: theirs, user: Number(author) };
}

/** What the public proposes: a new event, or a change of the one that it became. */
async function findPublic(call: AdminCall, key: string, id: number): Promise<Proposal | undefined> {
  const waiting = await findWaiting(call.db, id);
  if (!waiting) return undefined;
  const seen = await seenOf(call.db, waiting.revision, waiting.typed.image);
  const common = { key, seen, user: 0, public: waiting };
  const fields = fieldsIn(waiting.typed);
  if (waiting.event_id === null)
    return {
      ...common,
      before: { ...NO_VALUES, repeats: fields.repeats ?? '' },
      after: { ...NO_VALUES, ...fields },
    };
  const found = await unlessRefused(findEvent(call, waiting.event_id));
  if (!found) return undefined;
  const before = valuesOf(found.event);
  return { ...found, ...common, before, after: { ...before, ...fields } };
}

async function decide(call: AdminCall, found: Proposal, values: SentForm['values']): Promise<AdminAnswer> {
  const { event, state, edit, user, after } = found;
  const decision = values.do === 'refuse' ? 'refused' : 'returned';
  const note = String(values.note ?? '')
    .trim()
    .slice(0, LONGEST);
  if (event) await assertWithinLimits(call.db, call.viewer, [event.id]);
  // Of what it may not publish, a limited account decides nothing.
  else if (call.viewer?.limits)
    await rehearse(call.db, db => call.ask('POST', EVENTS, membersOf(after, undefined), { db }));
  const decided = (isDone: boolean) => done(call, isDone ? `proposal_${decision}` : 'proposal_changed');
  if (found.public) return decided(await decidePublic(call, found.public, { decision, note }));
  if (!event) return decided(false);
  const { config, now } = call;
  const verdict: Verdict = { decision, note, title: after.title || event.title, config, now };
  if (edit) return decided(await decideEdit(call.db, edit, verdict));
  const status = values.do === 'publish' ? 'publish' : 'draft';
  const written = await inTransaction(call.db, async db => {
    // Another editor may decide at this moment, or its author change it.
    const [members, method] = values.do === 'refuse' ? [{}, 'DELETE' as const] : [{ status }, undefined];
    const written = await write(call, `${EVENTS}/${event.id}`, members, state, method, db);
    if (written && !written.refused && values.do !== 'publish')
      await noteDecision(db, { event_id: event.id, user_id: user }, verdict);
    return written;
  });
  if (!written) return done(call, 'proposal_changed');
  if (written.refused) return problemPage(400, call);
  if (values.do === 'publish') return done(call, 'event_published', event.id);
  return done(call, `proposal_${decision}`);
}

const queueOf = (call: AdminCall, queue: readonly WaitingProposal[], current: string | undefined): Html => {
  const words = call.words.proposals;
  return html`<nav class="queue" aria-label="${call.words.menu.proposals}"><ol>
${queue.map(
  ({ key, title, start_date, by, isChange }) =>
    html`<li><a href="${call.at('proposals', {}, { open: key }) + OPENED}"${attribute('aria-current', key === current ? 'true' : undefined)}><span class="when">${formatShortDayAndYear(start_date, call.language)}</span> <b>${title}</b> <small>${isChange ? words.change : words.new}${by && ` · ${by}`}</small></a></li>\n`,
)}</ol></nav>
`;
};

/** A proposal with what differs from the public event, what it resembles, and whose it is. */
async function paneOf(call: AdminCall, found: Proposal, choices: Choices): Promise<Html> {
  const { event, key, seen, before, after, edit } = found;
  const { proposals: words, eventForm: form } = call.words;
  const proposed = found.public;
  const { who, about, trust } = await whoOf(call, found);
  const own = proposed ?? edit ?? (await findPendingEdit(call.db, event!.id, found.user));
  // A new event that was sent back keeps a change without fields.
  const earlier = own && (own.note !== '' || (!edit && !proposed)) && own;
  const sent = proposed?.sent_at ?? edit?.submitted_at;
  const date = sent ? momentOf(sent, call) : formatMoment(event!.modified, call.language);
  const similar = await findSimilar({ call, event, values: after });
  const proposal = proposed ? `${key}-${seen}` : edit && `${edit.id}-${seen}`;
  const title = after.title || event?.title;
  return html`<article class="pane" aria-labelledby="opened">
${backTo(call, 'proposals')}<h2 id="opened">${event ? html`<a href="${call.at('event', { id: event.id })}">${title}</a>` : title}</h2>
<p class="muted">${filled(proposal && event ? words.by : words.by_new, { who, date })}</p>
${earlier && html`<p class="muted">${words.returned_before} ${earlier.note}</p>\n`}${changeList(call, changedFields(before, after, call, { ...choices, pictures: await picturesOf(call, [before, after]) }))}${
  proposed?.typed.venue_address &&
  html`<p>${withColon(call.words.propose.venue_address, call)} ${proposed.typed.venue_address}</p>
`
}${
  event &&
  html`<p class="actions"><a class="button low" href="${call.at('preview', { id: event.id }, { proposal })}">${form.see_whole}</a></p>
`
}<div class="two">
${
  similar.length > 0 &&
  html`<section aria-labelledby="same"><h3 id="same">${words.similar}</h3>
<ul class="rows">${similar.map(({ href, named, beside }) => html`<li><span class="what"><a href="${href}">${named}</a> <small>${beside}</small></span></li>`)}</ul></section>
`
}<section aria-labelledby="who"><h3 id="who">${words.who}</h3>
<ul class="rows"><li><span class="what"><strong>${who}</strong> <small>${about}</small></span></li></ul>${trust}</section>
</div>
${proposal && acceptForm(call, found, proposal)}<form method="post" action="${call.at('proposals')}">
${hidden([['proposal', `${key}-${seen}`]])}${
  !proposal &&
  html`<p class="actions"><button type="submit" class="button main" name="do" value="publish">${form.publish}</button></p>
`
}<div class="field"><label for="note">${words.note}</label>
<p class="help" id="note-help">${proposed ? call.words.propose.note_help : words.note_help}</p>
<textarea id="note" name="note" rows="2" maxlength="${LONGEST}" aria-describedby="note-help"></textarea>
</div>
<p class="actions"><button type="submit" class="button" name="do" value="return">${words.give_back}</button> <button type="submit" class="button away" name="do" value="refuse">${words.refuse}</button></p>
</form>
</article>
`;
}

/** Whose a proposal is, and what is known of them. */
async function whoOf(call: AdminCall, { key, user, public: proposed }: Proposal) {
  if (proposed) {
    const mail = html`<a href="mailto:${proposed.email}">${proposed.email}</a>`;
    return { who: proposed.name, about: html`${mail} · ${call.words.propose.from_public}` };
  }
  const account = await findUserById(call.db, user);
  const about = html`${await sentBefore(call, user)}`;
  const trust = account && trustForm(call, account, key);
  return { who: account?.name || account?.login || '', about, trust };
}

/** The form of the event itself applies a change or makes a new event, by its rules. */
function acceptForm(call: AdminCall, { event, before, after }: Proposal, proposal: string): Html {
  if (!event)
    return html`<form method="post" action="${call.at('newEvent')}">
${hiddenFields(after, { proposal })}<p class="actions"><button type="submit" class="button main" name="do" value="publish">${call.words.eventForm.publish}</button> <button type="submit" class="button" name="edit" value="1">${call.words.propose.open_form}</button></p>
</form>
`;
  const what = isReleased(event.status) ? 'update' : 'save';
  const hiddenValues = { opened: JSON.stringify(before), proposal, do: what };
  return html`<form method="post" action="${call.at('event', { id: event.id })}">
${hiddenFields(after, hiddenValues)}<p class="actions"><button type="submit" class="button main">${call.words.proposals.accept}</button></p>
</form>
`;
}
