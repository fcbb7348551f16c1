import { dialectOf } from '../db/dialect.ts';
import { inTransaction } from '../db/transaction.ts';
import { fillTown, pathOf, type Write } from '../demo/fill.ts';
import { forgetBelow, importedBelow, remember } from '../intake/imported.ts';
import { isTaxonomy, KINDS, type LinkedType, writtenTypes } from '../kinds.ts';
import { CANONICAL, TRASH } from '../site/address.ts';
import { mayKeepSources } from '../users/rights.ts';
import { bodyOf, unlessRefused } from './ask.ts';
import { countEvents, EVENTS, type ShownEvent } from './events/record.ts';
import type { AdminCall } from './page.ts';

// The examples are the town of the demonstration. They are known by their source, as imported records are.

const SOURCE = 'almanac:examples';

/** Whether nobody else writes them: of two clicks, the first one is told by a source without a record. */
const mayBegin = (call: AdminCall): Promise<boolean> =>
  inTransaction(call.db, async db => {
    await dialectOf(db).lockNames(db, 'imported');
    if (await hasExamples({ ...call, db })) return false;
    const begun = { source: `${SOURCE}#begun`, local_id: 0, fingerprint: '', modified_at: null };
    await remember(db, [{ type: 'category', ...begun }]);
    return true;
  });

/** Writes the examples. What has a status is private: only those who may edit everything see it. */
export async function addExamples(call: AdminCall): Promise<void> {
  if (!(await mayBegin(call))) return;
  const { demoEvents } = await import('../demo/events.ts');
  const { LANGUAGE, TIME_ZONE } = call.config;
  const write: Write = async (kind, values, id) => {
    const path = pathOf(kind, CANONICAL);
    const answer = await (values instanceof File
      ? call.ask(
          'POST',
          path,
          {},
          { received: { name: values.name, bytes: Buffer.from(await values.bytes()) } },
        )
      : id === undefined
        ? call.ask('POST', path, { ...values, ...(KINDS[kind].isPublished && { status: 'private' }) })
        : call.ask('PATCH', `${path}/${id}`, values as Record<string, unknown>));
    if (answer.refused) throw new Error(`${path}: ${Object.values(answer.refused).join(' ')}`);
    const made = (answer.body as { id: number }).id;
    const source = `${SOURCE}#${kind}-${made}`;
    if (id === undefined)
      await remember(call.db, [{ type: kind, source, local_id: made, fingerprint: '', modified_at: null }]);
    return made;
  };
  await fillTown({
    ...{ write, language: LANGUAGE, events: demoEvents },
    today: Temporal.Now.plainDateISO(TIME_ZONE.id),
  });
}

/** Whether there are examples that this viewer may remove. Their categories are the first that is written. */
export const hasExamples = async ({ db, viewer }: AdminCall): Promise<boolean> =>
  mayKeepSources(viewer) && (await importedBelow(db, 'category', SOURCE)).size > 0;

/**
 * Deletes the examples for good. Somebody may have made use of them: an event that is no longer private stays, and so
 * does what other events name. Unused pictures go by themselves.
 */
export async function removeExamples(call: AdminCall): Promise<void> {
  for (const kind of writtenTypes.toReversed()) {
    const path = pathOf(kind, CANONICAL);
    const examples = [...(await importedBelow(call.db, kind, SOURCE)).values()].filter(({ gone }) => !gone);
    // Categories below others were made after these.
    for (const { local_id: id, trashed } of examples.toSorted((a, b) => b.local_id - a.local_id)) {
      const isInUse =
        !trashed && (await (kind === 'event' ? isPublished(call, id) : isNamed(call, kind, id)));
      if (isInUse) continue;
      // Somebody else may remove them at the same time.
      if (!trashed) await unlessRefused(call.ask('DELETE', `${path}/${id}`));
      if (!isTaxonomy(kind)) await unlessRefused(call.ask('DELETE', `${TRASH}/${id}`));
    }
    await forgetBelow(call.db, kind, SOURCE);
  }
}

async function isPublished(call: AdminCall, id: number): Promise<boolean> {
  const asked = unlessRefused(call.ask('GET', `${EVENTS}/${id}`, { context: 'edit' }));
  const { status } = (await bodyOf<ShownEvent>(asked)) ?? { status: 'private' };
  return status !== 'private';
}

/** Whether an event names a record. */
const isNamed = async (call: AdminCall, type: LinkedType, id: number): Promise<boolean> =>
  (await countEvents(call, { when: 'all', [KINDS[type].linkedAs]: id })) > 0;
