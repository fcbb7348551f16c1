#!/usr/bin/env node
// Runs the long form of the crash test on the runtime that comes with the checkout.
import { install, runRuntime } from '../../bin/setup.mjs';

install();
runRuntime(['test/crash/main.ts', ...process.argv.slice(2)]);
