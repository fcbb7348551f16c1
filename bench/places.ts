import type { OrganizerRow, VenueRow } from '../src/db/tables.ts';
import { fold } from '../src/lib/text/search-terms.ts';
import { slugify } from '../src/lib/text/slugs.ts';
import { organizerKind } from '../src/organizers/organizer.ts';
import { UNTRANSLATED } from '../src/records/translations/stored.ts';
import { venueKind } from '../src/venues/venue.ts';
import { between, heavyTailed, pick, type Random, random } from './random.ts';
import { wordOf } from './texts.ts';

export const VENUES = 2_000;
export const ORGANIZERS = 500;
const TOWNS = 60;
const SEED = 3;

export interface Town {
  name: string;
  zip: string;
  lat: number;
  lng: number;
}

/** Towns within Catalonia's extent, the largest first. */
export const towns: readonly Town[] = Array.from({ length: TOWNS }, (_, town) => {
  const draw = random(SEED, town);
  const name = wordOf('ca', 400 + town * 7);
  return {
    name: `${name[0]!.toUpperCase()}${name.slice(1)}`,
    zip: `08${String(100 + town)}`,
    lat: 40.6 + draw() * 2,
    lng: 0.4 + draw() * 2.6,
  };
});

const townRank = heavyTailed(TOWNS, 1);

/** Ids of venues start at 1, and those of organizers follow. */
export const venueId = (rank: number): number => rank + 1;
export const organizerId = (rank: number): number => VENUES + rank + 1;
/** The id of the first event. */
export const FIRST_EVENT = VENUES + ORGANIZERS + 1;

/** All venues, the most used first. */
export function makeVenues(author_id: number, at: number): VenueRow[] {
  return Array.from({ length: VENUES }, (_, rank) => {
    const draw = random(SEED, 1_000 + rank);
    const town = towns[townRank(draw)]!;
    const kind = pick(draw, ['Sala', 'Teatre', 'Centre Cívic', 'Biblioteca', 'Plaça', 'Museu', 'Ateneu']);
    const name = `${kind} ${wordOf('ca', 500 + rank)}`;
    const row: VenueRow = {
      ...published(venueId(rank), name, draw, author_id, at),
      ...venueKind.blank,
      address: `Carrer ${wordOf('ca', between(draw, 200, 2_000))}, ${between(draw, 1, 120)}`,
      ...{ city: town.name, country: 'Spain', province: 'Barcelona', zip: town.zip },
      phone: `93 ${between(draw, 100, 999)} ${between(draw, 1000, 9999)}`,
      // Within about two kilometres of the middle of the town.
      geo_lat: round(town.lat + (draw() + draw() - 1) * 0.02),
      geo_lng: round(town.lng + (draw() + draw() - 1) * 0.025),
    };
    return { ...row, search_text: searched(row.name, venueKind.searched(row)) };
  });
}

/** All organizers, the most used first. */
export function makeOrganizers(author_id: number, at: number): OrganizerRow[] {
  return Array.from({ length: ORGANIZERS }, (_, rank) => {
    const draw = random(SEED, 10_000 + rank);
    const name = `${pick(draw, ['Associació', 'Ajuntament', 'Club', 'Fundació', 'Grup'])} ${wordOf('ca', 600 + rank)}`;
    const email = `info@${slugify(name)}.example`;
    const row: OrganizerRow = {
      ...published(organizerId(rank), name, draw, author_id, at),
      ...organizerKind.blank,
      ...{ email, website: `https://${slugify(name)}.example/` },
    };
    return { ...row, search_text: searched(row.name, organizerKind.searched(row)) };
  });
}

function published(id: number, name: string, draw: Random, author_id: number, at: number) {
  const status = draw() < 0.01 ? ('private' as const) : ('publish' as const);
  return {
    ...{ id, author_id, status, status_before_trash: null, slug: slugify(name), description: '' },
    ...{ search_text: '', image_id: null, date_at: at, date_floats: 0, modified_at: at },
    ...{ name, folded_name: fold(name), match_key: null },
    ...UNTRANSLATED,
  };
}

/** The folded text that searches of venues and organizers look into. */
const searched = (name: string, others: (string | null)[]): string =>
  JSON.stringify([name, ...others].filter(Boolean).map(text => fold(text!)));

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
