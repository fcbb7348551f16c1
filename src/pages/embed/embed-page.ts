import type { BareCall } from '../../http/call.ts';
import { securityPolicy } from '../../http/headers.ts';
import { sharedListToHorizon } from '../../http/list-answer.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { embedPageWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { additional, text } from '../../input/arguments.ts';
import { choice } from '../../input/common-arguments.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { MAX_FACET_VALUES } from '../../limits.ts';
import { inLanguage, languageOfText } from '../../records/translations/in-language.ts';
import { type ListArgs, readFilter } from '../../search/event-filter.ts';
import { facetRequest } from '../../search/facet-arguments.ts';
import { siteName, siteNameIn } from '../../site/name.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { findTerms } from '../../terms/list.ts';
import { matchTermsOfLinks } from '../../terms/match.ts';
import { addressInLanguage, pathTo, queryWith } from '../addresses.ts';
import { assetAddress } from '../assets.ts';
import { daysOfList } from '../list/body.ts';
import { findList } from '../list/find-list.ts';
import { page } from '../page.ts';
import { facetsOf } from '../parts/facet-choices.ts';
import { ONCE } from '../parts/series-once.ts';
import { wordsIn } from '../words.ts';

const composedArguments = {
  view: additional(choice(embedPageWords.view, ['list', 'month'])),
  category: additional(text(embedPageWords.category)),
};

/** Composes the line with which another site shows events, and shows what it does. */
export const embedPage = page({
  arguments: { ...composedArguments, lang: additional(choice(embedPageWords.language, languages)) },
  async show({ args, ...call }) {
    const words = wordsIn('embed', call);
    const categories = await categoriesOf(call);
    const category = categories.find(({ slug }) => slug === args.category)?.slug;
    const composed = { view: args.view ?? 'list', category, lang: args.lang ?? call.language };
    return {
      ...{ title: words.title, description: words.lead, until: Infinity, path: () => '/embed/' },
      head: html`<script type="module" src="${call.address.site}/embed.js"></script>
<script type="module" src="${assetAddress(call, 'embed-page.js')}"></script>\n`,
      main: mainOf(call, categories, composed),
    };
  },
});

const LIST: ListArgs = { page: 1, per_page: 10, strict_dates: false, ...ONCE };

/** The calendar for a frame on a site that allows no script of others; without scripts in the frame it is a list. */
export const framePage = page({
  arguments: composedArguments,
  async show({ args, ...call }) {
    const { view = 'list', category: slug } = args;
    // Of a category that does not exist there are no events, and the element says so.
    const [category = -1] = slug ? await matchTermsOfLinks(call.db, 'category', [slug]) : [];
    const categories = slug ? { categories: [category] } : {};
    const list = await findList(call, { ...LIST, ...categories }, false);
    const composed = { view, category: slug || undefined, lang: call.language, heading: '2' };
    const name = siteNameIn(call);
    const { headers, ...shared } = await sharedListToHorizon(LIST, list.filter, call);
    return {
      ...{ title: name, isFramed: true, isListed: false, ...shared },
      headers: {
        ...headers,
        'content-security-policy': securityPolicy({ frames: ["'self'", ...call.config.FRAME_ANCESTORS] }),
      },
      // Its links lead out of the frame, in which no other page may be.
      head: html`<base target="_top">
<script type="module" src="${call.address.site}/embed.js"></script>\n`,
      main: html`<h1 class="visually-hidden">${name}</h1>
${elementOf(call, composed, html`<noscript>${daysOfList(call, list)}</noscript>`)}`,
    };
  },
});

function mainOf(call: BareCall, categories: readonly NamedCategory[], composed: Composed): Html {
  const words = wordsIn('embed', call);
  return html`<div class="embed">
<h1>${words.title}</h1>
<p>${words.lead}</p>
${formOf(call, categories, composed)}
<h2>${words.line}</h2>
<p>${words.howto}</p>
<pre class="embed-line embed-code"><code>${lineOf(call, composed)}</code></pre>
<p><button type="button" class="button" data-copy data-copied="${words.copied}" hidden>${words.copy}</button> <span role="status"></span></p>
<h2>${words.frame}</h2>
<div class="embed-frame">${frameOf(call, composed)}</div>
<h2>${words.result}</h2>
<noscript><p>${words.needs_script}</p></noscript>
<div class="embed-result">${elementOf(call, composed)}</div>
</div>`;
}

