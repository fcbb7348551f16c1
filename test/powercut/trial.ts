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

/** What is tried: what a service has done, as a trace tells it. */
export interface Subject {
  store: Store;
  replayed: Replayed;
  journal: Journal;
  seed: number;
}

/** An image on which something is lost, or cannot be started on. */
export interface Loss extends Point {
  image: number;
  error: unknown;
}

/** Is told of each image that has been tried. */
export type Passed = (loss: Loss | undefined) => void;

/** Tries so many images. */
export const tryImages = (subject: Subject, count: number, passed: Passed): Promise<Loss[]> =>
  tryPoints(pointsOf(subject, count, 0), passed, (point, image) =>
    tryImage(subject, point, random(subject.seed, image), syncedUntil),
  );

/** Whose syncs are left out, to prove that this is noticed. */
export const controls = {
  'all syncs': () => true,
  'syncs of the store': node => !(node instanceof Folder) && !isPicture(node),
  'syncs of pictures': node => !(node instanceof Folder) && isPicture(node),
  'syncs of folders': node => node instanceof Folder,
} satisfies Record<string, (node: Node) => boolean>;

export type Control = keyof typeof controls;

const isPicture = ({ path }: Node): boolean => path.startsWith(`${DATA}/images/`);

/** Tries so many images of a system on which some syncs do nothing. */
export const tryWithout = (
  control: Control,
  subject: Subject,
  count: number,
  passed: Passed,
): Promise<Loss[]> =>
  tryPoints(pointsOf(subject, count, CONTROL), passed, (point, image) => {
    const chance = random(subject.seed, CONTROL + image);
    // What is older the system has written by itself.
    const written = point.position - Math.floor(point.position ** chance());
    const until: SyncedUntil = (node, position) =>
      controls[control](node) ? written : syncedUntil(node, position);
    return tryImage(subject, point, chance, until);
  });

/** The first stream of random numbers that is not for an image of the trial itself. */
const CONTROL = 1_000_000;

const pointsOf = ({ replayed, journal, seed }: Subject, count: number, stream: number): Point[] =>
  choosePoints(random(seed, stream), count, { ...replayed, acknowledgements: journal.acknowledgements });

/** Images that are tried at the same time: each waits now and then for a process that starts. */
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

/** PostgreSQL relies on it that a new file is found under its name once it is synced. */
const filesKeepNames = ({ path }: Node): boolean => path.startsWith(`${CLUSTER}/`);

/** A system that does what it promises. */
export const HABITS: Habits = { syncedUntil, filesKeepNames };
