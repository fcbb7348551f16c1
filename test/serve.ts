// Serves in a process of its own: what bin/almanac.mjs runs after installing packages. Tests install nothing.
import { load } from '../bin/load.mjs';

const { main } = await load();
process.exitCode = await main(['serve']);
