import type { Config } from '../config.ts';
import type { Language } from '../i18n/language.ts';
import { translatedColumns as ofOrganizers } from '../organizers/translated.ts';
import { exactlyIn } from '../records/translations/in-language.ts';
import type { TranslatedColumns } from '../records/translations/members.ts';
import { translatedColumns as ofTerms } from '../terms/translated.ts';
import { translatedColumns as ofVenues } from '../venues/translated.ts';
import type { EventRecord } from './event.ts';
import { translatedColumns } from './translated.ts';

/** The event and the records that it links to, with the texts that they have in exactly this language. */
export function eventExactlyIn(
  event: EventRecord,
  language: Language,
  config: Pick<Config, 'LANGUAGE'>,
): EventRecord {
  const all = <Row extends object>(rows: readonly Row[], columns: TranslatedColumns): Row[] =>
    rows.map(row => exactlyIn(row, columns, language, config));
  const { website, ...exact } = exactlyIn(event, translatedColumns, language, config);
  return {
    ...exact,
    // Without one of its own, the event has its page, which is no text.
    website: website ?? '',
    ...{ venues: all(event.venues, ofVenues), organizers: all(event.organizers, ofOrganizers) },
    ...{ categories: all(event.categories, ofTerms), tags: all(event.tags, ofTerms) },
  };
}
