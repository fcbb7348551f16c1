import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file that comes with the service. */
export interface OwnFile {
  readonly name: string;
  readonly text: string;
}

/** The files of a folder beside this file, in the order of their names. Read while the service starts. */
export const filesOf = (folder: 'styles' | 'scripts'): OwnFile[] =>
  readdirSync(fileURLToPath(new URL(folder, import.meta.url)))
    .sort()
    .map(name => ({ name, text: readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8') }));

/** The stylesheet of all pages: one file per part; the names of the first ones begin with a number. */
export const STYLES = filesOf('styles')
  .map(({ text }) => text)
  .join('\n');

const read = (name: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`leaflet/dist/${name}`)), 'utf8');

/** The library of the map, as its package has it, without the address of its sources, which are not served. */
export const LEAFLET = [
  { name: 'leaflet.css', mediaType: 'text/css', text: read('leaflet.css') },
  {
    name: 'leaflet.js',
    mediaType: 'text/javascript',
    text: read('leaflet.js').replace(/\n\/\/# sourceMappingURL=.*/, ''),
  },
] as const;
