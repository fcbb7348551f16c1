import { formatShortDay, formatTime } from '../../i18n/format-dates.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { words as wordsOf } from '../../lib/text/search-terms.ts';
import { isDay } from '../../lib/time/dates.ts';
import { mayPublish } from '../../users/rights.ts';
import { type AdminCall, wallNow } from '../page.ts';
import { alertBox, fieldId } from '../parts.ts';
import { languagesFor, nameOf } from '../translations.ts';
import { listAll } from './choices.ts';
import { type CheckFinding, chosenImage, type EventForm, type LookedAt } from './event-form.ts';
import { isOccurrence, LISTED_MEMBERS, type ListedEvent, type ShownEvent, venueNames } from './record.ts';
import { lacks } from './translate.ts';
import { clock, clockTime, type FieldName, type FormValues } from './values.ts';

type EventCheck = (form: LookedAt) => readonly CheckFinding[] | Promise<readonly CheckFinding[]>;

/** What a check is called: each has a text. */
type CheckName = Exclude<
  keyof AdminCall['words']['eventChecks'],
  'title' | 'title_public' | 'title_sent' | 'anyway' | 'anyway_sent' | 'publish_anyway' | 'send_anyway'
>;

/** A check of fields: what it finds is mended at the first of them. */
const atField =
  (name: FieldName | 'when', isWrong: (values: FormValues, form: LookedAt) => boolean): EventCheck =>
  form =>
    isWrong(form.values, form) ? [{ href: `#${fieldId(name)}` }] : [];

/** Texts of links that say nothing about where they lead. */
const SAYS_NOTHING =
  /<a\s[^<>]*>\s*(?:here|click here|aquí|(?:feu )?clic aquí|(?:haga )?clic aquí|ici|cliquez ici)\s*[.…]?\s*<\/a>/i;

/** Pixels below which a picture is not sharp on a page. */
const SMALL = 800;

/** What is looked at before an event is published. Nothing of it is forced. */
const CHECKS: Readonly<Record<CheckName, EventCheck>> = {
  alt_text: atField('alt_text', ({ image, alt_text }) => image !== '' && alt_text === ''),
  small: atField('image', (_, form) => (chosenImage(form)?.width ?? SMALL) < SMALL),
  capitals: atField(
    'title',
    ({ title }) => /\p{Lu}.*\p{Lu}.*\p{Lu}.*\p{Lu}/u.test(title) && !/\p{Ll}/u.test(title),
  ),
  past: atField('when', (values, { call }) => isSingle(values) && endOf(values) < wallNow(call)),
  place: atField('venue', ({ venue, is_virtual }) => venue === '' && is_virtual === ''),
  link: atField('description', ({ description }) => SAYS_NOTHING.test(description)),
  translation: ({ call, event, isProposed }) =>
    isProposed || isOccurrence(event)
      ? []
      : languagesFor(call, event)
          .filter(to => lacks(event, to))
          .map(to => ({ href: call.at('translation', { id: event.id, to }), named: nameOf(to, call) })),
  similar: findSimilar,
};

const isSingle = ({ repeats, start_day }: FormValues): boolean =>
  isDay(start_day) && /^(?:no)?$/.test(repeats);

const endOf = ({ start_day, start_time, end_day, end_time }: FormValues): string =>
  `${end_day || start_day} ${start_time === '' ? '23:59' : clockTime(end_time || start_time)}`;

/** Letters from which a word tells what an event is. */
const LONG = 4;

/** Other events that start at the same time at the same place and share a word of their title. */
export async function findSimilar({
  call,
  event,
  values,
}: Pick<EventForm, 'call' | 'event' | 'values'>): Promise<readonly CheckFinding[]> {
  const { start_day, start_time, title, venue } = values;
  if (!isDay(start_day)) return [];
  const day = { start_date: `${start_day} 00:00:00`, end_date: `${start_day} 23:59:59` };
  const found = await listAll<ListedEvent>(call, 'events', day, { members: LISTED_MEMBERS });
  const own = new Set(wordsOf(title).filter(word => word.length >= LONG));
  const places = venue.split('\n');
  const start = start_time === '' ? '' : clockTime(start_time);
  const family = (one: Pick<ShownEvent, 'id' | 'series'>) => one.series?.id ?? one.id;
  return found
    .filter(one => one.id !== event?.id && (!event || family(one) !== family(event)))
    .filter(one => clock(one, one.start_date) === start)
    .filter(one => venueNames(one).some(name => places.includes(name)))
    .filter(one => wordsOf(one.title).some(word => own.has(word)))
    .map(one => ({
      href: one.status === 'publish' ? one.url : call.at('event', { id: one.id }),
      ...{ named: one.title, beside: whenAndWhere(one, call) },
    }));
}

const whenAndWhere = (event: ListedEvent, { language }: AdminCall): string =>
  [
    formatShortDay(event.start_date, language),
    ...(event.all_day ? [] : [formatTime(event.start_date, language)]),
    ...venueNames(event),
  ].join(', ');

/** What could be better, above all before the event is published, beside its form. */
export async function checksOf(form: LookedAt): Promise<Html> {
  const words = form.call.words.eventChecks;
  const isPublic = form.event.status === 'publish' || form.event.status === 'private';
  const items: Html[] = [];
  for (const name of Object.keys(CHECKS) as CheckName[])
    for (const { href, named = '', beside } of await CHECKS[name](form))
      items.push(
        html`<li><span class="sign warn"></span><span><a href="${href}">${filled(words[name], { named })}</a>${beside && html` <small>${beside}</small>`}</span></li>\n`,
      );
  if (items.length === 0) return NOTHING;
  const sends = !mayPublish(form.call.viewer);
  const title = isPublic ? words.title_public : sends ? words.title_sent : words.title;
  return html`<section aria-labelledby="checks"><h2 id="checks">${title}</h2>
<ul class="checks">${items}</ul>
${!isPublic && html`<p class="small muted apart-small">${sends ? words.anyway_sent : words.anyway}</p>`}</section>
`;
}

/** What a new event resembles, above its form: it is published by the next click. */
export function similarNotice({ call, similar = [] }: EventForm): Html {
  if (similar.length === 0) return NOTHING;
  const words = call.words.eventChecks;
  const items = similar.map(
    ({ href, named, beside }) => html`<li><a href="${href}">${named}</a> <small>${beside}</small></li>\n`,
  );
  const anyway = mayPublish(call.viewer) ? words.anyway : words.anyway_sent;
  return alertBox(call.words.proposals.similar, html`<ul>${items}</ul><p>${anyway}</p>`);
}
