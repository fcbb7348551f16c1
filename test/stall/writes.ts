import type { Argument, Arguments } from '../../src/input/arguments.ts';
import { MAX_ADDRESS, MAX_LINE, MAX_TITLE } from '../../src/limits.ts';
import { type Candidate, filled, type Sender, type Shape, shown } from './candidate.ts';
import { inLanguages, OWN, translatedNames } from './languages.ts';
import { type Operation, operations, takenBy } from './operations.ts';
import { pathOf } from './paths.ts';
import { MARKUP } from './pieces.ts';

/** Writes that are accepted, or almost: each member as long as it may be, and all members together. */
export function* writeCandidates(
  operation: Operation,
  as: Sender,
  lines: readonly string[],
  markup: readonly string[] = MARKUP,
): Generator<Candidate> {
  const names = Object.keys(operation.arguments);
  const isLong = (name: string) =>
    name === 'translations' || (takenBy(operation.arguments[name]!).longest ?? 0) > MAX_LINE;
  for (const name of names)
    for (const piece of isLong(name) ? new Set([...markup, ...lines]) : lines)
      yield write(operation, as, [name], piece);
  const together = names.filter(name => ![...ALONE, 'translations'].includes(name));
  for (const piece of markup) {
    // A role that may not create terms may still create the other records.
    yield write(
      operation,
      as,
      together.filter(name => !TERMS.includes(name)),
      piece,
    );
    if (names.some(name => TERMS.includes(name))) yield write(operation, 'editor', together, piece);
  }
}

/** Members that name an existing record or account. Long values are refused. */
const ALONE = ['image', 'author', 'parent', 'slug'];
const TERMS = ['categories', 'tags'];

/** A write with these members as long, or as many, as they may be. */
function write(operation: Operation, as: Sender, names: readonly string[], piece: string): Candidate {
  const what = names.length > 1 ? 'all members' : names[0]!;
  return {
    ...{ operation: operation.name, method: operation.method, as, parts: [] },
    about: `JSON, ${what} of ${shown(piece)}`,
    make(calendar, attempt) {
      const all = operation.arguments;
      const isAlone = names.length === 1;
      const worst = names.map(name => [
        name,
        name === 'translations' ? largestInLanguages(all, piece) : largest(name, all[name]!, piece, isAlone),
      ]);
      const json = { ...required(all, attempt), ...Object.fromEntries(worst) };
      return { path: pathOf(operation, calendar, attempt), ...jsonBody(json) };
    },
  };
}

export const jsonBody = (json: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(json)),
});

/** The required members of a new record, with usual values. */
export function required(all: Arguments, attempt = 0): Record<string, unknown> {
  const needed = Object.entries(all).filter(([, argument]) => argument.required);
  return Object.fromEntries(
    needed.map(([name]) => [name, DATES[name] ?? `Large ${process.pid} ${attempt} ${made++}`]),
  );
}

/** Numbers names, so that no two records have the same one. */
let made = 0;

export const DATES: Record<string, string> = {
  start_date: '2031-05-10 10:00:00',
  end_date: '2031-05-10 12:00:00',
  date: '2020-05-10 10:00:00',
  date_utc: '2020-05-10 10:00:00',
};

/** Members that do not take free text, with accepted values. */
const TAKEN: Record<string, unknown> = {
  ...DATES,
  language: OWN,
  translate: false,
  timezone: 'America/Argentina/Buenos_Aires',
  status: 'publish',
  website: `https://example.test/${filled('a.', MAX_ADDRESS - 30)}`,
  cost: Array.from({ length: 50 }, (_, at) => filled(`${at} € - `, 190)),
};

/** The longest texts in all languages. */
function largestInLanguages(all: Arguments, piece: string): object {
  const names = translatedNames(all.translations!).filter(name => all[name] && !ALONE.includes(name));
  const isLong = (name: string) => (takenBy(all[name]!).longest ?? 0) > MAX_TITLE;
  return inLanguages(
    Object.fromEntries(
      names.map(name => [name, largest(name, all[name]!, isLong(name) ? piece : 'a festa ')]),
    ),
  );
}

/**
 * The longest value that an argument accepts, made of these pieces. Lists have the most items.
 * @param isAlone whether there is room for inline records in all languages
 */
export function largest(name: string, argument: Argument, piece: string, isAlone = false): unknown {
  const { longest, items, types, record } = takenBy(argument);
  if (TAKEN[name] !== undefined) return TAKEN[name];
  if (items !== undefined) {
    const count = items > 1 ? items : MAX_LINE;
    return Array.from({ length: count }, (_, at) =>
      record ? inline(record, piece, at, isAlone) : `${at} ${filled(piece, MAX_TITLE - 10)}`,
    );
  }
  if (types.includes('boolean')) return true;
  if (longest === undefined && !types.includes('string')) return 1;
  return filled(piece, accepted(longest ?? MAX_LINE));
}

/** Long texts become paragraphs, which makes them longer. */
const accepted = (longest: number): number => (longest > MAX_TITLE ? longest - '<p></p>\n'.length : longest);

/** An inline record with all its texts as long as they may be. */
function inline(schema: string, piece: string, at: number, isAlone: boolean): Record<string, unknown> {
  const path = `/${schema.replace('Create', '').toLowerCase()}s`;
  const create = creates().find(one => one.path.endsWith(path))!;
  const members = Object.entries(create.arguments).flatMap(([name, argument]) => {
    const { longest, items } = takenBy(argument);
    return longest === undefined || items !== undefined
      ? []
      : [[name, filled(`${at} ${piece}`, accepted(longest))]];
  });
  const texts = Object.fromEntries(members);
  // More of them in all languages are larger than a body may be.
  return isAlone && at < 25
    ? { ...texts, translations: largestInLanguages(create.arguments, `${at} ${piece}`) }
    : texts;
}

let created: Operation[] | undefined;

export function creates(): Operation[] {
  created ??= operations().filter(({ method }) => method === 'POST');
  return created;
}

/** A request with this body to an operation. */
export const withBody = (operation: Operation, as: Sender, shape: Shape): Candidate => ({
  ...{ operation: operation.name, method: operation.method, as, about: shape.about, parts: [] },
  make: (calendar, attempt) => ({
    path: pathOf(operation, calendar, attempt),
    headers: { 'content-type': shape.type },
    body: shape.body(attempt),
  }),
});
