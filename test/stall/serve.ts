// Serves in a process of its own, and reports the longest turn of its event loop to its parent.
import { main } from '../../src/cli/main.ts';
import { reportTurns } from './turns.ts';

reportTurns();
process.exitCode = await main(['serve']);
