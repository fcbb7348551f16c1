import { parentPort, workerData } from 'node:worker_threads';
import { migrateFile } from './sqlite.ts';

// A thread that exits after the migration. `workerData` is a ToMigrate; the message is the path of the copy.
await migrateFile(workerData, copy => parentPort!.postMessage(copy));
