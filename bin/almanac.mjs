#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { limitArenas } from './arenas.mjs';
import { install, isNewEnough, runRuntime } from './setup.mjs';

const limit = limitArenas(process.argv[2] === 'serve' && availableParallelism() > 1);
install();
if (isNewEnough()) {
  // Not every runtime that may start this file has what this needs.
  const { load } = await import('./load.mjs');
  const { main } = await load();
  process.exitCode = await main(process.argv.slice(2), limit);
} else {
  runRuntime([fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}
