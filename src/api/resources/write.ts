import type { Db } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { listedView, singleView } from '../../formats/render.ts';
import type { Answer, BareCall } from '../../http/call.ts';
import { createIdempotently } from '../../http/idempotency/answer-idempotently.ts';
import { type Operation, operation } from '../../http/operation.ts';
import type { Translations } from '../../i18n/language.ts';
import { type Arguments, optional } from '../../input/arguments.ts';
import { KINDS } from '../../kinds.ts';
import { show } from '../../records/members.ts';
import { assertHolds, type Current, tagHeader } from '../../records/state.ts';
import { translateField } from '../../records/translations/fields.ts';
import { asTranslation } from '../../records/translations/merge.ts';
import type { Viewer } from '../../users/rights.ts';
import { completed, type Resource, type ResourceRights, type StoredRecord } from './resource.ts';

/** The operation that creates a record, or finds one like it. */
export function create<Row extends StoredRecord, Shown extends Row>(
  resource: Resource<Row, Shown>,
): Operation {
  const { type, writes, rights } = resource;
  const { created } = writes;
  const answer = async (call: BareCall, row: Row): Promise<Answer> => {
    const { body, headers } = await answerToWrite(resource, call, row);
    return { status: 201, headers: { ...created?.of(call, row), ...headers }, body };
  };
  return operation<Arguments>({
    ...{ methods: ['POST'], words: resource.words.create, may: rights.mayCreate },
    ...{ members: resource.singleMembers, arguments: writes.fields },
    answers: {
      ...{ status: 201, schema: resource.schema, errors: writes.errors.create },
      ...(created && { headers: created.headers }),
    },
    async handle({ args, ...call }) {
      const answered = await writes.write(call, args, 'create', (db, patch) => {
        const make = async () => writes.insert(db, await patch(), call);
        return createIdempotently(db, call, KINDS[type].logged, make, answer);
      });
      return answered();
    },
  });
}

/** The operation that changes a record. */
export function update<Row extends StoredRecord, Shown extends Row>(
  resource: Resource<Row, Shown>,
  words: Translations,
): Operation<Row> {
  const { schema, singleMembers, writes } = resource;
  return operation<Arguments, Row>({
    ...{ methods: ['POST', 'PUT', 'PATCH'], words, may: mayEdit(resource) },
    ...{ arguments: { ...optional(writes.fields), ...translateField }, members: singleMembers },
    shown: async (call, target) =>
      show(singleMembers, await completed(resource, call.db, target), {
        ...listedView(call),
        showsTranslations: true,
      }),
    answers: { status: 200, schema, errors: writes.errors.update },
    async handle({ args, target, ...call }) {
      const input = asTranslation(args, writes.translated, target, call);
      const updated = await writes.write(call, input, 'update', async (db, patchOf) => {
        const patch = await patchOf();
        const current = await writes.lock(db, target, call.viewer, patch);
        await assertHolds(call.conditions, asRead(resource, db, current));
        return writes.update(db, current, patch, call);
      });
      return answerToWrite(resource, call, updated);
    },
  });
}

/** The operation that deletes a record. */
export function remove<Row extends StoredRecord, Shown extends Row>(
  resource: Resource<Row, Shown>,
  words: Translations,
): Operation<Row> {
  const { schema, members, writes } = resource;
  return operation<Record<string, never>, Row>({
    ...{ methods: ['DELETE'], words, arguments: {}, may: mayEdit(resource) },
    answers: { status: 200, schema, errors: writes.errors.delete },
    async handle({ target, ...call }) {
      const removed = await inTransaction(call.db, async db => {
        const current = await writes.lock(db, target, call.viewer);
        writes.assertRemovable?.(current);
        await assertHolds(call.conditions, asRead(resource, db, current));
        return writes.remove(db, current, call);
      });
      if (removed) return answerToWrite(resource, call, removed);
      return { body: show(members, await completed(resource, call.db, target), listedView(call)) };
    },
  });
}

const mayEdit =
  <Row>({ rights }: { readonly rights: ResourceRights<Row> }) =>
  (viewer: Viewer, target: Row | undefined): boolean =>
    target ? rights.mayEdit(viewer, target) : rights.mayCreate(viewer);

/** The record as its reader can know it, for the check of conditions. */
const asRead = <Row extends StoredRecord, Shown extends Row>(
  resource: Resource<Row, Shown>,
  db: Db,
  row: Row,
): Current => ({
  states: [false, true].map(drafts => async () => resource.state(await completed(resource, db, row), drafts)),
  ...(resource.modifiedAt && { modifiedAt: async () => resource.modifiedAt!(row) }),
});

/** The answer to a write, with the entity tag that a read by itself would have now. */
async function answerToWrite<Row extends StoredRecord, Shown extends Row>(
  resource: Resource<Row, Shown>,
  call: BareCall,
  row: Row,
) {
  const record = await completed(resource, call.db, row);
  const { singleMembers } = resource;
  const read = show(singleMembers, record, singleView(call));
  return {
    body: show(singleMembers, record, listedView(call)),
    headers: await tagHeader(read, resource.state(record)),
  };
}
