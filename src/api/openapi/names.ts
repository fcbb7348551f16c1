import type { Method } from '../../http/call.ts';
import type { DescribedRoute } from '../../http/route.ts';
import { type MessageSection, sectionWords } from '../../i18n/messages.ts';
import type { Documented } from './documented.ts';

/** The section of the document that a route belongs to: its resource, or the interface itself. */
export function sectionOf({ path, section }: Pick<DescribedRoute, 'path' | 'section'>): MessageSection {
  if (section) return section;
  const [, first = ''] = path.split('/');
  // The check makes it a key of the table.
  return first in sectionWords ? (first as MessageSection) : 'interface';
}

/** The path as the document spells it: `/events/:id` → `/events/{id}` */
export const documentPath = ({
  path,
  documentedAt = path,
}: Pick<DescribedRoute, 'path' | 'documentedAt'>): string => documentedAt.replace(/:(\w+)/g, '{$1}') || '/';

/** The id of an operation: `listEvents`, `updateEventBySlug`, `updateEventWithPut`. */
export function operationId({ route, operation, method }: Documented): string {
  if (operation.id) return operation.id;
  const verb = verbOf(route, method);
  // PATCH gets the plain name, since an update keeps the members that are not sent.
  const by = verb === 'update' && method !== 'PATCH' ? `With${capitalised(method)}` : '';
  return verb + (verb === 'list' ? capitalised(sectionOf(route)) : nounOf(route)) + by;
}

/** The name of a request body's schema: `EventCreate`, `EventUpdateBySlug`. */
export const bodyName = (route: DescribedRoute, method: Method): string =>
  nounOf(route).replace(/(BySlug)?$/, `${capitalised(verbOf(route, method))}$1`);

function verbOf(route: DescribedRoute, method: Method): string {
  if (method === 'GET') return route.key || sectionOf(route) === 'interface' ? 'read' : 'list';
  if (method === 'DELETE') return 'delete';
  return route.key ? 'update' : 'create';
}

function nounOf(route: DescribedRoute): string {
  const section = sectionOf(route);
  const noun =
    section === 'interface' ? route.path.slice(1) || 'index' : section.replace(/ies$/, 'y').replace(/s$/, '');
  return capitalised(noun) + (route.key?.name === 'slug' ? 'BySlug' : '');
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
