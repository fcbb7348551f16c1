#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { limitArenas } from './arenas.mjs';
import { install, isNewEnough, runRuntime } from './setup.mjs';

const [, , command, ...options] = process.argv;
const namesWorkers =
  Number(process.env.WORKERS) > 1 || options.some(option => option.startsWith('--workers'));
const limit = limitArenas(command === 'serve' && namesWorkers && availableParallelism() > 1);
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
