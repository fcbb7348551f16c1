import { findEventRow } from '../../events/store.ts';
import type { Method } from '../../http/call.ts';
import { EXAMPLE_ID } from '../../http/errors.ts';
import type { Operation } from '../../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../../http/route.ts';
import { eventWords, schemaWords } from '../../i18n/messages.ts';
import { integer, required, text } from '../../input/arguments.ts';
import { withParam } from '../../input/params.ts';
import { ref } from '../../input/schemas.ts';
import { slugify } from '../../lib/text/slugs.ts';
import { eventNotFound, noSuchSlug, notAnEvent, otherRecord } from './not-found.ts';
import type { EventTarget } from './target.ts';

interface Writes {
  readonly create: Operation;
  readonly byId: { readonly update: Operation<EventTarget>; readonly remove: Operation<EventTarget> };
  readonly bySlug: Writes['byId'];
}

/**
 * The writes of events that only tell what they would do, each at an address of its own: a document has one type for
 * each operation, and the answer is another one. `dry_run=true` does the same at the addresses of the writes.
 */
export const dryRunRoutes = ({ create, byId, bySlug }: Writes): Route[] => [
  staticRoute({ ...ADDITION, path: '/dry-run/events', operations: [rehearsed(create, 'planEvent', 'POST')] }),
  recordRoute<EventTarget>({
    ...ADDITION,
    path: '/dry-run/events/:id',
    key: { name: 'id', argument: required(integer(eventWords.id)) },
    absent: () => [eventNotFound(EXAMPLE_ID), otherRecord(EXAMPLE_ID)],
    find: async (call, { id }, method) =>
      (await findEventRow(call.db, { id })) ?? (await notAnEvent(call, id, method)),
    operations: [
      rehearsed(byId.update, 'planEventUpdate', 'POST'),
      rehearsed(byId.remove, 'planEventDeletion', 'DELETE'),
    ],
  }),
  recordRoute<EventTarget>({
    ...ADDITION,
    path: '/dry-run/events/by-slug/:slug',
    key: { name: 'slug', argument: required(text(eventWords.slug_path)) },
    absent: method => [noSuchSlug(method)],
    find: async ({ db }, { slug }, method) =>
      (await findEventRow(db, { slug: slugify(slug) })) ?? noSuchSlug(method),
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
  answer: (call, params, found, name) => write.answer(call, withParam(params, 'dry_run', true), found, name),
});
