import { filled, filledBytes, numbered, type Shape, shown } from './candidate.ts';

const EDGE = 'y';
const TYPE = `multipart/form-data; boundary=${EDGE}`;
const CLOSE = `\r\n--${EDGE}--\r\n`;

const head = (name: string, rest = '') =>
  `--${EDGE}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;

/** Multipart bodies of this size that take long to read, with a known member. */
export function multipartShapes(member: string, size: number): Shape[] {
  const within = size - member.length - 200;
  const about = (of: string, text: () => string | Buffer, type = TYPE): Shape => ({
    about: `multipart, ${of}`,
    type,
    body: () => Buffer.from(text()),
  });
  const value = (piece: string, rest = '') =>
    about(`one part ${rest && 'of a file '}of ${shown(piece)} again and again`, () =>
      Buffer.concat([Buffer.from(head(member, rest)), filledBytes(piece, within), Buffer.from(CLOSE)]),
    );
  const parts = (write: (number: number) => string, of: string) =>
    about(`many parts, ${of}`, () => `${numbered(at => `${write(at)}\r\n`, within)}--${EDGE}--\r\n`);
  const long = `boundary${'-'.repeat(60)}`;
  const HOSTILE = [
    '\r',
    '\n',
    '\r\n',
    '\r\n-',
    '\r\n--',
    `\r\n--${EDGE}`,
    `--${EDGE}`,
    '-',
    '\0',
    'x',
    'é',
    '%41',
  ];
  return [
    ...HOSTILE.map(piece => value(piece)),
    ...['\r', '\r\n', `\r\n--${EDGE}`, 'x'].map(piece => value(piece, '; filename="x.png"')),
    ...['%41', '%22', '"', '\\"', '[', '[]', ';', '=', 'x', 'é'].map(piece =>
      about(`a name of ${shown(piece)}`, () => `${head(filled(piece, within))}x${CLOSE}`),
    ),
    parts(() => head(''), 'without a name'),
    parts(at => head(`k${at}`), 'each another'),
    parts(() => head(`${member}[]`), 'items of one list'),
    parts(at => `${head(`k${at}`)}%41%C3%A9`, 'with escapes'),
    parts(() => `--${EDGE}`, 'without heads'),
    parts(() => head(member, '; filename="x"'), 'each a file'),
    about(
      'many headers of a part',
      () => `--${EDGE}\r\n${numbered(at => `x-${at}: 1\r\n`, within)}\r\nx${CLOSE}`,
    ),
    ...['a', ';', '; a=b', '"', ' ', ':', '\r', '\t'].map(piece =>
      about(
        `a header of ${shown(piece)}`,
        () =>
          `--${EDGE}\r\nContent-Disposition: form-data; name="x"${filled(piece, within)}\r\n\r\nx${CLOSE}`,
      ),
    ),
    ...['\r\n', 'x', `--${EDGE}`, '-'].map(piece =>
      about(
        `${shown(piece)} before the first part`,
        () => `${filled(piece, within)}\r\n${head(member)}x${CLOSE}`,
      ),
    ),
    about(
      'almost its boundary again and again',
      () => `--${long}\r\n${filled(`\r\n--${long.slice(0, -1)}`, within)}`,
      `multipart/form-data; boundary=${long}`,
    ),
    about('no end', () => head(member) + filled('x', within)),
  ];
}
