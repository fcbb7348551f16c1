import { findEventInReadModel } from '../../events/cached-records.ts';
import { findEventRow } from '../../events/store.ts';
import type { Method } from '../../http/call.ts';
import type { Operation } from '../../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../../http/route.ts';
import { eventOperationWords, eventWords, schemaWords } from '../../i18n/messages.ts';
import { additional } from '../../input/arguments.ts';
import { ref } from '../../input/schemas.ts';
import { create } from './create.ts';
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

interface WriteOperations {
  readonly create: Operation;
  readonly byId: { readonly update: Operation<EventTarget>; readonly remove: Operation<EventTarget> };
  readonly bySlug: WriteOperations['byId'];
}

/**
 * The writes of events that only tell what they would do, each at an address of its own: a document has one type for
 * each operation, and the answer is another one. `dry_run=true` does the same at the addresses of the writes.
 */
const dryRunRoutes = ({ create, byId, bySlug }: WriteOperations): Route[] => [
  staticRoute({ ...ADDITION, path: '/dry-run/events', operations: [rehearsed(create, 'planEvent', 'POST')] }),
  recordRoute<EventTarget>({
    ...ADDITION,
    path: '/dry-run/events/:id',
    ...addressedById<EventTarget>(({ db }, id) => findEventRow(db, { id })),
    operations: [
      rehearsed(byId.update, 'planEventUpdate', 'POST'),
      rehearsed(byId.remove, 'planEventDeletion', 'DELETE'),
    ],
  }),
  recordRoute<EventTarget>({
    ...ADDITION,
    path: '/dry-run/events/by-slug/:slug',
    ...addressedBySlug<EventTarget>(({ db }, slug) => findEventRow(db, { slug })),
    operations: [
      rehearsed(bySlug.update, 'planEventUpdateBySlug', 'POST'),
      rehearsed(bySlug.remove, 'planEventDeletionBySlug', 'DELETE'),
    ],
  }),
];

const ADDITION = { isAddition: true, section: 'events' } as const;

/** An operation that answers what a write would do. */
const rehearsed = <Target>(write: Operation<Target>, id: string, method: Method): Operation<Target> => ({
  ...write,
  id,
  methods: [method],
  words: eventWords.dry_run,
  answers: {
    ...write.answers,
    status: 200,
    schema: ref('OccurrencePlan'),
    words: schemaWords.OccurrencePlan,
  },
  fixed: { dry_run: true },
});
