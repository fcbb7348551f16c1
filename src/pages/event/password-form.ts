import { type Html, html } from '../../lib/html.ts';
import { pathTo } from '../addresses.ts';
import type { PageView } from '../view.ts';
import { wordsIn } from '../words.ts';

/**
 * Asks for the password of an event. It is sent to the page itself, which answers with the event: nothing is stored.
 * @param isWrong whether one was offered already
 */
export function passwordForm(path: string, isWrong: boolean, view: PageView): Html {
  const words = wordsIn('eventPage', view);
  return html`<form class="event-password" method="post" action="${pathTo(view, path)}">
<h2>${words.locked}</h2>
<p id="password-text">${words.locked_text}</p>
${isWrong && html`<p class="event-wrong" id="password-wrong" role="alert">${words.wrong_password}</p>`}
<p><label for="password">${words.password}</label>
<input id="password" name="password" type="password" required maxlength="1000" autocomplete="current-password" aria-describedby="${isWrong ? 'password-wrong' : 'password-text'}"${isWrong && html` aria-invalid="true" autofocus`}>
<button type="submit" class="button">${words.open}</button></p>
</form>`;
}
