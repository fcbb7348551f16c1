import { between, pick, type Random } from '../../bench/random.ts';
import { insertContact } from '../../src/contacts/store.ts';
import type { Db } from '../../src/db/tables.ts';
import { parseCost } from '../../src/events/cost.ts';
import { insertEvents, type NewEvent } from '../../src/events/store.ts';
import { eventTimes } from '../../src/events/times.ts';
import type { Language } from '../../src/i18n/language.ts';
import { insertImage } from '../../src/images/store.ts';
import { organizerKind } from '../../src/organizers/organizer.ts';
import type { TranslationPatch } from '../../src/records/translations/fields.ts';
import { storedColumns, type Translation } from '../../src/records/translations/stored.ts';
import { insertTerm } from '../../src/terms/store.ts';
import { venueKind } from '../../src/venues/venue.ts';
import type { Service } from '../service.ts';
import { emptyCalendar } from '../store.ts';
import { FIRST_DAY, OWNED, type Owned, type Plan, Planting, type Telling, WORDS } from './planting.ts';
import { plantSeries } from './series.ts';

/** The password of protected events. */
export const SECRET = 'open sesame';

/** Records that the reader of twin calendars may read, and those that the reader may not. */
interface Linked {
  shown: number[];
  hidden: number[];
}

interface Links {
  images: Linked;
  venues: Linked;
  organizers: Linked;
  categories: number[];
  tags: number[];
}

/**
 * Empties a store except for its accounts, and plants records of every status by every author, some with a password.
 * Every text has a unique mark, except where occurrences have that of their series.
 */
export async function plant(service: Service, plan: Plan): Promise<void> {
  await emptyCalendar(service.db);
  const planting = new Planting(service, plan);
  await service.db.transaction().execute(async db => {
    const images = await plantImages(db, planting);
    const places = await plantPlaces(db, planting, images);
    const links = { images, ...places, ...(await plantTerms(db, planting)) };
    await plantEvents(db, planting, links);
    await plantSeries(db, planting, (owned, slug) => eventOf(planting, links, owned, slug));
  });
}

/** Images of the administrator, without files. */
async function plantImages(db: Db, planting: Planting): Promise<Linked> {
  const images: Linked = { shown: [], hidden: [] };
  for (const hidden of [false, false, false, true, true, true]) {
    const { own, say } = planting.telling(hidden);
    const name = `${nameIn(say())}.png`;
    const row = {
      ...{ file: `${'0'.repeat(24)}/${name}`, source_url: `https://example.test/${nameIn(say())}.png` },
      ...{ extension: 'png', mime: 'image/png', width: between(own, 20, 90), height: 30, filesize: 99 },
      ...{ author_id: planting.writing.viewer.id, sizes: '{}', created_at: planting.writing.now },
      ...{
        alt_text: say(),
        focal_point: '',
        credit: '',
        license: '',
        former_of: null,
        language: 'en',
        translations: imageTexts(planting, say),
      },
    };
    images[hidden ? 'hidden' : 'shown'].push(await insertImage(db, { row, discard: async () => {} }));
  }
  return images;
}

async function plantTerms(db: Db, planting: Planting): Promise<Pick<Links, 'categories' | 'tags'>> {
  const { common, writing } = planting;
  const terms: Pick<Links, 'categories' | 'tags'> = { categories: [], tags: [] };
  for (let at = 0; at < 6; at++) {
    const parent = at > 1 ? pick(common, terms.categories) : 0;
    const name = `${WORDS[at]} ${9 - at}`;
    const translated = (editor: Owned['author']) =>
      inLanguages(planting, editor, planting.telling(false).say, say => ({ name: say() }));
    const category = { name, parent, translations: translated('author') };
    terms.categories.push((await insertTerm(db, 'category', category, writing)).id);
    terms.tags.push((await insertTerm(db, 'tag', { name, translations: translated('editor') }, writing)).id);
  }
  return terms;
}

async function plantPlaces(
  db: Db,
  planting: Planting,
  images: Linked,
): Promise<Pick<Links, 'venues' | 'organizers'>> {
  const places = {
    venues: { shown: [], hidden: [] } as Linked,
    organizers: { shown: [], hidden: [] } as Linked,
  };
  for (const [at, owned] of [...OWNED, ...OWNED.slice(0, 4)].entries()) {
    const hidden = planting.hides(owned);
    const telling = planting.telling(hidden);
    const { own, say } = telling;
    const shared = () => ({
      ...planting.published(owned, own),
      ...{ name: say(), slug: `place-${at}`, description: `<p>${say()}</p>` },
      image_id: pick(own, images[hidden ? 'hidden' : 'shown']),
      translations: inLanguages(planting, owned, say, say => ({
        ...{ name: say(), description: `<p>${say()}</p>` },
      })),
    });
    const venue = { ...shared(), own: { ...place(telling), address: say(), city: say(), phone: say() } };
    const organizer = { ...shared(), own: { phone: say(), email: say(), website: link(say()) } };
    const venueId = await insertContact(db, venueKind, venue, planting.writing);
    const organizerId = await insertContact(db, organizerKind, organizer, planting.writing);
    // Nothing is linked to records in the trash.
    if (owned.status === 'trash') continue;
    places.venues[hidden ? 'hidden' : 'shown'].push(venueId);
    places.organizers[hidden ? 'hidden' : 'shown'].push(organizerId);
  }
  return places;
}

