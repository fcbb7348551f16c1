import { tableArguments } from '../../formats/csv/languages.ts';
import { additional, boolean } from '../../http/arguments.ts';
import { eventFilterWords } from '../../i18n/messages.ts';

/** The arguments of events in other formats than JSON. */
export const documentArguments = {
  ...tableArguments,
  expand: additional(boolean(eventFilterWords.expand)),
};
