import { textOf } from '../../intake/reading/values.ts';
import type { SourceItem } from '../../intake/source-item.ts';
import type { JsonObject } from '../../lib/objects.ts';
import { readDocument, type SourceDocument } from '../files/documents.ts';
import { withTranslations } from './site-languages.ts';
import { type SiteSeries, seriesAddress, siteSeries } from './site-series.ts';
import { isSameSite, type Visitor } from './visitor.ts';

/** Asks for all occurrences; lists show those of the next two years by default. */
const ALL_OCCURRENCES = {
  per_page: '50',
  ...{ start_date: '1900-01-01 00:00:00', end_date: '2999-12-31 23:59:59' },
};

/**
 * The records of lists with each series in place of its occurrences, where the site is an Almanac. A series is read
 * where its first occurrence is listed; if that cannot be done, its occurrences stay as they are.
 */
export async function* withSeries(
  visitor: Visitor,
  site: URL,
  items: AsyncIterable<SourceItem>,
): AsyncGenerator<SourceItem> {
  /** Whether the series at an address was read. */
  const known = new Map<string, boolean>();
  for await (const item of items) {
    const address = 'record' in item && item.type === 'event' ? seriesAddress(item.record) : undefined;
    if (!('record' in item) || !address || !isSameSite(site, address)) {
      yield item;
      continue;
    }
    const { type, origin } = item;
    if (!known.has(address.href)) {
      const series = await readSeries(visitor, address);
      known.set(address.href, series !== undefined);
      for (const record of series ? [series.record, ...series.exceptions] : [])
        yield { record, type, origin };
    }
    if (!known.get(address.href)) yield item;
  }
}

async function readSeries(visitor: Visitor, address: URL): Promise<SiteSeries | undefined> {
  const series = (await answerAt(visitor, address))?.members;
  const occurrences = series && (await occurrencesAt(visitor, address));
  return series && occurrences && siteSeries(series, occurrences);
}

async function occurrencesAt(visitor: Visitor, series: URL): Promise<JsonObject[] | undefined> {
  const occurrences: JsonObject[] = [];
  const first = new URL(`${series.href.replace(/\/$/, '')}/occurrences`);
  for (const [name, value] of Object.entries(ALL_OCCURRENCES)) first.searchParams.set(name, value);
  for (let url: URL | null = first; url; ) {
    const answer = await answerAt(visitor, url);
    const events = answer?.lists.get('events');
    if (!events) return undefined;
    occurrences.push(...events);
    const next: string = textOf(answer?.members.next_rest_url);
    url = next !== '' && events.length > 0 ? URL.parse(next) : null;
    if (url && !isSameSite(series, url)) return undefined;
  }
  return occurrences;
}

async function answerAt(visitor: Visitor, address: URL): Promise<SourceDocument | undefined> {
  const { status, body, url } = await visitor.get(address);
  const answer = status === 200 ? await readDocument(body) : undefined;
  return answer && withTranslations(visitor, url, answer);
}
