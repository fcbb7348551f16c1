import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spoken } from '../src/intake/reason.ts';
import type { ImportOptions } from '../src/intake/run.ts';
import { importAll } from '../src/transfer/import.ts';
import { ownFolder } from './folder.ts';
import type { Service } from './service.ts';

/** A folder for the files of a test. */
export const folder = await ownFolder();

/** Saves a file to import, and returns its path. */
export const saved = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

/** Imports into a service, as its administrator. */
export const take = async (service: Service, sources: string[], options: Partial<ImportOptions> = {}) =>
  spoken(
    await importAll(service.db, service.config, sources, {
      author: { id: service.accounts.administrator.id, login: 'administrator', role: 'administrator' },
      ...{ images: true, keepIds: true, onProgress: () => {}, pauseMs: 1 },
      ...options,
    }),
  );

export type Taken = Awaited<ReturnType<typeof take>>;

/** The counts of each type with any: created, changed, unchanged, skipped. */
export const done = ({ counts }: Taken) =>
  Object.fromEntries(
    Object.entries(counts)
      .map(
        ([type, { created, changed, unchanged, skipped }]) =>
          [type, [created, changed, unchanged, skipped]] as const,
      )
      .filter(([, numbers]) => numbers.some(number => number > 0)),
  );
