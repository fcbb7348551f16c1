import type { PublishedRow, Untokenized } from '../db/tables.ts';
import { answerWords, recordWords } from '../i18n/messages.ts';
import { objectOf } from '../input/schemas.ts';
import type { PublishedType } from '../kinds.ts';
import { toWall } from '../lib/time/zones.ts';
import { pageAddress } from '../site/address.ts';
import { PAGES, pathOf } from '../site/page-addresses.ts';
import { STATUS } from './fields.ts';
import {
  DATE,
  type DeclaredMembers,
  FOLLOWING,
  keptIn,
  type Member,
  member,
  TEXT,
  type View,
} from './members.ts';
import { NO_DATE } from './publication.ts';
import { inLanguage, type TextView } from './translations/in-language.ts';
import type { LanguageColumns } from './translations/stored.ts';

type PublishedMember = Untokenized<PublishedRow>;

/** The global id: host and path of the site without scheme and port, and the id. */
const globalId = ({ id }: PublishedMember, { address }: View): string => `${address.name}?id=${id}`;

const own = member<PublishedMember>;

export const publishedMembers = {
  id: {
    ...own({ type: 'integer' }, recordWords.id, ({ id }) => id),
    columns: ['id'],
    history: false,
    imported: 'apart',
  },
  global_id: { ...own(TEXT, answerWords.global_id, globalId), ...FOLLOWING, imported: 'apart' },
  global_id_lineage: {
    ...own({ type: 'array', items: TEXT }, answerWords.global_id_lineage, (row, view) => [
      globalId(row, view),
    ]),
    ...FOLLOWING,
  },
  author: {
    ...own(TEXT, answerWords.author, ({ author_id }) => String(author_id)),
    ...keptIn('author_id'),
    imported: 'apart',
  },
  status: { ...own(STATUS, answerWords.status, ({ status }) => status), ...keptIn('status') },
  date: {
    ...own(DATE, recordWords.date, ({ date_at }, { config }) => toWall(date_at, config.TIME_ZONE.id)),
    ...FOLLOWING,
    imported: 'apart',
  },
  date_utc: {
    ...own(DATE, answerWords.date_utc, ({ date_at, date_floats }) =>
      date_floats ? NO_DATE : toWall(date_at, 'UTC'),
    ),
    ...keptIn('date_at', 'date_floats'),
    history: 'date',
  },
  modified: {
    ...own(DATE, answerWords.modified, ({ modified_at }, { config }) =>
      toWall(modified_at, config.TIME_ZONE.id),
    ),
    ...FOLLOWING,
  },
  modified_utc: {
    ...own(DATE, answerWords.modified_utc, ({ modified_at }) => toWall(modified_at, 'UTC')),
    columns: ['modified_at'],
    history: false,
    imported: 'apart',
  },
} as const satisfies DeclaredMembers<PublishedMember>;

/** The columns that events, venues and organizers share, except those for searches, in the order of the tables. */
export const publishedColumns = [
  ...(['id', 'author_id', 'status', 'status_before_trash', 'slug', 'description', 'image_id'] as const),
  ...(['date_at', 'date_floats', 'modified_at'] as const),
] as const satisfies (keyof PublishedMember)[];

type PublishedColumn = (typeof publishedColumns)[number];

export const isOwn = <Column extends string>(column: Column): column is Exclude<Column, PublishedColumn> =>
  !(publishedColumns as readonly string[]).includes(column);

/** The schema of structured data (schema.org); further members depend on the type. */
const JSON_LD = {
  ...objectOf({ '@context': TEXT, '@type': TEXT }),
  additionalProperties: true,
};

/** The structured data of a single record. Records for which `isHidden` is true have none. */
export function structuredDataMember<Row extends object>(
  type: PublishedType,
  isHidden: (record: Row) => boolean = () => false,
) {
  const shownBy = (view: View, record: Row) =>
    view.single && !isHidden(record) ? view.structuredData[type] : undefined;
  const shown: Member<Row> = {
    schema: JSON_LD,
    words: answerWords.json_ld,
    ...{ optional: true, bySingle: true },
    of: (record, view) => shownBy(view, record)?.of(record, view),
    json: (record, view) => shownBy(view, record)?.json(record, view),
  };
  return { ...shown, ...FOLLOWING };
}

/** Whether the public address of a record is made of its slug. */
export const isAtSlug = (status: PublishedRow['status']): boolean =>
  status === 'publish' || status === 'private';

/** The public address of a record; before its publication the address contains the id. */
export function permalink(
  type: PublishedType,
  { id, slug, status }: Pick<PublishedRow, 'id' | 'slug' | 'status'>,
  { address }: Pick<View, 'address'>,
): string {
  if (slug && isAtSlug(status)) return pageAddress(address, pathOf(PAGES[type], { slug }));
  return address.site + pathOf(PAGES[`${type}ById`], { id: String(id) });
}

/** The public address of a record in the language of the view. */
export const translatedPermalink = (
  type: PublishedType,
  record: Parameters<typeof permalink>[1] & Partial<Pick<LanguageColumns, 'translations'>>,
  view: Pick<View, 'address'> & TextView,
): string => permalink(type, inLanguage(record, view), view);
