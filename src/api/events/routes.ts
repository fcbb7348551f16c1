import { findEventInReadModel } from '../../events/cached-records.ts';
import { findEventRow } from '../../events/store.ts';
import { type Route, recordRoute, staticRoute } from '../../http/route.ts';
import { eventOperationWords } from '../../i18n/messages.ts';
import { additional } from '../../input/arguments.ts';
import { create } from './create.ts';
import { dryRunRoutes } from './dry-run.ts';
import { list } from './list.ts';
import { seriesRoutes } from './occurrences.ts';
import { publicEvent, read, readArguments, readArgumentsBeside } from './read.ts';
import { addressedById, addressedBySlug, type EventTarget } from './target.ts';
import { editable, newPassword, removable, remove, update } from './write.ts';

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
      ...addressedById<EventTarget>(
        async (call, id, method) =>
          (method === 'GET' ? publicEvent(call, id) : undefined) ??
          (await findEventInReadModel(call.readModel, id, call.viewer)) ??
          findEventRow(call.db, { id }),
      ),
      operations: [read(eventOperationWords.read, readArguments), byId.remove, byId.update],
    }),
    recordRoute<EventTarget>({
      path: '/events/by-slug/:slug',
      ...addressedBySlug<EventTarget>(({ db }, slug) => findEventRow(db, { slug })),
      operations: [read(eventOperationWords.readBySlug, readArgumentsBeside), bySlug.remove, bySlug.update],
    }),
    ...seriesRoutes(),
    ...dryRunRoutes({ create, byId, bySlug }),
  ];
}