function formOf(call: BareCall, categories: readonly NamedCategory[], composed: Composed): Html {
  const words = wordsIn('embed', call);
  const all: EmbedOption = { value: '', label: words.all_categories };
  const named = categories.map(({ slug, name, lang }) => ({ value: slug, label: name, lang }));
  const ofLanguages = call.config.LANGUAGES.map(lang => ({
    value: lang,
    label: wordsIn('pages', { ...call, language: lang }).language,
    lang,
  }));
  return html`<form class="embed-form" action="${pathTo(call, '/embed/')}">
${select('view', words.view, composed.view, [
  { value: 'list', label: words.list },
  { value: 'month', label: words.month },
])}
${select('category', words.category, composed.category ?? '', [all, ...named])}
${select('lang', words.language, composed.lang, ofLanguages)}
<p><button type="submit" class="button">${words.compose}</button></p>
</form>`;
}

interface EmbedOption {
  readonly value: string;
  readonly label: string;
  readonly lang?: Language | undefined;
}

const select = (name: string, label: string, chosen: string, options: readonly EmbedOption[]): Html =>
  html`<p><label for="embed-${name}">${label}</label>
<select id="embed-${name}" name="${name}">${options.map(
    ({ value, label, lang }) =>
      html`<option value="${value}"${attribute('selected', value === chosen)}${attribute('lang', lang)}>${label}</option>`,
  )}</select></p>`;

interface Composed {
  readonly view: string;
  readonly category: string | undefined;
  readonly lang: Language;
  /** The level of its headings. */
  readonly heading?: string;
}

type EmbedCall = Pick<BareCall, 'address' | 'config'>;

/** The element, with what readers see whom no script serves: a link, if nothing else. */
const elementOf = (call: EmbedCall, { view, category, lang, heading }: Composed, instead?: Html): Html =>
  html`<almanac-calendar view="${view}"${attribute('category', category)} lang="${lang}"${attribute('heading', heading)}>${instead ?? html`<a href="${addressInLanguage(pathOf(PAGES.list), lang, call)}">${siteName(call)}</a>`}</almanac-calendar>`;

/** What a webmaster copies: the script and the element. */
const lineOf = (call: EmbedCall, composed: Composed): string =>
  `<script type="module" src="${call.address.site}/embed.js"></script>\n${elementOf(call, composed)}`;

/** The frame for a site that allows no script, if the operator lets other sites show it. */
function frameOf(call: BareCall, { view, category, lang }: Composed): Html {
  const words = wordsIn('embed', call);
  const names = call.config.FRAME_ANCESTORS.join(', ');
  const query = queryWith(new URLSearchParams(), { view, category });
  const address = addressInLanguage(pathOf(PAGES.frame), lang, call) + query;
  const line = html`<iframe src="${address}" title="${siteName(call)}" width="100%" height="700" loading="lazy"></iframe>`;
  if (names === '') return html`<p>${words.frame_denied}</p>`;
  return html`<p>${filled(words.frame_allowed, { names })}</p>
<pre class="embed-code"><code>${line.text}</code></pre>`;
}

interface NamedCategory {
  readonly slug: string;
  readonly name: string;
  /** The language of its name, if it is another one than that of the page. */
  readonly lang: Language | undefined;
}

/** The categories of the events that this reader may find, by name. */
async function categoriesOf(call: BareCall): Promise<NamedCategory[]> {
  const { db, language, config } = call;
  const view = { textLanguage: language, config };
  const all = await readFilter({ page: 1, per_page: 1, strict_dates: false, when: ['all'] }, call);
  const asked = { facets: ['categories' as const], drill_sideways: false, facet_limit: MAX_FACET_VALUES };
  const { values } = (await facetsOf(call, all, facetRequest(asked, call)!)).get('categories')!;
  const terms = await findTerms(
    db,
    values.map(({ label }) => label.id!),
  );
  const named = terms.map(term => {
    const lang = languageOfText(term, 'name', view);
    return { slug: term.slug, name: inLanguage(term, view).name, lang: lang === language ? undefined : lang };
  });
  const { compare } = new Intl.Collator(language);
  return named.sort((one, other) => compare(one.name, other.name));
}
