import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { CostClass, Db } from '../db/tables.ts';
import { type Language, languages } from '../i18n/language.ts';
import type { ContactTable } from '../kinds.ts';
import { byBytes } from '../lib/text/keys.ts';
import { fold } from '../lib/text/search-terms.ts';
import type { FacetRecords, VenueAddress } from '../read-model/facet-records.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import {
  type LinkedValues,
  MaskColumn,
  type SegmentValues,
  TraitColumn,
} from '../read-model/index/facet-columns.ts';
import { bitsOfAny, languageBits, numberOf, traits } from '../read-model/index/traits.ts';
import { mayRead, type Viewer } from '../users/rights.ts';
import { addressKey } from './addresses.ts';
import { type FacetLabel, recordLabel, textLabel } from './facet-result.ts';

/** The values of a facet of linked records, in the order of their names. */
export interface FacetValues extends LinkedValues {
  readonly labels: readonly FacetLabel[];
  /** The numbers of the values of each record that counts. */
  readonly numbers: ReadonlyMap<number, readonly number[]>;
  /** Whether several records may have a value in common, for which an event counts once. */
  readonly isShared: boolean;
}

type Term = FacetRecords['terms'];
type FacetContact = FacetRecords['organizers'];

/** The records with their names and slugs in a language. */
export const labelledIn = <Row extends Term | FacetContact>(
  records: readonly Row[],
  language: Language | undefined,
): readonly Row[] =>
  language === undefined
    ? records
    : records.map(record => {
        const name = record[`name ${language}`] ?? record.name;
        const slug = record[`slug ${language}`] ?? record.slug;
        return {
          ...record,
          name,
          slug,
          ...('taxonomy' in record ? { sort_name: fold(name) } : { folded_name: fold(name) }),
        };
      });

/** An event is counted for its categories and all categories above them, since the filter also finds it there. */
export function categoryValues(terms: readonly Term[]): FacetValues {
  const categories = terms.filter(({ taxonomy }) => taxonomy === 'category').sort(byName);
  const numbers = new Map(categories.map(({ id }, number) => [id, number]));
  const upwards = (id: number): number[] => {
    const line = new Set<number>();
    for (
      let at = numbers.get(id);
      at !== undefined && !line.has(at);
      at = numbers.get(categories[at]!.parent)
    )
      line.add(at);
    return [...line];
  };
  const lines = new Map(categories.map(({ id }) => [id, upwards(id)]));
  const labels = categories.map(term => ({ ...shownTerm(term), category: term }));
  return valuesOf('terms', labels, lines, true);
}

export function tagValues(terms: readonly Term[]): FacetValues {
  const tags = terms.filter(({ taxonomy }) => taxonomy === 'tag').sort(byName);
  return valuesOf('terms', tags.map(shownTerm), new Map(tags.map(({ id }, number) => [id, [number]])));
}

/** Only the venues or organizers that the viewer may read count. */
export function contactValues(
  kind: ContactTable,
  places: readonly FacetContact[],
  viewer: Viewer,
): FacetValues {
  const readable = places.filter(place => mayRead(viewer, place)).sort(byFoldedName);
  return valuesOf(
    kind,
    readable.map(({ id, slug, name }) => recordLabel(id, slug ?? '', name)),
    new Map(readable.map(({ id }, number) => [id, [number]])),
  );
}

/** The cities of the venues that the viewer may read. Spellings that only differ in case and accents are one city. */
export function cityValues(venues: readonly VenueAddress[], viewer: Viewer): FacetValues {
  const readable = venues.filter(venue => mayRead(viewer, venue));
  const cities = [...Map.groupBy(readable, ({ city }) => addressKey(city))]
    .filter(([city]) => city !== '')
    .sort(([one], [other]) => byBytes(one, other));
  return valuesOf(
    'venues',
    cities.map(([, inCity]) => textLabel(usual(inCity.map(({ city }) => city)))),
    new Map(cities.flatMap(([, inCity], number) => inCity.map(({ id }) => [id, [number]] as const))),
    true,
  );
}

const NONE: readonly number[] = [];

const valuesOf = (
  kind: LinkedValues['kind'],
  labels: readonly FacetLabel[],
  numbers: ReadonlyMap<number, readonly number[]>,
  isShared = false,
): FacetValues => ({
  kind,
  size: labels.length,
  labels,
  numbers,
  isShared,
  numbersOf: id => numbers.get(id) ?? NONE,
});

const shownTerm = ({ id, slug, name }: Term): FacetLabel => recordLabel(id, slug, name);

const byName = (a: Term, b: Term): number => byBytes(a.sort_name, b.sort_name) || a.id - b.id;
const byFoldedName = (a: FacetContact, b: FacetContact): number =>
  byBytes(a.folded_name, b.folded_name) || a.id - b.id;

/** The most frequent of these spellings; of several, the first one by its bytes. */
function usual(spellings: readonly string[]): string {
  const counted = [...Map.groupBy(spellings, spelling => spelling)];
  const [first] = counted.sort(
    ([a, { length: many }], [b, { length: more }]) => more - many || byBytes(a, b),
  );
  return first![0];
}

/** The values of a facet that follow from the events themselves, as numbers. */
export interface OwnValues extends SegmentValues {
  readonly labels: readonly FacetLabel[];
  /** What the values of a row follow from. */
  key(db: Db): RawBuilder<string>;
  numbersOf(key: string): readonly number[];
  numbersOfEntry(entry: IndexEntry): readonly number[];
}

export const costValues: OwnValues = {
  labels: traits.cost.values.map(textLabel),
  key: db => dialectOf(db).costClass(sql.ref('events.cost')),
  // The key gives only these.
  numbersOf: key => [numberOf('cost', key as CostClass)],
  numbersOfEntry: ({ traits }) => [numberOf('cost', traits.cost)],
  columnOf: columns => new TraitColumn(columns, 'cost'),
};

const byTag = languages.toSorted(byBytes);

/** The languages in which events can be read. */
function languageValues(site: Language): OwnValues {
  const masks = byTag.map(language => bitsOfAny([language], site));
  const numbersOfMask = (mask: number) =>
    masks.flatMap((bits, number) => ((mask & bits) === 0 ? [] : [number]));
  return {
    labels: byTag.map(textLabel),
    key: () => sql<string>`events.language || ' ' || events.translated`,
    numbersOf(key) {
      const [own = '', translated = ''] = key.split(' ');
      return numbersOfMask(languageBits(own, translated));
    },
    numbersOfEntry: ({ languages }) => numbersOfMask(languages),
    columnOf: columns => new MaskColumn(columns, masks),
  };
}

const bySite = new Map(languages.map(site => [site, languageValues(site)]));

/** @param site the language of the site */
export const languageValuesOf = (site: Language): OwnValues => bySite.get(site)!;
