import type { Answer } from '../http/call.ts';
import type { RestError } from '../http/errors.ts';
import { callOf, type Exchange } from '../http/exchange.ts';
import { type Html, html, NOTHING } from '../lib/html.ts';
import type { RecordSource } from '../read-model/record-source.ts';
import { PAGES, pathOf } from '../site/page-addresses.ts';
import { pathTo } from './addresses.ts';
import { documentOf } from './frame/document.ts';
import type { PageCall } from './frame/document-parts.ts';
import { questionsOf } from './home/questions.ts';
import { hasMap, MEDIA_TYPE } from './page.ts';
import { type SectionWords, wordsIn } from './words.ts';

/** An error as a page: what is wrong, and where to go on. */
export async function errorPage(
  error: RestError,
  exchange: Exchange,
  { db, readModel }: RecordSource,
): Promise<Answer> {
  const { address, config, language } = exchange;
  const call = { address, config, language, page: undefined };
  const { status } = error;
  const words = wordsIn('errorPages', call);
  const [title, text = error.text(language)] = titleAndText(error, words);
  const { params } = error.data(language) as { params?: Record<string, string> | string[] };
  const ofParameters = params && !Array.isArray(params) ? Object.values(params) : [];
  const reasons = ofParameters.map(reason => html`<p class="lost-text">${reason}</p>\n`);
  // A reason names a parameter, which tells nothing to those who followed a link.
  const details = html`<details><summary>${words.details}</summary>${reasons}</details>\n`;
  const isLost = status === 404 || status === 410;
  const main = html`<div class="lost">
<div>
<p class="lost-status">${status}</p>
<h1>${title}</h1>
<p class="lost-text">${reasons.length > 0 ? words.wrong_value : text}</p>
${reasons.length > 0 && details}
${isLost && searchForm(call)}<p><a class="button is-quiet" href="${pathTo(call, pathOf(PAGES.list))}">${words.back}</a></p>
</div>
${isLost && FALLEN}</div>
${isLost && (await orNothing(() => currentQuestions({ db, readModel }, exchange)))}`;
  return {
    status,
    mediaType: MEDIA_TYPE,
    body: documentOf(
      { title, main, hasMap: (await orNothing(() => hasMap({ config, db, readModel }))) === true },
      call,
    ).text,
  };
}

/** An address that is unknown is refused before anything is read, so nothing has brought the read model up to date. */
async function currentQuestions({ db, readModel }: RecordSource, exchange: Exchange): Promise<Html> {
  await readModel?.current();
  return questionsOf(callOf(exchange, db, readModel));
}

/** What a page can do without: what went wrong may be the store itself. */
const orNothing = <Found>(find: () => Promise<Found>): Promise<Found | typeof NOTHING> =>
  find().catch(() => NOTHING);

/** The title and the text of an error; without a text of its own it says what the interface says. */
function titleAndText(
  { status, code }: RestError,
  words: SectionWords<'errorPages'>,
): [title: string, text?: string] {
  if (status === 404) return [words.not_found, words.not_found_text];
  if (code === 'event-no-longer-available') return [words.gone, words.gone_text];
  if (status === 403 && code.endsWith('-not-accessible')) return [words.not_public, words.not_public_text];
  return [status >= 500 ? words.failed : words.refused];
}

const DAYS = 31;

/** A month of dots, of which one has fallen. */
const FALLEN = html`<div class="lost-month" aria-hidden="true">${Array.from({ length: DAYS }, () => html`<i></i>`)}</div>
`;

/** The search of the list, for pages without a list of their own. */
function searchForm(call: PageCall): Html {
  const words = wordsIn('filterForm', call);
  return html`<form class="filters" action="${pathTo(call, pathOf(PAGES.list))}" role="search">
<div class="filters-search">
<label class="visually-hidden" for="search">${words.search}</label>
<input id="search" type="search" name="search" placeholder="${words.search_hint}" maxlength="500">
<button type="submit" class="button">${words.search}</button>
</div>
</form>
`;
}
