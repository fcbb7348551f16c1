#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { limitArenas } from './arenas.mjs';
import { install, isNewEnough, runRuntime } from './setup.mjs';

limitArenas();
install();
if (isNewEnough()) {
  // Not every runtime that may start this file has what this needs.
  const { load } = await import('./load.mjs');
  const { main } = await load();
  process.exitCode = await main(process.argv.slice(2));
} else {
  runRuntime([fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}
