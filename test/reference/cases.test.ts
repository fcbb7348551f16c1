import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startService } from '../service.ts';
import { play } from './play.mjs';

// Each recorded case is played against a service of its own, through real HTTP. FORMAT.md tells what a case is.
const folder = new URL('cases/', import.meta.url);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const pictures = createServer((request, response) => {
  if (!/^\/pixel\.png(\?|$)/.test(request.url ?? '')) return response.writeHead(404).end();
  return response.writeHead(200, { 'content-type': 'image/png', 'content-length': PIXEL.length }).end(PIXEL);
});

describe('recorded cases', { concurrency: 2 }, () => {
  let picture = '';
  before(async () => {
    await new Promise<void>(resolve => pictures.listen(0, '127.0.0.1', resolve));
    picture = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/pixel.png`;
  });
  after(() => pictures.close());

  for (const file of readdirSync(folder).filter(name => name.endsWith('.json'))) {
    it(file, async () => {
      await using service = await startService();
      const recorded = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
      const results = await play(service.base, service.accounts, recorded, picture);
      const failed = results.filter(({ problems }) => problems.length > 0);
      assert.ok(results.length > 0);
      assert.deepEqual(failed, []);
    });
  }
});
