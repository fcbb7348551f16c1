import { filled, fitted, numbered, type Shape, shown } from './candidate.ts';
import { PIECES } from './pieces.ts';

/** JSON bodies of this size that take long to read for any operation, with a known member. */
export function jsonShapes(member: string, size: number): Shape[] {
  const within = size - member.length - 10;
  const about = (of: string, text: () => string): Shape => ({
    about: `JSON, ${of}`,
    type: 'application/json',
    body: () => Buffer.from(text()),
  });
  const of = (value: string, open = '', close = '') =>
    about(
      `"${member}" of ${shown(open + value)} again and again`,
      () => `{"${member}":${open}${filled(value, within - (within % value.length))}${close}}`,
    );
  return [
    about('many members', () => `{${numbered(at => `"k${at}":0,`, within)}"x":0}`),
    about('one member again and again', () => `{${filled('"a":1,', within - (within % 6))}"x":0}`),
    about('many objects', () => `{"${member}":[${numbered(at => `{"k${at}":0},`, within)}0]}`),
    about(
      'many known members in a list',
      () => `{"${member}":[${filled(`{"${member}":"x"},`, within - (within % (member.length + 9)))}0]}`,
    ),
    about('a long name', () => `{"${filled('k', within)}":0}`),
    about('a name of escapes', () => `{"${filled('\\u0041', within - (within % 6))}":0}`),
    ...[
      '0,',
      '"",',
      '[],',
      '{},',
      '1.1111111111111111111,',
      '1e308,',
      '123456789012345678901234567890,',
      '"\\u0301",',
    ].map(item => of(item, '[', '0]')),
    ...['1', '0.1'].map(number => of(number === '1' ? '1' : '0', number === '1' ? '' : '0.')),
    ...['\\u0041', '\\ud83d\\udca5', '\\n', '\\"'].map(text => of(text, '"', '"')),
    ...['[', '{"a":'].map(open => about(`deep ${open}`, () => filled(open, within))),
    about(
      'deep again and again',
      () => `{"${member}":[${filled(`${'['.repeat(500)}${']'.repeat(500)},`, within - (within % 1001))}0]}`,
    ),
    ...[' ', '\n'].map(blank => about(`blanks ${shown(blank)}`, () => `${filled(blank, within)}{}`)),
    ...['}', '\u0001', '\\', ''].map(end =>
      about(
        `a text that ends with ${shown(end) || 'nothing'}`,
        () => `{"${member}":"${filled('x', within)}${end}`,
      ),
    ),
    {
      about: 'JSON, not UTF-8 at its end',
      type: 'application/json',
      body: () =>
        Buffer.concat([Buffer.from(`{"${member}":"${filled('é', within / 2)}`), Buffer.from([0xff])]),
    },
  ];
}

/** A single member as long as the body may be. */
export const longMembers = (member: string, size: number): Shape[] =>
  PIECES.map(piece => ({
    about: `JSON, "${member}" of ${shown(piece)}, ${size} bytes`,
    type: 'application/json',
    body: () => Buffer.from(JSON.stringify({ [member]: fitted(piece, size - 100) })),
  }));
