import type { EventRow } from '../../db/tables.ts';
import { findBySlugInReadModel } from '../../events/cached-records.ts';
import { costText } from '../../events/cost-text.ts';
import { type EventRecord, occurrenceSlug } from '../../events/event.ts';
import { findEventRow } from '../../events/store.ts';
import { pageDocument } from '../../formats/json-ld/events.ts';
import type { BareCall } from '../../http/call.ts';
import { noRoute } from '../../http/errors.ts';
import { formatShortDayAndYear } from '../../i18n/format-dates.ts';
import type { Language } from '../../i18n/language.ts';
import { calendarWords, eventWords } from '../../i18n/messages.ts';
import { filled } from '../../i18n/say.ts';
import { additional, integer, required, text } from '../../input/arguments.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { summaryOf, textOf } from '../../lib/text/text.ts';
import { assertReadable, noSuchSlug } from '../../reading/readable.ts';
import { isAtSlug, permalink, translatedPermalink } from '../../records/published-members.ts';
import { pageLanguages } from '../../records/translations/alternates.ts';
import { inLanguage } from '../../records/translations/in-language.ts';
import { mayRead, type Viewer } from '../../users/rights.ts';
import { assetAddress } from '../assets.ts';
import { tileHeaders } from '../map/small-map.ts';
import { type PageAnswer, type PageTarget, page, redirectTo } from '../page.ts';
import { jsonLd } from '../parts/json-ld.ts';
import { eventPreview } from '../preview-cards/preview.ts';
import { type PageEvent, type PageView, pageView } from '../view.ts';
import { wordsIn } from '../words.ts';
import { eventArticle } from './article.ts';
import { hasSmallMap } from './facts.ts';
import { type EventOnPage, readForPage } from './read.ts';

const declared = {
  password: additional(text(eventWords.password_read, sent => sent, { empty: true })),
};

/** The page of an event. A form on it sends the password of a protected one. */
export const eventPage = page<typeof declared, EventRow | EventRecord>({
  methods: ['GET', 'POST'],
  arguments: declared,
  show: ({ target, args, ...call }) => showEvent(target, args.password, call),
});

/** An event by its id: a public one is at its own address. */
export const eventById = page<typeof declared, EventRow>({
  methods: ['GET', 'POST'],
  arguments: declared,
  async show({ target, args, ...call }) {
    assertReadable(target, call.viewer);
    const view = pageView(call);
    return target.slug && isAtSlug(target.status)
      ? redirectTo(translatedPermalink('event', target, view), call)
      : showEvent(target, args.password, call);
  },
});

/** The page of an event to those who may read it. */
export async function showEvent(
  row: EventRow | EventRecord,
  password: string | undefined,
  call: BareCall,
): Promise<PageAnswer> {
  const read = await readForPage(row, password, call);
  const { event, view, record, caching } = read;
  const path = (language: Language) => pathOf(inLanguage(record, { textLanguage: language }), call);
  return {
    title: titleWithStatus(event, view),
    description: descriptionOf(read),
    main: await eventArticle(read, path(view.language)),
    head: eventHead(read, call),
    isLocked: event.isLocked,
    ...(event.status === 'publish' ? { preview: eventPreview(event, view) } : { isListed: false }),
    ...{
      path,
      languages: pageLanguages(record, call.config),
      ...caching,
      ...(hasSmallMap(event, view) && { headers: { ...caching.headers, ...tileHeaders(view.config) } }),
      ...(read.isWrong && { status: 403 }),
    },
  };
}

/** The path of the page below the language; that of an event without a permalink names it by its id. */
const pathOf = (event: Parameters<typeof permalink>[1], { address }: BareCall): string =>
  permalink('event', event, { address: { ...address, site: '', language: undefined } });

const slug = { name: 'slug', argument: required(text(eventWords.slug_path)) } as const;

/** Whole from the read model if it is there: the page needs no further query for it then. */
const findBySlug = async (slug: string, { db, readModel, viewer }: BareCall) =>
  (await findBySlugInReadModel(readModel, slug, viewer)) ?? (await findEventRow(db, { slug }));

const isReadable = (event: EventRow | EventRecord, viewer: Viewer): boolean =>
  event.status !== 'trash' && mayRead(viewer, event);

/** The events that addresses name. */
export const named = {
  event: {
    key: slug,
    find: async (call, { slug }, method) =>
      (await findBySlug(slugify(slug), call)) ?? noSuchSlug(method === 'POST'),
    isReadable,
  },
  series: {
    key: slug,
    find: async ({ db }, { slug }) => {
      const row = await findEventRow(db, { slug: slugify(slug) });
      return row && row.recurrence !== '' ? row : noRoute();
    },
  },
  occurrence: {
    key: slug,
    beside: { date: required(text(eventWords.occurrence_path)) },
    async find(call, { slug, date }) {
      const own = occurrenceSlug(slugify(slug), date);
      return (own && (await findBySlug(own, call))) || noRoute();
    },
    isReadable,
  },
  byId: {
    key: { name: 'id', argument: required(integer(eventWords.id)) },
    find: async ({ db }, { id }) => (await findEventRow(db, { id })) ?? noRoute(),
  },
} satisfies Record<string, PageTarget<EventRow> | PageTarget<EventRow | EventRecord>>;

/** What the head of the page of an event has of its own: its structured data, and the scripts. */
function eventHead({ event, record, view }: EventOnPage, call: BareCall): Html {
  if (event.isLocked) return NOTHING;
  const scripts = ['share.js', 'local-time.js'].map(
    // What they show is there when the page is first seen: nothing moves.
    name => html`<script type="module" blocking="render" src="${assetAddress(call, name)}"></script>\n`,
  );
  const document = pageDocument(record, view);
  const imported = html`<link rel="modulepreload" href="${assetAddress(call, 'time-of-day.js')}">\n`;
  return html`${document && jsonLd(document)}${imported}${scripts}`;
}

/** Characters of a description for search engines and previews. */
const MOST = 300;

/** When and where it takes place and what it costs, then the beginning of its text. */
function descriptionOf({ event, times: { days, times }, view }: EventOnPage): string {
  const [venue] = event.venues;
  const place = venue && [venue.name, venue.city].filter(Boolean).join(', ');
  const when = textOf(html`${days}${times && html`, ${times}`}`.text);
  const facts = [when, place, costText(event, view)].filter(Boolean);
  const text = summaryOf(event.excerpt || event.description, MOST - facts.join(' · ').length);
  return [facts.join(' · '), text].filter(Boolean).join('. ');
}

/** The title for the window and for search engines: `Cancelled: Concert`. One date of a series has its day. */
function titleWithStatus(event: PageEvent, view: PageView): string {
  const { title: name, event_status: status, recurrence_id, start_date } = event;
  const title = recurrence_id ? `${name}, ${formatShortDayAndYear(start_date, view.language)}` : name;
  if (status === 'scheduled') return title;
  const state = wordsIn('calendarPages', view)[status];
  return filled(calendarWords.because[view.language], { name: state, value: title });
}