/** Half of the venues lie where requests search. */
const place = ({ own }: Telling) =>
  own() < 0.7 ? { geo_lat: pick(own, [41, 42, -33]), geo_lng: pick(own, [2, 3, 151]) } : {};

async function plantEvents(db: Db, planting: Planting, links: Links): Promise<void> {
  const all = [...OWNED, ...OWNED, ...OWNED.slice(0, 12)];
  for (const [at, one] of all.entries()) {
    const locked = (at + Math.floor(at / OWNED.length)) % 3 === 0;
    const patch = eventOf(planting, links, { ...one, locked }, `event-${at}`);
    await insertEvents(db, [{ patch }], planting.writing);
  }
}

/** The content of the next event. */
function eventOf(planting: Planting, links: Links, owned: Owned, slug: string): NewEvent['patch'] {
  const hidden = planting.hides(owned);
  const locked = planting.locks(owned);
  const [face, body] = [planting.telling(hidden), planting.telling(locked)];
  // A venue or organizer that the reader may not read is never shown, even in a readable event.
  const secret = planting.telling(true).own;
  // Everybody may see how many published events a term has, even protected ones.
  const terms = hidden ? body.own : planting.common;
  return {
    ...planting.published(owned, face.own),
    ...{ title: face.say(), slug, times: timesOf(face.own, planting) },
    ...{ hide_from_listings: face.own() < 0.15, password_hash: owned.locked ? planting.hash : null },
    ...{ description: `<p>${body.say()}</p>`, excerpt: body.say(), cost: parseCost(body.say())! },
    ...{ website: link(body.say()), image_id: pick(body.own, links.images[locked ? 'hidden' : 'shown']) },
    ...{ featured: body.own() < 0.3, sticky: body.own() < 0.3, show_map: body.own() < 0.5 },
    venue_ids: [...some(body.own, links.venues.shown), ...some(secret, links.venues.hidden)],
    organizer_ids: [...some(body.own, links.organizers.shown), ...some(secret, links.organizers.hidden)],
    ...{ category_ids: some(terms, links.categories), tag_ids: some(terms, links.tags) },
    ...(owned.author !== 'editor' && { translations: eventTexts(planting, owned, slug, [face, body]) }),
  };
}

/** Texts in French, and a draft in Spanish. Exceptions of a series have its slugs. */
function eventTexts(planting: Planting, owned: Owned, slug: string, [face, body]: [Telling, Telling]) {
  const all = inLanguages(planting, owned, body.say, say => ({
    description: `<p>${say()}</p>`,
    excerpt: say(),
  }));
  const names = inLanguages(planting, owned, face.say, say => ({ title: say() }));
  return new Map(
    [...all].map(([language, { isDraft, texts }]) => {
      const own = slug && { slug: `${slug}-${language}` };
      return [language, { isDraft, texts: { ...texts, ...names.get(language)!.texts, ...own } }] as const;
    }),
  );
}

type Said = Record<string, string>;

/**
 * Published texts and a draft, which twin calendars have differently where their reader may not edit the record.
 * @param owned the record, or the role that may edit it with editors
 */
function inLanguages(
  planting: Planting,
  owned: Owned | Owned['author'],
  say: () => string,
  textsOf: (say: () => string) => Said,
): Map<Language, TranslationPatch & Translation> {
  const draft = planting.telling(planting.hidesDrafts(owned));
  return new Map<Language, TranslationPatch & Translation>([
    ['fr', { isDraft: false, texts: textsOf(say) }],
    ['es', { isDraft: true, texts: textsOf(draft.say) }],
  ]);
}

const imageTexts = (planting: Planting, say: () => string): string =>
  storedColumns(inLanguages(planting, 'editor', say, say => ({ alt_text: say() }))).translations;

function timesOf(own: Random, { writing }: Planting) {
  const start_date = FIRST_DAY + between(own, 0, 20) * 1800;
  const patch = { start_date, end_date: start_date + 7200, all_day: own() < 0.2 };
  const times = eventTimes(patch, undefined, writing);
  if ('refused' in times) throw new Error('a planted event takes place');
  return times;
}

/** Up to two of the ids. */
const some = (own: Random, ids: readonly number[]): number[] => [
  ...new Set(Array.from({ length: ids.length > 0 ? between(own, 0, 2) : 0 }, () => pick(own, ids))),
];

/** The mark of a text. */
const nameIn = (said: string): string => said.split(' ', 1)[0]!;
const link = (said: string): string => `https://example.test/${nameIn(said)}`;
