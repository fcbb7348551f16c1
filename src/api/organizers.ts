import { organizerDocuments } from '../formats/record-kinds.ts';
import type { Route } from '../http/route.ts';
import { ref } from '../http/schemas.ts';
import { organizerFilterWords, organizerOperationWords, organizerWords } from '../i18n/messages.ts';
import { organizerMembers } from '../organizers/members.ts';
import { organizerFields, organizerKind, organizerPatch } from '../organizers/organizer.ts';
import { placeRoutes } from './place-routes.ts';

export const organizerRoutes = (): Route[] =>
  placeRoutes({
    kind: organizerKind,
    fields: organizerFields,
    members: organizerMembers,
    words: organizerWords,
    filterWords: organizerFilterWords,
    operationWords: organizerOperationWords,
    schema: ref('Organizer'),
    listSchema: ref('OrganizerList'),
    documents: organizerDocuments,
    patch: organizerPatch,
  });
