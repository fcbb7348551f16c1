import { sentenceOf } from '../../events/series-recurrence.ts';
import { eventCost } from '../../events/stored-cost.ts';
import type { SeriesRecord } from '../../read-model/series.ts';
import type { PageView, ShownEvent } from '../view.ts';
import { wordsIn } from '../words.ts';
import { counted } from './plural.ts';

/** Characters of a rule that a card has room for. */
const SHORT = 48;

/** The price of an event; nothing if it is not known. */
export const costSaid = (event: ShownEvent, view: PageView): string => eventCost(event, view);

/** When the events of a series take place, or how many dates it has if that takes long to say. */
export function seriesSaid(series: SeriesRecord, view: PageView): string | undefined {
  const { language } = view;
  const sentence = series.recurrence === '' ? undefined : sentenceOf(series, language);
  if (sentence !== undefined && sentence.length <= SHORT) return sentence;
  const others = series.total - 1;
  return others > 0 ? counted(wordsIn('listPages', view), 'more_dates', others, language) : sentence;
}
