import type { Answer, BareCall, Call } from '../http/call.ts';
import { RestError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { PRIVATE, publicHeaders } from '../http/headers.ts';
import { type Declared, type Operation, operation } from '../http/operation.ts';
import type { PublicPage } from '../http/reference-pages.ts';
import { type RouteDeclaration, recordRoute } from '../http/route.ts';
import { pageOperationWords } from '../i18n/messages.ts';
import type { Arguments } from '../input/arguments.ts';
import { html } from '../lib/html.ts';
import { PAGES, type PageAddress, pathOf } from '../site/page-addresses.ts';
import { pathTo } from './addresses.ts';
import { documentOf } from './frame/document.ts';
import type { DocumentParts, PageCall } from './frame/document-parts.ts';
import { parameterOf } from './parts/query.ts';
import { type Words, wordsIn } from './words.ts';

const MEDIA_TYPE = 'text/html';

/** A page, and for how long caches may keep it. */
export type PageAnswer = DocumentParts & Pick<Answer, 'until' | 'state' | 'headers' | 'status'>;

/** The address at which the page is, in place of the page. */
export interface Redirect {
  readonly redirect: Answer;
}

interface PageDeclaration<A extends Arguments, Target> {
  readonly arguments: A;
  /** `POST` as well for a page with a form that is not a search. */
  readonly methods?: Declared['methods'];
  readonly show: (call: Call<A, Target>) => Promise<PageAnswer | Redirect>;
}

export const page = <const A extends Arguments, Target = undefined>({
  arguments: declared,
  methods = ['GET'],
  show,
}: PageDeclaration<A, Target>): Operation<Target> =>
  operation<A, Target>({
    methods,
    words: pageOperationWords.page,
    arguments: declared,
    may: () => true,
    mediaType: MEDIA_TYPE,
    answers: { status: 200, schema: { type: 'string' }, errors: [400, 404] },
    async handle(call) {
      const read = { ...call, page: call.page && { ...call.page, query: queryFor(declared, call.page) } };
      const shown = await show(read);
      if ('redirect' in shown) return shown.redirect;
      const { until, state, headers, status, ...parts } = shown;
      const body = documentOf(parts, read).text;
      return { mediaType: MEDIA_TYPE, body, ...defined({ until, state, headers, status }) };
    },
  });

/** What the address of a page names. */
export type Named<Target> = Pick<RouteDeclaration<Target>, 'find' | 'key' | 'beside'>;

/** A page in the table of public ones. */
export const publicPage = <Target = undefined>(
  at: PageAddress,
  page: Operation<Target>,
  // A page whose address names nothing has no target.
  named: Named<Target> = { find: async () => undefined as Target },
): PublicPage => ({ at, route: recordRoute({ root: '', path: at.path, ...named, operations: [page] }) });

/** The date of today. */
export const today: Named<string> = { find: async ({ clock }) => clock.today() };

/** The date that an address names: a day, or a month. */
export const dated: Named<string> = { find: async (_, { date }) => date };

/** Redirects to the address that a page has for good. */
export const redirectTo = (
  location: string,
  { viewer, config }: Pick<BareCall, 'viewer' | 'config'>,
): Redirect => ({
  redirect: {
    ...{ status: 301, mediaType: MEDIA_TYPE, body: '' },
    headers: { ...(viewer ? PRIVATE : publicHeaders(config)), location },
  },
});

const defined = <Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

/** A page that is not the answer of an operation, as for an error. */
export const answerWithPage = (status: number, parts: DocumentParts, call: PageCall): Answer => ({
  status,
  mediaType: MEDIA_TYPE,
  body: documentOf(parts, call).text,
});

/** An address that people share must not open what a password protects. */
const SECRET = 'password';

/** The most values in the address of a page. Its links repeat them, and people choose a few. */
const MOST = 200;

/**
 * The parameters of an address that its page reads, which the links of the page repeat. Others, such as those by which
 * newsletters count their readers, are neither filters nor kept. Of a parameter that is sent twice, the last one counts.
 * @throws RestError 400 if there are too many
 */
function queryFor(declared: Arguments, { query }: { readonly query: URLSearchParams }): URLSearchParams {
  const own = new URLSearchParams();
  for (const [name, value] of query) {
    const parameter = parameterOf(name);
    if ((!Object.hasOwn(declared, parameter) && parameter !== 'all_values') || parameter === SECRET) continue;
    if (parameter === name) own.set(name, value);
    else own.append(name, value);
    if (own.size > MOST)
      throw new RestError(400, 'rest_bad_request', 'too_many_values', { values: { max: MOST } });
  }
  return own;
}

/** An error as a page: what is wrong, and where to go on. */
export function errorPage(error: RestError, exchange: Exchange): Answer {
  const { address, language } = exchange;
  const call = { address, config: exchange.config, language, page: undefined };
  const words = wordsIn('errorPages', call);
  const [title, text = error.text(language)] = titleAndText(error, words);
  const main = html`<div class="notice">
<p class="notice-status">${error.status}</p>
<h1>${title}</h1>
<p>${text}</p>
${paramsOf(error, language)}
<p><a class="button" href="${pathTo(call, pathOf(PAGES.list))}">${words.back}</a></p>
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

function paramsOf(error: RestError, language: Parameters<RestError['data']>[0]) {
  const { params } = error.data(language) as { params?: Record<string, string> | string[] };
  if (!params || Array.isArray(params)) return undefined;
  return html`<dl>${Object.entries(params).map(([name, why]) => html`<dt><code>${name}</code></dt><dd>${why}</dd>`)}</dl>`;
}
