#!/usr/bin/env node
// Runs all tests on both stores, or those named: `npm test -- test/zones.test.ts`.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installTools, runRuntime } from './setup.mjs';

installTools();
const named = process.argv.slice(2);
// In memory if there is room: the store of a test need not survive a crash.
const MEMORY = '/dev/shm';
if (!process.env.TMPDIR && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > 4e9) process.env.TMPDIR = MEMORY;
}
// All processes share one compile cache.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'almanac-compile-cache');
runRuntime(['test/run.ts', ...named]);
