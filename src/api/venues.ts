import type { Route } from '../http/route.ts';
import { ref } from '../http/schemas.ts';
import { venueFilterWords, venueOperationWords, venueWords } from '../i18n/venues.ts';
import { venueFields, venueKind, venueMembers, venueWish } from '../venues/venue.ts';
import { namedRoutes } from './places.ts';

export const venueRoutes = (): Route[] =>
  namedRoutes({
    kind: venueKind,
    fields: venueFields,
    members: venueMembers,
    words: venueWords,
    filterWords: venueFilterWords,
    operationWords: venueOperationWords,
    schema: ref('Venue'),
    listSchema: ref('VenueList'),
    wish: venueWish,
  });
