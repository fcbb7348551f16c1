import type { Argument } from '../../src/input/arguments.ts';
import { fitted, type Shape, shown } from './candidate.ts';
import { takenBy } from './operations.ts';
import { PIECES } from './pieces.ts';

/** Texts of dates, numbers, addresses and the like on which a backtracking pattern takes long. */
const KINDS: [name: RegExp, pieces: readonly string[]][] = [
  [
    /date|before|after/,
    ['1', '2031-05-10 ', '+1 day ', 'next ', 'first ', ' ', ':', '-', '/', '1.', 'T', 'Z', 'am ', '٣'],
  ],
  [/timezone/, ['UTC+', '+', 'Europe/', '_', '[', '1', ':']],
  [/cost/, ['1', '1.', '1,', ' 1', '1 - ', '€ ', '1 €, ', '- ', '(', '$1']],
  [/website|image/, ['http://', 'a.', '%41', 'a@', '//', ':', '?', '#', '&', 'xn--', 'é', '/..']],
  [/slug/, ['-', '_', '%C3%A9', 'é', 'a-', '--a']],
  [/geo|lat|lng|radius/, ['1', '0', '.', '1e', ' ', '+', '-']],
  [/email|phone|zip/, ['@', 'a@', '.', '+', ' ', '1 ']],
];

/** A member of each kind that it may have, much longer than accepted, of this size. */
export function hostileMembers(
  name: string,
  argument: Argument,
  size: number,
  pieces: readonly string[],
): Shape[] {
  const own = KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  const texts = [...new Set([...own, ...pieces])];
  const { items, record } = takenBy(argument);
  const json = (of: string, value: () => string): Shape => ({
    about: `JSON, "${name}": ${of}, ${size} bytes`,
    type: 'application/json',
    body: () => Buffer.from(`{"${name}":${value()}}`),
  });
  const list = (item: string) =>
    json(
      `many ${shown(item)}`,
      () => `[${`${item},`.repeat(Math.floor((size - 100) / (item.length + 1)))}0]`,
    );
  const linked = record?.replace('Create', '').toLowerCase();
  return [
    ...texts.map(piece => json(shown(piece), () => JSON.stringify(fitted(piece, size - 100)))),
    ...(items === undefined ? ['"x"'] : ['1', '"x"', '{}', '"1,2"', 'null']).map(list),
    ...(linked ? [`{"${linked}":"v"}`, `{"id":1}`].map(list) : []),
  ];
}

/** A selection of the pieces, different for each number. */
export const somePieces = (number: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => PIECES[(number * 7 + at * 13) % PIECES.length]!);
