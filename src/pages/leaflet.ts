import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
