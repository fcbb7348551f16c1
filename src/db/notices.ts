import { type MigrationNotice, migrationText } from './migration.ts';

/** What the operator reads of a store. */
export type StoreNotice =
  | MigrationNotice
  /** The path of a copy of the embedded store from before. */
  | { readonly copy: string }
  /** The last migration that a store in PostgreSQL had before; no copy of it is made. */
  | { readonly uncopied: string }
  /** Why the embedded store's log is not written back into its file; the next checkpoint tries again. */
  | { readonly checkpoint: string };

/** How serious a notice is, and what the log says of it besides the notice itself. */
export function describeNotice(notice: StoreNotice): { level: 'info' | 'warn' | 'error'; text: string } {
  if ('copy' in notice)
    return {
      level: 'info',
      text: 'the schema of the store is migrated; this is a copy of the store from before',
    };
  if ('uncopied' in notice)
    return {
      level: 'warn',
      text: 'the schema of the database is migrated, and no copy of it is made: keep the dump that pg_dump made before the upgrade; without one, "almanac rollback" is the only way back',
    };
  if ('checkpoint' in notice)
    return {
      level: 'error',
      text: 'the log of the store could not be written back into its file: it grows until that succeeds',
    };
  return { level: 'blocked' in notice ? 'warn' : 'info', text: migrationText(notice) };
}

/** A notice as a line in a terminal. */
export function noticeLine(notice: StoreNotice): string {
  if ('copy' in notice)
    return `The schema of the store is migrated. The store as it was before: ${notice.copy}`;
  if ('uncopied' in notice)
    return 'The schema of the database is migrated. Keep the dump from before the upgrade.';
  const { text } = describeNotice(notice);
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}
