import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { Refused } from '../errors.ts';
import { interfaceWords } from '../i18n/messages.ts';
import { MAX_ITEMS } from '../limits.ts';
import {
  type Argument,
  type Arguments,
  boolean,
  dateTime,
  fallback,
  ids,
  integer,
  isAddress,
  isTruthy,
  items,
  numeric,
  optional,
  positiveInteger,
  required,
  text,
  textOrNothing,
  truthy,
  url,
  wholeNumber,
} from './arguments.ts';
import { RequestClock } from './context.ts';
import { readArguments } from './read-arguments.ts';

const words = interfaceWords.page;
// None of these arguments reads the store.
const NOW = 1_936_180_800;
const reading = {
  ...{ db: {} as Db, config: readConfig({}), viewer: undefined, now: NOW, language: 'ca' as const },
  clock: new RequestClock(NOW, 'UTC'),
};

/** The value that an argument reads, or why it was refused. */
const read = (argument: Argument, sent: unknown) => {
  const value = argument.read(sent, reading);
  return value instanceof Refused ? `refused: ${value.key}` : value;
};

/** Unexpected values, which must not make any argument throw. */
const odd = [
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 53, -(2 ** 53), 1e308, Infinity, NaN],
  '',
  ' ',
  '\0',
  '\ud800',
  '💥',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '0x10',
  '١',
  '１',
  '__proto__',
  'constructor',
  '%00',
  "' or 1=1 --",
  'x'.repeat(100_000),
  '9'.repeat(400),
  `${'1,'.repeat(5000)}1`,
  ...[[], {}, [[]], [null], [{}], { toString: 1 }, { id: 1 }, Object.create(null), Array(10_000).fill(1)],
];

describe('Numbers', () => {
  const cases: [unknown, number | undefined, number | undefined][] = [
    [3, 3, 3],
    ['3', 3, 3],
    ['3.0', 3, 3],
    [' 2 ', 2, 2],
    ['+4', 4, 4],
    ['1e1', 10, 10],
    ['-7', -7, -7],
    [3.5, 3.5, undefined],
    ['3.5', 3.5, undefined],
    ['.5', 0.5, undefined],
    ['5.', 5, 5],
    [2 ** 53, 2 ** 53, undefined],
    ['9007199254740993', 2 ** 53, undefined],
    ['1e400', undefined, undefined],
    [Infinity, undefined, undefined],
    [NaN, undefined, undefined],
    ['12abc', undefined, undefined],
    ['0x10', undefined, undefined],
    ['1_000', undefined, undefined],
    ['1,5', undefined, undefined],
    ['', undefined, undefined],
    [' ', undefined, undefined],
    ['١', undefined, undefined],
    ['--1', undefined, undefined],
    [true, undefined, undefined],
    [null, undefined, undefined],
    [['3'], undefined, undefined],
  ];
  for (const [sent, number, whole] of cases)
    it(`The ${typeof sent} ${JSON.stringify(String(sent))} is read as ${number ?? 'no number'}`, () => {
      assert.equal(numeric(sent), number);
      assert.equal(wholeNumber(sent), whole);
    });

  it('A whole number is read alike as a number and as text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer()), number => {
        assert.equal(wholeNumber(number), number);
        assert.equal(wholeNumber(String(number)), number);
      }),
    );
  });

  it('A wrong number is refused with what was expected, and a too large one is capped', () => {
    assert.equal(read(integer(words), 'x'), 'refused: expected_integer');
    assert.equal(read(positiveInteger(words), 0), 'refused: expected_positive_integer');
    assert.equal(read(positiveInteger(words), -1), 'refused: expected_positive_integer');
    assert.equal(read(positiveInteger(words), 1.5), 'refused: expected_positive_integer');
    assert.equal(read(positiveInteger(words), '2.0'), 2);
    // They are what was expected.
    for (const large of [2 ** 53, '99999999999999999999', '1e30'])
      assert.equal(read(positiveInteger(words), large), Number.MAX_SAFE_INTEGER);
  });
});

