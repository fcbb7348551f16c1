import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { random } from '../../bench/random.ts';
import type { Who } from '../properties/asking.ts';
import { V1 } from './around.ts';
import { plant } from './calendar.ts';
import type { Check } from './checks.ts';
import type { Request } from './request.ts';
import { anyRequest } from './requests.ts';
import type { Chapter, Log } from './run.ts';
import { momentOf, newMarks } from './secrets.ts';
import type { Stage } from './stage.ts';
import { visitProblem } from './visits.ts';
import { type Answer, tagOf } from './wire.ts';

/** Requests between two looks at the store's content. */
const PAGE = 25;

/**
 * One reader sends the same requests to two services, reads and writes. All that the reader may not read differs in
 * the second one: texts, times, places, links, prices, images. No response may differ, in any header or count.
 */
export async function twins(
  [first, second]: readonly [Stage, Stage],
  chapter: Chapter & { reader: Who },
  check: Check,
  log: Log,
): Promise<void> {
  const { seed, reader } = chapter;
  // Records written in the same second show the same time, and so do both services: PostgreSQL rounds the second of a
  // change up, so the last one of their start may be in the next second for one of them only.
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 1000 });
  try {
    // No password has this hash.
    const planting = { seed, hash: 'none' };
    await plant(first.service, { ...planting, twin: { reader, second: false } });
    await plant(second.service, { ...planting, twin: { reader, second: true } });
    await askBoth([first, second], chapter, log, async any => {
      const request = alike(any);
      const answers = await Promise.all([first.wire.send(request), second.wire.send(request)]);
      const problem = check(request, answers[0]) ?? difference(...answers);
      return { answers, problem: problem ?? (await visitProblem(first.wire, request, answers[0])) };
    });
  } finally {
    mock.timers.reset();
  }
}

type Asking = (request: Request) => Promise<{ answers: [Answer, Answer]; problem: string | undefined }>;

async function askBoth(
  [first, second]: readonly [Stage, Stage],
  { seed, count, reader }: Chapter & { reader: Who },
  log: Log,
  ask: Asking,
): Promise<void> {
  const drawn = random(seed, 1);
  // Versions are numbered across the whole store, including changes that the reader may not see.
  const documents = first.documents.filter(({ servers }) => !servers[0]!.url.includes('/history/'));
  const own = { documents, mark: newMarks(), tags: [] as string[], opens: false };
  const other = await momentOf(second.service.db);
  let moment = await momentOf(first.service.db);
  for (let sent = 0; sent < count; sent++) {
    if (sent % PAGE === 0) {
      moment = await momentOf(first.service.db);
      await passTime([first, second], () => changeDraft(second, TABLES[(sent / PAGE) % TABLES.length]!));
    }
    const marks = [...moment.places.keys(), ...other.places.keys()];
    const request = anyRequest(drawn, { ...own, moment, marks, names: [...moment.names, ...other.names] }, [
      reader,
    ]);
    const { answers, problem } = await ask(request);
    own.tags.push(...tagOf(answers[0]));
    log.answered(Math.max(...answers.map(({ took }) => took)));
    if (problem !== undefined)
      await log.found({ request, problem, again: async request => (await ask(request)).problem });
  }
}

/**
 * Advances the clock before and after `act`, because a response does not say that its record changed in this very
 * second.
 */
async function passTime(both: readonly Stage[], act: () => Promise<void>): Promise<void> {
  const look = { who: 'anybody', method: 'GET', path: `${V1}/tags`, query: [], headers: [] } as const;
  // Both have learned of earlier writes by now, at the same time.
  await Promise.all(both.map(({ wire }) => wire.send(look)));
  mock.timers.setTime(Date.now() + 3000);
  await act();
  mock.timers.setTime(Date.now() + 3000);
}

const TABLES = ['events', 'venues', 'organizers'] as const;

/** An editor changes a draft. The reader must not notice, not even the time. */
async function changeDraft({ service, wire }: Stage, table: (typeof TABLES)[number]): Promise<void> {
  const { db, accounts } = service;
  const { id } = await db
    .selectFrom(table as 'events')
    .select('id')
    .where('author_id', '=', accounts.editor.id)
    .where('status', '=', 'draft')
    // The first one is no series, which reaches occurrences that the reader may read.
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const body = { open: '', parts: [`description=${Date.now()}`], separator: '', close: '' };
  const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
  const path = `${V1}/${table}/${id}`;
  const { status } = await wire.send({ who: 'editor', method: 'PATCH', path, query: [], headers, body });
  assert.equal(status, 200);
}

/** The same request with addresses that are equal for both. */
function alike(request: Request): Request {
  const named = request.headers.some(([name]) => /^host$/i.test(name));
  return named ? request : { ...request, headers: [['Host', 'agenda.example.test'], ...request.headers] };
}

/** Headers about the moment of the response, and not its content. */
const PASSING = ['date', 'x-request-id', 'connection', 'keep-alive'];

/** The first difference of two responses that should be equal. */
function difference(one: Answer, other: Answer): string | undefined {
  const names = Object.keys({ ...one.headers, ...other.headers }).filter(name => !PASSING.includes(name));
  const parts = [
    ['status', one.status, other.status] as const,
    ['body', ...around(one.text, other.text)] as const,
    ...names.map(name => [name, one.headers[name], other.headers[name]] as const),
  ];
  const differing = parts.find(([, one, other]) => one !== other);
  return differing && `by what may not be read, ${differing[0]} is ${differing[1]} or ${differing[2]}`;
}

/** Two texts around their first difference. */
function around(one: string, other: string): [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return [one, other].map(text => text.slice(Math.max(0, at - 60), at + 60)) as [string, string];
}
