import { organizerDocuments } from '../formats/record-kinds.ts';
import type { Route } from '../http/route.ts';
import { organizerFilterWords, organizerOperationWords, organizerWords } from '../i18n/messages.ts';
import { ref } from '../input/schemas.ts';
import { organizerMembers } from '../organizers/members.ts';
import { organizerFields, organizerKind, organizerPatch } from '../organizers/organizer.ts';
import { contactRoutes } from './contact-routes.ts';

export const organizerRoutes = (): Route[] =>
  contactRoutes({
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
