#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { install, isNewEnough, runRuntime } from './setup.mjs';

install();
if (isNewEnough()) {
  const { main } = await import('../src/cli/main.ts');
  process.exitCode = await main(process.argv.slice(2));
} else {
  runRuntime([fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}
