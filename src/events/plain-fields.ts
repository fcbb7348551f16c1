import { answerWords, eventWords } from '../i18n/messages.ts';
import { type PlainColumns, plainFlag } from '../records/plain-fields.ts';

type EventFieldName = keyof typeof eventWords & keyof typeof answerWords;

const flag = (name: EventFieldName) => plainFlag(eventWords[name], answerWords[name]);

/**
 * The plain fields of an event: one argument, one column and one member each, in the order of answers and of the
 * interface's index. Writes, answers, masks, history, exports and imports read this declaration. A new field also needs
 * a migration and its words.
 */
export const plainFields = {
  show_map: flag('show_map'),
  show_map_link: flag('show_map_link'),
  hide_from_listings: flag('hide_from_listings'),
  sticky: flag('sticky'),
  featured: flag('featured'),
};

declare module '../db/tables.ts' {
  interface EventsTable extends PlainColumns<typeof plainFields> {}
}
