import type { Config } from '../config.ts';
import type { Language } from '../i18n/language.ts';
import { translatedColumns as ofOrganizers } from '../organizers/plain-fields.ts';
import type { View } from '../records/members.ts';
import { withNames } from '../records/no-name.ts';
import { exactlyIn, inLanguage } from '../records/translations/in-language.ts';
import type { TranslatedColumns } from '../records/translations/members.ts';
import { translatedColumns as ofTerms } from '../terms/term.ts';
import { translatedColumns as ofVenues } from '../venues/plain-fields.ts';
import type { EventLinkRecords, EventRecord } from './event.ts';
import { translatedColumns } from './plain-fields.ts';

/**
 * The event, its picture and the records that it links to, as people read them: in the language of the view, and without
 * the words that stand for no name.
 */
export const eventInLanguage = <Event extends EventRecord>(event: Event, view: View): Event =>
  withNamesIn(textsIn(event, view));

function withNamesIn<Event extends EventRecord>(event: Event): Event {
  const [venues, organizers] = [withNames(event.venues), withNames(event.organizers)];
  const isSame = venues === event.venues && organizers === event.organizers;
  return isSame ? event : { ...event, venues, organizers };
}

/** Without translations it is the event itself: copies of its many columns would take most of the time. */
function textsIn<Event extends EventRecord>(event: Event, view: View): Event {
  const texts = inLanguage(event, view);
  const image = event.image && inLanguage(event.image, view);
  const { venues, organizers, categories, tags } = event;
  const isSame = [...venues, ...organizers, ...categories, ...tags].every(
    row => inLanguage(row, view) === row,
  );
  return isSame && image === event.image ? texts : { ...texts, ...linksIn(event, view), image };
}

function linksIn({ venues, organizers, categories, tags }: EventLinkRecords, view: View): EventLinkRecords {
  const all = <Row>(rows: readonly Row[]): Row[] => rows.map(row => inLanguage(row, view));
  return {
    ...{ venues: all(venues), organizers: all(organizers) },
    ...{ categories: all(categories), tags: all(tags) },
  };
}

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
