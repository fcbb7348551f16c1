import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Handler } from '../lib/http-server.ts';
import { IncomingMessage, ServerResponse } from '../net/app.ts';
import { CANONICAL } from '../site/address.ts';
import { PAGES, pathOf } from '../site/page-addresses.ts';
import { inOwnWords, wordsOf } from '../site/words.ts';

/** The events whose pages are asked for, and the months: code that ran this often is compiled. */
const [EVENTS, MONTHS] = [12, 4];

/**
 * Asks the service itself for the pages that people open most, one after another: the first page of each kind takes a
 * new process a tenth of a second, because it has compiled none of the code, and no visitor shall wait for that.
 * @param answer what answers a request, without counting or logging it
 * @param goesOn whether the process still serves
 */
export async function warmUp(config: Config, answer: Handler, goesOn: () => boolean): Promise<void> {
  for await (const path of paths(config, path => textAt(path, config, answer))) {
    // Visitors who came meanwhile are answered first.
    await setImmediate();
    if (!goesOn()) return;
    await textAt(path, config, answer);
  }
}

async function* paths(config: Config, read: (path: string) => Promise<string>): AsyncGenerator<string> {
  const today = Temporal.Now.plainDateISO(config.TIME_ZONE.id);
  const months = Array.from({ length: MONTHS }, (_, later) =>
    today.add({ months: later }).toPlainYearMonth().toString(),
  );
  const pages = [
    ...[PAGES.home, PAGES.list, PAGES.today, PAGES.thisWeek].map(page => pathOf(page)),
    ...months.map(month => pathOf(PAGES.month, { month })),
  ];
  for (const page of pages) yield inOwnWords(page, wordsOf(config));
  const list = await read(`${CANONICAL}/events?per_page=${EVENTS}`);
  const { events = [] } = JSON.parse(list || '{}') as { events?: { url: string }[] };
  for (const { url } of events) yield new URL(url).pathname;
}

/** The body of an answer, which goes through everything but a connection. */
async function textAt(path: string, { SITE_URL }: Config, answer: Handler): Promise<string> {
  const chunks: Buffer[] = [];
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  }) as Socket;
  const request = new IncomingMessage(socket);
  const host = SITE_URL ? new URL(SITE_URL).host : 'localhost';
  Object.assign(request, { method: 'GET', url: path, httpVersion: '1.1', complete: true });
  Object.assign(request, { headers: { host }, rawHeaders: ['host', host] });
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  // A server passes this on: a long answer waits for it.
  socket.on('drain', () => response.emit('drain'));
  const { promise, resolve } = Promise.withResolvers<void>();
  response.on('close', resolve);
  response.on('finish', resolve);
  answer(request, response);
  await promise;
  const text = Buffer.concat(chunks).toString();
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}
