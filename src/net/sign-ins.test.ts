import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basic } from '../../test/client.ts';
import { SignInFailed, TooManyFailures } from '../errors.ts';
import { clientAt } from '../lib/ip-address.ts';
import { credentialsOf } from '../users/auth.ts';
import { SignIns } from './sign-ins.ts';

const [home, office] = [clientAt('198.51.100.1')!, clientAt('203.0.113.9')!];
const [right, other] = [basic('maria', 'right'), basic('pau', 'right')];
const wrong = (number: number) => basic('maria', `wrong ${number}`);
const viewer = { id: 1, login: 'maria', role: 'editor' } as const;

/** Attempts to sign in, which succeed with the secret `right`. */
function attempts(free: number) {
  const signIns = new SignIns(free);
  let looked = 0;
  const authenticate = (header: string) => async () => {
    looked++;
    if (![right, other, 'Bearer right'].includes(header)) throw new SignInFailed('incorrect_password');
    return viewer;
  };
  return {
    looked: () => looked,
    /** 200 for a viewer, 401 for wrong credentials; otherwise the seconds to wait. */
    async at(seconds: number, header: string, client = home): Promise<number> {
      try {
        await signIns.attempt(credentialsOf(header), client, authenticate(header), seconds);
        return 200;
      } catch (error) {
        if (error instanceof TooManyFailures) return error.wait;
        assert.ok(error instanceof SignInFailed);
        return 401;
      }
    },
  };
}

describe('Failed sign-ins', () => {
  it('A client waits after some failures, longer each time and at most a minute', async () => {
    const { at, looked } = attempts(3);
    for (let count = 0; count < 3; count++) assert.equal(await at(0, wrong(count)), 401);
    let now = 0;
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      assert.equal(await at(now, wrong(9)), wait);
      assert.equal(await at(now + wait - 0.1, wrong(9)), 1);
      now += wait;
      assert.equal(await at(now, wrong(9)), 401);
    }
    assert.equal(looked(), 3 + 8, 'what has to wait is not looked at');
  });

  it('Failures are forgotten a quarter of an hour after the last one', async () => {
    const { at } = attempts(2);
    for (const now of [0, 0, 899, 1000]) assert.equal(await at(now, wrong(1)), 401);
    assert.equal(await at(1000, wrong(1)), 4);
    for (const now of [1900, 1900]) assert.equal(await at(now, wrong(1)), 401);
    assert.equal(await at(1900, wrong(1)), 1);
  });

  it('Failures of one client lock nobody else out of the account', async () => {
    const { at } = attempts(2);
    for (let count = 0; count < 100; count++) await at(0, wrong(count), office);
    assert.ok((await at(0, right, office)) < 60);
    assert.equal(await at(0, right, home), 200);
  });

  it('Failures do not block a password that was right before', async () => {
    const { at } = attempts(2);
    assert.equal(await at(0, right), 200);
    for (let count = 0; count < 100; count++) await at(0, wrong(count));
    assert.equal(await at(0, right), 200);
    assert.equal(await at(0, 'Bearer right', office), 200);
  });

  it('Failures are counted for the account in any case of its login, and for all accounts together', async () => {
    const { at } = attempts(4);
    for (const login of ['maria', 'MARIA', 'Maria', 'mariA'])
      assert.equal(await at(0, basic(login, 'x')), 401);
    assert.equal(await at(0, basic('maria', 'y')), 1);
    assert.equal(await at(0, other), 200);
    for (let count = 4; count < 20; count++) assert.equal(await at(0, basic(`user ${count}`, 'x')), 401);
    assert.equal(await at(0, basic('user 20', 'x')), 1);
    assert.equal(await at(0, 'Bearer x'), 1);
    assert.equal(await at(0, other), 200, 'it was right before');
    assert.equal(await at(0, basic('user 20', 'x'), office), 401);
  });

  it('A client does not clear its failures on other accounts by signing in to its own', async () => {
    const { at } = attempts(2);
    for (let count = 0; count < 10; count++) {
      assert.equal(await at(0, basic(`user ${count}`, 'x')), 401);
      assert.equal(await at(0, other), 200);
    }
    assert.equal(await at(0, basic('user 10', 'x')), 1);
  });

  it('A right password clears the failures on its account', async () => {
    const { at } = attempts(3);
    for (let round = 0; round < 4; round++) {
      for (let count = 0; count < 2; count++) assert.equal(await at(0, wrong(count)), 401);
      assert.equal(await at(0, right), 200);
    }
  });

  it('Nobody waits where the limit is 0', async () => {
    const { at } = attempts(0);
    for (let count = 0; count < 1000; count++) assert.equal(await at(0, wrong(count)), 401);
  });
});

it('An error of the store is no failed sign-in', async () => {
  const signIns = new SignIns(1);
  const failing = async () => {
    throw new Error('away');
  };
  for (let count = 0; count < 3; count++)
    await assert.rejects(signIns.attempt(credentialsOf(right), home, failing), /away/);
});
