import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Read replicas of the primary. */
export interface ReplicaSet {
  /**
   * One that shows everything written through this process, everything up to `position`, and all that any
   * process had written a second ago; undefined where there is none, and the primary has to be asked.
   */
  choose(position?: number): Replica | undefined;
  /** Tells that a write has just been committed; resolves to its position, for who will read it. */
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

/** Milliseconds between two looks at how far the servers are. */
const INTERVAL = 400;

/**
 * Follows how far each replica has come. A position is a place in the primary's log, in bytes: a replica that has
 * replayed up to there shows all that was committed before.
 */
export function followReplicas(primary: Db, replicas: readonly Db[]): ReplicaSet {
  const followed = replicas.map(db => ({ db, replayed: -1 }));
  let written = 0;
  // A write was committed whose position could not be asked for.
  let uncertain = false;
  let [seen, seenBefore] = [0, 0];
  let turn = 0;
  let timer: NodeJS.Timeout;
  let stopped = false;

  const look = async () => {
    const doubted = uncertain;
    const [position] = await Promise.all([
      positionOf(primary).catch(() => undefined),
      ...followed.map(async replica => {
        replica.replayed = await replayedOf(replica.db).catch(() => -1);
      }),
    ]);
    // While the primary is away nothing is written: what replicas show stays as new as it was.
    [seenBefore, seen] = [seen, position ?? seen];
    if (doubted && position !== undefined) {
      uncertain = false;
      written = Math.max(written, position);
    }
    if (!stopped) timer = setTimeout(look, INTERVAL);
  };
  timer = setTimeout(look, 0);

  return {
    choose(position = 0) {
      if (uncertain) return undefined;
      const least = Math.max(position, written, seenBefore);
      const current = followed.filter(({ replayed }) => replayed >= least && replayed >= 0);
      const chosen = current[turn++ % current.length];
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

/** Where the primary's log ends: what has been committed lies before. */
async function positionOf(db: Db): Promise<number> {
  const asked = sql<{
    position: number;
  }>`select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position`;
  return (await asked.execute(db)).rows[0]!.position;
}

/** How far a replica has come; a server that has been promoted does not follow any more. */
async function replayedOf(db: Db): Promise<number> {
  const asked = sql<{
    position: number | null;
  }>`select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint end as position`;
  return (await asked.execute(db)).rows[0]!.position ?? -1;
}
