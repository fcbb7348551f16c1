import type { CompiledQuery, LogEvent } from 'kysely';
import { resumeWork } from '../observability/blocking.ts';
import {
  commitDuration,
  commitTransactions,
  statementDuration,
  statementErrors,
} from '../observability/measures.ts';
import { isConflict, isUnavailable } from './errors.ts';

const reads = statementDuration.of('read');
const writes = statementDuration.of('write');
const [unavailable, conflicts, others] = ['unavailable', 'conflict', 'other'].map(reason =>
  statementErrors.of(reason),
);

/** Whether a query only reads. */
export const isRead = ({ query: { kind }, sql }: CompiledQuery): boolean =>
  kind === 'SelectQueryNode' || (kind === 'RawNode' && /^\s*(select|pragma)\b/i.test(sql));

/** Measures a statement of the embedded store. */
export function observed<Result>(read: boolean, execute: () => Result): Result {
  resumeWork();
  const began = performance.now();
  try {
    return execute();
  } catch (error) {
    failed(error);
    throw error;
  } finally {
    (read ? reads : writes).observe((performance.now() - began) / 1000);
  }
}

/** Measures a statement of PostgreSQL that only reads, and does not go through Kysely. */
export async function observedRead<Result>(answer: Promise<Result>): Promise<Result> {
  const began = performance.now();
  try {
    return await answer;
  } catch (error) {
    failed(error);
    throw error;
  } finally {
    resumeWork();
    reads.observe((performance.now() - began) / 1000);
  }
}

/** How often this process may have committed something on PostgreSQL: it grows before a write is answered. */
export const ownCommits = { count: 0 };

/** Measures a statement of PostgreSQL. */
export function observeQuery(event: LogEvent): void {
  resumeWork();
  const { query, queryDurationMillis: ms } = event;
  const onlyReads = isRead(query);
  // A statement outside a transaction is its own commit, and one that failed may have been committed.
  if (!onlyReads) ownCommits.count++;
  if (event.level === 'error') failed(event.error);
  if (query.sql === 'commit') committed(ms, 1);
  else if (!/^(begin|start transaction|rollback)\b/.test(query.sql))
    (onlyReads ? reads : writes).observe(ms / 1000);
}

/** Counts a commit, the milliseconds that it took, and the transactions that shared it. */
export function committed(ms: number, transactions: number): void {
  commitDuration.observe(ms / 1000);
  commitTransactions.observe(transactions);
}

function failed(error: unknown): void {
  const errors = isUnavailable(error) ? unavailable : isConflict(error) ? conflicts : others;
  errors!.value++;
}
