import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './guarded-client.ts';

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
