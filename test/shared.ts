import { after } from 'node:test';
import { caller } from './client.ts';
import { startService } from './service.ts';

// One service for all files of a process that need none of their own. Each file creates the records that it reads.

const service = await startService();
after(() => service[Symbol.asyncDispose]());

/** Sends a request like `POST /events`. */
export const call = caller(service.base);
export const { editor, subscriber } = service.accounts;
