import type { Config } from '../config.ts';
import type { Report } from '../intake/report.ts';
import { visible } from '../lib/text/characters.ts';
import { printTable } from './command.ts';
import { printPairing } from './pairs.ts';

/** How many remarks of each kind are printed. */
const MAX_REMARKS = 20;

/** Prints what an import did, or what it would do. */
export function printReport(
  { counts, skipped, notes, vanished, settings, pairings, incomplete, aborted }: Report,
  config: Config,
  isDryRun: boolean,
): void {
  for (const pairing of pairings)
    printPairing(pairing, config, isDryRun ? Number.POSITIVE_INFINITY : MAX_REMARKS);
  const rows = Object.entries(counts).map(([type, of]) => [
    type,
    ...[of.created, of.changed, of.unchanged, of.skipped].map(String),
  ]);
  if (isDryRun) console.log('Nothing was written: this was a dry run.');
  else printTable([['', 'created', 'changed', 'unchanged', 'skipped'], ...rows]);
  for (const [title, remarks] of [
    ['Skipped', skipped],
    ['Noted', notes],
    ['No longer at the source', vanished],
  ] as const) {
    if (remarks.length > 0) console.log(`\n${title}`);
    for (const { type, source, why } of remarks.slice(0, MAX_REMARKS))
      console.log(visible(`  ${type} ${source}: ${why}`));
    if (remarks.length > MAX_REMARKS) console.log(`  … and more: --json lists up to 1,000.`);
  }
  if (settings.length > 0)
    console.log(visible(`\nSettings of the export, because there were none: ${settings.join(', ')}`));
  const isNothing = Object.values(counts).every(
    of => of.created + of.changed + of.unchanged + of.skipped === 0,
  );
  const rest = isNothing
    ? 'Nothing was imported.'
    : pairings.length > 0
      ? 'Nothing was written, because pairs can only be told of a whole site; run the command again.'
      : 'The records read so far were imported; run the command again to continue.';
  for (const { source, why } of incomplete)
    console.error(
      `\n${visible(`${source} could not be read${isNothing ? '' : ' completely'}: ${why}`)}. ${rest}`,
    );
  if (aborted)
    console.error('\nStopped. All imported records are complete; run the command again to continue.');
}
