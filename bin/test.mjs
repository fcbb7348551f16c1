#!/usr/bin/env node
// Runs all tests on both stores, or those named: `npm test -- test/zones.test.ts`.
import { install, runRuntime } from './setup.mjs';

install();
const named = process.argv.slice(2);
runRuntime(['test/run.ts', ...named]);
