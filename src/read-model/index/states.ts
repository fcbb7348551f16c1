import { numberOf, type TraitName, type TraitRow, type Traits, traitNames, traitTable } from './traits.ts';

/** The bits of a column of states. */
const MOST_BITS = 16;
/** A query has a bit for each value of a trait. */
const MOST_VALUES = 32;

/** The bits of a trait in a state. */
interface TraitBits {
  readonly name: TraitName;
  readonly column: keyof TraitRow;
  readonly shift: number;
  /** Of the bits after the shift. */
  readonly mask: number;
}

const places: TraitBits[] = [];
let bits = 0;
for (const name of traitNames) {
  const { length } = traitTable[name].values;
  if (length > MOST_VALUES) throw new Error(`the trait ${name} has more than ${MOST_VALUES} values`);
  const width = Math.ceil(Math.log2(length));
  places.push({ name, column: `trait ${name}`, shift: bits, mask: (1 << width) - 1 });
  bits += width;
}
if (bits > MOST_BITS) throw new Error(`the traits of events take more than ${MOST_BITS} bits`);

/** More than any state. */
const STATES = 1 << bits;

/** The traits of an event as one number. */
export function stateOf(traits: Traits): number {
  const known = statesByTraits.get(traits);
  if (known !== undefined) return known;
  let state = 0;
  for (const { name, shift } of places) state |= numberOf(name, traits[name]) << shift;
  return state;
}

/** The traits of events in a state. All of them share the object. */
export function traitsOf(state: number): Traits {
  const known = traitsByState[state];
  if (known) return known;
  const values = places.map(({ name, shift, mask }) => [
    name,
    traitTable[name].values[(state >>> shift) & mask],
  ]);
  const traits: Traits = Object.freeze(Object.fromEntries(values));
  traitsByState[state] = traits;
  statesByTraits.set(traits, state);
  return traits;
}

const traitsByState = new Array<Traits | undefined>(STATES);
const statesByTraits = new Map<Traits, number>();

export function traitsOfRow(row: TraitRow): Traits {
  let state = 0;
  for (const { name, column, shift } of places) state |= storedNumber(name, row[column]) << shift;
  return traitsOf(state);
}

function storedNumber(name: TraitName, stored: unknown): number {
  const number = traitTable[name].stored.indexOf(stored);
  if (number < 0) throw new Error(`the index of events does not know the ${name} ${stored}`);
  return number;
}

export function numberIn(name: TraitName): (state: number) => number {
  const { shift, mask } = places.find(place => place.name === name)!;
  return state => (state >>> shift) & mask;
}

export type TraitRule = (traits: Traits, author: number) => boolean;

const UNKNOWN = 0;
const YES = 1;
const NO = 2;

/** The same rule for states: there are few, so it is evaluated once for each state instead of once for each event. */
export class StateRule {
  readonly #rule: TraitRule;
  /** The only author, if any, for whose events the rule differs. */
  readonly #author: number;
  readonly #ofOthers = new Uint8Array(STATES);
  readonly #ofOwn: Uint8Array;

  constructor(rule: TraitRule, own: { readonly author: number } | undefined) {
    this.#rule = rule;
    this.#author = own?.author ?? NOBODY;
    this.#ofOwn = own ? new Uint8Array(STATES) : this.#ofOthers;
  }

  applies(state: number, author: number): boolean {
    const answers = author === this.#author ? this.#ofOwn : this.#ofOthers;
    if (answers[state] === UNKNOWN) answers[state] = this.#rule(traitsOf(state), author) ? YES : NO;
    return answers[state] === YES;
  }
}

/** No account has this id. */
const NOBODY = 0;
