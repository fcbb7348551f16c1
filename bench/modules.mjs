// Loads what `almanac serve` loads, as bin/almanac.mjs does it, and ends.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/almanac', import.meta.url)));
await import('../bin/resolve.mjs');
await import('../src/cli/main.ts');
await import('../src/cli/serve.ts');
process.exit(0);
