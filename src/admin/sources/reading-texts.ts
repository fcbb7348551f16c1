import type { ReadingRow, SourceRow } from '../../db/tables.ts';
import { filled } from '../../i18n/say.ts';
import { type Reason, sayWhy } from '../../intake/reason.ts';
import type { ReportType } from '../../intake/report.ts';
import type { ImportProgress } from '../../intake/run.ts';
import { KINDS } from '../../kinds.ts';
import { type Html, html } from '../../lib/html.ts';
import { formatNumber } from '../../pages/parts/plural.ts';
import type { OwnFailure } from '../../transfer/sources/readings.ts';
import type { AdminCall } from '../page.ts';

/** A reading without its report. */
export type ReadingSummary = Omit<ReadingRow, 'report'>;

/** Where a source is: the host of an address, or the name of a file. Addresses of calendars may be secret. */
export const placeOf = ({ address, file_name }: Pick<SourceRow, 'address' | 'file_name'>): string =>
  address === ''
    ? file_name
    : (URL.parse(address.replace(/^webcals?:(\/\/)?/i, 'https://'))?.host ?? address);

/** The same beside its name, unless it is called so. */
export const placeBeside = (source: Pick<SourceRow, 'name' | 'address' | 'file_name'>): string =>
  placeOf(source) === source.name ? '' : placeOf(source);

const OWN: readonly string[] = ['interrupted', 'no_owner', 'crashed', 'no_file'] satisfies OwnFailure[];

/** Why a reading failed. */
export function errorOf(error: string, call: AdminCall): Html | string {
  if (OWN.includes(error)) return call.words.sources[error as OwnFailure];
  // Earlier versions have kept English texts.
  return reasonTexts(error.startsWith('[') ? (JSON.parse(error) as Reason[]) : [error], call);
}

/** Reasons in the language of their reader. */
export const reasonTexts = (whys: readonly (Reason | string)[], { language }: AdminCall): Html =>
  html`${whys.map(
    (why, at) =>
      html`${at > 0 && '; '}${typeof why === 'string' ? html`<span lang="en">${why}</span>` : sayWhy(why, language)}`,
  )}`;

/** Whether a reading has not ended. */
export const isOpen = ({ state }: Pick<ReadingRow, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** What a page answers while somebody waits for a reading: browsers open it again. The pages need no script for it. */
export const whileOpen = (readings: readonly Pick<ReadingRow, 'state'>[]) =>
  readings.some(isOpen) ? { headers: { refresh: '3' } } : {};

/** How far a reading is. */
export function progressOf({ state, progress }: ReadingSummary, call: AdminCall): string {
  const words = call.words.sources;
  if (state === 'waiting') return words.waits;
  if (progress === '') return words.reads;
  const { type, read, total } = JSON.parse(progress) as ImportProgress;
  const number = (count: number) => formatNumber(count, call.language);
  const far = total === undefined ? number(read) : `${number(read)} / ${number(total)}`;
  return `${words.reads} · ${recordsWord(type, call)} ${far}`;
}

/** The records of a kind, as the menu names them. */
export function recordsWord(type: ReportType, call: AdminCall): string {
  if (type === 'user') return call.words.sources.user;
  const { collection } = KINDS[type];
  return call.words.menu[collection === 'images' ? 'pictures' : collection];
}

/** `48 = 3 + 2 + 41 + 2`: what was found is what became of it. */
export function sumOf(reading: ReadingSummary, { language }: AdminCall): string {
  const { found, created, changed, same, left_out } = reading;
  const parts = [created, changed, same, left_out].map(count => formatNumber(count, language));
  return `${formatNumber(found, language)} = ${parts.join(' + ')}`;
}

/** What happened, in a word. */
export function outcomeOf(reading: ReadingSummary, call: AdminCall): Html | string {
  const words = call.words.sources;
  const { state, error, missing, created, changed, left_out, dry, not_modified } = reading;
  if (isOpen(reading)) return progressOf(reading, call);
  if (state === 'failed') return html`<span class="lacks">${errorOf(error, call)}</span>`;
  if (dry) return words.trial;
  if (not_modified) return words.nothing_new;
  if (missing > 0) return filled(words.missing_count, { count: missing });
  return created + changed + left_out === 0 ? words.nothing_new : words.read;
}
