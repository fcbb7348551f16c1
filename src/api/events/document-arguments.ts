import { tableArguments } from '../../formats/csv/table.ts';
import { eventFilterWords } from '../../i18n/messages.ts';
import { additional, boolean } from '../../input/arguments.ts';

/** The arguments of events in other formats than JSON. */
export const documentArguments = {
  ...tableArguments,
  expand: additional(boolean(eventFilterWords.expand)),
};
