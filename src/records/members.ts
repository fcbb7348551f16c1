import type { Translations } from '../i18n/language.ts';
import type { OperationContext } from '../input/context.ts';
import type { DescribedMember, JsonSchema } from '../input/schemas.ts';
import type { Point } from '../lib/geo.ts';
import { scriptSafe } from '../lib/json.ts';
import { designOf } from '../site/design.ts';
import type { PublishedType } from './table.ts';
import { inLanguage, type TextView } from './translations/in-language.ts';

export interface MemberValue<Row, Context = View> {
  /** The value; undefined leaves the member out. */
  of(row: Row, view: Context): unknown;
  /** The JSON of the value, if writing it directly is faster. */
  json?(row: Row, view: Context): string | undefined;
  /** Whether the value may be another one where the record is read by itself than in a list. */
  readonly bySingle?: boolean;
}

export type MemberValues<Row, Context = View> = Readonly<Record<string, MemberValue<Row, Context>>>;

/** One member of an answer: its description and its value. */
export interface Member<Row, Context = View> extends DescribedMember, MemberValue<Row, Context> {}

export type Members<Row, Context = View> = Readonly<Record<string, Member<Row, Context>>>;

/** Where a member occurs beside answers: columns, history and imports. */
export interface Carried {
  /** The columns that store it; none if it follows from other members. */
  readonly columns: readonly string[];
  /** Whether history lists a change of its columns: under its own name, or under that of another member. */
  readonly history: boolean | string;
  /**
   * Whether an import copies the member, and updates the record when it has changed at its source; `apart` if the
   * import has a special rule for it. An export contains all members of answers.
   */
  readonly imported: boolean | 'apart';
}

/** The whole declaration of a member; all parts are required. */
export interface DeclaredMember<Row, Context = View> extends Member<Row, Context>, Carried {}

export type DeclaredMembers<Row, Context = View> = Readonly<Record<string, DeclaredMember<Row, Context>>>;

/** A member that is stored in these columns, and is part of history and imports. */
export const keptIn = <const Columns extends readonly string[]>(...columns: Columns) =>
  ({ columns, history: true, imported: true }) as const;

/** A member that is computed from others: it has no columns, and is not part of history or imports. */
export const FOLLOWING = { columns: [], history: false, imported: false } as const;

export type ColumnOf<All extends Readonly<Record<string, Carried>>> = All[keyof All]['columns'][number];

export type ImportedName<All extends Readonly<Record<string, Carried>>> = {
  [Name in keyof All]: All[Name]['imported'] extends true ? Name : never;
}[keyof All];

export const columnsOf = <All extends Readonly<Record<string, Carried>>>(members: All): ColumnOf<All>[] =>
  // Each column belongs to one of the members.
  Object.values(members).flatMap(({ columns }) => columns) as ColumnOf<All>[];

export type Present = string | number | boolean | object | null;

/** A member that every answer has. */
export const member = <Row, Context = View>(
  schema: JsonSchema,
  words: Translations,
  of: (row: Row, view: Context) => Present,
): Member<Row, Context> => ({ schema, words, of });

/** A member that is left out if it has no value. */
export const optionalMember = <Row, Context = View>(
  schema: JsonSchema,
  words: Translations,
  of: (row: Row, view: Context) => unknown,
): Member<Row, Context> => ({ schema, words, of, optional: true });

/**
 * The record as an answer shows it, in the language of the view, its members in the order of their declaration.
 * @param wanted the members to show; undefined for all
 */
export function show<Row, Context extends TextView>(
  members: MemberValues<Row, Context>,
  row: Row,
  view: Context,
  wanted?: ReadonlySet<string>,
): Record<string, unknown> {
  const read = inLanguage(row, view);
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(members)) {
    if (wanted && !wanted.has(name)) continue;
    const value = members[name]!.of(read, view);
    if (value !== undefined) shown[name] = value;
  }
  return shown;
}

/** Writers have one shape, so that the loop over them is fast. */
interface MemberWriter<Row> {
  readonly of: MemberValue<Row>['of'];
  readonly json: MemberValue<Row>['json'];
  readonly bySingle: boolean;
  /** A comma, and the name with its quotes and colon. */
  readonly label: string;
}

const writers = new WeakMap<MemberValues<never>, readonly MemberWriter<never>[]>();

