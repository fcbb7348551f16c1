import { type RawBuilder, sql } from 'kysely';
import { type Dialect, dialects } from '../../db/dialect.ts';
import { costClasses, type EventRow, eventStatuses, statuses } from '../../db/tables.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { digestOf } from '../../lib/digest.ts';

/** A small value of an event. It has a number, which is its place among the possible values. */
export interface Trait<Value = boolean | string> {
  readonly values: readonly Value[];
  /** What the store has for each of these values. */
  readonly stored: readonly unknown[];
  /** What the store reads it from. */
  column(dialect: Dialect): RawBuilder<unknown>;
}

type EventColumnOf<Value> = {
  [Name in keyof EventRow]: EventRow[Name] extends Value ? Name : never;
}[keyof EventRow];

/** A list that lacks a possible value does not compile. */
type CompleteList<Value, List extends readonly Value[]> = [Value] extends [List[number]] ? List : never;

export const flag = (name: EventColumnOf<number>): Trait<boolean> => ({
  ...{ values: [false, true], stored: [0, 1] },
  column: () => sql.ref(name),
});

export const oneOf = <Name extends EventColumnOf<string>, const List extends readonly EventRow[Name][]>(
  name: Name,
  values: CompleteList<EventRow[Name], List>,
): Trait<EventRow[Name]> => ({ values, stored: values, column: () => sql.ref(name) });

const computed = <Value extends string, const List extends readonly Value[]>(
  column: (dialect: Dialect) => RawBuilder<Value>,
  values: CompleteList<Value, List>,
): Trait<Value> => ({ values, stored: values, column });

/**
 * The traits of an event: the small values by which lists are filtered. Search engines call them attributes, which in
 * this service are those of HTML. This is their only declaration: what the index reads, keeps, asks for and has in its
 * file follows. All traits of an event together are one number of 16 bits, its state (see states.ts).
 */
export const traits = {
  status: oneOf('status', statuses),
  hidden: flag('hide_from_listings'),
  featured: flag('featured'),
  sticky: flag('sticky'),
  virtual: flag('is_virtual'),
  cost: computed((dialect: Dialect) => dialect.costClass(sql.ref('cost')), costClasses),
  pictured: {
    ...{ values: [false, true], stored: [0, 1] },
    column: () => sql`case when image_id is null then 0 else 1 end`,
  } satisfies Trait<boolean> as Trait<boolean>,
  eventStatus: oneOf('event_status', eventStatuses),
};

export type TraitName = keyof typeof traits;
export type Traits = { readonly [Name in TraitName]: (typeof traits)[Name]['values'][number] };

export const traitNames = Object.keys(traits) as TraitName[];

export type TraitRow = { readonly [Name in `trait ${TraitName}`]: unknown };

/** The same table for code that treats all traits alike. */
export const traitTable: Readonly<Record<TraitName, Trait>> = traits;

export const traitColumns = (dialect: Dialect) =>
  traitNames.map(name => traitTable[name].column(dialect).as(`trait ${name}`));

export function numberOf<Name extends TraitName>(name: Name, value: Traits[Name]): number {
  const number = traitTable[name].values.indexOf(value);
  if (number < 0) throw new Error(`the index of events does not know the ${name} ${value}`);
  return number;
}

/** Differs between tables of traits: a state that was made by one means something else by another. */
export const fingerprintOf = (some: Readonly<Record<string, Trait>>): string =>
  digestOf(
    JSON.stringify(
      Object.entries(some).map(([name, { values, stored, column }]) => {
        const nodes = dialects.map(dialect => column(dialect).toOperationNode());
        return { name, values, stored, nodes };
      }),
    ),
  );

/** Which values of traits match: a bitmask of the numbers of values for each trait that matters. */
export type TraitQuery = { readonly [Name in TraitName]?: number | undefined };

/** The part of a query for the events that have, of each of these traits, one of these values. */
export function having(wanted: { readonly [Name in TraitName]?: readonly Traits[Name][] }): {
  readonly traits: TraitQuery;
} {
  const traits: { [Name in TraitName]?: number } = {};
  for (const name of traitNames) {
    const some = wanted[name];
    if (some) traits[name] = valueBits(name, some);
  }
  return { traits };
}

export const valueBits = <Name extends TraitName>(name: Name, some: readonly Traits[Name][]): number =>
  some.reduce((bits, value) => bits | (1 << numberOf(name, value)), 0);

/** Finds what both find. */
export function inBoth(one: TraitQuery, other: TraitQuery): TraitQuery {
  const both: { [Name in TraitName]?: number | undefined } = {};
  for (const name of traitNames) both[name] = bothBits(one[name], other[name]);
  return both;
}

const bothBits = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : one & other;

export function admitting(query: TraitQuery): (traits: Traits) => boolean {
  const wanted: { name: TraitName; values: Trait['values'] }[] = [];
  for (const name of traitNames) {
    const bits = query[name];
    if (bits !== undefined) wanted.push({ name, values: valuesIn(name, bits) });
  }
  return traits => {
    for (const { name, values } of wanted) if (!values.includes(traits[name])) return false;
    return true;
  };
}

const valuesIn = (name: TraitName, bits: number): Trait['values'] =>
  traitTable[name].values.filter((_, number) => ((bits >>> number) & 1) === 1);

/** The bit of events whose own texts are in the language of the site, which may change with the next start. */
export const SITE = 1;

const bits = new Map<string, number>([
  ['', SITE],
  ...languages.map((language, at) => [language, 2 << at] as const),
]);

/** The bits of the languages of a row: its own, and those of translations that are not drafts. */
export const languageBits = (language: string, translated: string): number =>
  translated
    .split(',')
    .reduce((mask, tag) => mask | (tag === '' ? 0 : (bits.get(tag) ?? 0)), bits.get(language) ?? 0);

/** The bits of events with texts in one of these languages. */
export const bitsOfAny = (some: readonly Language[], site: Language): number =>
  some.reduce((mask, language) => mask | bits.get(language)!, some.includes(site) ? SITE : 0);

/** Whether texts in these languages are among those of a query. */
export const matchesLanguages = ({ languages: wanted, lacking }: LanguageQuery, mask: number): boolean =>
  (wanted === undefined || (mask & wanted) !== 0) && (mask & lacking) === 0;

export interface LanguageQuery {
  /** Texts in one of these; undefined for any. */
  readonly languages: number | undefined;
  /** No texts in any of these. */
  readonly lacking: number;
}
