#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { limitArenas } from './arenas.mjs';
import { install, isNewEnough, runRuntime } from './setup.mjs';

const [, , command] = process.argv;
const limit = limitArenas(command === 'serve' && availableParallelism() > 1);
install();
if (isNewEnough()) {
  // Not every runtime that may start this file has what this needs.
  const { load } = await import('./load.mjs');
  const { main } = await load();
  process.exitCode = await main(process.argv.slice(2), limit);
} else {
  const serves = command === 'serve' || command === 'demo';
  runRuntime([fileURLToPath(import.meta.url), ...process.argv.slice(2)], serves);
}
