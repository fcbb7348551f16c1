import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stateOrProvince } from './venue.ts';

describe('The state or province of a venue', () => {
  const cases: [
    string,
    { stateprovince?: string; state?: string; province?: string; country?: string },
    string,
  ][] = [
    [
      'The state or province is the one that was set',
      { stateprovince: 'Own words', state: 'TX', country: 'US' },
      'Own words',
    ],
    [
      'The state counts in the United States',
      { state: 'TX', province: 'Girona', country: 'United States' },
      'TX',
    ],
    [
      'The state counts for the country code us in any case',
      { state: 'TX', province: 'Girona', country: 'us' },
      'TX',
    ],
    ['The state counts where no country is set', { state: 'TX', province: 'Girona' }, 'TX'],
    [
      'The province counts in other countries',
      { state: 'TX', province: 'Girona', country: 'Spain' },
      'Girona',
    ],
    ['A state alone does not count in other countries', { state: 'Bayern', country: 'Germany' }, ''],
    [
      'A state does not count in a country whose name begins like the United States',
      { state: 'TX', country: 'USSR' },
      '',
    ],
    ['The province counts where there is no state', { province: 'Girona', country: 'US' }, 'Girona'],
    ['The state or province is empty where nothing is set', {}, ''],
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
