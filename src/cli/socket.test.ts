import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { test } from 'node:test';
import { whereToListen } from './socket.ts';

test('The service listens at the first address of localhost alone', async () => {
  const { host } = await whereToListen({ HOST: 'localhost', PORT: 3000 }, {});
  assert.equal(host, (await lookup('localhost')).address);
  assert.deepEqual(await whereToListen({ HOST: '::', PORT: 3000 }, {}), {
    host: '::',
    port: 3000,
    backlog: 4096,
  });
});
