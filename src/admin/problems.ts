import type { RestError } from '../http/errors.ts';
import { html } from '../lib/html.ts';
import { pairsOf, type SentForm } from './form.ts';
import type { AdminCall, Shown } from './page.ts';
import { at } from './surface.ts';
import { wordsIn } from './words.ts';

/**
 * A page that tells what is wrong with a request.
 * @param error what the interface says of it
 */
export function problemPage(status: number, call: AdminCall, why?: 'foreign', error?: RestError): Shown {
  const words = wordsIn('problems', call);
  const [title, text] =
    why === 'foreign'
      ? [words.foreign, words.foreign_text]
      : status === 404
        ? [words.not_found, words.not_found_text]
        : status === 403
          ? [words.not_allowed, words.not_allowed_text]
          : [status >= 500 ? words.failed : words.refused, error?.text(call.language)];
  const main = html`<div class="inside">
<h1>${title}</h1>
${text && html`<p class="lead">${text}</p>\n`}<p class="actions"><a class="button" href="${at(call, 'overview')}">${wordsIn('frame', call).back}</a></p>
</div>`;
  return { status, title, main, isGate: call.account === undefined };
}

/** Values that no page repeats. */
const SECRET = /password|secret|code/i;

/** What was typed in a form whose sender is no longer signed in: nothing of it is lost. */
export function keptForm(call: AdminCall, target: string, { values }: SentForm): Shown {
  const words = wordsIn('problems', call);
  const kept = pairsOf(values).filter(([name]) => !SECRET.test(name));
  const main = html`<div class="inside">
<h1>${words.signed_out}</h1>
<p class="lead">${words.signed_out_text}</p>
<p class="actions"><a class="button" href="${at(call, 'signIn')}" target="_blank">${words.sign_in_window}</a></p>
<form method="post" action="${target}">
${kept.map(([name, value]) => html`<textarea name="${name}" aria-label="${name}" readonly>${value}</textarea>\n`)}<div class="actions"><button type="submit" class="button main">${words.send_again}</button></div>
</form>
</div>`;
  return { status: 401, title: words.signed_out, main, isGate: true };
}
