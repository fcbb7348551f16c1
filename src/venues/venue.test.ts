import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stateOrProvince } from './venue.ts';

describe('the state or province of a venue', () => {
  const cases: [
    string,
    { stateprovince?: string; state?: string; province?: string; country?: string },
    string,
  ][] = [
    ['is what was said', { stateprovince: 'Own words', state: 'TX', country: 'US' }, 'Own words'],
    [
      'is the state in the United States',
      { state: 'TX', province: 'Girona', country: 'United States' },
      'TX',
    ],
    ['in any spelling', { state: 'TX', province: 'Girona', country: 'us' }, 'TX'],
    ['and where no country is named', { state: 'TX', province: 'Girona' }, 'TX'],
    ['is the province elsewhere', { state: 'TX', province: 'Girona', country: 'Spain' }, 'Girona'],
    ['also where there is a state alone', { state: 'Bayern', country: 'Germany' }, ''],
    ['also in a country whose name begins alike', { state: 'TX', country: 'USSR' }, ''],
    ['is the province where there is no state', { province: 'Girona', country: 'US' }, 'Girona'],
    ['is nothing where nothing is said', {}, ''],
  ];
  for (const [name, venue, expected] of cases)
    it(name, () => {
      const row = {
        state: '',
        province: '',
        country: '',
        ...venue,
        stateprovince: venue.stateprovince ?? null,
      };
      assert.equal(stateOrProvince(row), expected);
    });
});
