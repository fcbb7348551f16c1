// Serves like serve.ts, but the log of the embedded store cannot be synced while DATA_DIR has the file `broken`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const FAILURE = { errno: -5, code: 'EIO', syscall: 'fdatasync' };

const { existsSync, fdatasync } = fs;
const broken = join(process.env.DATA_DIR!, 'broken');
const failing = (file: number, callback: (error: Error | null) => void) => {
  if (existsSync(broken)) callback(Object.assign(new Error('EIO: i/o error, fdatasync'), FAILURE));
  else fdatasync(file, callback);
};
Object.assign(fs, { fdatasync: failing });
syncBuiltinESMExports();
await import('./serve.ts');
