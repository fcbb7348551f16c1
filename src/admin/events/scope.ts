import { asRestError } from '../../http/domain-errors.ts';
import { formatShortDayAndYear } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { CANONICAL } from '../../site/address.ts';
import type { SentForm } from '../form.ts';
import type { AdminCall, Shown } from '../page.ts';
import { head, radio } from '../parts.ts';
import { changedFields, changeList, hiddenFields } from './changes.ts';
import { namesFor } from './choices.ts';
import { picturesOf } from './image.ts';
import { isOccurrence, isReleased, type ShownEvent } from './record.ts';
import { orOutside } from './sent.ts';
import type { FormValues } from './values.ts';

const SCOPES = ['this', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

export const isScope = (value: unknown): value is Scope => SCOPES.some(scope => scope === value);

/** A change of a series that waits for an answer. */
export interface ScopeQuestion {
  readonly call: AdminCall;
  readonly event: ShownEvent;
  readonly before: FormValues;
  readonly after: FormValues;
  /** The members of the interface that the change writes. */
  readonly members: Readonly<Record<string, unknown>>;
  /** What the form is sent with besides its fields. */
  readonly beside: Readonly<Record<string, string>>;
}

/** The dates that a change reaches, as the interface tells without writing. */
type DryRun = Readonly<
  Record<'added' | 'removed' | 'moved' | 'kept', readonly Pick<ShownEvent, 'start_date'>[]>
>;

/** What an answer would do, or why it cannot be given, by the parameter. */
type DryRunAnswer = DryRun | { readonly refused: Refusal };
type Refusal = Readonly<Record<string, string>>;

/**
 * The page that asks which dates of a series a change means, and says for each answer what happens. The smallest is
 * chosen beforehand.
 * @returns what is wrong if no answer is possible
 */
export async function scopePage(asked: ScopeQuestion): Promise<Shown | { readonly refused: Refusal }> {
  const { call, event, before, after, beside } = asked;
  const words = call.words.eventScope;
  const isOne = isOccurrence(event);
  const plans: DryRunAnswer[] = [];
  for (const scope of isOne ? SCOPES : [undefined]) plans.push(await plannedBy(asked, scope));
  const [first] = plans;
  if (first && plans.every(isRefused)) return first as { refused: Refusal };
  const choices = { ...(await namesFor(call)), pictures: await picturesOf(call, [before, after]) };
  const title = isOne ? words.title : words.title_series;
  const lead = [event.title, event.recurrence_text].filter(Boolean).join(', ');
  const main = html`${head(title, { lead })}<form method="post" action="${call.at('event', { id: event.id })}">
${hiddenFields(after, beside)}<div class="sheet broad">
<section aria-labelledby="changed"><h2 id="changed">${words.changed}</h2>
${changeList(call, changedFields(before, after, call, choices))}</section>
${isOne ? ways(asked, plans) : html`<section class="dry" aria-labelledby="dry"><h2 id="dry">${words.happens}</h2>\n<p>${sumOf(asked, first!)}</p></section>\n`}</div>
<div class="bar">
<p class="state"><span class="muted hide-small">${words.nothing_yet}</span></p>
<button type="submit" class="button" name="edit" value="1">${words.back}</button>
<button type="submit" class="button main"${!isOne && html` name="sure" value="1"`}>${words.confirm}</button>
</div>
</form>`;
  return { title: `${title} · ${event.title}`, main, section: 'events' };
}

/** The answers, each with what it does. */
function ways(asked: ScopeQuestion, plans: readonly DryRunAnswer[]): Html {
  const { call, event } = asked;
  const words = call.words.eventScope;
  const date = formatShortDayAndYear(event.start_date, call.language);
  const smallest = plans.findIndex(plan => !isRefused(plan));
  const choices = SCOPES.map((scope, index) =>
    radio(
      'scope',
      scope,
      html`<strong>${filled(words[scope], { date })}</strong> <small>${sumOf(asked, plans[index]!, plans.at(-1))}</small>`,
      index === smallest,
      attribute('disabled', isRefused(plans[index]!)),
    ),
  );
  return html`<fieldset class="apart">
<legend class="as-h2">${words.which}</legend>
<div class="choices boxed">
${choices}</div>
<p class="small muted apart-small">${words.own}</p>
</fieldset>
`;
}

const isRefused = (plan: DryRunAnswer): boolean => 'refused' in plan;

/**
 * Whether a change of a series could mean more than its sender thinks of. What saves itself never asks: it changes one
 * date, or what nobody else reads.
 */
export async function mustAsk(question: ScopeQuestion, posted: SentForm['values']): Promise<boolean> {
  const { call, event, members } = question;
  if (call.wantsJson || Object.keys(members).length === 0) return false;
  if (isOccurrence(event)) return !isScope(posted.scope);
  if (!event.recurrence || !isReleased(event.status) || posted.sure === '1') return false;
  return 'start_date' in members && changesDates(await plannedBy(question, undefined));
}

/** What the interface would do, or why its sender may not: of a series, one may often change one date alone. */
async function plannedBy(
  { call, event, members }: Pick<ScopeQuestion, 'call' | 'event' | 'members'>,
  scope: Scope | undefined,
): Promise<DryRunAnswer> {
  const path = `${CANONICAL}/dry-run/events/${event.id}`;
  const asked = call.ask('POST', path, { ...members, ...(scope && { scope }) });
  const planned = await orOutside(call, asked).catch(error => {
    const known = asRestError(error, 'POST');
    if (known.status !== 403) throw error;
    return { refused: { title: known.text(call.language) } };
  });
  return planned.refused ? { refused: planned.refused } : (planned.body as DryRun);
}

/** Whether a change of a series makes, moves or removes dates. */
const changesDates = (plan: DryRunAnswer): boolean =>
  !('refused' in plan) && plan.added.length + plan.moved.length + plan.removed.length > 0;

/**
 * What a plan does, as a sum of dates.
 * @param whole the plan for all dates: the series itself counts those that everybody sees
 */
function sumOf({ call, event }: ScopeQuestion, plan: DryRunAnswer, whole = plan): string {
  if ('refused' in plan) return Object.values(plan.refused).join(' ');
  const known =
    'refused' in whole ? undefined : whole.moved.length + whole.kept.length + whole.removed.length;
  const words = call.words.eventScope;
  const { added, removed, moved, kept } = plan;
  const changed = [...moved, ...kept].map(({ start_date }) => start_date).sort();
  const day = (date: string | undefined) => (date ? formatShortDayAndYear(date, call.language) : '');
  const parts = [
    changed.length > 0 &&
      filled(changed.length === 1 ? words.one : words.some, {
        ...{ count: changed.length, total: known ?? event.occurrences_total ?? changed.length },
        ...{ first: day(changed[0]), last: day(changed.at(-1)) },
      }),
    moved.length > 0 && filled(words.moved, { count: moved.length }),
    added.length > 0 && filled(words.added, { count: added.length }),
    removed.length > 0 && filled(words.removed, { count: removed.length }),
  ];
  return parts.filter(Boolean).join(' ');
}
