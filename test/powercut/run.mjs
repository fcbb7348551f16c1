#!/usr/bin/env node
// Runs the trial of power cuts on the runtime that comes with the checkout.
import { install, runRuntime } from '../../bin/setup.mjs';

install();
runRuntime(['test/powercut/main.ts', ...process.argv.slice(2)]);
