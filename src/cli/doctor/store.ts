import { readdir, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { withStoreAsItIs } from '../../db/alone.ts';
import { asStoreError, asStoreFailure, MissingPart, StoreError } from '../../db/errors.ts';
import { migrationState } from '../../db/migrate.ts';
import { settingOf, storeFile } from '../../db/open.ts';
import { assertNothingLeft, sizeOf } from '../../db/sqlite/missing-parts.ts';
import type { Db } from '../../db/tables.ts';
import { imageFolder } from '../../images/save-files.ts';
import { epochSeconds } from '../../lib/time/clock.ts';
import { countLateMails } from '../../mail/outbox.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** The oldest PostgreSQL that is supported. */
const POSTGRES = 15;

/** Seconds by which the clocks of the service and of PostgreSQL may differ. */
const APART = 60;

/** Whether the store can be opened and is whole. It is not changed. */
export async function checkStore(config: Config): Promise<Finding[]> {
  try {
    if (config.DATABASE_URL) return await withStoreAsItIs(config, db => ofServer(db, config));
    return await ofFile(config);
  } catch (thrown) {
    const error = asStoreError(asStoreFailure(thrown, settingOf(config)), settingOf(config));
    if (!(error instanceof StoreError)) throw error;
    return [problem(error.message, remedyFor(error, config))];
  }
}

function remedyFor({ cause }: StoreError, { DATABASE_URL }: Config): string {
  if (cause instanceof MissingPart) return 'The message says what to do.';
  if (DATABASE_URL)
    return 'Look whether PostgreSQL runs, and at the host, port, name and password in DATABASE_URL.';
  return 'Restore an archive of "almanac backup" into another folder, or run the version that last used the store.';
}

async function ofServer(db: Db, { DATABASE_POOL }: Config): Promise<Finding[]> {
  const { rows } = await sql<{ version: number; most: number; now: number; reads: boolean; may: boolean }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('max_connections')::int as most, extract(epoch from clock_timestamp())::float8 as now,
      pg_is_in_recovery() as reads, has_schema_privilege(current_schema(), 'create') as may`.execute(db);
  const { version, most, now, reads, may } = rows[0]!;
  const apart = Math.round(Math.abs(now - Date.now() / 1000));
  const name = `PostgreSQL ${version}`;
  return [
    version >= POSTGRES
      ? ok(`DATABASE_URL: ${name} answers`)
      : problem(`DATABASE_URL: ${name} is too old.`, `Almanac needs PostgreSQL ${POSTGRES} or newer.`),
    ...(reads
      ? [problem(`${name} is a standby that takes no writes.`, 'Name the primary server in DATABASE_URL.')]
      : []),
    ...(may
      ? []
      : [problem('The user may not create tables.', 'Grant it: GRANT CREATE, USAGE ON SCHEMA public TO …')]),
    ...(DATABASE_POOL < most
      ? []
      : [
          problem(
            `DATABASE_POOL is ${DATABASE_POOL}, and ${name} takes ${most} connections.`,
            'Lower DATABASE_POOL, or raise max_connections.',
          ),
        ]),
    ...(apart <= APART
      ? []
      : [
          problem(
            `The clocks of this machine and of ${name} are ${apart} seconds apart.`,
            'Set both by NTP.',
          ),
        ]),
    ...(await ofMigrations(db)),
    ...(await ofMails(db)),
  ];
}

async function ofFile(config: Config): Promise<Finding[]> {
  const file = storeFile(config);
  if ((await sizeOf(file)) === 0) {
    await assertNothingLeft(file);
    return [ok(`The first start makes ${file}`)];
  }
  const { mtimeMs } = await stat(file);
  return withStoreAsItIs(config, async db => {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    if (rows[0]?.quick_check !== 'ok')
      return [
        problem(`${file} is damaged.`, 'Restore the last archive of "almanac backup" into another folder.'),
      ];
    return [
      ok(`${file} is whole`),
      ...(mtimeMs > Date.now() + APART * 1000
        ? [
            problem(
              `${file} was written in the future.`,
              'Set the clock, best by NTP (timedatectl set-ntp true).',
            ),
          ]
        : []),
      ...(await ofMigrations(db)),
      ...(await ofPictures(db, config)),
      ...(await ofMails(db)),
    ];
  });
}

async function ofMigrations(db: Db): Promise<Finding[]> {
  const state = await migrationState(db);
  if (state !== 'some') return [];
  return [
    warning(
      'The store is of an earlier version: the next start migrates it.',
      'Make a backup before. docs/upgrading.md has the way back.',
    ),
  ];
}

/** Mails that should have been sent an hour ago. */
async function ofMails(db: Db): Promise<Finding[]> {
  if ((await migrationState(db)) !== 'all') return [];
  const count = await countLateMails(db, epochSeconds() - 3600);
  if (count === 0) return [];
  return [
    warning(
      `Mails that wait for more than an hour: ${count}.`,
      'Look at SMTP_URL, and at the log of the service.',
    ),
  ];
}

/** Pictures that the store does not know: it was copied without its log, or is an older one. */
async function ofPictures(db: Db, config: Config): Promise<Finding[]> {
  if ((await migrationState(db)) === 'none') return [];
  const kept = await readdir(imageFolder(config)).catch(() => []);
  const known = new Set(
    (await db.selectFrom('images').select('file').execute()).map(({ file }) => file.split('/')[0]),
  );
  const unknown = kept.filter(name => !known.has(name));
  if (unknown.length === 0) return [];
  return [
    warning(
      `The store knows nothing of ${unknown.length} of ${kept.length} pictures in images/: an upload may have been broken off, or the store is an older one, or was copied without almanac.sqlite-wal.`,
      'If events are missing too, stop the service, and bring the store back together with its log.',
    ),
  ];
}
