import { type InterfaceRecord, separatorAt } from '../../formats/csv/columns.ts';
import { written } from '../../formats/document.ts';
import {
  type RecordFormat,
  type RecordKind,
  type RecordListView,
  recordFormats,
} from '../../formats/record-formats.ts';
import { listedView, singleView } from '../../formats/render.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { assertPage, totalsOf } from '../../http/list-answer.ts';
import type { Language } from '../../i18n/language.ts';
import { type ListName, listWords } from '../../i18n/messages.ts';
import type { ErrorKey } from '../../i18n/say.ts';
import { type PageRequest, range } from '../../input/common-arguments.ts';
import { assertLarge } from '../../lib/answer-scope.ts';
import { documentRoundRobin, Pacer } from '../../lib/pacer.ts';
import { MAX_DOCUMENT_EVENTS, MAX_SMALL_DOCUMENT } from '../../limits.ts';
import type { View } from '../../records/members.ts';
import { pagesOf } from '../../site/address.ts';
import { siteName } from '../../site/name.ts';
import { linkHeader, linksOf, tagOf } from '../list-in-format.ts';

/** A list of records to be answered as a document. */
export interface DocumentList<Row> {
  readonly kind: RecordKind<Row>;
  /** The first segment of its address, and the name of its title. */
  readonly name: ListName;
  readonly page: PageRequest;
  readonly languages: readonly Language[] | undefined;
  /** All that determines which records are found. */
  readonly filter: object;
  /** The error for a page beyond the last one, if the list has one. */
  readonly absent: ErrorKey | undefined;
  /** Whether only writes change the answer, not time. */
  readonly holds: boolean;
  find(range: { limit: number; offset: number }): Promise<{ ids: readonly number[]; total: number }>;
  /** Reads those of these records that the viewer may still read, in their order. */
  read(ids: readonly number[], view: View): Promise<readonly RecordToWrite<Row>[]>;
}

/** A record, and how the interface shows it. */
interface RecordToWrite<Row> {
  readonly row: Row;
  readonly shown: InterfaceRecord;
}

/** The format that the request names or accepts. */
const formatOf = ({ document }: BareCall): RecordFormat =>
  recordFormats.find(format => format === document!.format)!;

/** The document of a list: one page, or as much as a document holds. */
export async function answerWithRecords<Row extends object>(
  list: DocumentList<Row>,
  call: BareCall,
): Promise<Answer> {
  const format = formatOf(call);
  const { page } = list.page;
  const per_page = format.extent === 'whole' ? MAX_DOCUMENT_EVENTS : range(list.page, call.config).limit;
  const tag = list.holds
    ? await tagOf(
        call,
        { ...list.filter, languages: list.languages, separator: separatorAt(call.document!.address) },
        page,
      )
    : undefined;
  const { ids, total } = await list.find({
    limit: per_page,
    offset: Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER),
  });
  if (ids.length > MAX_SMALL_DOCUMENT) assertLarge();
  const { totals, headers } = totalsOf(total, per_page);
  if (list.absent) assertPage({ page, per_page }, totals, list.absent);
  const links = linksOf(call, page, totals.total_pages);
  const title = `${listWords[list.name][call.language]} – ${siteName(call)}`;
  const view = listedView(call);
  const about = {
    ...{ ...common(call, list.languages), ...links, title, description: '', view },
    page: `${pagesOf(view.address)}/${list.name}/`,
  };
  const texts = textsOf(format, list.kind, about, batchesOf(list, ids, view));
  const body = await written(texts, { isLong: ids.length > LONG, tag, records: ids.length });
  return {
    ...{ body, mediaType: format.mediaType, ...(list.holds && { until: Infinity }) },
    headers: { ...headers, ...linkHeader(links) },
  };
}

/** Lists that are certainly long: shorter ones are written at once if they have few bytes. */
const LONG = 2000;

/** The document of one record, which its reader may read. */
export async function answerWithRecord<Row extends object>(
  kind: RecordKind<Row>,
  { row, shown }: RecordToWrite<Row>,
  { title, page, languages }: Pick<RecordListView, 'title' | 'page'> & Pick<DocumentList<Row>, 'languages'>,
  call: BareCall,
): Promise<Answer> {
  const format = formatOf(call);
  const about = { ...common(call, languages), title, description: '', page, view: singleView(call) };
  const body = await written(textsOf(format, kind, about, one({ row, shown })), ONE);
  return { body, mediaType: format.mediaType, until: Infinity };
}

const ONE = { isLong: false, tag: undefined, records: 1 };

const common = ({ document, language, address }: BareCall, languages: readonly Language[] = []) => ({
  ...{ language, languages, self: document!.address, site: address.site, modified: undefined },
});

async function* one<Row>(record: RecordToWrite<Row>) {
  yield [record];
}

/** Records per read. */
const BATCH = 100;

async function* batchesOf<Row>({ read }: DocumentList<Row>, ids: readonly number[], view: View) {
  for (let at = 0; at < ids.length; at += BATCH) yield await read(ids.slice(at, at + BATCH), view);
}

async function* textsOf<Row extends object>(
  format: RecordFormat,
  kind: RecordKind<Row>,
  about: RecordListView,
  batches: AsyncIterable<readonly RecordToWrite<Row>[]>,
): AsyncGenerator<string> {
  const writer = format.open(kind, about);
  const pacer = new Pacer(() => documentRoundRobin.next());
  yield writer.begin();
  for await (const records of batches)
    for (const { row, shown } of records) {
      await pacer.pause();
      yield writer.record(row, shown);
    }
  yield writer.end();
}
