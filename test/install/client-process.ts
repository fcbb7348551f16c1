import { type LookupOptions, lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Answered, Asked, Seen } from './client.ts';

// A client that runs on the network of a root: `ask REQUEST` sends one request, `read URL…` reads until its input ends.

/** Milliseconds for which a reader waits for an answer: browsers wait longer. */
const PATIENCE = 30_000;

function send({ url, method = 'GET', headers = {}, body, ca }: Asked, agent?: http.Agent): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const secure = url.startsWith('https:');
  const options = {
    ...{ method, headers, agent: agent ?? false, timeout: PATIENCE },
    ...(secure && { ca, servername: new URL(url).hostname }),
    // Every name is a name of this machine.
    lookup: ((_, options, found) => lookup('127.0.0.1', options as LookupOptions, found)) as LookupFunction,
  };
  const request = (secure ? https : http).request(url, options, response => {
    const pieces: Buffer[] = [];
    response.on('data', piece => pieces.push(piece)).on('error', reject);
    response.on('end', () => resolve({ status: response.statusCode!, body: String(Buffer.concat(pieces)) }));
  });
  request.on('error', error => {
    // A connection that was kept may be closed at any time: every client then asks again over a new one.
    const isKept = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    if (isKept) send({ url, method, headers, ca }).then(resolve, reject);
    else reject(error);
  });
  request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE} ms`)));
  request.end(body);
  return promise;
}

async function read(urls: readonly string[]): Promise<void> {
  const [failures, kept]: [string[], http.Agent] = [[], new http.Agent({ keepAlive: true })];
  let [answered, longest, isOver] = [0, 0, false];
  process.stdin.on('end', () => {
    isOver = true;
  });
  process.stdin.resume();
  const reader = async (agent?: http.Agent) => {
    for (let at = 0; !isOver; at++) {
      const began = performance.now();
      const url = urls[at % urls.length]!;
      const { status } = await send({ url }, agent).catch(error => ({ status: String(error.message) }));
      if (status === 200) answered++;
      else failures.push(`${url}: ${status}`);
      longest = Math.max(longest, Math.round(performance.now() - began));
      if (answered === 1) console.log('reading');
      await setTimeout(20);
    }
  };
  await Promise.all([reader(), reader(kept)]);
  console.log(JSON.stringify({ answered, failures, longest } satisfies Seen));
  process.exit();
}

const [mode, ...words] = process.argv.slice(2);
if (mode === 'read') await read(words);
else {
  const refused = (error: Error): Answered => ({ status: 0, body: error.message });
  console.log(JSON.stringify(await send(JSON.parse(words[0]!)).catch(refused)));
}
