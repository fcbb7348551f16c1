import { searchText } from '../src/events/store.ts';
import { storedColumns } from '../src/records/translations/stored.ts';
import { type Calendar, eventAt, type Generated } from './generate.ts';
import { random } from './random.ts';
import { textsOf } from './texts.ts';

const SEED = 9;

/** The event of this index in a calendar in which every second event has texts in French. */
export function translatedAt(calendar: Calendar, index: number): Generated {
  const event = eventAt(calendar, index);
  if (index % 2 === 0) return event;
  const texts = { ...textsOf(random(SEED, index)) };
  const languages = { language: 'ca', ...storedColumns(new Map([['fr', { isDraft: false, texts }]])) };
  const row = { ...event.row, ...languages };
  return { ...event, row: { ...row, search_text: searchText(row) } };
}
