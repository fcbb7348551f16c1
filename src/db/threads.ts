import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * A thread that works on an embedded store beside the one that answers. With what was compiled before it takes 14 MB of
 * memory, without it 30.
 * @param program its module, which finds the file of the store in its `workerData`
 */
export function startThread(program: URL, file: string): Worker {
  const cache = getCompileCacheDir();
  return new Worker(program, {
    workerData: file,
    // Options of this process, as of a debugger, are not for that one.
    execArgv: [],
    env: { ...process.env, ...(cache && { NODE_COMPILE_CACHE: cache }) },
  });
}
