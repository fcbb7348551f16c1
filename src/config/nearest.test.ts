import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearest } from './names.ts';

const names = ['SITE_NAME', 'SITE_URL', 'PORT', 'ACCENT_COLOR'] as const;

describe('The nearest name', () => {
  for (const [mistaken, right] of [
    ...[['SITENAME', 'SITE_NAME'] as const, ['--site-name', 'SITE_NAME'] as const],
    ...[['ACCENT_COLOUR', 'ACCENT_COLOR'] as const, ['ACENT_COLR', 'ACCENT_COLOR'] as const],
    ...[['PROT', 'PORT'] as const, ['siteurl', 'SITE_URL'] as const],
  ])
    it(`The name ${mistaken} is like ${right}`, () => assert.equal(nearest(mistaken, names), right));

  it('A name that is like none has no nearest one', () => {
    for (const other of ['PARTS', 'HOST', 'PATH', 'x', ''])
      assert.equal(nearest(other, names), undefined, other);
  });

  it('Fewer letters may differ if the caller wants that', () => {
    assert.equal(nearest('PROT', names, 0), undefined);
    assert.equal(nearest('port', names, 0), 'PORT');
  });
});
