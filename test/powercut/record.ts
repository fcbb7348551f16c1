import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { owner } from '../postgres.ts';
import { prepare } from './engines.ts';
import { assertSame, diskOf } from './folder.ts';
import { Journal, type Line } from './journal.ts';
import { modes } from './modes.ts';
import { Interrupted } from './names.ts';
import { imageAt, syncedUntil } from './remains.ts';
import { replay } from './replay.ts';
import type { Scene } from './scene.ts';
import { underStrace } from './strace.ts';
import type { Subject } from './trial.ts';

const run = promisify(execFile);

/** Below the folder of a recording. */
const PARTS = { root: 'root', begin: 'begin', trace: 'trace', journal: 'journal' };

/** Records what a service does; resolves to the folder of the recording. */
export async function record(options: Omit<Scene, 'root'>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'almanac-powercut-')));
  const at = (part: keyof typeof PARTS) => join(folder, PARTS[part]);
  if (owner) await chown(folder, owner.uid, owner.gid);
  await mkdir(at('root'));
  await prepare(options.store, at('root'));
  await run('cp', ['-a', at('root'), at('begin')]);
  const scene: Scene = { ...options, root: at('root') };
  const lines = await underStrace(at('trace'), ['test/powercut/scene.ts', JSON.stringify(scene)]);
  await writeFile(at('journal'), JSON.stringify({ ...options, folder: process.cwd(), lines }));
  return folder;
}

interface Kept extends Omit<Scene, 'root'> {
  /** The working directory of the program. */
  folder: string;
  lines: string[];
}

/** The content of a recording; fails if it does not lead to the folder's content at the end. */
export async function subjectOf(folder: string): Promise<Subject> {
  const root = join(folder, PARTS.root);
  const kept = JSON.parse(await readFile(join(folder, PARTS.journal), 'utf8')) as Kept;
  const lines = kept.lines.map(line => JSON.parse(line) as Line);
  const secrets = lines.flatMap(line => ('account' in line ? line.account.app_password : []));
  const traced = { file: join(folder, PARTS.trace), folder: kept.folder, root };
  const replayed = await replay(diskOf(join(folder, PARTS.begin)), traced, secrets);
  const habits = { syncedUntil, filesKeepNames: () => false };
  assertSame(imageAt(replayed.disk, Infinity, habits, modes.kept()), root);
  return { store: kept.store, replayed, journal: new Journal(lines, replayed), seed: kept.seed };
}

/** Records until no process was killed during a change, whose outcome would be unknown. */
export async function recordSubject(
  options: Omit<Scene, 'root'>,
): Promise<{ folder: string; subject: Subject }> {
  for (let attempt = 1; ; attempt++) {
    const folder = await record(options);
    try {
      return { folder, subject: await subjectOf(folder) };
    } catch (error) {
      if (!(error instanceof Interrupted) || attempt === ATTEMPTS) throw error;
      await rm(folder, { recursive: true });
    }
  }
}

const ATTEMPTS = 5;
