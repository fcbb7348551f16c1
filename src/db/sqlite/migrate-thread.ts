import { workerData } from 'node:worker_threads';
import { migrateFile } from './sqlite.ts';

// A thread for the time of a migration: `workerData` is the file of the store.
await migrateFile(workerData);
