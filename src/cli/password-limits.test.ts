import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UsageError } from './command.ts';
import { durationOf, expiryOf } from './password-limits.ts';

/** 2031-05-10 12:00 UTC. */
const NOW = Date.UTC(2031, 4, 10, 12) / 1000;
const DAY = 86_400;

const usage = (message: RegExp) => (error: unknown) =>
  error instanceof UsageError && message.test(error.message);

describe('Durations on the command line', () => {
  it('A duration is a number of hours, days or weeks', () => {
    for (const [text, seconds] of [
      ['0h', 0],
      ['12h', DAY / 2],
      ['90d', 90 * DAY],
      ['2w', 14 * DAY],
    ] as const)
      assert.equal(durationOf('overlap', text), seconds, text);
  });

  it('Any other text as a duration is a usage error', () => {
    for (const text of ['', 'd', '5', '5m', '1y', '-1d', '1.5d', ' 1d', '1D', '100000d', '1d2h', '1d\n'])
      assert.throws(() => durationOf('overlap', text), usage(/^--overlap: expected /), text);
  });
});

describe('Expiry times on the command line', () => {
  it('An expiry given as a duration counts from now', () => {
    assert.equal(expiryOf('90d', NOW, 'UTC'), NOW + 90 * DAY);
    assert.equal(expiryOf('1h', NOW, 'UTC'), NOW + 3600);
  });

  it('An expiry given as a date is the end of that day in the given zone', () => {
    assert.equal(expiryOf('2031-05-10', NOW, 'UTC'), NOW + DAY / 2);
    assert.equal(expiryOf('2031-12-31', NOW, 'Europe/Madrid'), Date.UTC(2031, 11, 31, 23) / 1000);
    assert.equal(expiryOf('2031-06-30', NOW, '+05:30'), Date.UTC(2031, 5, 30, 18, 30) / 1000);
    assert.equal(expiryOf('2032-02-29', NOW, 'UTC'), Date.UTC(2032, 2, 1) / 1000);
  });

  it('An expiry in the past, or any other text, is a usage error', () => {
    for (const text of [
      ...['0d', '0h', '2031-05-09', '2031-02-30', '2031-13-01', '31-05-2031', '2031-05-10T12:00:00Z'],
      ...['', 'never', 'tomorrow', '5', '-5d', '+002031-06-01'],
    ])
      assert.throws(() => expiryOf(text, NOW, 'UTC'), usage(/^--expires: expected /), text);
  });
});
