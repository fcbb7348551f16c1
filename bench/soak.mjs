#!/usr/bin/env node
// Runs the soak test on the runtime that comes with the checkout: `npm run soak -- --minutes 20`.
import { install, runRuntime } from '../bin/setup.mjs';

install();
runRuntime(['bench/soak/main.ts', ...process.argv.slice(2)]);
