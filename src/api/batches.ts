import { randomUUID } from 'node:crypto';
import { continueOnFailure } from '../db/failing.ts';
import type { Db } from '../db/tables.ts';
import { kinds } from '../history/kinds.ts';
import { versionNotFound } from '../history/restore.ts';
import { type BatchRecord, findBatch, type UndoBatch, undoRecord } from '../history/undo.ts';
import { asRestError } from '../http/domain-errors.ts';
import { operation } from '../http/operation.ts';
import { type Route, recordRoute } from '../http/route.ts';
import { changeWords, historyWords as words } from '../i18n/messages.ts';
import { required, text } from '../input/arguments.ts';
import { described, objectOf, optionally, ref } from '../input/schemas.ts';
import { versionedTypes } from '../kinds.ts';
import { Pacer } from '../lib/pacer.ts';
import { HISTORY } from '../site/address.ts';
import { mayCreate, mayEditOthers, type Viewer } from '../users/rights.ts';

/** What one action has changed, and its undoing: for those who did it, and for those who may edit everything. */
export const batchRoutes = (): Route[] => [batchRoute('', read), batchRoute('/undo', undo)];

const mayUndo = (viewer: Viewer, batch: UndoBatch | undefined): boolean =>
  batch === undefined || batch.actor.user === viewer?.id ? mayCreate(viewer) : mayEditOthers(viewer);

const answers = { status: 200, schema: ref('Batch'), errors: [400, 401, 403, versionNotFound()] } as const;

const read = operation<Record<string, never>, UndoBatch>({
  ...{ methods: ['GET'], id: 'readBatch', words: words.read_batch, arguments: {}, may: mayUndo, answers },
  async handle({ target, db }) {
    const [records, pacer] = [[] as object[], new Pacer()];
    for (const record of target.records) {
      records.push(await named(db, record));
      await pacer.pause();
    }
    return { body: { records } };
  },
});

const undo = operation<Record<string, never>, UndoBatch>({
  ...{ methods: ['POST'], id: 'undoBatch', words: words.undo_batch, arguments: {}, may: mayUndo, answers },
  async handle({ target, ...call }) {
    const { db, language } = call;
    const context = { ...call, conditions: undefined, batch: call.batch ?? randomUUID() };
    const [records, kept]: [object[], object[]] = [[], []];
    const pacer = new Pacer();
    for (const record of target.records) {
      await pacer.pause();
      const work = async () => {
        await undoRecord(db, target, record, context);
        records.push(await named(db, record));
      };
      let failed: unknown;
      await continueOnFailure(db, work, error => {
        failed = error;
      });
      if (failed === undefined) continue;
      const error = asRestError(failed, 'POST');
      kept.push({ ...(await named(db, record)), code: error.code, message: error.text(language) });
    }
    return { body: { records, kept } };
  },
});

const batchRoute = (path: string, one: typeof read): Route =>
  recordRoute({
    ...{ root: HISTORY, path: `/batches/:slug${path}`, operations: [one] },
    key: { name: 'slug', argument: required(text(words.batch)) },
    absent: () => [versionNotFound()],
    find: async ({ db }, { slug }) => (await findBatch(db, slug)) ?? versionNotFound(),
  });

/** A record of a batch with its present name. */
async function named(db: Db, { type, id }: BatchRecord) {
  const { title, name } = { ...(await kinds[type].find(db, id)) } as { title?: string; name?: string };
  return { type, id, name: title ?? name ?? '' };
}

const RECORD = {
  type: { type: 'string', enum: [...versionedTypes] },
  id: { type: 'integer' },
  name: { type: 'string' },
};
const KEPT = { ...RECORD, code: { type: 'string' }, message: { type: 'string' } };

/** The members of a batch, and of the answer to its undoing. */
export const batchMembers = {
  records: described({ type: 'array', items: objectOf(RECORD) }, changeWords.records),
  kept: optionally(described({ type: 'array', items: objectOf(KEPT) }, changeWords.kept)),
};
