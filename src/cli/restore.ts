import { open } from 'node:fs/promises';
import { type Command, onlyArgument } from './command.ts';
import { untilStopped } from './stoppable.ts';

export const restoreCommand: Command = {
  usage: 'FILE',
  meaning: 'Check a backup, and bring it into a DATA_DIR in which there is no store.',
  options: {},
  run(called) {
    const file = onlyArgument(called, 'FILE');
    return untilStopped(file, async signal => {
      // Other commands start without it.
      const { restoreBackup } = await import('../backup/restore.ts');
      await using archive = await open(file);
      const { made, store, pictures, missing } = await restoreBackup(archive, called.config, signal);
      for (const picture of missing) console.error(`Not in the backup: images/${picture}`);
      const files = `${pictures} files of pictures`;
      console.error(`${store === 'sqlite' ? `The store and ${files}` : files}, as they were at ${made}.`);
      return 0;
    });
  },
};
