import { MAX_VALUES } from '../../src/limits.ts';
import { filled, numbered, type Shape, shown } from './candidate.ts';
import { PIECES } from './pieces.ts';

/** Form bodies of this size that take long to read, with a known member. */
export function formShapes(member: string, size: number): Shape[] {
  const within = size - member.length - 10;
  const each = Math.floor(within / (MAX_VALUES - 100));
  const about = (of: string, text: () => string): Shape => ({
    about: `form, ${of}`,
    type: 'application/x-www-form-urlencoded',
    body: () => Buffer.from(text(), 'latin1'),
  });
  const value = (piece: string) =>
    about(`${member}= and ${shown(piece)} again and again`, () => `${member}=${filled(piece, within)}`);
  const name = (piece: string) => about(`a name of ${shown(piece)}`, () => `${filled(piece, within)}=x`);
  const many = (pair: (number: number) => string, of: string) =>
    about(`${MAX_VALUES - 100} values, each ${of}`, () =>
      Array.from({ length: MAX_VALUES - 100 }, (_, at) => pair(at)).join('&'),
    );
  const ESCAPES = ['%41', '%C3%A9', '%CC%81%CC%A3', '%ff', '%', '%4', '%zz', '%3Cp%3E', '%2B', '%00'];
  return [
    ...[...ESCAPES, '+', 'é', ' ', '=', ';', '\r\n', 'x'].map(value),
    ...[...ESCAPES, '+', '[', '[]', '[a]', '[0]', ']', '.', 'é', 'x'].map(name),
    ...['&', '=&', '[&', '%ff&'].map(pair =>
      about(`${shown(pair)} again and again`, () => filled(pair, within)),
    ),
    ...['%41', '%C3%A9', '+', 'x'].map(piece =>
      many(at => `k${at}=${filled(piece, each - 8)}`, `of ${shown(piece)}`),
    ),
    ...['%41', '%C3%A9', '[a]', '[', '[]'].map(piece =>
      many(at => `k${at}${filled(piece, each - 8)}=`, `with a name of ${shown(piece)}`),
    ),
    many(() => `${member}[]=1`, 'an item of one list'),
    many(at => `${member}[${at * 40_000}]=1`, 'a numbered item of one list'),
    many(at => `${member}[${MAX_VALUES - at}]=1`, 'an item of one list, the last one first'),
    many(at => `${member}[k${at}][a][b][c][d][e][f]=1`, 'deep'),
    many(() => `${member}[][][][][][][]=1`, 'deep in lists'),
    many(at => `${member}[a][a][a][a][a][a][k${at}]=1`, 'deep in one object'),
    many(at => `${'['.repeat(200)}${at}`, 'of brackets'),
    about('more values than are taken', () => numbered(at => `k${at}=1&`, within)),
  ];
}

/** A single member as long as the body may be. */
export const longValues = (member: string, size: number): Shape[] =>
  PIECES.map(piece => ({
    about: `form, ${member} of ${shown(piece)}, ${size} bytes`,
    type: 'application/x-www-form-urlencoded',
    body: () => Buffer.from(`${member}=${filled(encodeURIComponent(piece), size - 100)}`),
  }));
