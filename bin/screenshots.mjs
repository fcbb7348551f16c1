#!/usr/bin/env node
// Takes the screenshots of the documentation from a sample calendar: `npm run screenshots`.
import { install, runRuntime } from './setup.mjs';

install();
runRuntime(['test/browser/screenshots.ts', ...process.argv.slice(2)]);
