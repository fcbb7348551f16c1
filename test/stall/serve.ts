// Serves in a process of its own, and tells its parent how long the longest turn of its event loop was.
import { main } from '../../src/cli/main.ts';
import { reportTurns } from './turns.ts';

reportTurns();
process.exitCode = await main(['serve']);
