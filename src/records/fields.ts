import { convert } from '../background/texts.ts';
import type { Db, Status } from '../db/tables.ts';
import {
  type Argument,
  dateTime,
  items,
  longText,
  shown,
  text,
  textOrNothing,
  wholeNumber,
} from '../http/arguments.ts';
import { Refused } from '../http/errors.ts';
import type { Translations } from '../i18n/language.ts';
import { plainText, singleLine } from '../lib/text/text.ts';
import { isInRange, parseDate } from '../lib/time/dates.ts';
import { MAX_ADDRESS, MAX_SEARCH_TERMS } from '../limits.ts';
import { mayEditOthers, mayPublish, readable, type Viewer } from '../users/rights.ts';
import { visibleEvents } from '../users/visible.ts';

/**
 * What is searched for.
 * @param terms the words and phrases that are looked for, of which there may be 50
 */
export const searchText = (
  words: Translations,
  terms: (query: string) => { readonly length: number },
): Argument<string> => {
  const line = text(words);
  return {
    ...line,
    async read(sent, reading) {
      const query = await line.read(sent, reading);
      return query instanceof Refused || terms(query).length <= MAX_SEARCH_TERMS
        ? query
        : new Refused('expected_fewer_words', { max: MAX_SEARCH_TERMS });
    },
  };
};

/** The author: an account. Only who edits other people's records may name another than oneself. */
export const authorField = (words: Translations): Argument<number> => ({
  schema: { type: 'integer' },
  words,
  async read(sent, { db, viewer }) {
    const id = wholeNumber(sent);
    if (id === undefined) return new Refused('expected_user');
    // Nobody learns which accounts exist before saying who asks.
    if (!viewer || id === viewer.id) return id;
    if (!(await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()))
      return new Refused('expected_user');
    return mayEditOthers(viewer) ? id : new Refused('expected_author_right');
  },
});

/** Seconds by which no two zones differ. */
const MARGIN = 2 * 24 * 3600;

/** A publication date, which is shown in the zone of the site and in UTC: with four digits for the year in both. */
export const dateField = (words: Translations): Argument<string | number> => ({
  ...dateTime(words),
  async read(sent, reading) {
    const date = await dateTime(words).read(sent, reading);
    if (date instanceof Refused) return date;
    const found = parseDate(date, { zone: 'UTC', now: reading.now });
    const shown = found && isInRange(found.epoch - MARGIN) && isInRange(found.epoch + MARGIN);
    return shown ? date : new Refused('expected_date');
  },
});

/** A name or title: plain text. A blank one is for the operation to refuse, with a code of its own. */
export const nameField = (words: Translations): Argument<string> => text(words, plainText);

/** A name or title of which something is left once markup and blanks are gone. */
export const titleField = (words: Translations): Argument<string> => ({
  ...nameField(words),
  async read(sent, reading) {
    const name = await nameField(words).read(sent, reading);
    return name === '' ? new Refused('expected_not_blank') : name;
  },
});

/** A line of plain text, which may be empty. */
export const lineField = (words: Translations): Argument<string> =>
  shown(text(words, singleLine, { empty: true }), null);

export const richTextField = (words: Translations, max: number): Argument<string> =>
  longText(words, (sent, { viewer }) => convert(viewer, 'richText', sent), { empty: true, max });

export const statuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
] as const satisfies Status[];

/** One of them. */
export const STATUS = { type: 'string', enum: [...statuses] };

export const statusField = (words: Translations): Argument<Status> => ({
  schema: { type: 'string' },
  accepts: STATUS,
  words,
  read(sent, { viewer }) {
    const status = statuses.find(known => known === sent);
    // A contributor reaches the trash by DELETE alone.
    const allowed = status !== 'trash' || mayPublish(viewer) || !viewer;
    return status && allowed ? status : new Refused('expected_status');
  },
});

/** Which statuses a list shows; who may not create records may ask for what is public only. */
export const statusFilter = (
  words: Translations,
  mayAsk: (viewer: Viewer) => boolean,
): Argument<Status[]> => ({
  schema: { format: 'string' },
  accepts: { type: 'array', items: STATUS },
  words,
  read(sent, { viewer }) {
    const asked = items(sent).map(item => statuses.find(known => known === item));
    if (asked.length === 0 || asked.includes(undefined)) return new Refused('expected_status');
    const all = [...new Set(asked as Status[])];
    return mayAsk(viewer) || (all.length === 1 && all[0] === 'publish')
      ? all
      : new Refused('expected_status_public');
  },
});

/** A picture: the id of one that is here, or the address of one to fetch once the right is known. */
export type ImagePatch = { id: number } | { url: string } | 'none';

export const imageField = (words: Translations): Argument<ImagePatch> => ({
  schema: { type: 'string' },
  accepts: { anyOf: [{ type: 'integer' }, { type: 'string' }, { const: false }] },
  words,
  async read(sent, { db, viewer }) {
    const value = textOrNothing(sent);
    if (value === undefined) return new Refused('expected_image');
    if (value === '' || value === '0' || value === 'false') return 'none';
    const id = wholeNumber(value);
    if (id !== undefined) {
      return (await mayShow(db, viewer, id)) ? { id } : new Refused('expected_image');
    }
    if (!isPictureAddress(value)) return new Refused('expected_image');
    return !viewer || mayPublish(viewer) ? { url: value } : new Refused('expected_image_right');
  },
});

/** Longer addresses than any are not looked at: to parse one of 5 MB takes 200 ms. */
const isPictureAddress = (value: string): boolean =>
  value.length <= MAX_ADDRESS && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);

/** A picture is shown by who added it, by who may edit everything, and by who sees it on a record already. */
export async function mayShow(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await db.selectFrom('images').select('author_id').where('id', '=', id).executeTakeFirst();
  if (!found || !viewer) return found !== undefined;
  if (found.author_id === viewer.id || mayEditOthers(viewer)) return true;
  const shown = await visibleEvents(db, viewer)
    .where('events.image_id', '=', id)
    .select('events.id')
    .limit(1)
    .executeTakeFirst();
  return (
    shown !== undefined || (await onPlace(db, viewer, 'venues', id)) || onPlace(db, viewer, 'organizers', id)
  );
}

async function onPlace(
  db: Db,
  viewer: Viewer,
  table: 'venues' | 'organizers',
  image: number,
): Promise<boolean> {
  const shown = db
    .selectFrom(table)
    .select('id')
    .where('image_id', '=', image)
    .where('status', '!=', 'trash');
  return (await shown.where(readable(viewer, table)).limit(1).executeTakeFirst()) !== undefined;
}
