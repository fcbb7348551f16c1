import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { World } from '../crash/model.ts';
import { Journal, type Line } from './journal.ts';

const worldOf = (turn: number): World => ({ w1e1: { turn, trashed: false, links: [], picture: '' } });

/** A write that leads from one turn to another, with the id of its request if it was answered. */
const write = (from: number, to: number, request?: string): Line => ({
  writer: 1,
  write: { request, before: worldOf(from), after: worldOf(to), picture: request === 'b' ? 7 : undefined },
});

const journalOf = (lines: readonly Line[]) =>
  new Journal(lines, {
    ...{ answered: new Map(Object.entries({ a: 10, b: 20, d: 40 })), written: new Map([['secret', 15]]) },
  });

/** The possible turns of the record. */
const turnsAt = (journal: Journal, position: number): number[] => {
  const turns = journal
    .expected(position)
    .worlds.get(1)!
    .map(world => world.w1e1!.turn);
  return [...new Set(turns)].sort();
};

it('After an acknowledged write the record has that state or the one of the next write', () => {
  const journal = journalOf([write(0, 1, 'a'), write(1, 2, 'b')]);
  assert.deepEqual(turnsAt(journal, 10), [1, 2]);
  assert.deepEqual(turnsAt(journal, 20), [2]);
});

it('After an unacknowledged write the record has the state before it, after it or after the next write', () => {
  const journal = journalOf([write(0, 1, 'a'), write(1, 2, 'b'), write(2, 3), write(2, 4, 'd')]);
  assert.deepEqual(turnsAt(journal, 25), [2, 3, 4]);
  assert.deepEqual(turnsAt(journal, 40), [4]);
});

it('Pictures and accounts are expected once they are acknowledged', () => {
  const account = { user: 'admin', app_password: 'secret' };
  const journal = journalOf([{ account }, write(0, 1, 'a'), write(1, 2, 'b')]);
  assert.deepEqual(journal.acknowledgements, [10, 15, 20]);
  assert.deepEqual([journal.expected(14).accounts, journal.expected(15).accounts], [[], [account]]);
  assert.deepEqual([journal.expected(19).pictures, journal.expected(20).pictures], [[], [7]]);
});

it('A journal with a write whose answer is not in the trace is refused', () => {
  assert.throws(() => journalOf([write(0, 1, 'nowhere')]), /no answer to nowhere/);
});
