#!/usr/bin/env node
// Runs a program of the tests or the benchmark with the Node that the project names: `node bin/run.mjs bench/main.ts`.
import { installTools, runRuntime } from './setup.mjs';

installTools();
runRuntime(process.argv.slice(2));
