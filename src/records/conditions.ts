import { PreconditionFailed } from '../errors.ts';

/** The states of records that entity tags name, or any. */
export type States = '*' | ReadonlySet<string>;

/** The conditions of a write: RFC 9110, section 13. */
export interface Conditions {
  readonly match: States | undefined;
  /** Epoch seconds. */
  readonly unmodifiedSince: number | undefined;
  readonly noneMatch: States | undefined;
}

/** The current values to compare conditions with, computed when needed. */
export interface Current {
  /** The states of the record: as the viewer sees it and, if that differs, as the public sees it. */
  readonly states: readonly (() => Promise<string>)[];
  /** Epoch seconds of the last change; absent if it is not known. */
  readonly modifiedAt?: () => Promise<number>;
}

/**
 * Checks the conditions against the current record, within the transaction that changes it, in the order of the RFC: a
 * date counts only without tags.
 * @throws PreconditionFailed
 */
export async function assertHolds(conditions: Conditions | undefined, current: Current): Promise<void> {
  if (!conditions) return;
  const { match, unmodifiedSince, noneMatch } = conditions;
  if (match !== undefined) {
    if (!(await isAmong(match, current))) throw new PreconditionFailed();
  } else if (unmodifiedSince !== undefined && current.modifiedAt) {
    // A second change may follow within the same second, so a date is safe only from the next second on.
    if ((await current.modifiedAt()) + 1 > unmodifiedSince) throw new PreconditionFailed();
  }
  if (noneMatch !== undefined && (await isAmong(noneMatch, current))) throw new PreconditionFailed();
}

async function isAmong(wanted: States, { states }: Current): Promise<boolean> {
  if (wanted === '*') return true;
  for (const state of states) if (wanted.size > 0 && wanted.has(await state())) return true;
  return false;
}
