import type { Config } from '../config.ts';
import type { HereRemark, PairingReport, ThereRemark } from '../intake/report.ts';
import { versionedTypes } from '../kinds.ts';
import { visible } from '../lib/text/characters.ts';
import { toWall } from '../lib/time/zones.ts';
import { printTable } from './command.ts';

/**
 * Prints which records of a site are translations of which ones here, and what stays unpaired.
 * @param most how many lines of each list are printed
 */
export function printPairing(report: PairingReport, { TIME_ZONE }: Config, most: number): void {
  const {
    language,
    importsUnpaired,
    pairs,
    ambiguous,
    unpaired,
    untranslated,
    furtherDates,
    listedUntranslated,
    inOtherLanguages,
  } = report;
  const named = ({ title, start }: ThereRemark | HereRemark) =>
    `${start === undefined ? '' : `${toWall(start, TIME_ZONE.id).slice(0, 16)} `}${title || '(no title)'}`;
  const here = (one: HereRemark) => `${one.title || '(no title)'} (${one.id})`;
  const lists = {
    [`Translations into ${language}`]: pairs.map(
      one => `${one.type} ${named(one)} ↔ ${here(one.of)}: ${one.by.join(', ')}`,
    ),
    'Several possible, left out': ambiguous.map(
      one => `${one.type} ${named(one)} [${one.source}]: ${one.candidates.map(here).join(', ')}`,
    ),
    'Without a counterpart here': unpaired.map(
      one =>
        `${one.type} ${named(one)} [${one.source}]${one.type === 'event' && importsUnpaired ? ': imported as an event of its own' : ''}`,
    ),
    'Without a counterpart there': untranslated.map(one => `${one.type} ${named(one)} (${one.id})`),
  };
  for (const [title, lines] of Object.entries(lists)) printList(title, lines, most);
  const count = (list: readonly { type: string }[], type: string) =>
    String(list.filter(one => one.type === type).length);
  printTable([
    ['', 'paired', 'several possible', 'unpaired there', 'unpaired here'],
    ...versionedTypes.map(type => [
      type,
      ...[pairs, ambiguous, unpaired, untranslated].map(list => count(list, type)),
    ]),
  ]);
  for (const [count, what] of [
    [furtherDates, 'further events are dates of series that are paired'],
    [listedUntranslated, 'events are those of the first site, and not translated'],
    [inOtherLanguages, 'events say to be in another language and were left out'],
  ] as const)
    if (count > 0) console.log(`\n${count} ${what}.`);
  console.log();
}

function printList(title: string, lines: readonly string[], most: number): void {
  if (lines.length === 0) return;
  console.log(title);
  for (const line of lines.slice(0, most)) console.log(visible(`  ${line}`));
  if (lines.length > most) console.log(`  … and ${lines.length - most} more: --dry-run lists all.`);
  console.log();
}
