import { parentPort, workerData } from 'node:worker_threads';
import { segmentFrom } from './build.ts';

parentPort!.postMessage(await segmentFrom(workerData));
