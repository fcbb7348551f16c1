import type { Config } from '../config.ts';
import type { PublishedRow, Status } from '../db/tables.ts';
import { parseDate } from '../lib/time/dates.ts';
import { mayPublish, type Viewer } from '../users/rights.ts';

/** The status and publication date in a write; undefined if not sent. */
export interface PublicationPatch {
  status?: Status | undefined;
  date?: string | number | undefined;
  date_utc?: string | number | undefined;
}

/** The publication date of a draft that has none, as answers show it in UTC. */
export const NO_DATE = '0000-00-00 00:00:00';

export type Publication = Pick<PublishedRow, 'status' | 'date_at' | 'date_floats'>;

/** Columns of an imported record that are copied unchanged from its source. */
export type FixedColumns = Partial<
  Pick<PublishedRow, 'slug' | 'status_before_trash' | 'date_at' | 'date_floats' | 'modified_at'>
>;

interface PublicationContext {
  viewer: Viewer;
  config: Pick<Config, 'TIME_ZONE'>;
  now: number;
}

/**
 * The status and publication date of a record after a write. `current` has the values before it, undefined for a new
 * record. What is not sent stays: an update never publishes a record by itself.
 */
export function publication(
  patch: PublicationPatch,
  current: Publication | undefined,
  context: PublicationContext,
): Publication {
  const date = publicationDate(patch, context);
  const wanted = permitted(patch.status, context.viewer) ?? current?.status ?? defaultStatus(context.viewer);
  const floats = date === undefined && (current?.date_floats ?? 1) === 1;
  const keepsDate = wanted === 'draft' || wanted === 'pending' || wanted === 'trash';
  const date_at = date ?? (floats && (!keepsDate || !current) ? context.now : current!.date_at);
  return {
    status: scheduled(wanted, date_at, context.now, patch, date !== undefined),
    date_at,
    date_floats:
      floats && (wanted === 'draft' || wanted === 'pending' || (wanted === 'trash' && current)) ? 1 : 0,
  };
}

/**
 * `date` is in the time zone of the site, `date_utc` in UTC. If both are given, `date_utc` wins, also if it says that
 * there is no date yet: a draft that is written back keeps none.
 */
function publicationDate(
  { date, date_utc }: PublicationPatch,
  { config, now }: PublicationContext,
): number | undefined {
  if (date_utc === NO_DATE || date === NO_DATE) return undefined;
  if (date_utc !== undefined) return parseDate(date_utc, { zone: 'UTC', now })?.epoch;
  return date === undefined ? undefined : parseDate(date, { zone: config.TIME_ZONE.id, now })?.epoch;
}

/** Limits the status to what the viewer may set: a contributor's record waits for approval. */
function permitted(wanted: Status | undefined, viewer: Viewer): Status | undefined {
  if (mayPublish(viewer)) return wanted;
  return wanted === 'publish' || wanted === 'future' || wanted === 'private' ? 'pending' : wanted;
}

const defaultStatus = (viewer: Viewer): Status => (mayPublish(viewer) ? 'publish' : 'draft');

/** Chooses between `publish` and `future` by the publication date. */
function scheduled(
  status: Status,
  date: number,
  now: number,
  patch: PublicationPatch,
  dated: boolean,
): Status {
  if (status === 'future' && date <= now) return 'publish';
  if (status === 'publish' && date > now && (dated || patch.status !== undefined)) return 'future';
  return status;
}

/** The status to store with a record in the trash, for its restoration. */
export function statusBeforeTrash(
  status: Status,
  current: Pick<PublishedRow, 'status' | 'status_before_trash'> | undefined,
): Status | null {
  if (status !== 'trash') return null;
  return current?.status === 'trash' ? current.status_before_trash : (current?.status ?? null);
}
