import { noRoute } from '../http/errors.ts';
import type { PublicPage } from '../http/reference-pages.ts';
import { pageOperationWords } from '../i18n/messages.ts';
import { required, text } from '../input/arguments.ts';
import { attribute, html } from '../lib/html.ts';
import { summaryOf } from '../lib/text/text.ts';
import { designOf } from '../site/design.ts';
import { ownHtmlBase } from '../site/file-address.ts';
import { languagesIn, type OwnPage, ownPagePath, textIn } from '../site/own-pages.ts';
import { type PageTarget, page } from './page.ts';
import { pageText } from './parts/rich-text.ts';

/** Whether a page of the operator has this address. Programs are led to the interface. */
export const isOwnPage: PublicPage['isThere'] = ({ slug }, { config }) =>
  designOf(config).pages.some(known => known.slug === slug);

const SUMMARY = 200;

export const ownPage = page<Record<string, never>, OwnPage>({
  arguments: {},
  async show({ target, ...call }) {
    const { title, language, html: content } = textIn(target, call.language, call.config);
    const lang = attribute('lang', language === call.language ? undefined : language);
    return {
      title,
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

export const ownPageNamed: PageTarget<OwnPage> = {
  key: { name: 'slug', argument: required(text(pageOperationWords.own_page)) },
  find: async ({ config }, { slug }) =>
    designOf(config).pages.find(known => known.slug === slug) ?? noRoute(),
};
