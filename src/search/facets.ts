import type { Language } from '../i18n/language.ts';
import type { ContactTable } from '../kinds.ts';
import { WeakMemo } from '../lib/sized-cache.ts';
import type { FacetRecords } from '../read-model/facet-records.ts';
import { mayEditOthers, ownsNothing, type Viewer } from '../users/rights.ts';
import { type EventFilter, withoutFacet } from './event-filter.ts';
import { byDay, byMonth, type DayCounts, type DayRange, type DayUnit } from './facet-days.ts';
import { type FacetResult, ranked } from './facet-result.ts';
import {
  categoryValues,
  cityValues,
  contactValues,
  costValues,
  type FacetValues,
  labelledIn,
  languageValuesOf,
  type OwnValues,
  tagValues,
} from './facet-values.ts';
import type { FacetName } from './filter.ts';

export interface FacetRequest {
  readonly names: readonly FacetName[];
  /** Whether each facet is counted without the filters that choose from its values ("drill sideways"). */
  readonly isSideways: boolean;
  readonly limit: number;
  /** The zone of days and months, as parseZone returns it. */
  readonly zone: string;
  readonly language: Language;
  /** The language in which records are named; undefined for that of each record. */
  readonly textLanguage?: Language | undefined;
}

/** The events that a facet counts. */
export interface FacetScope {
  readonly filter: EventFilter;
  /** Whether events that a password hides from the viewer are left out. */
  readonly isUnlocked: boolean;
}

/** The counts of the store or of the index; undefined if the index cannot answer. */
export interface FacetSource {
  records<Kind extends keyof FacetRecords>(kind: Kind): Promise<readonly FacetRecords[Kind][]>;
  /** How many events have each value. */
  countLinked(scope: FacetScope, values: FacetValues): Promise<Int32Array | undefined>;
  /** The same for values of the events themselves. */
  countOwn(scope: FacetScope, values: OwnValues): Promise<Int32Array | undefined>;
  /** @param unit what is to be counted, if a series counts once for it */
  countDays(scope: FacetScope, unit: DayUnit): Promise<{ counts: DayCounts; range: DayRange } | undefined>;
}

export type Facets = ReadonlyMap<FacetName, FacetResult>;

/** Counts the events of a list by their values, each facet over the whole result. */
export async function countFacets(
  source: FacetSource,
  filter: EventFilter,
  viewer: Viewer,
  request: FacetRequest,
): Promise<Facets | undefined> {
  const found = new Map<FacetName, FacetResult>();
  for (const name of request.names) {
    const facet = facets[name];
    const own = request.isSideways ? withoutFacet(filter, name) : filter;
    const result = await facet.count(source, { filter: own, isUnlocked: facet.reveals }, viewer, request);
    if (!result) return undefined;
    found.set(name, result);
  }
  return found;
}

interface Facet {
  /** Whether its values are hidden by the password of an event, which then does not count. */
  readonly reveals: boolean;
  count(
    source: FacetSource,
    scope: FacetScope,
    viewer: Viewer,
    request: FacetRequest,
  ): Promise<FacetResult | undefined>;
}

function linked<Kind extends keyof FacetRecords>(
  kind: Kind,
  valuesOf: (
    records: readonly FacetRecords[Kind][],
    viewer: Viewer,
    language: Language | undefined,
  ) => FacetValues,
): Facet {
  const known = new WeakMemo<FacetValues>();
  return {
    reveals: true,
    async count(source, scope, viewer, { limit, textLanguage }) {
      const records = await source.records(kind);
      const values = known.of(records, `${readerOf(viewer)} ${textLanguage}`, () =>
        valuesOf(records, viewer, textLanguage),
      );
      const counts = await source.countLinked(scope, values);
      return counts && ranked(counts, values.labels, limit);
    },
  };
}

function own(valuesOf: (request: FacetRequest) => OwnValues): Facet {
  return {
    reveals: true,
    async count(source, scope, _, request) {
      const values = valuesOf(request);
      const counts = await source.countOwn(scope, values);
      return counts && ranked(counts, values.labels, request.limit);
    },
  };
}

/** Viewers of the same name may read the same records. */
const readerOf = (viewer: Viewer): string =>
  ownsNothing(viewer) ? (mayEditOthers(viewer) ? 'editor' : 'public') : String(viewer!.id);

/** A facet of the days on which events take place. Dates are never hidden. */
const dated = (unit: DayUnit, list: typeof byDay): Facet => ({
  reveals: false,
  async count(source, scope, _, { limit }) {
    const found = await source.countDays(scope, unit);
    return found && list(found.counts, found.range, limit);
  },
});

const linkedTerms = (valuesOf: typeof tagValues): Facet =>
  linked('terms', (terms, _, language) => valuesOf(labelledIn(terms, language)));

const linkedContacts = (table: ContactTable): Facet =>
  linked(table, (places, viewer, language) => contactValues(table, labelledIn(places, language), viewer));

const facets: Readonly<Record<FacetName, Facet>> = {
  ...{ categories: linkedTerms(categoryValues), tags: linkedTerms(tagValues) },
  ...{ venue: linkedContacts('venues'), organizer: linkedContacts('organizers') },
  city: linked('addresses', cityValues),
  month: dated('month', byMonth),
  day: dated('day', byDay),
  cost: own(() => costValues),
  language: own(({ language }) => languageValuesOf(language)),
};
