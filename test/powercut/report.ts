import type { Disk } from './disk.ts';
import { DATA } from './engines.ts';
import { unsyncedAt } from './remains.ts';
import { HABITS, type Loss } from './trial.ts';

/** Losses of a kind, by what they say but for its numbers, with the first of each, and what was not synced then. */
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

/** The first of those that are the service's own. */
function few(paths: readonly string[]): string {
  const own = paths.filter(path => path === DATA || path.startsWith(`${DATA}/`));
  return own.length === 0 ? 'none' : [...own.slice(0, FEW), ...(own.length > FEW ? ['…'] : [])].join(', ');
}

const FEW = 5;

/** Folders of pictures and of images, and numbers. */
const VARIABLE = /[0-9a-f]{24}|powercut-image-\w+|\d+/g;

/** The first line of what an error says. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
