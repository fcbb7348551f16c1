import type { Language } from '../../i18n/language.ts';
import { yieldIfDue } from '../../lib/pacer.ts';
import type { SourceItem } from '../found.ts';
import { progressOf } from '../progress.ts';
import { note } from '../report.ts';
import type { Run } from '../run.ts';
import { exportContext } from '../take-export.ts';
import { SourceError } from '../web.ts';
import { SecondSite } from './second-site.ts';

/** Reads a whole site: which of its records are the same as others can be told only together. */
export async function readSecondSite(
  run: Run,
  language: Language,
  found: AsyncIterable<SourceItem>,
  source: string,
): Promise<SecondSite> {
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
  return site;
}
