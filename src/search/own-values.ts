import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { CostClass, Db } from '../db/tables.ts';
import { type Language, languages } from '../i18n/language.ts';
import { byBytes } from '../lib/text/by-bytes.ts';
import type { IndexEntry } from '../read-model/index/entry.ts';
import { MaskColumn, type SegmentValues, TraitColumn } from '../read-model/index/facet-columns.ts';
import { bitsOfAny, languageBits } from '../read-model/index/languages.ts';
import { numberOf, traits } from '../read-model/index/traits.ts';
import { type FacetLabel, textLabel } from './facet-result.ts';

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
