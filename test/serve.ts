// Serves in a process of its own: what bin/almanac.mjs runs once it has installed what is missing. A test installs nothing.
import { main } from '../src/cli/main.ts';

process.exitCode = await main(['serve']);
