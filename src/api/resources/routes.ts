import { Refused } from '../../errors.ts';
import type { Operation } from '../../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../../http/route.ts';
import { integer, required, text } from '../../input/arguments.ts';
import { isTaxonomy, KINDS } from '../../kinds.ts';
import { listOf, read } from './read.ts';
import type { Resource, ResourceKey, ResourceList, StoredRecord } from './resource.ts';
import { create, remove, update } from './write.ts';

/** The routes of a kind of records that events link to: the list, and a record by each of its keys. */
export function resourceRoutes<Row extends StoredRecord, Shown extends Row, Filter extends object>(
  resource: Resource<Row, Shown>,
  list: ResourceList<Shown, Filter>,
): Route[] {
  const path = `/${KINDS[resource.type].collection}`;
  return [
    staticRoute({ path, operations: [listOf(resource, list), create(resource)] }),
    ...resource.keys.map(key =>
      recordRoute<Row>({
        path: `${path}${key.path}`,
        key: { name: key.name, argument: required(ARGUMENTS[key.name](key.parameter)) },
        absent: () => [ABSENT[key.name]],
        find: async ({ db }, named) => (await key.find(db, named)) ?? ABSENT[key.name],
        operations: operationsOn(resource, key),
      }),
    ),
  ];
}

const ARGUMENTS = { id: integer, slug: text } satisfies Record<ResourceKey<never>['name'], unknown>;

const ABSENT = {
  id: new Refused('expected_record_id'),
  slug: new Refused('expected_record_slug'),
} satisfies Record<ResourceKey<never>['name'], Refused>;

/** In the order in which the index of the reference has them. */
function operationsOn<Row extends StoredRecord, Shown extends Row>(
  resource: Resource<Row, Shown>,
  { words }: ResourceKey<Row>,
): Operation<Row>[] {
  const changes = [remove(resource, words.delete), update(resource, words.update)];
  return [read(resource, words.read), ...(isTaxonomy(resource.type) ? changes.toReversed() : changes)];
}
