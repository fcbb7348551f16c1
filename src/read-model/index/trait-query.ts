import { numberOf, type Trait, type TraitName, type Traits, traitNames, traitTable } from './traits.ts';

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

/** A bitmask of values. */
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

/** Whether a query finds events with these traits. */
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
