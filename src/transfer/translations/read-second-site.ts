import type { Language } from '../../i18n/language.ts';
import { exportContext } from '../../intake/export-parts.ts';
import { progressOf } from '../../intake/progress.ts';
import { note } from '../../intake/report.ts';
import type { Run } from '../../intake/run.ts';
import { SourceError } from '../../intake/source-error.ts';
import type { SourceItem } from '../../intake/source-item.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import { SecondSite } from './second-site.ts';

export interface ReadSite {
  readonly site: SecondSite;
  /** Whether all of it could be read. */
  readonly isWhole: boolean;
}

/** Reads a whole site: which of its records are the same as others can be told only together. */
export async function readSecondSite(
  run: Run,
  language: Language,
  found: AsyncIterable<SourceItem>,
  source: string,
): Promise<ReadSite> {
  const before = run.report.incomplete.length;
  const site = new SecondSite(run, language);
  const progress = progressOf(source, run.options);
  try {
    for await (const item of found) {
      run.options.signal?.throwIfAborted();
      await yieldIfDue();
      if ('problem' in item) run.report.incomplete.push({ source, why: item.problem });
      else if ('note' in item) note(run.report, { source, type: 'event', why: item.note });
      else if ('load' in item) run.source = { ...run.source, isCalendar: true };
      else if ('header' in item) run.source = { ...run.source, ...exportContext(run, item.header) };
      else if ('total' in item) progress.expect(item.type, item.total);
      else if ('pause' in item) progress.show();
      else {
        progress.saw(item.type);
        site.add(item);
      }
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    run.report.incomplete.push({ source, why: error.message });
  }
  return { site, isWhole: run.report.incomplete.length === before };
}
