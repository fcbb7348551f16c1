import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loseRounds } from './lose/rounds.ts';
import { OF_NO_STORE } from './store.ts';

// The short form of `npm run losetest`.

test(
  'Nothing typed a second ago is lost if the service, the browser or both are killed',
  OF_NO_STORE,
  async () => {
    const { typed, oldest } = await loseRounds(3, Math.random);
    assert.ok(typed > 10 && oldest <= 1000);
  },
);
