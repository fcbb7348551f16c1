// Runs the bundle of a release, which is never made again.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { limitArenas } from './arenas.mjs';
import { findWithin } from './within.mjs';

limitArenas();
const bundle = fileURLToPath(new URL('../dist/BUNDLE', import.meta.url));
// Makes later starts faster, if this account may write there.
enableCompileCache(join(bundle, 'cache'));
findWithin(bundle);
const { main } = await import(pathToFileURL(join(bundle, 'main.js')).href);
process.exitCode = await main(process.argv.slice(2));
