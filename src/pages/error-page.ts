import type { Config } from '../config.ts';
import { addressOf } from '../http/address.ts';
import type { Answer } from '../http/call.ts';
import type { RestError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { html } from '../lib/html.ts';
import { pathTo } from './addresses.ts';
import { answerWithPage } from './page.ts';
import { type Words, wordsIn } from './words.ts';

/** An error as a page: what is wrong, and where to go on. */
export function errorPage(error: RestError, exchange: Exchange, config: Config): Answer {
  const address = exchange.context?.address ?? addressOf(exchange.request, config, exchange.scheme);
  const language = exchange.context?.language ?? address.language ?? config.LANGUAGE;
  const call = { address, config, language, page: undefined };
  const words = wordsIn('errorPages', call);
  const [title, text = error.text(language)] = titleAndText(error, words);
  const main = html`<div class="notice">
<p class="notice-status">${error.status}</p>
<h1>${title}</h1>
<p>${text}</p>
${paramsOf(error, language)}
<p><a class="button" href="${pathTo(call, '/events/')}">${words.back}</a></p>
</div>`;
  return answerWithPage(error.status, { title, main }, call);
}

/** The title and the text of an error; without a text of its own it says what the interface says. */
function titleAndText(
  { status, code }: RestError,
  words: Words<'errorPages'>,
): [title: string, text?: string] {
  if (status === 404) return [words.not_found, words.not_found_text];
  if (code === 'event-no-longer-available') return [words.gone, words.gone_text];
  if (status === 403 && code.endsWith('-not-accessible')) return [words.not_public, words.not_public_text];
  return [status >= 500 ? words.failed : words.refused];
}

/** What was expected of each parameter. */
function paramsOf(error: RestError, language: Parameters<RestError['data']>[0]) {
  const { params } = error.data(language) as { params?: Record<string, string> | string[] };
  if (!params || Array.isArray(params)) return undefined;
  return html`<dl>${Object.entries(params).map(([name, why]) => html`<dt><code>${name}</code></dt><dd>${why}</dd>`)}</dl>`;
}
