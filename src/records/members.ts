import type { PublishedRow, Untokenized } from '../db/tables.ts';
import { type JsonSchema, objectOf } from '../http/json-schema.ts';
import type { Call } from '../http/route.ts';
import type { DescribedMember } from '../http/schemas.ts';
import type { Translations } from '../i18n/language.ts';
import { answerWords } from '../i18n/messages.ts';
import { toWall } from '../lib/time/zones.ts';
import { STATUS } from './fields.ts';
import type { PublishedType } from './table.ts';

/** What the showing of a record depends on, besides the record. */
export interface View extends Pick<Call, 'address' | 'config' | 'viewer' | 'language'> {
  /** The record is asked for by itself, not in a list nor as the echo of a write. */
  readonly single: boolean;
}

/** The value of a member. */
export interface MemberValue<Row> {
  /** The value; undefined leaves the member out. */
  of(row: Row, view: View): unknown;
  /** The JSON of the value, where writing it at once is quicker. */
  json?(row: Row, view: View): string | undefined;
}

export type MemberValues<Row> = Readonly<Record<string, MemberValue<Row>>>;

/** One member of an answer: what it is, and its value. */
export interface Member<Row> extends DescribedMember, MemberValue<Row> {}

export type Members<Row> = Readonly<Record<string, Member<Row>>>;

type Present = string | number | boolean | object | null;

/** A member that every answer has. */
export const member = <Row>(
  schema: JsonSchema,
  words: Translations,
  of: (row: Row, view: View) => Present,
): Member<Row> => ({ schema, words, of });

/** A member that is left out where it has no value. */
export const optionalMember = <Row>(
  schema: JsonSchema,
  words: Translations,
  of: Member<Row>['of'],
): Member<Row> => ({
  ...{ schema, words, of },
  optional: true,
});

/** The record as an answer shows it, its members in the order of their table. */
export function show<Row>(members: MemberValues<Row>, row: Row, view: View): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(members)) {
    const value = members[name]!.of(row, view);
    if (value !== undefined) shown[name] = value;
  }
  return shown;
}

interface MemberWriter<Row> extends MemberValue<Row> {
  /** A comma, and the name with its quotes and colon. */
  readonly label: string;
}

const writers = new WeakMap<MemberValues<never>, readonly MemberWriter<never>[]>();

function writersOf<Row>(members: MemberValues<Row>): readonly MemberWriter<Row>[] {
  const known = writers.get(members as MemberValues<never>);
  if (known) return known as readonly MemberWriter<Row>[];
  const fresh = Object.entries(members).map(([name, { of, json }]) => ({
    ...{ of, label: `,${JSON.stringify(name)}:` },
    ...(json && { json }),
  }));
  writers.set(members as MemberValues<never>, fresh);
  return fresh;
}

/** The JSON of what `show` gives: most answers are never objects. */
export function write<Row>(members: MemberValues<Row>, row: Row, view: View): string {
  let text = '';
  for (const { label, of, json } of writersOf(members)) {
    const value = json ? json(row, view) : JSON.stringify(of(row, view));
    if (value === undefined) continue;
    text += text === '' ? `{${label.slice(1)}` : label;
    text += value;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** What distinguishes how one view shows a record to everybody from how others do. */
export const nameOfView = ({ single, language, address }: View): string =>
  `${single ? 'single' : 'list'} ${language} ${address.api}`;

export const DATE = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' };
const NO_DATE = '0000-00-00 00:00:00';

/** Structured data of schema.org; what else it has depends on the record. */
export const JSON_LD = {
  ...objectOf({ '@context': { type: 'string' }, '@type': { type: 'string' } }),
  additionalProperties: true,
};

type PublishedMember = Untokenized<PublishedRow>;

/** Host and path of the site without scheme and port, and the id. */
const globalId = ({ id }: PublishedMember, { address }: View): string => `${address.name}?id=${id}`;

/** The first members of events, venues and organizers. */
export const recordMembers = {
  id: member<PublishedMember>({ type: 'integer' }, answerWords.id, ({ id }) => id),
  global_id: member<PublishedMember>({ type: 'string' }, answerWords.global_id, globalId),
  global_id_lineage: member<PublishedMember>(
    { type: 'array', items: { type: 'string' } },
    answerWords.global_id_lineage,
    (row, view) => [globalId(row, view)],
  ),
  author: member<PublishedMember>({ type: 'string' }, answerWords.author, ({ author_id }) =>
    String(author_id),
  ),
  status: member<PublishedMember>(STATUS, answerWords.status, ({ status }) => status),
  date: member<PublishedMember>(DATE, answerWords.date, ({ date_at }, { config }) =>
    toWall(date_at, config.TIME_ZONE.id),
  ),
  date_utc: member<PublishedMember>(DATE, answerWords.date_utc, ({ date_at, date_floats }) =>
    date_floats ? NO_DATE : toWall(date_at, 'UTC'),
  ),
  modified: member<PublishedMember>(DATE, answerWords.modified, ({ modified_at }, { config }) =>
    toWall(modified_at, config.TIME_ZONE.id),
  ),
  modified_utc: member<PublishedMember>(DATE, answerWords.modified_utc, ({ modified_at }) =>
    toWall(modified_at, 'UTC'),
  ),
} satisfies Members<PublishedMember>;

/** The public address of a record; one that is not public yet is named by its id. */
export function permalink(
  type: PublishedType,
  { id, slug, status }: PublishedMember,
  { address }: View,
): string {
  if (slug && (status === 'publish' || status === 'private')) return `${address.site}/${type}/${slug}/`;
  const postType = type === 'event' ? 'tribe_events' : `tribe_${type}`;
  return `${address.site}/?post_type=${postType}&p=${id}`;
}
