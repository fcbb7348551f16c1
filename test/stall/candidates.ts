import { MAX_LINE, MAX_TITLE } from '../../src/limits.ts';
import type { Candidate, Sender } from './candidate.ts';
import { filterCandidates } from './filters.ts';
import { formShapes, longValues } from './forms.ts';
import { heads, paths } from './heads.ts';
import { hostileMembers, somePieces } from './hostile.ts';
import { jsonShapes, longMembers } from './json.ts';
import { multipartShapes } from './multiparts.ts';
import { type Operation, operations, takenBy } from './operations.ts';
import { pageCandidates } from './pages.ts';
import { pathOf } from './paths.ts';
import { pictureShapes } from './pictures.ts';
import { MARKUP } from './pieces.ts';
import { seriesCandidates } from './series.ts';
import { translatedCandidates } from './translated.ts';
import { jsonBody, required, withBody, writeCandidates } from './writes.ts';

/** The extent of a run. */
export interface Extent {
  /** Bytes of the largest accepted body, and of the largest accepted image. */
  readonly body: number;
  readonly picture: number;
  /** Everything, or one of each kind. */
  readonly whole: boolean;
}

/** All requests of a run, deletions last. They do not depend on chance. */
export function* candidates(extent: Extent): Generator<Candidate> {
  yield* onReading(extent);
  yield* onRecords(extent);
}

/** Requests that take long to read, on any store. */
export function* onReading(extent: Extent): Generator<Candidate> {
  const all = operations();
  yield* bodies(all, extent);
  yield* all.flatMap((operation, at) => [...members(operation, at, extent)]);
  yield* headers(all, extent);
  yield* pictures(all, extent);
}

/** Requests that find or write many records. */
export function* onRecords({ whole }: Extent): Generator<Candidate> {
  const all = operations();
  const [lines, markup] = whole ? [somePieces(0, 3), MARKUP] : [[], MARKUP.slice(0, 5)];
  for (const operation of all)
    if (isList(operation))
      yield* filterCandidates(operation, whole ? [undefined, 'editor'] : [undefined], whole);
  yield* pageCandidates(whole ? [undefined, 'editor'] : [undefined]);
  for (const operation of all) if (!isDelete(operation)) yield* asDeclared(operation);
  for (const operation of all)
    if (takesLong(operation) && (whole || operation.name === CREATE))
      yield* writeCandidates(operation, sendersOf(operation).at(-1), lines, markup);
  yield* seriesCandidates();
  yield* translatedCandidates();
  for (const operation of all) if (isDelete(operation)) yield* asDeclared(operation);
}

const isDelete = ({ method }: Operation) => method === 'DELETE';
const isList = ({ method, arguments: all }: Operation) => method === 'GET' && all.page !== undefined;
const takesLong = ({ method, arguments: all }: Operation) => method !== 'GET' && Object.keys(all).length > 0;

/** The sender with the fewest rights, and one without the right. */
const sendersOf = ({ role }: Operation): Sender[] => (role ? [undefined, role] : [undefined]);

/** An operation as it is documented. */
function* asDeclared(operation: Operation): Generator<Candidate> {
  for (const as of sendersOf(operation))
    yield {
      ...{ operation: operation.name, method: operation.method, as, about: 'as it is meant', parts: [] },
      make(calendar, attempt) {
        const json = required(operation.arguments, attempt);
        const path = `${pathOf(operation, calendar, attempt)}?nonce=${process.pid}-${attempt}`;
        return { path, ...(Object.keys(json).length > 0 && jsonBody(json)) };
      },
    };
}

/** Bodies that take long to read: all of them for operations that read bodies differently, some for the others. */
function* bodies(all: readonly Operation[], { body, whole }: Extent): Generator<Candidate> {
  for (const [at, operation] of all.entries()) {
    const member = textOf(operation);
    const shapes = [
      ...[...jsonShapes(member, body), ...formShapes(member, body), ...multipartShapes(member, body)],
      ...(whole ? [...longMembers(member, body), ...longValues(member, body)] : []),
    ];
    const senders = sendersOf(operation);
    const ways = whole ? [CREATE, LIST, 'PATCH /cal/events/v1/venues/:id'] : [CREATE];
    if (ways.includes(operation.name))
      for (const as of whole ? senders : [undefined])
        yield* shapes.map(shape => withBody(operation, as, shape));
    else if (operation.name === LIST)
      yield* jsonShapes(member, body)
        .slice(0, 3)
        .map(shape => withBody(operation, undefined, shape));
    else if (whole)
      for (const shape of shapes.filter((_, number) => (number + at) % 20 === 0))
        yield withBody(operation, senders[at % senders.length], shape);
  }
}

/** One operation for each way of reading bodies. */
const CREATE = 'POST /cal/events/v1/events';
const LIST = 'GET /cal/events/v1/events';

/** A member with a text value; `title` if there is none. */
const textOf = ({ arguments: all }: Operation): string =>
  Object.entries(all).find(([, argument]) => LINES.includes(takenBy(argument).longest))?.[0] ?? 'title';

const LINES: (number | undefined)[] = [MAX_TITLE, MAX_LINE];

/** Each member, with a value that is much too long. */
function* members(operation: Operation, at: number, { body, whole }: Extent): Generator<Candidate> {
  const senders = sendersOf(operation);
  for (const [number, [name, argument]] of Object.entries(operation.arguments).entries()) {
    const shapes = hostileMembers(name, argument, body, somePieces(at + number, 3));
    const some = whole
      ? shapes
      : operation.name === CREATE
        ? [shapes[number % shapes.length]!, shapes.at(-1)!]
        : [];
    for (const shape of some) yield withBody(operation, senders.at(-1), shape);
  }
}

/** The longest possible headers and paths. */
function* headers(all: readonly Operation[], { whole }: Extent): Generator<Candidate> {
  const wanted = whole
    ? [
        'GET /cal/events/v1/events',
        'GET /cal/events/v1/events/:id',
        'POST /cal/events/v1/events',
        'GET /cal/history/v1/events/:id',
      ]
    : ['GET /cal/events/v1/events'];
  for (const operation of all.filter(({ name }) => wanted.includes(name)))
    for (const [at, { about, headers = {}, query = '' }] of heads().entries())
      if (whole || at % 4 === 0)
        yield {
          ...{ operation: operation.name, method: operation.method, as: undefined, about, parts: [] },
          make: (calendar, attempt) => ({
            path: `${pathOf(operation, calendar, attempt)}?${query ? `${query}&` : ''}nonce=${process.pid}-${attempt}`,
            headers,
          }),
        };
  const roots = [
    '/',
    ...['', 'by-slug/', '1/'].map(below => `/cal/events/v1/events/${below}`),
    '/cal/trash/v1/',
    '/images/',
  ];
  for (const [at, path] of paths(whole ? roots : roots.slice(2, 3)).entries())
    yield {
      ...{ operation: 'a path', method: 'GET', as: undefined, about: `${path.slice(0, 50)}…`, parts: [] },
      make: () => ({ path: `${path}${at}` }),
    };
}

/** Uploads that are not images. */
function* pictures(all: readonly Operation[], { picture, whole }: Extent): Generator<Candidate> {
  const upload = all.find(({ name }) => name === 'POST /images')!;
  for (const [at, shape] of pictureShapes(picture).entries())
    if (whole || at % 5 === 0) yield withBody(upload, upload.role, shape);
}
