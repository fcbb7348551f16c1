import { workerData } from 'node:worker_threads';
import { migrateFile } from './sqlite.ts';

// A thread that exits after the migration. `workerData` is the path of the store's file.
await migrateFile(workerData);
