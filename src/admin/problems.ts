import { asRestError } from '../http/domain-errors.ts';
import { RestError } from '../http/errors.ts';
import { type Html, html } from '../lib/html.ts';
import { pathTo } from '../pages/addresses.ts';
import { PAGES, pathOf } from '../site/page-addresses.ts';
import { labelOf } from './events/changes.ts';
import { FIELD_NAMES, type FieldName } from './events/values.ts';
import { pairsOf, type SentForm } from './form.ts';
import type { AdminAnswer, AdminCall, AdminPage, Shown } from './page.ts';

/**
 * A page that tells what is wrong with a request.
 * @param error what the interface says of it
 */
export function problemPage(
  status: number,
  call: AdminCall,
  why?: 'foreign',
  error?: RestError | string,
): Shown {
  const words = call.words.problems;
  const [code, reason] = error instanceof RestError ? [error.code, error.text(call.language)] : ['', error];
  const [title, text] =
    why === 'foreign'
      ? [words.foreign, words.foreign_text]
      : status === 404
        ? [words.not_found, words.not_found_text]
        : status === 403
          ? [words.not_allowed, code === 'outside_limits' ? reason : words.not_allowed_text]
          : [status >= 500 ? words.failed : words.refused, reason];
  const main = html`<div class="inside">
<h1>${title}</h1>
${text && html`<p class="lead">${text}</p>\n`}<p class="actions"><a class="button" href="${call.isPublic ? pathTo(call, pathOf(PAGES.propose)) : call.at('overview')}">${call.words.frame.back}</a></p>
</div>`;
  return {
    status,
    title,
    main,
    ...(call.isPublic ? { isPublic: true } : { isGate: call.account === undefined }),
  };
}

/** Values that no page repeats. */
const SECRET = /password|secret|code/i;
/** Neither those, nor what nobody has typed. */
const UNTYPED = /password|secret|code|^(?:opened|seen|keep|do)$/i;

/** What was typed in a form whose sender is no longer signed in: nothing of it is lost. */
export function keptForm(call: AdminCall, target: string, { values }: SentForm): Shown {
  const words = call.words.problems;
  const main = html`<div class="inside">
<h1>${words.signed_out}</h1>
<p class="lead">${words.signed_out_text}</p>
<p class="actions"><a class="button" href="${call.at('signIn')}" target="_blank">${words.sign_in_window}</a></p>
<form method="post" action="${target}">
${typedIn(call, values)}<div class="actions"><button type="submit" class="button main">${words.send_again}</button></div>
</form>
</div>`;
  return { status: 401, title: words.signed_out, main, isGate: true };
}

/** What a form is answered; beside a problem with an event that is gone, or somebody else's now, what was typed. */
export async function orTyped(
  answered: Promise<AdminAnswer>,
  call: AdminCall,
  { values }: SentForm,
): Promise<AdminAnswer> {
  if (call.wantsJson || (values.opened ?? values.keep) === undefined) return answered;
  const answer = await answered.catch(error => {
    const known = asRestError(error, 'POST');
    if (!LOST.has(known.status)) throw error;
    return problemPage(known.status, call, undefined, known);
  });
  if (!('main' in answer) || !LOST.has(answer.status ?? 200)) return answer;
  const { all_is_here } = call.words.eventForm;
  return {
    ...answer,
    main: html`${answer.main}<div class="inside"><p>${all_is_here}</p>\n${typedIn(call, values, UNTYPED)}</div>`,
  };
}

const LOST: ReadonlySet<number> = new Set([403, 404, 410]);

const typedIn = (call: AdminCall, values: SentForm['values'], left = SECRET): Html[] =>
  pairsOf(values)
    .filter(([name]) => !left.test(name))
    .map(([name, value]) =>
      value === ''
        ? html`<input type="hidden" name="${name}" value="">`
        : html`<label class="field">${fieldLabel(call, name)} <textarea name="${name}" readonly>${value}</textarea></label>\n`,
    );

const fieldLabel = (call: AdminCall, name: string): string =>
  name === 'when' || (FIELD_NAMES as readonly string[]).includes(name)
    ? labelOf(name as FieldName, call)
    : name;

/** What a page does with what its address names. */
interface PageAbout<Found> {
  show(call: AdminCall, found: Found): Promise<AdminAnswer>;
  act?(call: AdminCall, found: Found, form: SentForm): Promise<AdminAnswer>;
}

/**
 * A page about what its address names.
 * @param find that, or the page that tells why there is none; undefined if nothing is known of it
 */
export function pageAbout<Found extends object>(
  find: (call: AdminCall) => Promise<Found | Shown | undefined>,
  { show, act }: PageAbout<Found>,
): AdminPage {
  const about = async (call: AdminCall, answer: (found: Found) => Promise<AdminAnswer>) => {
    const found = await find(call);
    if (!found) return problemPage(404, call);
    return 'main' in found ? found : answer(found);
  };
  return {
    show: call => about(call, found => show(call, found)),
    ...(act && { act: (call, form) => about(call, found => act(call, found, form)) }),
  };
}
