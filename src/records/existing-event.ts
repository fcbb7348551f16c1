import { Refused } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { type Argument, integer } from '../input/arguments.ts';
import { typeOf } from './table.ts';

/** The id of an existing event, in any status. The rights of the viewer are checked elsewhere. */
export const existingEvent = (words: Translations): Argument<number> => ({
  ...integer(words),
  async read(sent, reading) {
    const id = await integer(words).read(sent, reading);
    const known = typeof id === 'number' && (await typeOf(reading.db, id)) === 'event';
    return known ? id : new Refused('expected_event');
  },
});
