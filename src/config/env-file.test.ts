import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EnvFileError, parseEnvFile } from './file.ts';

describe('Environment files', () => {
  const values: [string, string][] = [
    ['A=b', 'b'],
    [' A = b c  ', 'b c'],
    ['A=', ''],
    ['A= # nothing', ''],
    ['A=b # why', 'b'],
    ['A=#b1122b', '#b1122b'],
    ['A=b#c', 'b#c'],
    ["A=It's free", "It's free"],
    [`A='# "\\n' # why`, '# "\\n'],
    [String.raw`A="# \"b\" \\ \n \d"`, '# "b" \\ \n \\d'],
    ['A=""', ''],
    ['A=$HOME', '$HOME'],
    ['A=b=c', 'b=c'],
  ];
  for (const [line, value] of values)
    it(`The line ${line} has the value ${JSON.stringify(value)}`, () =>
      assert.deepEqual(parseEnvFile(line), [{ name: 'A', value, line: 1 }]));

  it('Blank lines, comments, a byte order mark and CRLF are read over', () =>
    assert.deepEqual(parseEnvFile('\uFEFF# first\r\n\r\n  # second\r\nA=b\r\nC=d'), [
      { name: 'A', value: 'b', line: 4 },
      { name: 'C', value: 'd', line: 5 },
    ]));

  for (const wrong of ['A', 'export A=b', '=b', '1A=b', 'A="b', "A='b", `A='b'c`, `A="b" c`, 'A B=c'])
    it(`The line ${wrong} is refused with its number`, () =>
      assert.throws(
        () => parseEnvFile(`#\n${wrong}\n`),
        (error: unknown) =>
          error instanceof EnvFileError && error.line === 2 && /^expected /.test(error.message),
      ));

  it('A name that is there twice is refused with both lines', () =>
    assert.throws(() => parseEnvFile('A=b\n\nA=b'), { line: 3, message: 'A is in line 1 already' }));
});
