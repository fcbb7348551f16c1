import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutPasswords } from './output.ts';

describe('Passwords in addresses', () => {
  for (const [address, shown] of [
    ['postgres://u:one:two@host/base', 'postgres://u:…@host/base'],
    ['postgres://u:one@two@h:1,h:2/base', 'postgres://u:…@h:1,h:2/base'],
    ['postgres://a/b,postgres://u:one@c/d', 'postgres://a/b,postgres://u:…@c/d'],
    ['postgres://h/b?password=one&sslpassword=two', 'postgres://h/b?password=…&sslpassword=…'],
    ['https://agenda.example.org:8080/a@b', 'https://agenda.example.org:8080/a@b'],
  ] as const)
    it(`Of ${address}, ${shown} is shown`, () => assert.equal(withoutPasswords(address), shown));
});
