import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type Service, startService } from '../service.ts';

/** What the tests need to know of a service that runs elsewhere. */
export type Site = Pick<Service, 'base' | 'accounts'> & AsyncDisposable;

/** Starts a service in a thread of its own, so that it answers while the test prepares what comes next. */
export async function startThread(): Promise<Site> {
  const worker = new Worker(new URL(import.meta.url));
  const site = await new Promise<Pick<Service, 'base' | 'accounts'>>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return {
    ...site,
    async [Symbol.asyncDispose]() {
      const gone = new Promise(resolve => worker.once('exit', resolve));
      worker.postMessage('stop');
      await gone;
    },
  };
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const service = await startService();
  port.postMessage({ base: service.base, accounts: service.accounts });
  port.once('message', () => service[Symbol.asyncDispose]());
}
