import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isPublicAddress, limitedBody } from './guarded-client.ts';

test('Addresses of the public internet are public', () => {
  for (const address of ['9.9.9.9', '198.17.255.255', '2620:fe::9', '::ffff:9.9.9.9', '64:ff9b::909:909']) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test('Private, reserved and disguised addresses are not public', () => {
  const addresses = [
    ['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
    ['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
    ['255.255.255.255', '::', '::1', '::127.0.0.1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    ['::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::9.9.9.9', '100::1'],
    ['2001::1', '2001:2::1', '2001:db8::1', '2002:7f00:1::', '2002:909:909::1', '3fff::1', '4000::1'],
    ['5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
  ].flat();
  for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
});

test('Text that is no address is not public', () => {
  for (const text of ['', 'localhost', '[::1]', '1.2.3.4.5', '999.1.1.1', ':::', '\0', '9.9.9.9 ']) {
    assert.equal(isPublicAddress(text), false, text);
  }
});

test('A body that comes byte by byte takes little more than its bytes', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const held: WeakRef<Uint8Array>[] = [];
  async function* bytes() {
    for (let at = 0; at < 5000; at++) {
      const piece = Uint8Array.of(at % 256);
      held.push(new WeakRef(piece));
      yield piece;
      if (at % 1000 === 0) await setImmediate();
    }
    collectGarbage();
  }
  const body = await limitedBody({ status: 200, headers: new Headers(), body: bytes() }, 5000);
  assert.deepEqual([body.length, body[4999]], [5000, 4999 % 256]);
  const left = held.filter(piece => piece.deref()).length;
  assert.ok(left < 2000, `${left} pieces are in memory`);
});
