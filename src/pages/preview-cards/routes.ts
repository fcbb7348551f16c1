import { Refused } from '../../errors.ts';
import { findEventInReadModel } from '../../events/cached-records.ts';
import type { EventRecord } from '../../events/event.ts';
import { withLinks } from '../../events/linked.ts';
import { findEventRow } from '../../events/store.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { EXAMPLE_ID } from '../../http/errors.ts';
import { PRIVATE } from '../../http/headers.ts';
import { publicRead } from '../../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../../http/route.ts';
import { eventWords, cardWords as words } from '../../i18n/messages.ts';
import { type Argument, additional, integer, required, text, textOrNothing } from '../../input/arguments.ts';
import { digestOf } from '../../lib/digest.ts';
import { CARDS, type PreviewCard } from '../../pictures/cards/preview-card.ts';
import { eventNotFound } from '../../reading/readable.ts';
import { eventFilters } from '../../search/event-filter.ts';
import { mayRead } from '../../users/rights.ts';
import { pageView, shownEvent } from '../view.ts';
import { eventCard, listCard } from './event-card.ts';
import { pngOf, versionOf } from './preview.ts';

const PNG = 'image/png';
const answered = {
  mediaType: PNG,
  answers: { status: 200, schema: { type: 'string', contentMediaType: PNG }, errors: [400] },
} as const;

/** What a card shows, as its address says; the card of an older address is not kept. */
const version = { v: additional(text(words.version)) };

const ofEvent = publicRead<typeof version, EventRecord>({
  words: words.event,
  arguments: version,
  ...answered,
  async handle({ args, target, ...sent }) {
    const call = asPage(sent);
    const view = pageView(call);
    return answerWith(eventCard(shownEvent(target, view, undefined), view), args.v, call);
  },
});

const { categories, tags, venue, organizer } = eventFilters;

const month: Argument<Temporal.PlainYearMonth> = {
  schema: { type: 'string' },
  accepts: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' },
  words: words.month,
  read: sent =>
    /^\d{4}-(?:0[1-9]|1[0-2])$/.test(textOrNothing(sent) ?? '')
      ? Temporal.PlainYearMonth.from(String(sent))
      : new Refused('expected_month'),
};

const ofList = publicRead({
  words: words.list,
  arguments: { categories, tags, venue, organizer, month: additional(month), ...version },
  ...answered,
  async handle({ args: { v, ...about }, ...sent }) {
    const call = asPage(sent);
    return answerWith(await listCard(about, call), v, call);
  },
});

/** A card is in the language of its page, which always has one. */
const asPage = (call: BareCall): BareCall => ({ ...call, textLanguage: call.language });

async function answerWith(
  card: PreviewCard,
  sent: string | undefined,
  { viewer }: BareCall,
): Promise<Answer> {
  const current = versionOf(card);
  const caching = sent === current ? KEPT : CHECKED;
  return {
    ...{ mediaType: PNG, body: await pngOf(card), state: digestOf(current) },
    headers: viewer ? PRIVATE : { 'cache-control': caching },
  };
}

/** A day: the address changes with what the card shows, but the event may no longer be public. */
const KEPT = 'public, max-age=86400';
const CHECKED = 'public, no-cache';

async function findReadable({ readModel, db, viewer }: BareCall, id: number) {
  const known = await findEventInReadModel(readModel, id, viewer);
  if (known) return known;
  const row = await findEventRow(db, { id });
  return row && (await withLinks(db, [row], viewer))[0];
}

/** The pictures of events and lists for previews of links to their pages. */
export const cardRoutes = (): Route[] => [
  recordRoute<EventRecord>({
    ...{ root: CARDS, path: '/events/:id' },
    key: { name: 'id', argument: required(integer(eventWords.id)) },
    absent: () => [eventNotFound(EXAMPLE_ID)],
    async find(call, { id }) {
      const event = await findReadable(call, id);
      return event && event.status !== 'trash' && mayRead(call.viewer, event) ? event : eventNotFound(id);
    },
    operations: [ofEvent],
  }),
  staticRoute({ root: CARDS, path: '/list', operations: [ofList] }),
];
