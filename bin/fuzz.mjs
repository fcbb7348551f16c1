#!/usr/bin/env node
// Sends generated requests to the service: `npm run fuzz -- --seed 7 --count 10000 --store postgres`.
import { install, runRuntime } from './setup.mjs';

install();
runRuntime(['test/fuzz/main.ts', ...process.argv.slice(2)]);
