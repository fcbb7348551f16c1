import type { Translations } from '../i18n/language.ts';
import { answerWords, answerWords as words } from '../i18n/messages.ts';
import { imageOrFalse, showImage } from '../images/image.ts';
import { described, HREF, type MembersOf, ref } from '../input/schemas.ts';
import { toWall } from '../lib/time/zones.ts';
import { DATE, FLAG, FOLLOWING, keptIn, member, TEXT } from '../records/members.ts';
import { permalink, publishedMembers } from '../records/published-members.ts';
import { type CostDetails, costDetails } from './cost.ts';
import { type OwnRecord, ownSlug } from './event.ts';
import { originalFields } from './plain-fields.ts';
import { allOpen, type EventMembers, masked, OPEN, plainEventMembers } from './protection.ts';
import { eventCost, shownCurrency, storedCost } from './stored-cost.ts';
import { ownInstant } from './whole-days.ts';

/** The parts of a date such as `2031-05-10 18:30:00`. */
function dateDetails(date: string) {
  return {
    year: date.slice(0, 4),
    month: date.slice(5, 7),
    day: date.slice(8, 10),
    hour: date.slice(11, 13),
    minutes: date.slice(14, 16),
    seconds: date.slice(17, 19),
  };
}

const dateDetailsJson = (date: string): string =>
  `{"year":"${date.slice(0, 4)}","month":"${date.slice(5, 7)}","day":"${date.slice(8, 10)}","hour":"${date.slice(11, 13)}","minutes":"${date.slice(14, 16)}","seconds":"${date.slice(17, 19)}"}`;

export const dateDetailsMembers: MembersOf<ReturnType<typeof dateDetails>> = {
  year: described({ type: 'string' }, answerWords.year),
  month: described({ type: 'string' }, answerWords.month),
  day: described({ type: 'string' }, answerWords.day),
  hour: described({ type: 'string' }, answerWords.hour),
  minutes: described({ type: 'string' }, answerWords.minutes),
  seconds: described({ type: 'string' }, answerWords.seconds),
};

const POSITIONS = ['', 'prefix', 'postfix'] as const satisfies CostDetails['currency_position'][];

export const costDetailsMembers: MembersOf<CostDetails> = {
  currency_symbol: described({ type: 'string' }, answerWords.currency_symbol),
  currency_code: described({ type: 'string' }, answerWords.currency_code),
  currency_position: described({ type: 'string', enum: [...POSITIONS] }, answerWords.currency_position),
  values: described({ type: 'array', items: { type: 'string' } }, answerWords.values),
};

const own = member<OwnRecord>;

/** The two members of a local date: the whole and its parts. History lists only the whole. */
const wall = (of: (event: OwnRecord) => string, words: Translations, detailsWords: Translations) => ({
  date: own(DATE, words, of),
  details: {
    ...own(ref('DateDetails'), detailsWords, event => dateDetails(of(event))),
    json: (event: OwnRecord) => dateDetailsJson(of(event)),
    ...FOLLOWING,
    whenLocked: OPEN,
  } as const,
});

const start = wall(event => event.start_date, words.start_date, words.start_date_details);
const end = wall(event => event.end_date, words.end_date, words.end_date_details);
const utcStart = wall(
  event => toWall(ownInstant(event, 'start'), 'UTC'),
  words.utc_start_date,
  words.utc_start_date_details,
);
const utcEnd = wall(
  event => toWall(ownInstant(event, 'end'), 'UTC'),
  words.utc_end_date,
  words.utc_end_date_details,
);

const NO_COST_DETAILS: CostDetails = {
  currency_symbol: '',
  currency_position: '',
  currency_code: '',
  values: [],
};

/** The first members of an answer: those of the event itself. */
export const ownMembers = {
  ...allOpen(publishedMembers),
  url: {
    ...own(HREF, words.url, (event, view) => permalink('event', event, view)),
    ...FOLLOWING,
    whenLocked: OPEN,
  },
  rest_url: {
    ...own(HREF, words.rest_url, ({ id }, { address }) => `${address.api}/events/${id}`),
    ...FOLLOWING,
    whenLocked: OPEN,
  },
  title: { ...own(TEXT, words.title, ({ title }) => title), ...keptIn('title'), whenLocked: OPEN },
  description: {
    ...own(TEXT, words.description, ({ description }) => description),
    ...keptIn('description'),
    whenLocked: masked(''),
  },
  excerpt: {
    ...own(TEXT, words.excerpt, ({ excerpt }) => excerpt),
    ...keptIn('excerpt'),
    whenLocked: masked(''),
  },
  slug: { ...own(TEXT, words.slug, ({ slug }) => ownSlug(slug)), ...keptIn('slug'), whenLocked: OPEN },
  image: {
    ...own(imageOrFalse, words.image, ({ image }, view) => (image ? showImage(image, view) : false)),
    ...keptIn('image_id'),
    imported: 'apart',
    whenLocked: masked(false),
  },
  all_day: {
    ...own(FLAG, words.all_day, ({ all_day }) => all_day === 1),
    ...keptIn('all_day'),
    whenLocked: masked(null),
  },
  start_date: { ...start.date, ...keptIn('start_date'), whenLocked: OPEN },
  start_date_details: start.details,
  end_date: { ...end.date, ...keptIn('end_date'), whenLocked: OPEN },
  end_date_details: end.details,
  utc_start_date: { ...utcStart.date, ...keptIn('start_at'), history: 'start_date', whenLocked: OPEN },
  utc_start_date_details: utcStart.details,
  utc_end_date: { ...utcEnd.date, ...keptIn('end_at'), history: 'end_date', whenLocked: OPEN },
  utc_end_date_details: utcEnd.details,
  timezone: {
    ...own(TEXT, words.timezone, ({ timezone }) => timezone),
    ...keptIn('timezone'),
    whenLocked: OPEN,
  },
  timezone_abbr: {
    ...own(TEXT, words.timezone_abbr, ({ timezone_abbr }) => timezone_abbr),
    columns: ['timezone_abbr'],
    history: false,
    imported: false,
    whenLocked: OPEN,
  },
  cost: {
    ...own(TEXT, words.cost, (event, view) => eventCost(event, view)),
    ...keptIn('cost'),
    whenLocked: masked(''),
  },
  cost_details: {
    ...own(ref('CostDetails'), words.cost_details, (event, { config }) =>
      costDetails(storedCost(event), shownCurrency(event, config)),
    ),
    ...FOLLOWING,
    imported: true,
    whenLocked: masked(NO_COST_DETAILS),
  },
  website: {
    ...own(TEXT, words.website, (event, view) => event.website ?? permalink('event', event, view)),
    ...keptIn('website'),
    imported: 'apart',
    whenLocked: masked(''),
  },
  ...plainEventMembers(originalFields),
} as const satisfies EventMembers<OwnRecord>;
