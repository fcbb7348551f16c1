import type { Route } from '../interface/route.ts';
import { ref } from '../interface/schemas.ts';
import { venueFilterWords, venueOperationWords, venueWords } from '../interface/words/venues.ts';
import { namedRoutes } from '../records/named-routes.ts';
import { venueFields, venueKind, venueMembers, venueWish } from './venue.ts';

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
