#!/usr/bin/env node
// Runs the benchmark on the runtime that comes with the checkout: `npm run bench -- --quick`.
import { install, runRuntime } from '../bin/setup.mjs';

install();
runRuntime(['bench/main.ts', ...process.argv.slice(2)]);
