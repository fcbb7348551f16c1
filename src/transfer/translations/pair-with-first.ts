import type { Language } from '../../i18n/language.ts';
import { datedAddress, hashOf } from '../../intake/identity.ts';
import { lookUp } from '../../intake/imported.ts';
import type { ImportPlan } from '../../intake/plans/plan.ts';
import { textOf } from '../../intake/reading/values.ts';
import { because } from '../../intake/reason.ts';
import { note } from '../../intake/report.ts';
import type { ImportRun } from '../../intake/run.ts';
import { eachWritten, linkedTypes, writtenTypes } from '../../kinds.ts';
import { isSameSite, type Visitor } from '../sites/visitor.ts';
import { addLinkedPairs, addPairs, type FoundPair, linkedRecord, linksAt } from './cross-links.ts';
import { type Pairs, type PairsOfTypes, type Rivals, translationKey } from './facts.ts';
import type { FirstSite } from './first-site.ts';
import { pairSites } from './pair-sites.ts';
import type { SecondRecord, SecondSite } from './second-site.ts';

/** The second site, and where its pages can be read; no address for a file. */
export interface Second {
  readonly site: SecondSite;
  readonly visitor: Visitor;
  readonly address: URL | undefined;
}

export interface Pairing {
  /** The language of the second site. */
  readonly language: Language;
  readonly site: SecondSite;
  readonly first: FirstSite;
  readonly pairs: PairsOfTypes;
  readonly rivals: Readonly<Record<ImportPlan['type'], Rivals>>;
  readonly followers: Followers;
}

/** The pair of a record with itself: the languages of one site may share venues and terms, and list what has no translation. */
export const SAME = 'same record';

/**
 * Pairs the records of the second site with those of the first: as the last import did, by links between them, and by
 * what they have in common.
 */
export async function pairWithFirst(
  run: ImportRun,
  language: Language,
  second: Second,
  first: FirstSite,
): Promise<Pairing> {
  const { site } = second;
  const pairs: PairsOfTypes = eachWritten(() => new Map());
  for (const type of writtenTypes)
    addPairs(pairs[type], await earlierPairs(run, language, site, type), 'earlier import');
  const areLinked = addLinkedPairs(site, first, pairs);
  for (const type of linkedTypes) {
    const same = [...site.records[type].keys()].map((key): FoundPair => [key, first.idOf(type, key)]);
    addPairs(pairs[type], same, SAME);
  }
  site.leaveOut(key => !pairs.event.has(key) && first.idOf('event', key) !== undefined);
  if (!areLinked) addPairs(pairs.event, await pairsOnPages(second, first, pairs), 'link on its page');
  const rivals = await pairSites(site.facts, first.facts, pairs);
  const followers = liftSeries(site, first, pairs.event);
  await noteOwnRecords(run, pairs);
  return { language, site, first, pairs, rivals, followers };
}

/** Reports translations that are records of their own here as well, because their site was imported before. */
async function noteOwnRecords({ db, report }: ImportRun, pairs: PairsOfTypes): Promise<void> {
  for (const type of writtenTypes) {
    const keys = [...pairs[type]].flatMap(([key, { by }]) => (by.includes(SAME) ? [] : key));
    for (const [source, { local_id, gone, trashed }] of await lookUp(db, type, keys))
      if (!gone && !trashed) note(report, { source, type, why: because('also_here', { id: local_id }) });
  }
}

async function earlierPairs(
  { db }: ImportRun,
  language: Language,
  { records }: SecondSite,
  type: ImportPlan['type'],
): Promise<FoundPair[]> {
  const keys = new Map(
    [...records[type].values()].map(({ identity }) => [translationKey(language, identity), identity.key]),
  );
  const known = await lookUp(db, type, [...keys.keys()]);
  return [...known].map(([source, { local_id }]) => [keys.get(source)!, local_id]);
}

/** The pairs that the pages of events name, where the interface names none. */
async function pairsOnPages(
  { site, visitor, address }: Second,
  first: FirstSite,
  pairs: PairsOfTypes,
): Promise<FoundPair[]> {
  if (!address) return [];
  const found: FoundPair[] = [];
  let [read, most] = [0, TRIED];
  for (const [key, one] of site.records.event) {
    const url = URL.parse(textOf(one.record.url));
    if (pairs.event.has(key) || !url || !isSameSite(address, url)) continue;
    if (read++ >= most) break;
    const id = linkedRecord(first, site, one, await linksAt(visitor, url));
    if (id !== undefined) most = MOST;
    found.push([key, id]);
  }
  return found;
}

/** Pages without links to the first site after which no more are read. */
const TRIED = 10;

/** Most pages that are read for an import. */
const MOST = 20_000;

/** Events of the second site whose texts are those of a series here, with their occurrences. */
export type Followers = ReadonlyMap<string, number>;

/**
 * Pairs series with events of a site that shows each date as an event: the texts that most of them have are those of
 * the series. Only events with other texts remain translations of their occurrences.
 */
function liftSeries(second: SecondSite, first: FirstSite, pairs: Pairs): Followers {
  const followers = new Map<string, number>();
  const keyOf = new Map([...pairs].map(([key, { id }]) => [id, key]));
  const textOf = (key: string) => {
    const { record } = second.records.event.get(key)!;
    return hashOf([record.title, record.description, record.excerpt]);
  };
  const single = [...pairs].filter(([key, { id }]) => first.seriesOf.has(id) && !second.isOccurrence(key));
  for (const [series, found] of Map.groupBy(single, ([, { id }]) => first.seriesOf.get(id)!)) {
    const known = keyOf.get(series);
    const text = known === undefined ? mostCommon(found.map(([key]) => textOf(key))) : textOf(known);
    const same = found.filter(([key]) => textOf(key) === text);
    for (const [key, { id }] of same) {
      followers.set(key, id);
      pairs.delete(key);
    }
    const [one] = same;
    if (known === undefined) pairs.set(one![0], { id: series, by: [...one![1].by, 'its series'] });
  }
  return followers;
}

function mostCommon(texts: readonly string[]): string {
  const counts = [...Map.groupBy(texts, text => text)].map(([text, { length }]) => ({ text, length }));
  return counts.reduce((most, one) => (one.length > most.length ? one : most)).text;
}

/**
 * A record whose texts are those of a series, by what stays when its date has passed: the address that all dates of an
 * event have in common.
 */
export function asSeries(one: SecondRecord): SecondRecord {
  const { base } = one.identity;
  const family = datedAddress(one.record)?.event;
  return family === undefined ? one : { ...one, identity: { base, key: `${base}#all of ${family}` } };
}
