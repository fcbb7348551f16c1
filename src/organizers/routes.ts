import type { Route } from '../interface/route.ts';
import { ref } from '../interface/schemas.ts';
import {
  organizerFilterWords,
  organizerOperationWords,
  organizerWords,
} from '../interface/words/organizers.ts';
import { namedRoutes } from '../records/named-routes.ts';
import { organizerFields, organizerKind, organizerMembers, organizerWish } from './organizer.ts';

export const organizerRoutes = (): Route[] =>
  namedRoutes({
    kind: organizerKind,
    fields: organizerFields,
    members: organizerMembers,
    words: organizerWords,
    filterWords: organizerFilterWords,
    operationWords: organizerOperationWords,
    schema: ref('Organizer'),
    listSchema: ref('OrganizerList'),
    wish: organizerWish,
  });