describe('Text', () => {
  it('Numbers and booleans count as text, and nothing else does', () => {
    assert.deepEqual([5, 1.5, true, 'x'].map(textOrNothing), ['5', '1.5', 'true', 'x']);
    for (const sent of [null, undefined, [], {}, ['x'], Infinity, NaN])
      assert.equal(textOrNothing(sent), undefined);
  });

  it('Text loses null characters and lone surrogates', () => {
    assert.equal(textOrNothing('a\0b\ud800c\udc00\ud83c\udf89'), 'ab\ufffdc\ufffd🎉');
  });

  it('Text is cleaned and its length limited', () => {
    const shout = text(words, sent => sent.toUpperCase(), { max: 5 });
    assert.equal(read(shout, 'jazz'), 'JAZZ');
    assert.equal(read(shout, 12345), '12345');
    assert.equal(read(shout, 'jazzes'), 'refused: expected_max_length');
    assert.equal(read(shout, ''), 'refused: expected_text');
    assert.equal(read(shout, '\0'), 'refused: expected_text');
    assert.equal(read(shout, ['a']), 'refused: expected_string');
    assert.equal(
      read(
        text(words, sent => sent, { empty: true }),
        '',
      ),
      '',
    );
  });
});

describe('Booleans', () => {
  it('A boolean is true, false, 1 or 0 as text or number', () => {
    for (const sent of [true, 1, '1', 'true', 'TRUE']) assert.equal(read(boolean(words), sent), true);
    for (const sent of [false, 0, -0, '0', 'false', 'False']) assert.equal(read(boolean(words), sent), false);
    for (const sent of ['', 'yes', 'on', 2, -1, null, [], {}, ' true', 'truE '])
      assert.equal(read(boolean(words), sent), 'refused: expected_boolean', JSON.stringify(sent));
  });

  it('A loose boolean is true for words such as yes and on, and false for all else', () => {
    for (const sent of [true, 1, 'yes', 'Y', 'on', 'ENABLE', 'enabled', 'true'])
      assert.ok(isTruthy(sent), String(sent));
    for (const sent of [false, 0, 2, '', 'no', 'foo', 'on ', 'enables', null, undefined, [], {}])
      assert.ok(!isTruthy(sent), String(sent));
    assert.equal(read(truthy(words), ''), false);
    for (const sent of [null, [], {}]) assert.equal(read(truthy(words), sent), 'refused: expected_boolean');
  });
});

describe('URLs', () => {
  it('A URL has a scheme that is safe to follow', () => {
    for (const address of [
      'https://example.org',
      'HTTP://example.org/a?b=c&d#e',
      'ftp://ftp.example.org/x',
      'mailto:a@b.test',
      ...['https://exämple.org/é', 'https://127.0.0.1:8080/', 'https://[::1]/'],
    ])
      assert.ok(isAddress(address), address);
    for (const address of [
      'example.org',
      '//example.org',
      '/path',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'https://',
      'https://a b',
      'https://a"b',
      "https://a'b",
      'https://a<b',
      'https://a\\b',
      'https://[',
      'mailto:a',
      ' https://example.org',
      'https://example.org\n',
      'java\nscript:x',
      'https://a:99999',
      `https://e.org/${'x'.repeat(2000)}`,
    ])
      assert.ok(!isAddress(address), address);
  });

  it('A URL may be empty only where its argument allows that', () => {
    assert.equal(read(url(words, {}, true), ''), '');
    assert.equal(read(url(words, {}, false), ''), 'refused: expected_url');
    for (const sent of [null, 5, true, [], {}])
      assert.equal(read(url(words, {}, true), sent), 'refused: expected_url');
  });
});

