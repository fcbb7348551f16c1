#!/usr/bin/env node
// Runs the simulation of power cuts on the Node version that comes with the checkout.
import { install, runRuntime } from '../../bin/setup.mjs';

install();
runRuntime(['test/powercut/main.ts', ...process.argv.slice(2)]);
