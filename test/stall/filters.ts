import type { Argument } from '../../src/input/arguments.ts';
import { MAX_LINE, MAX_SEARCH_TERMS, MAX_URL } from '../../src/limits.ts';
import { type Candidate, filled, type Sender } from './candidate.ts';
import { type Operation, takenBy } from './operations.ts';
import { pathOf } from './paths.ts';
import type { Calendar, Collection } from './planting.ts';

/** A parameter of a list with a value that makes the list read much. */
interface Choice {
  readonly parameter: string;
  /** `only_with_upcoming=true` */
  readonly name: string;
  query(calendar: Calendar): string;
}

/** Parameters that have no effect without others. */
const COMPANIONS: Record<string, string> = {
  geoloc_lat: '&geoloc_lng=2&geoloc_radius=20000',
  geoloc_lng: '&geoloc_lat=41&geoloc_radius=20000',
  geoloc_radius: '&geoloc_lat=41&geoloc_lng=2',
};

/**
 * Each value of each parameter of a list, alone and with each value of another one: all of them, or the first of
 * each.
 */
export function* filterCandidates(
  operation: Operation,
  senders: readonly Sender[],
  whole: boolean,
): Generator<Candidate> {
  const all = Object.entries(operation.arguments).map(([name, argument]) =>
    choicesOf(operation, name, argument),
  );
  for (const as of senders) {
    for (const choice of all.flat()) yield candidate(operation, as, [choice]);
    for (const [one, other] of pairsOf(all.map(choices => (whole ? choices : choices.slice(0, 1)))))
      yield candidate(operation, as, [one, other]);
  }
}

/** Pairs of choices of different parameters, except for companions. */
function* pairsOf(all: readonly Choice[][]): Generator<[Choice, Choice]> {
  for (const [at, choices] of all.entries())
    for (const one of choices)
      for (const other of all.slice(at + 1).flat())
        if (!COMPANIONS[one.parameter]?.includes(`&${other.parameter}=`)) yield [one, other];
}

function candidate(operation: Operation, as: Sender, choices: readonly Choice[]): Candidate {
  const parts = choices.map(({ name }) => `${operation.name} ${name}`);
  const about = choices.map(({ name }) => name).join(' and ');
  return {
    ...{ operation: operation.name, method: 'GET', as, about, parts },
    make(calendar, attempt) {
      const query = choices.map(choice => choice.query(calendar)).join('&');
      // If both do not fit into a request, the longest value is cut, and a list of ids ends earlier.
      const whole = `${everything(operation, query)}${query}`
        .slice(0, MAX_URL - 200)
        .replace(/[,+]$|%.?$/, '');
      return { path: `${pathOf(operation, calendar, attempt)}?${whole}&nonce=${process.pid}-${nonce++}` };
    },
  };
}

let nonce = 0;

/** Lists of events show two years unless a range is given. */
const everything = ({ arguments: { start_date } }: Operation, query: string): string =>
  !start_date || /(start|end)_date=/.test(query) ? '' : 'start_date=1000-01-01&end_date=9999-12-31&';

function choicesOf(operation: Operation, name: string, argument: Argument): Choice[] {
  const choice = (label: string, value: string | ((calendar: Calendar) => string)): Choice => ({
    parameter: name,
    name: `${name}=${label}`,
    query: calendar =>
      `${name}=${typeof value === 'string' ? value : value(calendar)}${COMPANIONS[name] ?? ''}`,
  });
  const plain = (...values: string[]) => values.map(value => choice(value.slice(0, 40), value));
  const { types, items, options } = takenBy(argument);
  const collection = collectionOf(operation, name);
  if (collection && items)
    return [
      choice('all', calendar => idsOf(calendar, collection, items)),
      choice('the most used', ({ first }) => String(first[collection])),
      choice('the least used', calendar => String(lastOf(calendar, collection))),
    ];
  if (collection)
    return [
      choice('the first', ({ first }) => String(first[collection])),
      choice('the last', calendar => String(lastOf(calendar, collection))),
    ];
  if (items && options) return plain(options.join(), String(options[0]));
  if (/date|before|after/.test(name)) return plain('1000-01-01', '2031-05-10', '9999-12-31');
  if (name === 'page') return [choice('the last', deepest), ...plain('1')];
  if (name === 'per_page') return plain('50', '1');
  if (/radius/.test(name)) return plain('20000', '1');
  if (/lat|lng/.test(name)) return plain('2');
  if (name === 'search') return SEARCHES.map(([label, value]) => choice(label, encodeURIComponent(value)));
  if (name === 'order') return plain('desc', 'asc');
  if (name === 'orderby') return plain('description', 'count', 'include', 'slug', 'id');
  if (types.includes('boolean')) return plain('true', 'false');
  return plain('1', filled('x', MAX_LINE));
}

/** The collection whose records an argument names. */
function collectionOf({ path }: Operation, name: string): Collection | undefined {
  const own = (['events', 'venues', 'organizers', 'categories', 'tags'] as const).find(one =>
    path.endsWith(`/${one}`),
  );
  if (name === 'include' || name === 'exclude') return own;
  const named: Record<string, Collection> = {
    venue: 'venues',
    organizer: 'organizers',
    categories: 'categories',
    tags: 'tags',
    parent: 'categories',
    ...{ event: 'events', post: 'events', post_parent: 'events' },
  };
  return named[name];
}

const countOf = ({ sizes, categories }: Calendar, collection: Collection): number =>
  collection === 'categories'
    ? categories
    : collection === 'tags'
      ? sizes.terms - categories
      : sizes[collection];

const lastOf = (calendar: Calendar, collection: Collection): number =>
  calendar.first[collection] + countOf(calendar, collection) - 1;

/** The longest accepted list of ids, from all over the collection. */
function idsOf(calendar: Calendar, collection: Collection, most: number): string {
  const count = countOf(calendar, collection);
  const ids = Array.from({ length: most }, (_, at) => calendar.first[collection] + ((at * 7) % count));
  return [...new Set(ids)].join();
}

const deepest = ({ sizes }: Calendar): string => String(Math.floor(sizes.events / 10) - 1);

/** Searches: the most words, words of every record, parts of words, and words of no record. */
const SEARCHES: [label: string, value: string][] = [
  [`${MAX_SEARCH_TERMS} words`, Array.from({ length: MAX_SEARCH_TERMS }, (_, at) => `w${at}`).join(' ')],
  ['one letter', 'a'],
  ['words of every record', 'festa fresca mercat event venue'],
  [
    `${MAX_SEARCH_TERMS} letters and none`,
    [...'abcdefghijklmnopqrstuvwxyz0123456789'].map(letter => `-${letter}${letter}`).join(' '),
  ],
  ['phrases', '"a la" "fresca 1" "jazz w" "mercat1"'],
  ['a long word', filled('ab', MAX_LINE)],
  ['nothing that is there', 'zzzzqqqq'],
  ['accents', filled('\u0301\u0323', 900)],
];
