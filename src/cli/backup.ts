import type { Made } from '../backup/backup.ts';
import { visible } from '../lib/text/visible.ts';
import { assertStore, type Command, onlyArgument } from './command.ts';
import { giveWay } from './give-way.ts';
import { stoppable } from './stoppable.ts';

export const backupCommand: Command = {
  usage: 'FILE',
  meaning:
    'Copy the store as it is at this moment, with its pictures, into one file; the service goes on. Of a store in PostgreSQL the pictures only: pg_dump is for the rest.',
  options: {
    overwrite: { type: 'boolean', meaning: 'replace FILE where it is there already' },
  },
  run(called) {
    const file = onlyArgument(called, 'FILE');
    giveWay();
    assertStore(called.config);
    return stoppable(file, async signal => {
      // Other commands start without it.
      const { makeBackup } = await import('../backup/backup.ts');
      const overwrite = called.options.overwrite === true;
      const { store, pictures, size, missing } = await makeBackup(file, called.config, { overwrite, signal });
      for (const picture of missing)
        console.error(`Not there, and not in the backup: images/${visible(picture)}`);
      console.error(`${contentOf({ store, pictures })}, ${size} bytes.`);
      if (store === 'postgres')
        console.error(
          'The records are in PostgreSQL, and not in it: pg_dump is for them, before this command.',
        );
      return 0;
    });
  },
};

/** What is in a backup, as a person is told. */
export function contentOf({ store, pictures }: Pick<Made, 'store' | 'pictures'>): string {
  const files = `${pictures} ${pictures === 1 ? 'file' : 'files'} of pictures`;
  return store === 'sqlite' ? `The store and ${files}` : files;
}
