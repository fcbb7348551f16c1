// Runs the bundle of a release, which is never made again.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { limitArenas } from './arenas.mjs';

limitArenas();
const bundle = new URL('../dist/BUNDLE/', import.meta.url);
// Makes later starts faster, if this account may write there.
enableCompileCache(fileURLToPath(new URL('cache', bundle)));
const { main } = await import(new URL('main.js', bundle).href);
process.exitCode = await main(process.argv.slice(2));
