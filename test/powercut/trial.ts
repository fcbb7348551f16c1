import { type Random, random } from '../../bench/random.ts';
import type { Store } from '../crash/engine.ts';
import { checkImage } from './check.ts';
import { Folder, type Node } from './disk.ts';
import { CLUSTER, DATA } from './engines.ts';
import type { Journal } from './journal.ts';
import { modes } from './modes.ts';
import { choosePoints, type Point } from './points.ts';
import { type Habits, imageAt, type SyncedUntil, syncedUntil } from './remains.ts';
import type { Replayed } from './replay.ts';

/** What is tried: the work of a service, as recorded in a trace. */
export interface Subject {
  store: Store;
  replayed: Replayed;
  journal: Journal;
  seed: number;
}

/** An image of the disk on which something is lost, or on which the service does not start. */
export interface Loss extends Point {
  image: number;
  error: unknown;
}

/** Called after each tried image. */
export type Passed = (loss: Loss | undefined) => void;

/** Tries this many images. */
export const tryImages = (subject: Subject, count: number, passed: Passed): Promise<Loss[]> =>
  tryPoints(pointsOf(subject, count, 0), passed, (point, image) =>
    tryImage(subject, point, random(subject.seed, image), syncedUntil),
  );

/** Files whose syncs are ignored, to prove that a missing sync is noticed. */
export const controls = {
  'all syncs': () => true,
  'syncs of the store': node => !(node instanceof Folder) && !isPicture(node),
  'syncs of pictures': node => !(node instanceof Folder) && isPicture(node),
  'syncs of folders': node => node instanceof Folder,
} satisfies Record<string, (node: Node) => boolean>;

export type Control = keyof typeof controls;

const isPicture = ({ path }: Node): boolean => path.startsWith(`${DATA}/images/`);

/** Tries this many images of a system that ignores some syncs. */
export const tryWithout = (
  control: Control,
  subject: Subject,
  count: number,
  passed: Passed,
): Promise<Loss[]> =>
  tryPoints(pointsOf(subject, count, CONTROL), passed, (point, image) => {
    const chance = random(subject.seed, CONTROL + image);
    // The system writes older changes by itself.
    const written = point.position - Math.floor(point.position ** chance());
    const until: SyncedUntil = (node, position) =>
      controls[control](node) ? written : syncedUntil(node, position);
    return tryImage(subject, point, chance, until);
  });

/** The first random stream after those of the images. */
const CONTROL = 1_000_000;

const pointsOf = ({ replayed, journal, seed }: Subject, count: number, stream: number): Point[] =>
  choosePoints(random(seed, stream), count, { ...replayed, acknowledgements: journal.acknowledgements });

/** Images that are tried concurrently, because each waits for starting processes. */
const AT_ONCE = 3;

async function tryPoints(
  points: readonly Point[],
  passed: Passed,
  tryOne: (point: Point, image: number) => Promise<void>,
): Promise<Loss[]> {
  const losses: Loss[] = [];
  const waiting = points.entries();
  const worker = async () => {
    for (const [at, point] of waiting) {
      const loss = await tryOne(point, at + 1).then(
        () => undefined,
        (error: unknown) => ({ ...point, image: at + 1, error }),
      );
      if (loss) losses.push(loss);
      passed(loss);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return losses.sort((one, other) => one.image - other.image);
}

function tryImage(
  { store, replayed: { disk }, journal }: Subject,
  { position, mode }: Point,
  chance: Random,
  until: SyncedUntil,
): Promise<void> {
  const habits = { ...HABITS, syncedUntil: until };
  const image = imageAt(disk, position, habits, modes[mode](chance, position));
  return checkImage(image, { store, disk, expected: journal.expected(position), random: chance });
}

/** PostgreSQL relies on finding a new file under its name once the file is synced. */
const filesKeepNames = ({ path }: Node): boolean => path.startsWith(`${CLUSTER}/`);

/** A system that keeps its guarantees. */
export const HABITS: Habits = { syncedUntil, filesKeepNames };
