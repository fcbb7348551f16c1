import type { Disk } from './disk.ts';
import { DATA } from './engines.ts';
import { unsyncedAt } from './remains.ts';
import { HABITS, type Loss } from './trial.ts';

/** Losses grouped by message without numbers, with the first of each group and its unsynced changes. */
export function summary(losses: readonly Loss[], disk: Disk): string[] {
  const kinds = Map.groupBy(losses, ({ error }) => messageOf(error).replace(VARIABLE, '#'));
  return [...kinds]
    .sort(([, some], [, others]) => others.length - some.length)
    .flatMap(([, [first, ...others]]) => {
      const { image, position, mode, error } = first!;
      const { names, contents } = unsyncedAt(disk, position, HABITS);
      return [
        `${1 + others.length} images, first ${image} (line ${position}, ${mode}): ${messageOf(error)}`,
        `  of DATA_DIR not synced then: names ${few(names)}; contents ${few(contents)}`,
      ];
    });
}

/** The first paths that belong to the service. */
function few(paths: readonly string[]): string {
  const own = paths.filter(path => path === DATA || path.startsWith(`${DATA}/`));
  return own.length === 0 ? 'none' : [...own.slice(0, FEW), ...(own.length > FEW ? ['…'] : [])].join(', ');
}

const FEW = 5;

/** Folders of image files and of disk images, and numbers. */
const VARIABLE = /[0-9a-f]{24}|powercut-image-\w+|\d+/g;

/** The first line of an error message. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
