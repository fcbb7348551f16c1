import { post } from './connection.ts';
import type { DataSet } from './data.ts';
import { categoryOf } from './generate.ts';
import { EVENTS } from './kinds.ts';
import type { Next } from './load.ts';
import { makeOrganizers, makeVenues, ORGANIZERS, organizerId, VENUES, venueId } from './places.ts';
import { between, random } from './random.ts';
import { makeTerms, TAGS, tagId } from './terms.ts';
import { textsOf } from './texts.ts';

/** What a created event brings with it. */
export type Brings =
  /** A title, dates and a category. */
  | 'little'
  /** Also two kilobytes of text, a venue, an organizer and tags, all of them by their ids. */
  | 'ids'
  /** The same with the names of these records, which exist. */
  | 'names';

const DAY = 86_400;
/** Bytes of the text of an event with links. */
const TEXT = 2_000;

/** Requests that each create an event. */
export function newEvents(set: DataSet, brings: Brings = 'little'): Next {
  const linked = brings === 'little' ? undefined : links(brings);
  let created = 0;
  return () => {
    const number = created++;
    const start = new Date((set.calendar.anchor + (number % 500) * DAY) * 1000).toISOString().slice(0, 10);
    const body = {
      title: `Concert de primavera ${number}`,
      start_date: `${start} 19:00:00`,
      end_date: `${start} 21:00:00`,
      ...(linked ? linked(number) : { categories: [categoryOf(number % 10)] }),
    };
    return post(EVENTS, { authorization: set.administrator }, body);
  };
}

/** The texts and links of the event with a number. All records that it links are public. */
function links(by: 'ids' | 'names') {
  const named = <Row extends { id: number; name: string }>(rows: readonly Row[]) =>
    new Map(rows.map(({ id, name }) => [id, name]));
  const venues = named(makeVenues(1, 0).filter(isPublic));
  const organizers = named(makeOrganizers(1, 0).filter(isPublic));
  const terms = named(makeTerms());
  const told = (names: Map<number, string>, id: number) => (by === 'ids' ? id : names.get(id)!);
  return (number: number) => {
    const draw = random(12, number);
    return {
      description: textOf(number),
      excerpt: textsOf(draw).excerpt,
      venue: told(venues, anyOf(venues, between(draw, 0, VENUES - 1), venueId)),
      organizer: told(organizers, anyOf(organizers, between(draw, 0, ORGANIZERS - 1), organizerId)),
      categories: [
        told(terms, categoryOf(between(draw, 0, 9))),
        told(terms, categoryOf(between(draw, 10, 19))),
      ],
      tags: [0, 1, 2].map(third => told(terms, tagId(between(draw, 0, TAGS / 3 - 1) * 3 + third))),
    };
  };
}

const isPublic = ({ status }: { status: string }): boolean => status === 'publish';

/** The id of the record of this rank, or of the one before it that is public. */
const anyOf = (known: Map<number, string>, rank: number, idOf: (rank: number) => number): number => {
  while (!known.has(idOf(rank))) rank = Math.max(0, rank - 1);
  return idOf(rank);
};

/** Paragraphs of an event's length. */
function textOf(number: number): string {
  const draw = random(13, number);
  let text = '';
  while (text.length < TEXT) text += `${textsOf(draw).description}\n`;
  return text.slice(0, text.lastIndexOf('</p>', TEXT) + 4);
}
