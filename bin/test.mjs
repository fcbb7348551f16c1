#!/usr/bin/env node
// Runs all tests, or those named: `npm test -- test/zones.test.ts`.
import { install, runRuntime } from './setup.mjs';

install();
const named = process.argv.slice(2);
runRuntime(['--test', ...(named.length > 0 ? named : ['src/**/*.test.ts', 'test/**/*.test.ts'])]);
