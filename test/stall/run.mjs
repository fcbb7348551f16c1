#!/usr/bin/env node
// Searches for requests that block others, or for many that do, on the Node version that comes with the checkout.
import { install, runRuntime } from '../../bin/setup.mjs';

install();
const words = process.argv.slice(2);
runRuntime([words.includes('--many') ? 'test/stall/many/main.ts' : 'test/stall/main.ts', ...words]);
