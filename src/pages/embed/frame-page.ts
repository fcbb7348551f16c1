import { securityPolicy } from '../../http/headers.ts';
import { sharedListToHorizon } from '../../http/list-answer.ts';
import { embedPageWords } from '../../i18n/messages.ts';
import { additional, text } from '../../input/arguments.ts';
import { choice } from '../../input/common-arguments.ts';
import { html } from '../../lib/html.ts';
import type { ListArgs } from '../../search/event-filter.ts';
import { siteNameIn } from '../../site/name.ts';
import { matchTermsOfLinks } from '../../terms/match.ts';
import { daysOfList } from '../list/body.ts';
import { findList } from '../list/find-list.ts';
import { page } from '../page.ts';
import { ONCE } from '../parts/series-once.ts';
import { elementOf, VIEWS } from './embed-page.ts';

const LIST: ListArgs = { page: 1, per_page: 10, strict_dates: false, ...ONCE };

/** The calendar for a frame on a site that allows no script of others; without scripts in the frame it is a list. */
export const framePage = page({
  arguments: {
    view: additional(choice(embedPageWords.view, VIEWS)),
    category: additional(text(embedPageWords.category)),
  },
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
      ...{ title: name, isFramed: true, isListed: false },
      ...shared,
      headers: {
        ...headers,
        'content-security-policy': securityPolicy({ frames: call.config.FRAME_ANCESTORS }),
      },
      // Its links lead out of the frame, in which no other page may be.
      head: html`<base target="_top">
<script type="module" src="${call.address.site}/embed.js"></script>\n`,
      main: html`<h1 class="visually-hidden">${name}</h1>
${elementOf(call, composed, html`<noscript>${daysOfList(call, list)}</noscript>`)}`,
    };
  },
});
