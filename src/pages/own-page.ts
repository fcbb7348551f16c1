import type { Config } from '../config.ts';
import { noRoute } from '../http/errors.ts';
import { type Route, recordRoute } from '../http/route.ts';
import type { SitePage } from '../http/site-pages.ts';
import { pageOperationWords } from '../i18n/messages.ts';
import { required, text } from '../input/arguments.ts';
import { attribute, html } from '../lib/html.ts';
import { summaryOf } from '../lib/text/text.ts';
import { designOf } from '../site/design.ts';
import { ownHtmlBase } from '../site/file-address.ts';
import { languagesIn, type OwnPage, ownPagePath, textIn } from '../site/own-pages.ts';
import { page } from './page.ts';
import { pageText } from './parts/rich-text.ts';

/** The page of the operator at an address: `/about/`. Programs are led to the interface. */
export function ownPageAt(
  segments: readonly string[],
  config: Config,
  sent: URLSearchParams,
): SitePage | undefined {
  const [slug] = segments;
  const found = segments.length === 1 && designOf(config).pages.find(known => known.slug === slug);
  if (!found) return undefined;
  const html = { route: `/own/${found.slug}`, path: ownPagePath(found), query: sent };
  return { template: '/:own', path: '/', html };
}

const SUMMARY = 200;

const ownPage = page<Record<string, never>, OwnPage>({
  arguments: {},
  async show({ target, ...call }) {
    const { title, language, html: content } = textIn(target, call.language, call.config);
    const lang = attribute('lang', language === call.language ? undefined : language);
    return {
      title,
      ...(language !== call.language && { titleLanguage: language }),
      description: summaryOf(content, SUMMARY),
      main: html`<article class="own-page own-page-${target.slug}"${lang}>
<h1>${title}</h1>
${await pageText(content, call, ownHtmlBase(call))}
</article>`,
      path: () => ownPagePath(target),
      languages: languagesIn(target, call.config),
      until: Infinity,
    };
  },
});

export const ownPageRoutes = (): Route[] => [
  recordRoute<OwnPage>({
    root: '',
    path: '/own/:slug',
    key: { name: 'slug', argument: required(text(pageOperationWords.own_page)) },
    find: async ({ config }, { slug }) =>
      designOf(config).pages.find(known => known.slug === slug) ?? noRoute(),
    operations: [ownPage],
  }),
];
