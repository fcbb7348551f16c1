#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { install, isNewEnough, runRuntime } from './setup.mjs';

install();
if (isNewEnough()) {
  // The compile cache makes later starts faster.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/almanac', import.meta.url)));
  module.registerHooks({ resolve: withoutSearch });
  const { main } = await import('../src/cli/main.ts');
  process.exitCode = await main(process.argv.slice(2));
} else {
  runRuntime([fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}

/**
 * Resolves relative imports as what they are: addresses of files. By itself the runtime first looks on the disk whether
 * there is such a file and where its links lead, which takes a fifth of the time of a start.
 */
function withoutSearch(specifier, context, next) {
  const isRelative = specifier.startsWith('.') && context.conditions.includes('import');
  if (!isRelative) return next(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, shortCircuit: true };
}
