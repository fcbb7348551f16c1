import { spawnSync } from 'node:child_process';
import { createReadStream, globSync } from 'node:fs';
import { join } from 'node:path';
import { DATA, type DataSet } from './data.ts';

const PIECE = 2 ** 22;

/** The files of a store. A PostgreSQL server keeps those of all its databases together. */
const filesOf = ({ folder, url }: Pick<DataSet, 'folder' | 'url'>): string[] =>
  url ? globSync(join(DATA, 'postgres/data/base/*/*')) : globSync(join(folder, 'almanac.sqlite'));

/** Reads the files of a store once, so that the system has them in its cache as far as its memory allows. */
export async function readThrough(place: Pick<DataSet, 'folder' | 'url'>): Promise<void> {
  for (const file of filesOf(place))
    for await (const _piece of createReadStream(file, { highWaterMark: PIECE }));
}

/** The part of a store's files that the system has in its cache; undefined without the program `fincore`. */
export function cachedPart(place: Pick<DataSet, 'folder' | 'url'>): number | undefined {
  const columns = ['--bytes', '--raw', '--noheadings', '--output', 'RES,SIZE'];
  const { status, stdout } = spawnSync('fincore', [...columns, ...filesOf(place)], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  let [cached, size] = [0, 0];
  for (const line of stdout.trim().split('\n')) {
    const [resident, whole] = line.split(' ').map(Number);
    cached += resident!;
    size += whole!;
  }
  return cached / size;
}
