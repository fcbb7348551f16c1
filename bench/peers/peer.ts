import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA, type DataSet } from '../data.ts';
import { freePort, node, type Running, running } from '../processes.ts';

/** What is asked of Almanac and of a peer. Instants are epoch seconds. */
export type Asked =
  | { readonly id: number }
  | {
      /** The list of ten in this window, with its number. */
      readonly from: number;
      readonly to: number;
      /** The categories below one, itself included; a tag, a venue, an organizer. */
      readonly categories?: readonly number[];
      readonly tags?: readonly number[];
      readonly venues?: readonly number[];
      readonly organizers?: readonly number[];
      readonly featured?: true;
      readonly search?: string;
    };

/** Another program that keeps the same events on SQLite. */
export interface Peer {
  /** With its version: `Directus 12.4.0 on Node 22.23.3`. */
  readonly title: string;
  /** Installs it into a folder of its own, unless it is there. */
  install(tell: (text: string) => void): void;
  /** Starts it on the events of a calendar; they are written once for each calendar. */
  start(set: DataSet): Promise<Running>;
  /** The path of a question; undefined if the peer has no such filter. */
  pathOf(asked: Asked): string | undefined;
  /** The ids of an answer in their order and their number, or the id: `1,2 of 2`. */
  foundIn(body: unknown): string;
}

/** The folder of a peer's packages and of its data, and the Node that it runs on. */
export class PeerFolder {
  readonly folder: string;
  readonly runtime: string;
  readonly #packages: Readonly<Record<string, string>>;
  readonly #compiled: readonly string[];

  /**
   * @param packages from the npm registry, with their versions and that of `node`
   * @param compiled those with native modules
   */
  constructor(name: string, packages: Readonly<Record<string, string>>, compiled: readonly string[]) {
    this.folder = join(DATA, `peer-${name}`);
    this.runtime = join(this.folder, 'node_modules/node/bin/node');
    this.#packages = packages;
    this.#compiled = compiled;
  }

  install(title: string, tell: (text: string) => void): void {
    if (existsSync(join(this.folder, 'installed'))) return;
    tell(`${title} is installed into ${this.folder}: this takes some minutes`);
    mkdirSync(this.folder, { recursive: true });
    const wanted = { private: true, type: 'module', dependencies: this.#packages };
    writeFileSync(join(this.folder, 'package.json'), JSON.stringify(wanted));
    this.#npm('install', '--ignore-scripts');
    // The package with the runtime has a script that fetches the one for this machine, and that has the headers for compiling.
    this.#npm('rebuild', 'node', '--foreground-scripts');
    const headers = join(this.runtime, '../../node_modules', `node-${process.platform}-${process.arch}`);
    this.#npm('rebuild', ...this.#compiled, '--foreground-scripts', `--nodedir=${headers}`);
    writeFileSync(join(this.folder, 'installed'), '');
  }

  #npm(...words: string[]): void {
    const { status } = spawnSync('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: this.folder,
      // Native modules are compiled by the runtime that loads them, once it is there.
      env: { ...process.env, PATH: `${join(this.runtime, '..')}:${process.env.PATH}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`npm ${words.join(' ')} ended with ${status} in ${this.folder}`);
  }

  /** The database of a calendar, which is built once. */
  async databaseOf(set: DataSet, build: (file: string) => Promise<void> | void): Promise<string> {
    const folder = join(this.folder, set.folder.slice(DATA.length + 1));
    const file = join(folder, 'data.db');
    if (existsSync(file)) return file;
    const part = `${folder}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    await build(join(part, 'data.db'));
    renameSync(part, folder);
    return file;
  }

  /** Starts a program of the peer on a free port; it runs once it answers a request for `path`. */
  async serve(
    args: string[],
    environmentOn: (port: number) => Record<string, string>,
    path: string,
  ): Promise<Running> {
    const port = await freePort();
    return await running(node(args, environmentOn(port), undefined, undefined, this.runtime), port, path);
  }
}
