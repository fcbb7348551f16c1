import { venueDocuments } from '../formats/record-kinds.ts';
import type { Route } from '../http/route.ts';
import { venueFilterWords, venueOperationWords, venueWords } from '../i18n/messages.ts';
import { ref } from '../input/schemas.ts';
import { venueMembers } from '../venues/members.ts';
import { venueFields, venueKind, venuePatch } from '../venues/venue.ts';
import { contactRoutes } from './contact-routes.ts';

export const venueRoutes = (): Route[] =>
  contactRoutes({
    kind: venueKind,
    fields: venueFields,
    members: venueMembers,
    words: venueWords,
    filterWords: venueFilterWords,
    operationWords: venueOperationWords,
    schema: ref('Venue'),
    listSchema: ref('VenueList'),
    documents: venueDocuments,
    patch: venuePatch,
  });
