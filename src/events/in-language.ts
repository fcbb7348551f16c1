import { withNames } from '../records/no-name.ts';
import { inLanguage } from '../records/translations/in-language.ts';
import type { View } from '../records/view.ts';
import type { EventLinkRecords, EventRecord } from './event.ts';

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

const textsIn = <Event extends EventRecord>(event: Event, view: View): Event =>
  view.textLanguage === undefined
    ? event
    : {
        ...inLanguage(event, view),
        ...linksIn(event, view),
        image: event.image && inLanguage(event.image, view),
      };

function linksIn({ venues, organizers, categories, tags }: EventLinkRecords, view: View): EventLinkRecords {
  const all = <Row>(rows: readonly Row[]): Row[] => rows.map(row => inLanguage(row, view));
  return {
    ...{ venues: all(venues), organizers: all(organizers) },
    ...{ categories: all(categories), tags: all(tags) },
  };
}
