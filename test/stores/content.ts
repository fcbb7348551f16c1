import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';
import type { Account } from '../account.ts';
import type { Service } from '../service.ts';
import { fillAccounts } from './content/accounts.ts';
import { fillDeleted } from './content/deleted.ts';
import { fillEvents, fillTranslations } from './content/events.ts';
import { fillImported } from './content/imported.ts';
import { fillImages, fillPlaces, fillTerms } from './content/places.ts';
import { fillSeries } from './content/series.ts';
import { fillSettings } from './content/settings.ts';
import { assertAllWords } from './content/words.ts';

/**
 * Fills a store with records of every kind, in every state.
 * @param save writes a file to import, and resolves to its path
 */
export async function fill(service: Service, save: (name: string, text: string) => Promise<string>) {
  await fillAccounts(service);
  const images = await fillImages(service);
  await fillTerms(service);
  await fillPlaces(service, images);
  await fillEvents(service, images);
  await fillTranslations(service, images);
  await fillSeries(service, images);
  await fillDeleted(service, images);
  await fillImported(service, save);
  await fillSettings(service);
  await assertAllWords(service.db);
}

/** Whose secrets are written beside the store. */
export const secretsOf = (accounts: Record<string, Account>): Record<string, string> =>
  Object.fromEntries(Object.values(accounts).map(({ user, app_password }) => [user, app_password]));

/** Triggers write the change log by the clock of the engine: the log of a store has the time of its records. */
export const setLogTimes = (db: Db, at: number) => sql`update changes set at = ${at}`.execute(db);
