// Serves in a process of its own, and reports the longest turn of its event loop to its parent.
import { load } from '../../bin/load.mjs';
import { reportTurns } from './turns.ts';

reportTurns();
const { main } = await load();
process.exitCode = await main(['serve']);
