#!/usr/bin/env node
// Looks for requests that hold up others, on the runtime that comes with the checkout.
import { install, runRuntime } from '../../bin/setup.mjs';

install();
runRuntime(['test/stall/main.ts', ...process.argv.slice(2)]);