const writersOf = <Row>(members: MemberValues<Row>) =>
  writers.getOrInsertComputed(members as MemberValues<never>, () =>
    Object.entries(members).map(([name, { of, json, bySingle = false }]) => {
      return { of, json, bySingle, label: `,${JSON.stringify(name)}:` };
    }),
  ) as readonly MemberWriter<Row>[];

/** The JSON of `show`, written directly: most answers never exist as objects. */
export const write = <Row>(members: MemberValues<Row>, row: Row, view: View): string =>
  `${writeOn('{', members, row, view)}}`;

/** Appends the JSON of members to the beginning of an object (`{`, or other members), without the closing brace. */
export function writeOn<Row>(text: string, members: MemberValues<Row>, row: Row, view: View): string {
  const read = inLanguage(row, view);
  let all = text;
  let isFirst = text === '{';
  for (const { label, of, json } of writersOf(members)) {
    const value = json ? json(read, view) : JSON.stringify(of(read, view));
    if (value === undefined) continue;
    all += isFirst ? label.slice(1) : label;
    all += scriptSafe(value);
    isFirst = false;
  }
  return all;
}

/** The JSON of a record as it is read by itself, and as lists show it: what is the same in both is written once. */
export function writeBoth<Row>(members: MemberValues<Row>, row: Row, single: View, listed: View) {
  const read = inLanguage(row, single);
  const both = { single: '', listed: '' };
  for (const { label, of, json, bySingle } of writersOf(members)) {
    const writtenIn = (view: View) => {
      const value = json ? json(read, view) : JSON.stringify(of(read, view));
      return value === undefined ? '' : label + scriptSafe(value);
    };
    const written = writtenIn(single);
    both.single += written;
    both.listed += bySingle ? writtenIn(listed) : written;
  }
  return { single: `{${both.single.slice(1)}}`, listed: `{${both.listed.slice(1)}}` };
}

export const TEXT = { type: 'string' };
export const FLAG = { type: 'boolean' };
export const DATE = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' };

/** A member that shows linked records. Their JSON is cached and shared by all records that embed them. */
export interface LinkedMember<Row> extends Member<Row> {
  readonly members: Members<object>;
  /** Whether a single record is shown without a list around it; none or several are a list. */
  readonly isAlone: boolean;
  records(row: Row): readonly object[];
}

export const linkedMember = <Row, Linked extends object>(
  schema: JsonSchema,
  words: Translations,
  members: Members<Linked>,
  records: (row: Row) => readonly Linked[],
  isAlone = false,
): LinkedMember<Row> => ({
  ...{ schema, words, members, records, isAlone },
  bySingle: Object.values(members).some(({ bySingle }) => bySingle),
  of(row: Row, view: View) {
    const embedded = embeddedIn(view);
    const all = records(row).map(linked => show(members, linked, embedded));
    return isAlone && all.length === 1 ? all[0] : all;
  },
  json(row: Row, view: View) {
    const all = records(row).map(linked => write(members, linked, embeddedIn(view)));
    return isAlone && all.length === 1 ? all[0] : `[${all.join()}]`;
  },
});

/** The view of linked records: who edits a record reads the translations of others by themselves. */
export const embeddedIn = (view: View): View =>
  view.showsTranslations ? { ...view, showsTranslations: false } : view;

export const isLinked = <Row>(member: Member<Row>): member is LinkedMember<Row> => 'records' in member;

/** What the JSON of a record depends on besides the record. */
export type View = Pick<OperationContext, 'address' | 'config' | 'viewer' | 'language' | 'textLanguage'> & {
  /** Whether records show all their translations to viewers who may edit them. */
  readonly showsTranslations?: boolean | undefined;
  /** The point of the request, to which events show their distance. */
  readonly point?: Point | undefined;
} & (
    | {
        /** The record is in a list, or in the answer to a write. */
        readonly single: false;
      }
    | {
        /** The record is read by itself, with its structured data. */
        readonly single: true;
        readonly structuredData: StructuredData;
      }
  );

/** The structured data (schema.org) of records, by type. */
export type StructuredData = Readonly<Record<PublishedType, StructuredValue>>;

interface StructuredValue {
  /** @param record a record of this type */
  of(record: object, view: View): object;
  json(record: object, view: View): string;
}

/**
 * A cache key of the view, for records that are shown to the public. A view with a point, or with translations, has
 * none.
 */
export const nameOfView = ({ single, language, textLanguage, address, config }: View): string =>
  `${designOf(config).version} ${single ? 'single' : 'list'} ${language} ${textLanguage ?? ''} ${address.api}`;
