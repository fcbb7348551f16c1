import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isKey, newKey, stepOf, totp } from './second-factor.ts';

describe('Codes of a second factor', () => {
  it('They are those of RFC 6238, appendix B', () => {
    const key = Buffer.from('12345678901234567890');
    for (const [seconds, code] of [
      [59, '94287082'],
      [1111111109, '07081804'],
      [1111111111, '14050471'],
      [1234567890, '89005924'],
      [2000000000, '69279037'],
      [20000000000, '65353130'],
    ] as const)
      assert.equal(totp(key, Math.floor(seconds / 30), 8), code);
  });

  it('A key in Base32 has the same codes; clocks may be off by a step, and no step counts twice', () => {
    const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    assert.equal(stepOf(key, '287082', 59), 1);
    assert.equal(stepOf(key, '287 082', 89), 1);
    assert.equal(stepOf(key, '287082', 29), 1);
    assert.equal(stepOf(key, '287082', 90), undefined);
    assert.equal(stepOf(key, '287082', 59, 1), undefined);
    assert.equal(stepOf(key, '', 59), undefined);
    const keys = new Set(Array.from({ length: 50 }, newKey));
    assert.ok(keys.size === 50 && [...keys].every(isKey));
  });
});
