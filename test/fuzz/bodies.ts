import type { Random } from '../../bench/random.ts';
import type { Body, Request } from './request.ts';
import { encoded } from './values.ts';

type Sent = { body: Body; headers: Request['headers'] };

export const jsonOf = (parts: readonly string[]): Sent => ({
  body: { open: '{', parts, separator: ',', close: '}' },
  headers: [['Content-Type', 'application/json']],
});

const BOUNDARY = 'fuzz';

/** Pairs of a form as the parts of a multipart body. */
export const multipartOf = (pairs: readonly string[]): Sent => ({
  body: {
    open: '',
    parts: pairs.map(pair => {
      const [name, ...value] = decodedLoosely(pair).split('=');
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value.join('=')}\r\n`;
    }),
    separator: '',
    close: `--${BOUNDARY}--\r\n`,
  },
  headers: [['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`]],
});

function decodedLoosely(pair: string): string {
  try {
    return decodeURIComponent(pair);
  } catch {
    return pair;
  }
}

/** A value as the pairs of a form or a query: lists with commas or brackets, objects with member names. */
export function pairsOf(random: Random, name: string, value: unknown): string[] {
  if (value === null) return [`${name}=`];
  if (Array.isArray(value)) {
    const plain = value.every(item => typeof item !== 'object');
    if (plain && random() < 0.5) return [`${name}=${encoded(value.join(','))}`];
    return value.flatMap((item, at) => pairsOf(random, `${name}[${plain ? '' : at}]`, item));
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([member, item]) => pairsOf(random, `${name}[${member}]`, item));
  return [`${name}=${encoded(String(value))}`];
}
