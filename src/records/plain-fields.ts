import type { Translations } from '../i18n/language.ts';
import { type Argument, boolean } from '../input/arguments.ts';
import type { JsonSchema } from '../input/schemas.ts';
import { type DeclaredMember, FLAG, keptIn, TEXT } from './members.ts';

/** A field that is one argument, one column and one member of the same name. */
export interface PlainField<Value, Column extends string | number> {
  readonly kind: 'flag' | 'line' | 'address' | 'status' | 'availability' | 'currency' | 'custom';
  readonly argument: Argument<Value>;
  readonly schema: JsonSchema;
  readonly words: Translations;
  readonly blank: Column;
  /** The value that replaces the member while a password hides it; undefined leaves it out. */
  readonly mask: null | '' | readonly [] | undefined;
  /** Whether it is shown even if a password protects the record. */
  readonly isOpen?: boolean;
  readonly isOptional: boolean;
  toColumn(value: Value): Column;
  toValue(column: Column): Value;
  /** The JSON of the value, if the column holds it already. */
  toJson?(column: Column): string;
}

export type PlainFields = Readonly<Record<string, PlainField<unknown, string | number>>>;

export const flag = (
  words: Translations,
  argument: Argument<boolean>,
  blank: 0 | 1 = 0,
): PlainField<boolean, number> => ({
  ...{ kind: 'flag', argument, schema: FLAG, words, blank, mask: null, isOptional: false },
  toColumn: Number,
  toValue: column => column === 1,
});

/** A line of plain text, empty by default. */
export const line = (
  words: Translations,
  argument: Argument<string>,
  isOptional = false,
): PlainField<string, string> => ({
  ...{ kind: 'line', argument, schema: TEXT, words, blank: '', mask: '', isOptional },
  toColumn: value => value,
  toValue: column => column,
});

export const plainFlag = (accepts: Translations, words: Translations) => flag(words, boolean(accepts));

export type PlainColumns<All extends PlainFields> = { [Name in keyof All]: All[Name]['blank'] };

export type PlainArguments<All extends PlainFields> = { [Name in keyof All]: All[Name]['argument'] };

export type PlainValues<All extends PlainFields> = {
  [Name in keyof All]: ReturnType<All[Name]['toValue']>;
};

export type PlainMembers<All extends PlainFields> = {
  [Name in keyof All & string]: DeclaredMember<Record<Name, All[Name]['blank']>> &
    ReturnType<typeof keptIn<readonly [Name]>>;
};

// Each function below makes an object that has the names of the fields as keys.
const mapped = <Value, Result>(
  fields: PlainFields,
  make: (field: PlainFields[string], name: string) => Value,
) => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field, name)])) as Result;

export const plainArguments = <All extends PlainFields>(fields: All): PlainArguments<All> =>
  mapped(fields, ({ argument }) => argument);

export const blankColumns = <All extends PlainFields>(fields: All): PlainColumns<All> =>
  mapped(fields, ({ blank }) => blank);

export const changedColumns = <All extends PlainFields>(
  fields: All,
  sent: Partial<Record<keyof All, unknown>>,
): Partial<PlainColumns<All>> =>
  mapped(fields, (field, name) => (sent[name] === undefined ? undefined : field.toColumn(sent[name])));

export const plainColumns = <All extends PlainFields>(
  fields: All,
  sent: Partial<Record<keyof All, unknown>>,
  current: PlainColumns<All> | undefined,
): PlainColumns<All> =>
  mapped(fields, (field, name) =>
    sent[name] === undefined ? (current?.[name] ?? field.blank) : field.toColumn(sent[name]),
  );

/** The values of the fields in a stored row, as a write would send them. An old version may lack a newer column. */
export const plainValues = <All extends PlainFields>(
  fields: All,
  row: Partial<PlainColumns<All>>,
): PlainValues<All> => mapped(fields, (field, name) => field.toValue(row[name] ?? field.blank));

export const plainMembers = <All extends PlainFields>(fields: All): PlainMembers<All> =>
  mapped(fields, ({ schema, words, blank, isOptional, toValue, toJson }, name) => ({
    ...{ schema, words, ...(isOptional && { optional: true }) },
    of: (row: Record<string, string | number>) => {
      // An old version may lack a newer column.
      const value = toValue(row[name] ?? blank);
      return isOptional ? value || undefined : value;
    },
    ...(toJson && { json: (row: Record<string, string | number>) => toJson(row[name] ?? blank) }),
    ...keptIn(name),
  }));
