import type { Members } from './client.ts';
import type { World } from './world.ts';

/** A value of a field, and what GET then shows. */
export interface Value {
  send: unknown;
  reads: Members;
  /** Only in updates. A create ignores it. */
  update?: true;
  /** An update that changes nothing. */
  keeps?: true;
}

export interface Field {
  values: Value[];
  /** Values that are refused with the field's name. */
  refused: unknown[];
  /** Other members of the record that follow it. */
  follows?: string[];
}

export type Fields = Record<string, Field>;

export interface Kind {
  path: string;
  /** The members required to create a record, with a unique name. */
  least(number: number): Members;
  /** The same, with a mark of this number in two members that `search` looks into. */
  marked(number: number): Members;
  /** A record with a value in every field, never the first one of the field's `values`. */
  full(world: World, number: number): Members;
  fields(world: World): Fields;
}

/** A word that finds exactly the records of this number. */
export function markOf(number: number): string {
  return `mark${number}mark`;
}

/** A text that is stored as sent. */
export function plain(name: string, ...texts: unknown[]): Field {
  return {
    values: texts.map(send => ({ send, reads: { [name]: String(send) } })),
    refused: [['a'], { a: 1 }],
  };
}

/** Numbers and common spellings of a flag, which is on at the beginning. */
export function flag(name: string): Field {
  return {
    values: [false, true, '0', 1, 'FALSE', 'True'].map(send => ({
      send,
      reads: { [name]: /^(true|1)$/i.test(String(send)) },
    })),
    refused: ['maybe', 2, '', null, ['1']],
  };
}

/** The author: the id of a user, shown as text. */
export function author({ accounts, unknown }: World): Field {
  return {
    values: [accounts.editor.id, String(accounts.author.id)].map(send => ({
      send,
      reads: { author: String(send) },
    })),
    refused: [unknown, 'nobody', `${accounts.editor.id}.5`, `${accounts.editor.id}x`, 0, '', ['1']],
  };
}

/** The publication date, in the zone of the site (Europe/Madrid) and in UTC: each follows the other. */
export const publication: { date: Field; date_utc: Field } = {
  date: {
    values: [
      {
        send: '2021-02-03 04:05:06',
        reads: { date: '2021-02-03 04:05:06', date_utc: '2021-02-03 03:05:06' },
      },
      { send: '2021-03-01T08:00:00+05:00', reads: { date: '2021-03-01 04:00:00' } },
      { send: '1614585600', reads: { date: '2021-03-01 09:00:00', date_utc: '2021-03-01 08:00:00' } },
    ],
    refused: ['no date', '2021-13-45', '', ['2021-02-03']],
    follows: ['date_utc'],
  },
  date_utc: {
    values: [
      {
        send: '2021-08-03 04:05:06',
        reads: { date_utc: '2021-08-03 04:05:06', date: '2021-08-03 06:05:06' },
      },
      {
        send: '2021-01-03 04:05:06',
        reads: { date_utc: '2021-01-03 04:05:06', date: '2021-01-03 05:05:06' },
      },
    ],
    refused: ['no date', '2021-13-45', '', ['2021-02-03']],
    follows: ['date'],
  },
};

/** A status. Only a published record has an address of its own. */
export const status: Field = {
  values: ['private', 'publish', 'draft', 'pending', 'publish'].map(send => ({
    send,
    reads: { status: send },
  })),
  refused: ['published', 'any', '', ['publish']],
  follows: ['url'],
};

/** An image by id, as text or number, or by address. */
export function image({ pictures: [one, two], unknown }: World, ...none: Value[]): Field {
  return {
    values: [
      { send: String(two.id), reads: { image: { id: two.id, extension: 'png' } } },
      { send: one.url, reads: { image: { id: one.id, extension: 'png' } } },
      ...none,
      { send: two.id, reads: { image: { id: two.id, extension: 'png' } } },
      { send: String(one.id), reads: { image: { id: one.id } } },
    ],
    refused: [String(unknown), 'no picture', new URL('/none', one.url).href, ['1']],
  };
}
