#!/usr/bin/env node
// Searches for requests that block others, on the Node version that comes with the checkout.
import { install, runRuntime } from '../../bin/setup.mjs';

install();
runRuntime(['test/stall/main.ts', ...process.argv.slice(2)]);
