import { findEventInReadModel } from '../../events/cached-records.ts';
import { findEventRow } from '../../events/store.ts';
import { EXAMPLE_ID } from '../../http/errors.ts';
import { type Route, recordRoute, staticRoute } from '../../http/route.ts';
import { eventOperationWords, eventWords } from '../../i18n/messages.ts';
import { additional, integer, required, text } from '../../input/arguments.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { dryRunRoutes } from './dry-run.ts';
import { list } from './list.ts';
import { eventNotFound, noSuchSlug, notAnEvent, otherRecord } from './not-found.ts';
import { seriesRoutes } from './occurrences.ts';
import { publicEvent, read, readArguments, readArgumentsBeside } from './read.ts';
import type { EventTarget } from './target.ts';
import { create, editable, newPassword, removable, remove, update } from './write.ts';

export function eventRoutes(): Route[] {
  const byId = {
    remove: remove(eventOperationWords.delete, { password: readArguments.password, ...removable }),
    update: update(eventOperationWords.update, { password: newPassword, ...editable }),
  };
  const bySlug = {
    remove: remove(eventOperationWords.deleteBySlug, removable),
    update: update(eventOperationWords.updateBySlug, { ...editable, password: additional(newPassword) }),
  };
  return [
    staticRoute({ path: '/events', operations: [list, create] }),
    recordRoute<EventTarget>({
      path: '/events/:id',
      key: { name: 'id', argument: required(integer(eventWords.id)) },
      absent: () => [eventNotFound(EXAMPLE_ID), otherRecord(EXAMPLE_ID)],
      find: async (call, { id }, method) =>
        (method === 'GET' ? publicEvent(call, id) : undefined) ??
        (await findEventInReadModel(call.readModel, id, call.viewer)) ??
        (await findEventRow(call.db, { id })) ??
        (await notAnEvent(call, id, method)),
      operations: [read(eventOperationWords.read, readArguments), byId.remove, byId.update],
    }),
    recordRoute<EventTarget>({
      path: '/events/by-slug/:slug',
      key: { name: 'slug', argument: required(text(eventWords.slug_path)) },
      absent: method => [noSuchSlug(method)],
      find: async ({ db }, { slug }, method) =>
        (await findEventRow(db, { slug: slugify(slug) })) ?? noSuchSlug(method),
      operations: [read(eventOperationWords.readBySlug, readArgumentsBeside), bySlug.remove, bySlug.update],
    }),
    ...seriesRoutes(),
    ...dryRunRoutes({ create, byId, bySlug }),
  ];
}
