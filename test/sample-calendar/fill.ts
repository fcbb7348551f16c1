import type { SampleEvent } from '../../src/demo/event.ts';
import { others } from '../../src/demo/events.ts';
import { fillTown, writesTo } from '../../src/demo/fill.ts';
import { highlights } from '../../src/demo/highlights.ts';
import { series } from '../../src/demo/series.ts';
import type { Account } from '../account.ts';
import { basic } from '../client.ts';
import { hidden } from './hidden.ts';
import { SAMPLE_SETTINGS } from './settings.ts';

export const sampleEvents: SampleEvent[] = [...highlights, ...series, ...others, ...hidden];

/**
 * Writes the calendar of an invented Catalan town, in four languages, through the interface: some hundred events
 * around `today`, with pictures, exhibitions that run, series, cancelled, protected and hidden events.
 * @param base address of the namespace
 * @param as an editor or administrator
 */
export async function fillSample(
  base: string,
  as: Account,
  today = Temporal.Now.plainDateISO('Europe/Madrid'),
): Promise<void> {
  const { origin: site, pathname: namespace } = new URL(base);
  const authorization = basic(as.user, as.app_password);
  const { LANGUAGE: language } = SAMPLE_SETTINGS;
  const write = writesTo({ site, namespace, authorization });
  await fillTown({ write, language, today, events: sampleEvents });
}
