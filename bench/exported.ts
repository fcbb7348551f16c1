import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATA, dataKey, dataSet } from './data.ts';
import { almanac, settingsOf } from './processes.ts';

/** A file with the export of a calendar of this size. It is written once. */
export async function exported(events: number): Promise<string> {
  const file = join(DATA, `export-${events}-${dataKey()}.json`);
  if (existsSync(file)) return file;
  const set = await dataSet('sqlite', events);
  const child = almanac(['export', file], settingsOf(set), 'ignore');
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`almanac export ended with ${code}`);
  return file;
}
