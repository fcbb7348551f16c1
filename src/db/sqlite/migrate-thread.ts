import { parentPort, workerData } from 'node:worker_threads';
import { migrateFile } from './sqlite.ts';

// A thread that exits after the migration. `workerData` is a ToMigrate; a message is an EmbeddedNotice.
await migrateFile(workerData, notice => parentPort!.postMessage(notice));
