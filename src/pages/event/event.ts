import { noSuchSlug } from '../../api/events/not-found.ts';
import type { EventRow } from '../../db/tables.ts';
import { withLinks } from '../../events/linked.ts';
import { findEventRow } from '../../events/store.ts';
import { required, text } from '../../http/arguments.ts';
import { refusal } from '../../http/errors.ts';
import { type Route, recordRoute } from '../../http/route.ts';
import { eventWords } from '../../i18n/messages.ts';
import { html } from '../../lib/html.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { languageOfText } from '../../records/translations/in-language.ts';
import { mayRead } from '../../users/rights.ts';
import { eventPreview } from '../cards/preview.ts';
import { page } from '../page.ts';
import { whenSaid } from '../parts/dates.ts';
import { picture } from '../parts/picture.ts';
import { pageView, shownEvent } from '../view.ts';

const eventPage = page<Record<string, never>, EventRow>({
  arguments: {},
  async show({ target, ...call }) {
    if (target.status === 'trash') throw refusal(403, 'event-no-longer-available');
    if (!mayRead(call.viewer, target)) throw refusal(403, 'event-not-accessible');
    const view = pageView(call);
    const [record] = await withLinks(call.db, [target], call.viewer);
    const event = shownEvent(record!, view, undefined);
    const main = html`<article class="event">
<h1>${event.title}</h1>
${event.image && picture(event.image, view, { sizes: '(min-width: 64rem) 60rem, 100vw', loading: 'eager' })}
<p>${whenSaid(event, call.language)}</p>
</article>`;
    return {
      ...{ title: event.title, titleLanguage: languageOfText(event, 'title', view), main },
      preview: eventPreview(event, view),
      ...{ path: () => `/event/${event.slug}/`, until: Infinity },
    };
  },
});

export const eventPageRoutes = (): Route[] => [
  recordRoute<EventRow>({
    root: '',
    path: '/event/:slug',
    key: { name: 'slug', argument: required(text(eventWords.slug_path)) },
    find: async ({ db }, { slug }, method) =>
      (await findEventRow(db, { slug: slugify(slug) })) ?? noSuchSlug(method),
    operations: [eventPage],
  }),
];
