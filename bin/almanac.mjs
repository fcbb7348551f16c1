#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { limitArenas } from './arenas.mjs';
import { install, isNewEnough, runRuntime } from './setup.mjs';

const [, , command, ...args] = process.argv;
const { values } = parseArgs({ args, options: { workers: { type: 'string' } }, strict: false });
limitArenas(command === 'serve' && Number(values.workers ?? process.env.WORKERS) > 1);
install();
if (isNewEnough()) {
  // Not every runtime that may start this file has what this needs.
  const { load } = await import('./load.mjs');
  const { main } = await load();
  process.exitCode = await main(process.argv.slice(2));
} else {
  const serves = command === 'serve' || command === 'demo';
  runRuntime([fileURLToPath(import.meta.url), ...process.argv.slice(2)], serves);
}
