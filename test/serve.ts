// Serves in a process of its own: what bin/almanac.mjs runs after installing packages. Tests install nothing.
import { main } from '../src/cli/main.ts';

process.exitCode = await main(['serve']);
