import type { EventRecord } from '../../events/event.ts';
import type { Language } from '../../i18n/language.ts';
import { toldLanguage } from '../../records/translations/in-language.ts';
import type { View } from '../../records/view.ts';

/**
 * The language of the texts of an event, a list if its name and its description have different ones; undefined if it
 * is not told. schema.org has this property for events, not for places and organizations.
 */
export function inLanguageOf(event: EventRecord, view: View): Language | Language[] | undefined {
  const described = event.excerpt ? 'excerpt' : event.description && 'description';
  const columns = ['title', ...(described ? [described] : [])];
  const all = [...new Set(columns.flatMap(column => toldLanguage(event, column, view) ?? []))];
  return all.length > 1 ? all : all[0];
}
