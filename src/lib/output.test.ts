import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forPeople } from './output.ts';

const time = new Date(2031, 4, 10, 9, 5, 7).getTime();
const line = (entry: object) => `${JSON.stringify({ level: 30, time, pid: 7, hostname: 'a', ...entry })}\n`;

describe('The log at a terminal', () => {
  it('A request is its status, method, address and time', () => {
    const answered = { msg: 'answered', reqId: 'x', method: 'GET', url: '/events/', status: 200, ms: 3 };
    assert.equal(
      forPeople(line({ ...answered, address: '::1' })),
      '09:05:07  200 GET /events/ (3 ms, ::1)\n',
    );
    const known = { ...answered, user: 'eva', address: '::1' };
    assert.equal(forPeople(line(known)), '09:05:07  200 GET /events/ (3 ms, eva)\n');
  });

  it('A warning and an error say so, with their details', () => {
    const warning = line({ level: 40, msg: 'no traces', why: 'it is away', tries: 2 });
    assert.equal(forPeople(warning), '09:05:07  warning: no traces (why: it is away, tries: 2)\n');
    const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at one (a.ts:1)\n    at two' };
    assert.equal(
      forPeople(line({ level: 50, msg: 'failed', err })),
      '09:05:07  error: failed (broken)\n    at one (a.ts:1)\n    at two\n',
    );
  });

  it('No line can steer the terminal', () => {
    const text = forPeople(line({ msg: 'answered', method: 'GET', url: '/\u001b[2J\u009b', status: 200 }));
    assert.doesNotMatch(text.trimEnd(), /\p{Cc}/u);
  });

  it('Only the first worker says where it listens; what is no line of the log stays', () => {
    const listening = (worker: number) => line({ worker, msg: 'Server listening at http://127.0.0.1:1' });
    assert.match(forPeople(listening(1)), /^09:05:07 {2}Server listening at http:\/\/127\.0\.0\.1:1\n$/);
    assert.equal(forPeople(listening(2) + listening(3)), '');
    for (const other of ['Almanac is here\n', '{ no JSON\n', '{"a":1}\n'])
      assert.equal(forPeople(other), other);
  });
});
