import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Read replicas of the primary. */
export interface ReplicaSet {
  /**
   * A replica that shows everything written through this process, everything up to `position`, and everything any
   * process wrote up to a second ago; undefined if there is none and the primary must be used.
   */
  choose(position?: number): Replica | undefined;
  /** Call it after each commit. Resolves to the log position of the write, for later reads of it. */
  wrote(): Promise<number | undefined>;
  close(): Promise<void>;
}

export interface Replica {
  db: Db;
  /** Stops using this replica until it answers again. */
  lost(): void;
}

export const NO_REPLICAS: ReplicaSet = {
  choose: () => undefined,
  wrote: async () => undefined,
  close: async () => {},
};

/**
 * No replicas, on a database that several processes may share. The position tells only that there was a write: a process
 * that is sent it looks for changes at once.
 */
export const NO_REPLICAS_OF_SHARED: ReplicaSet = { ...NO_REPLICAS, wrote: async () => 1 };

/** Milliseconds between two checks of the replication progress. */
const INTERVAL = 400;

/**
 * Follows each replica's progress. A position is an offset in the primary's log, in bytes: a replica that has replayed
 * up to it shows all commits before it.
 */
export function followReplicas(primary: Db, replicas: readonly Db[]): ReplicaSet {
  const followed = replicas.map(db => ({ db, replayed: -1 }));
  let written = 0;
  // A write was committed, but its position could not be read.
  let uncertain = false;
  let [seen, seenBefore] = [0, 0];
  let rotation = 0;
  let timer: NodeJS.Timeout;
  let stopped = false;

  const poll = async () => {
    const wasUncertain = uncertain;
    const [position] = await Promise.all([
      positionOf(primary).catch(() => undefined),
      ...followed.map(async replica => {
        replica.replayed = await replayedOf(replica.db).catch(() => -1);
      }),
    ]);
    // While the primary is unreachable, nothing is written: the replicas' data stays current.
    [seenBefore, seen] = [seen, position ?? seen];
    if (wasUncertain && position !== undefined) {
      uncertain = false;
      written = Math.max(written, position);
    }
    if (!stopped) timer = setTimeout(poll, INTERVAL);
  };
  timer = setTimeout(poll, 0);

  return {
    choose(position = 0) {
      if (uncertain) return undefined;
      const least = Math.max(position, written, seenBefore);
      const current = followed.filter(({ replayed }) => replayed >= least && replayed >= 0);
      const chosen = current[rotation++ % current.length];
      if (!chosen) return undefined;
      const lost = () => {
        chosen.replayed = -1;
      };
      return { db: chosen.db, lost };
    },
    async wrote() {
      const position = await positionOf(primary).catch(() => undefined);
      if (position === undefined) uncertain = true;
      else written = Math.max(written, position);
      return position;
    },
    async close() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all(followed.map(({ db }) => db.destroy()));
    },
  };
}

/** The end of the primary's log: everything committed lies before it. */
async function positionOf(db: Db): Promise<number> {
  const query = sql<{
    position: number;
  }>`select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position`;
  return (await query.execute(db)).rows[0]!.position;
}

/** The replica's replay position; -1 for a server that has been promoted and no longer follows. */
async function replayedOf(db: Db): Promise<number> {
  const query = sql<{
    position: number | null;
  }>`select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint end as position`;
  return (await query.execute(db)).rows[0]!.position ?? -1;
}
