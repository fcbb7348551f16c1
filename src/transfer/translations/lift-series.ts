import { datedAddress, hashOf } from '../../intake/identity.ts';
import type { Pairs } from './facts.ts';
import type { FirstSite } from './first-site.ts';
import type { SecondRecord, SecondSite } from './second-site.ts';

/** Events of the second site whose texts are those of a series here, with their occurrences. */
export type Followers = ReadonlyMap<string, number>;

/**
 * Pairs series with events of a site that shows each date as an event: the texts that most of them have are those of
 * the series. Only events with other texts remain translations of their occurrences.
 */
export function liftSeries(second: SecondSite, first: FirstSite, pairs: Pairs): Followers {
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
