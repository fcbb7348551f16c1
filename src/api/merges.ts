import { longRead } from '../db/long-read.ts';
import { inTransaction } from '../db/transaction.ts';
import { InvalidValue, Refused } from '../errors.ts';
import { findAlike } from '../history/alike.ts';
import { findTarget, kinds, type RestoreTarget } from '../history/kinds.ts';
import { merge } from '../history/merge.ts';
import { operation } from '../http/operation.ts';
import { type Route, recordRoute, staticRoute } from '../http/route.ts';
import { historyWords, mergingWords as words } from '../i18n/messages.ts';
import { boolean, integer, required } from '../input/arguments.ts';
import { objectOf } from '../input/schemas.ts';
import { contactTypes, KINDS, type LinkedType, linkedTypes } from '../kinds.ts';
import { HISTORY } from '../site/address.ts';
import { mayCreate } from '../users/rights.ts';

/** Merging two records into one, and finding those that look alike. */
export const mergeRoutes = (): Route[] => [
  ...contactTypes.map(type =>
    staticRoute({ root: HISTORY, path: `/${KINDS[type].collection}/alike`, operations: [alike(type)] }),
  ),
  ...linkedTypes.map(mergeRoute),
];

const RECORD = objectOf({ id: { type: 'integer' }, name: { type: 'string' } });
const PAIRS = { type: 'array', items: { type: 'array', items: RECORD } };

const alike = (type: (typeof contactTypes)[number]) =>
  operation({
    ...{
      methods: ['GET'],
      id: `list${nounOf(type)}Pairs`,
      words: words.alike,
      arguments: {},
      may: mayCreate,
    },
    answers: {
      ...{ status: 200, schema: objectOf({ pairs: PAIRS }), errors: [400, 401, 403] },
    },
    handle: async ({ db, viewer }) => ({
      body: { pairs: await longRead(db, db => findAlike(db, type, viewer)) },
    }),
  });

const nounOf = (type: LinkedType) => type[0]!.toUpperCase() + type.slice(1);

const mergeArguments = { into: required(integer(words.into)), dry_run: boolean(words.dry_run) };

const MERGING = objectOf({
  id: { type: 'integer' },
  events: { type: 'integer' },
  taken: { type: 'array', items: { type: 'string' } },
});

function mergeRoute(type: LinkedType): Route {
  const absent = new Refused('expected_record_id');
  return recordRoute<RestoreTarget>({
    ...{ root: HISTORY, path: `/${KINDS[type].collection}/:id/merge` },
    key: { name: 'id', argument: required(integer(historyWords.id)) },
    absent: () => [absent],
    async find({ db }, { id }) {
      const target = await findTarget(db, type, id);
      return target?.current ? target : absent;
    },
    operations: [
      operation<typeof mergeArguments, RestoreTarget>({
        ...{ methods: ['POST'], id: `merge${nounOf(type)}`, words: words.merge, arguments: mergeArguments },
        // It would change events beyond the limits of whoever has some.
        may: (viewer, target) => !viewer?.limits && kinds[type].mayEdit(viewer, target?.current),
        answers: { status: 200, schema: MERGING, errors: [400, 401, 403] },
        async handle({ args: { into, dry_run }, target, ...call }) {
          if (!(await kinds[type].find(call.db, into)))
            throw new InvalidValue('into', new Refused('expected_other_record'));
          const context = { ...call, isDry: dry_run };
          const { events, taken } = await inTransaction(call.db, db =>
            merge(db, type, { from: target.id, into }, context),
          );
          const members = taken.flatMap(column => kinds[type].memberNames.get(column) ?? []);
          return { body: { id: into, events, taken: [...new Set(members)] } };
        },
      }),
    ],
  });
}