describe('Lists', () => {
  it('A list is an array, text with commas or a single value', () => {
    assert.deepEqual(items([1, 'b']), [1, 'b']);
    assert.deepEqual(items('1, b ,'), ['1', 'b', '']);
    assert.deepEqual(items(5), [5]);
    assert.deepEqual(items(''), ['']);
  });

  it('A list of ids holds each id once, in order', () => {
    assert.deepEqual(read(ids(words), '3,1, 3,2'), [3, 1, 2]);
    assert.deepEqual(read(ids(words), [3, '1']), [3, 1]);
    for (const sent of ['', '1,', '0', '-1', '1.5', 'x', [], [null], [[1]], {}, null, true])
      assert.equal(read(ids(words), sent), 'refused: expected_list_of_ids', JSON.stringify(sent));
  });

  it('A list has a maximum number of items', () => {
    assert.deepEqual(
      read(
        ids(words),
        Array.from({ length: MAX_ITEMS }, (_, i) => i + 1),
      ),
      Array.from({ length: MAX_ITEMS }, (_, i) => i + 1),
    );
    assert.equal(read(ids(words), Array(MAX_ITEMS + 1).fill(1)), 'refused: expected_too_many');
    assert.equal(read(ids(words), '1,'.repeat(2_000_000)), 'refused: expected_too_many');
  });
});

describe('Dates', () => {
  it('A valid date is kept as it was sent, and any other value is refused', () => {
    for (const sent of ['2031-05-10 18:00', 'tomorrow 9am', '1936180800', 1936180800])
      assert.equal(read(dateTime(words), sent), sent);
    for (const sent of [
      '',
      'some day',
      '2031-02-30',
      0,
      -1,
      1.5,
      99999999999999,
      '99999999999999',
      null,
      true,
      [],
      {},
    ])
      assert.equal(read(dateTime(words), sent), 'refused: expected_date', JSON.stringify(sent));
  });
});

describe('Dates in words', () => {
  it('A date in words of the language is read as a day or a wall time, and the answer holds for today', () => {
    assert.equal(read(dateTime(words), 'dimecres vinent a les 19 h'), '2031-05-14 19:00:00');
    assert.equal(read(dateTime(words), 'el 3 de juny'), '2031-06-03');
    assert.ok(reading.clock.period);
    for (const sent of [
      'cada dimecres',
      'a les set',
      'del 3 al 7 de juny',
      '31/12/2031',
      '3/6',
      'soon',
      'mai',
    ])
      assert.equal(read(dateTime(words), sent), 'refused: expected_date', sent);
  });
});

describe('Arguments of an update', () => {
  it('The arguments of an update are not required and have no defaults', () => {
    const all = { title: required(text(words)), all_day: fallback(boolean(words), false) };
    const { title, all_day } = optional(all) as Record<string, Argument>;
    assert.equal(title?.required, undefined);
    assert.ok(all_day && !('fallback' in all_day));
    assert.equal(all.title.required, true);
  });
});

describe('Null', () => {
  const sentNull = (declared: Arguments) =>
    readArguments(declared, new Map(Object.keys(declared).map(name => [name, null])), reading);

  it('Null is no value for an argument without a type', async () => {
    const untyped = { has_events: truthy(words), include: ids(words), only: fallback(truthy(words), false) };
    const { args, refused } = await sentNull(untyped);
    assert.deepEqual([args, [...refused.keys()]], [{ only: false }, []]);
  });

  it('Null is refused for an argument with a type', async () => {
    const { refused } = await sentNull({ page: fallback(integer(words), 1), search: text(words) });
    assert.deepEqual([...refused.keys()], ['page', 'search']);
  });
});

it('No argument throws, whatever is sent', () => {
  const all = [
    integer(words),
    positiveInteger(words),
    boolean(words),
    truthy(words),
    text(words),
    url(words, {}, true),
    ...[ids(words), dateTime(words)],
  ];
  for (const argument of all) for (const sent of odd) assert.doesNotThrow(() => argument.read(sent, reading));
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), sent => {
      for (const argument of all) argument.read(sent, reading);
    }),
  );
});
