import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { processorTime } from '../../test/processor-time.ts';
import { parseForm } from '../background/form-body.ts';
import { describeError, lineOf, withoutSecrets } from './log.ts';

describe('Errors in the log', () => {
  it('A logged error has its code and stack, but not its other members', () => {
    const error = Object.assign(new TypeError('went wrong', { cause: new Error('because') }), {
      ...{ code: '23514', detail: 'Failing row contains (hunter2)', client: { password: 'hunter2' } },
      ...{ errors: [Object.assign(new Error('one'), { address: 'hunter2' })], toJSON: () => 'hunter2' },
    });
    const told = describeError(error);
    assert.deepEqual(Object.keys(told), ['type', 'message', 'stack', 'code']);
    assert.deepEqual([told.type, told.message, told.code], ['TypeError', 'went wrong: because', '23514']);
    assert.match(told.stack, /log\.test\.ts/);
    assert.ok(!JSON.stringify(told).includes('hunter2'));
  });

  it('A logged value that is no error reveals no secret', () => {
    for (const thrown of ['hunter2', { password: 'hunter2' }, undefined, null])
      assert.ok(!JSON.stringify(describeError(thrown)).includes('hunter2'));
  });
});

describe('Rejections that no code handles', () => {
  it('An unhandled rejection is logged with its cause before the process ends', async () => {
    const program = `
      import { endOnUnhandledRejection, openLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
      endOnUnhandledRejection(openLog({ LOG_LEVEL: 'warn' }));
      setTimeout(() => {}, 60_000);
      Promise.reject(new Error('lost', { cause: new Error('no connection') }));`;
    const child = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    assert.equal(child.status, 1, child.stderr);
    const [line, ...others] = child.stdout.trim().split('\n');
    assert.deepEqual(others, []);
    const { level, msg, err } = JSON.parse(line!);
    assert.deepEqual([level, msg], [50, 'a promise was rejected and not handled: the process ends']);
    assert.equal(err.message, 'lost: no connection');
    assert.match(err.stack, /Error: lost.*Error: no connection/s);
  });
});

describe('Log lines of requests', () => {
  it('The log line of a request is the one that pino writes', () => {
    const told = {
      ...{ reqId: 'b3b9', method: 'GET', url: '/events?search="a\\b"\u0007\u2028é', status: 200 },
      ...{ ms: 0.1, address: '::1' },
    };
    let line = '';
    const write = (text: string) => {
      line = text;
    };
    pino({ level: 'info' }, { write }).info(told, 'answered');
    const withoutTime = (text: string) => text.replace(/"time":\d+/, '');
    assert.equal(withoutTime(lineOf(told)), withoutTime(line));
    assert.deepEqual(Object.keys(JSON.parse(line)), Object.keys(JSON.parse(lineOf(told))));
  });
});

describe('URLs in the log', () => {
  const cases: [string, string][] = [
    ['/cal/events/v1/events?search=jazz&page=2', '/cal/events/v1/events?search=jazz&page=2'],
    ['/events/5?password=hunter2', '/events/5?password=…'],
    ['/events/5?a=b&password=hunter2&c=d', '/events/5?a=b&password=…&c=d'],
    ['/events/5?PassWord=hunter2', '/events/5?PassWord=…'],
    ['/events/5?password=a&password=b', '/events/5?password=…&password=…'],
    ['/events/5?password=a=b?c', '/events/5?password=…'],
    ['/events/5?password[]=hunter2', '/events/5?password[]=…'],
    ['/events/5?password=', '/events/5?password=…'],
    ['/?rest_route=/events/5?password=hunter2', '/?rest_route=/events/5?password=…'],
    ['/?rest_route=/events/5%3Fpassword%3Dhunter2&a=b', '/?rest_route=/events/5%3Fpassword%3D…&a=b'],
    ['/events/5?a=1;password=hunter2', '/events/5?a=1;password=…'],
    ['/events/5?password', '/events/5?password'],
    ['/password=5', '/password=5'],
    ['http://maria:hunter2@a.test/events', 'http://…@a.test/events'],
    ['HTTPS://maria:hunter2@b@a.test:80/events?password=x', 'HTTPS://…@a.test:80/events?password=…'],
    ['http://a.test/events?email=maria@a.test', 'http://a.test/events?email=maria@a.test'],
    ['', ''],
  ];
  for (const [url, expected] of cases)
    it(`The URL "${url}" is logged as "${expected}"`, () => assert.equal(withoutSecrets(url), expected));

  it('A logged URL contains no password, however its name is encoded', () => {
    const letter = (character: string) => {
      const hex = character.charCodeAt(0).toString(16);
      return fc.constantFrom(character, `%${hex}`, `%${hex.toUpperCase()}`);
    };
    const name = fc.tuple(...[...'password'].map(letter)).map(letters => letters.join(''));
    const other = fc.constantFrom(
      '',
      'a',
      'a=b',
      '%',
      '%ff=%',
      '?',
      '=',
      'search=password',
      'x'.repeat(300),
      '_method=GET',
    );
    fc.assert(
      fc.property(fc.array(other), name, fc.array(other), (before, name, after) => {
        const query = [...before, `${name}=hunter2`, ...after].join('&');
        // The log never contains what the service reads as the password.
        assert.equal((parseForm(query) as { password?: string }).password, 'hunter2');
        assert.ok(!withoutSecrets(`/events/5?${query}`).includes('hunter2'), query);
      }),
    );
  });

  it('Removing secrets from a URL takes time in proportion to its length', () => {
    for (const piece of ['?', '&', '?password', '&password', '%70assword', 'password=&', '?a', '=', '%']) {
      // URLs up to the maximum length of a request line, and longer.
      const took = processorTime(() => withoutSecrets(`/?${piece.repeat(30_000)}`));
      assert.ok(took < 1000, `${Math.round(took)} ms for ${piece}`);
    }
  });
});
