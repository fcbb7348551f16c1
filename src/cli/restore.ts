import { open } from 'node:fs/promises';
import { visible } from '../lib/text/visible.ts';
import { contentOf } from './backup.ts';
import { type Command, onlyArgument } from './command.ts';
import { stoppable } from './stoppable.ts';

export const restoreCommand: Command = {
  usage: 'FILE',
  meaning: 'Check a backup and restore it into a DATA_DIR without a store.',
  options: {},
  run(called) {
    const file = onlyArgument(called, 'FILE');
    return stoppable(file, async signal => {
      // Loaded here, so that other commands start without it.
      const { restoreBackup } = await import('../backup/restore.ts');
      await using archive = await open(file);
      const { made, missing, ...restored } = await restoreBackup(archive, called.config, signal);
      for (const picture of missing) console.error(`Not in the backup: images/${visible(picture)}`);
      console.error(`${contentOf(restored)}, of ${made}.`);
      return 0;
    });
  },
};
