import { convert } from '../background/texts.ts';
import { type Db, type Status, statuses } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import {
  type Argument,
  dateTime,
  integer,
  items,
  shown,
  text,
  textOrNothing,
  wholeNumber,
} from '../input/arguments.ts';
import { objectOf } from '../input/schemas.ts';
import { contactTables } from '../kinds.ts';
import { isObject } from '../lib/objects.ts';
import { plainText, singleLine } from '../lib/text/text.ts';
import { isInRange, parseDate } from '../lib/time/dates.ts';
import { MAX_ADDRESS, MAX_SEARCH_TERMS, MAX_TITLE } from '../limits.ts';
import { editable, mayCreate, mayEditOthers, mayPublish, readable, type Viewer } from '../users/rights.ts';
import { visibleEvents } from '../users/visible.ts';
import { NO_DATE } from './publication.ts';
import { typeOf } from './table.ts';

/**
 * A search text.
 * @param terms parses the words and phrases of a query; at most MAX_SEARCH_TERMS are allowed
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

/** The author: an account. Only viewers who may edit other people's records may name another account. */
export const authorField = (words: Translations): Argument<number> => ({
  schema: { type: 'integer' },
  words,
  async read(sent, { db, viewer }) {
    const id = wholeNumber(sent);
    if (id === undefined) return new Refused('expected_user');
    // An anonymous client must not learn which accounts exist.
    if (!viewer || id === viewer.id) return id;
    if (!(await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()))
      return new Refused('expected_user');
    return mayEditOthers(viewer) ? id : new Refused('expected_author_right');
  },
});

/** Seconds, more than any two time zones differ. */
const MARGIN = 2 * 24 * 3600;

/**
 * A publication date. Its year must have four digits in every time zone, since answers show it in two. `NO_DATE`, which
 * answers show for a draft, is one, too.
 */
export const dateField = (words: Translations): Argument<string | number> => ({
  ...dateTime(words),
  async read(sent, reading) {
    if (sent === NO_DATE) return sent;
    const date = await dateTime(words).read(sent, reading);
    if (date instanceof Refused) return date;
    const found = parseDate(date, { zone: 'UTC', now: reading.now });
    const shown = found && isInRange(found.epoch - MARGIN) && isInRange(found.epoch + MARGIN);
    return shown ? date : new Refused('expected_date');
  },
});

/** A name or title in plain text. The operation refuses a blank one, with its own error code. */
export const nameField = (words: Translations): Argument<string> =>
  text(words, plainText, { max: MAX_TITLE });

/** A name or title that is not empty once markup and blanks are removed. */
export const titleField = (words: Translations): Argument<string> => ({
  ...nameField(words),
  async read(sent, reading) {
    const name = await nameField(words).read(sent, reading);
    return name === '' ? new Refused('expected_not_blank') : name;
  },
});

export const lineField = (words: Translations): Argument<string> =>
  shown(text(words, singleLine, { empty: true }), null);

export const richTextField = (words: Translations, max: number): Argument<string> =>
  text(words, (sent, { viewer }) => convert(viewer, 'richText', sent), { empty: true, max });

export const STATUS = { type: 'string', enum: [...statuses] };

export const statusField = (words: Translations): Argument<Status> => ({
  schema: { type: 'string' },
  accepts: STATUS,
  words,
  read(sent, { viewer }) {
    const status = statuses.find(known => known === sent);
    // A contributor can move a record to the trash only by DELETE.
    const allowed = status !== 'trash' || mayPublish(viewer) || !viewer;
    return status && allowed ? status : new Refused('expected_status');
  },
});

/** The statuses that a list shows. Viewers who may create no records may only ask for published ones. */
export const statusFilter = (words: Translations): Argument<Status[]> => ({
  schema: { format: 'string' },
  accepts: { type: 'array', items: STATUS },
  words,
  read(sent, { viewer }) {
    const known = items(sent).map(item => statuses.find(status => status === item));
    if (known.length === 0 || known.includes(undefined)) return new Refused('expected_status');
    const all = [...new Set(known as Status[])];
    return mayCreate(viewer) || (all.length === 1 && all[0] === 'publish')
      ? all
      : new Refused('expected_status_public');
  },
});

/** An image in a write: the id of a stored one, or the URL of one to fetch after the right has been checked. */
export type ImagePatch = { id: number } | { url: string } | 'none';

export const imageField = (words: Translations): Argument<ImagePatch> => ({
  schema: { type: 'string' },
  accepts: {
    anyOf: [{ type: 'integer' }, { type: 'string' }, { const: false }, objectOf({ id: { type: 'integer' } })],
  },
  words,
  async read(sent, { db, viewer }) {
    // Answers show an image with its id and addresses.
    const value = textOrNothing(isObject(sent) ? sent.id : sent);
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

/** The length is checked first: parsing a URL of 5 MB takes 200 ms. */
const isPictureAddress = (value: string): boolean =>
  value.length <= MAX_ADDRESS && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);

/**
 * Whether the viewer may use an image: as its author, with the right to edit everything, or if a visible record shows
 * it.
 */
export async function mayShow(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await db.selectFrom('images').select('author_id').where('id', '=', id).executeTakeFirst();
  if (!found || !viewer) return found !== undefined;
  if (found.author_id === viewer.id || mayEditOthers(viewer)) return true;
  const shown = await visibleEvents(db, viewer)
    .where('events.image_id', '=', id)
    .select('events.id')
    .limit(1)
    .executeTakeFirst();
  if (shown) return true;
  for (const table of contactTables) {
    const shown = db.selectFrom(table).select('id').where('image_id', '=', id).where('status', '!=', 'trash');
    if (await shown.where(readable(viewer, table)).limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** Whether an image is on a record that the viewer may not edit. */
export async function isOnOthers(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  for (const table of ['events', ...contactTables] as const) {
    const shown = db.selectFrom(table).select('id').where('image_id', '=', id);
    const isOthers = shown.where(eb => eb.not(editable(viewer, table)));
    if (await isOthers.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** The id of an existing event, in any status. The rights of the viewer are checked elsewhere. */
export const existingEvent = (words: Translations): Argument<number> => ({
  ...integer(words),
  async read(sent, reading) {
    const id = await integer(words).read(sent, reading);
    const known = typeof id === 'number' && (await typeOf(reading.db, id)) === 'event';
    return known ? id : new Refused('expected_event');
  },
});
