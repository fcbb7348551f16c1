import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/tables.ts';
import { writeDurably } from '../../images/save-files.ts';
import { makeFolder } from '../../lib/private-files.ts';
import { updateSource } from './sources.ts';

/** Bytes of a file that is sent to the service; the command reads larger ones. */
export const MAX_SOURCE_BYTES = 20_000_000;

/** The folder that has the files of sources. */
export const sourceFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'sources');

/** Keeps the file of a source under a name of its own, of which only the kind is that of its sender. */
export async function saveSourceFile(
  config: Pick<Config, 'DATA_DIR'>,
  sent: { readonly name: string; readonly bytes: Buffer },
): Promise<string> {
  const [, kind = 'json'] = /\.(ics|ical|json|csv|tsv|xlsx|ods|xml)$/i.exec(sent.name) ?? [];
  const file = `${randomBytes(12).toString('hex')}.${kind.toLowerCase()}`;
  await makeFolder(sourceFolder(config));
  await writeDurably(join(sourceFolder(config), file), sent.bytes);
  return file;
}

export const removeSourceFile = (config: Pick<Config, 'DATA_DIR'>, file: string): Promise<void> =>
  file === '' ? Promise.resolve() : rm(join(sourceFolder(config), file), { force: true });

/** Seconds for which a file is kept after its last reading. */
const KEPT = 30 * 86_400;

/** Removes files that were read a month ago and are not read by themselves. */
export async function pruneSourceFiles(db: Db, config: Pick<Config, 'DATA_DIR'>, now: number): Promise<void> {
  const old = db
    .selectFrom('sources')
    .select(['id', 'file'])
    .where('file', '<>', '')
    .where('every', '=', 'never')
    .where('created_at', '<', now - KEPT)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('readings')
            .select('readings.id')
            .whereRef('source_id', '=', 'sources.id')
            .where(({ eb, or }) => or([eb('ended_at', 'is', null), eb('ended_at', '>=', now - KEPT)])),
        ),
      ),
    );
  for (const { id, file } of await old.execute()) {
    await updateSource(db, id, { file: '' });
    await removeSourceFile(config, file);
  }
}
