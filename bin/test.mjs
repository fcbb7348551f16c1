#!/usr/bin/env node
// Runs all tests on both stores, or those named: `npm test -- test/zones.test.ts`.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installTools, runRuntime } from './setup.mjs';

installTools();
const named = process.argv.slice(2);
const MEMORY = '/dev/shm';
const OWN = 'almanac-tests-';
// The compile cache outlives a run, and all of its processes share it.
const inMemory = existsSync(MEMORY) && hasMemory();
process.env.NODE_COMPILE_CACHE ??= join(inMemory ? MEMORY : tmpdir(), 'almanac-compile-cache');
if (!process.env.TMPDIR && inMemory) process.env.TMPDIR = ownFolder();
runRuntime(['test/run.ts', ...named]);

/** Whether memory has room for the stores of all tests, which need not survive a crash, beside their processes. */
function hasMemory() {
  removeAbandoned();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) > 8e9;
}

/** Makes a folder for all files of this run, which goes with it. */
function ownFolder() {
  const folder = mkdtempSync(join(MEMORY, `${OWN}${process.pid}-`));
  // PostgreSQL may run as another account.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Removes what runs have left that were killed an hour ago or more: files in memory take it from the next run. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY).filter(name => name.startsWith(OWN))) {
    const folder = join(MEMORY, name);
    const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {};
    const isOld = Date.now() - mtimeMs > 3_600_000;
    if (isOld && !isAlive(Number(name.split('-')[2]))) rmSync(folder, { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
