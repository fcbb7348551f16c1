#!/usr/bin/env node
// Looks at every public page in a browser, in all languages and looks, and follows all their links. `npm test` does so
// with a sample.
import { readdirSync } from 'node:fs';
import { installTools, runRuntime } from './setup.mjs';

installTools();
process.env.TEST_ALL = '1';
const named = process.argv.slice(2);
runRuntime(['test/run.ts', ...(named.length > 0 ? named : files())]);

function files() {
  const folder = new URL('../test/browser/', import.meta.url);
  const tests = readdirSync(folder).filter(name => name.endsWith('.test.ts'));
  return tests.map(name => `test/browser/${name}`);
}
