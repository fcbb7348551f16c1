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
import { momentOf } from './secrets.ts';
import type { Stage } from './stage.ts';
import type { Answer } from './wire.ts';

/** Requests after which it is looked up again what there is to ask for. */
const PAGE = 25;

/**
 * One reader asks two services the same, reading and writing. All that this reader may not read is something else in the
 * second one: texts, times, places, links, prices, pictures. No answer may differ, not in a header and not in a count.
 */
export async function twins(
  [first, second]: readonly [Stage, Stage],
  { seed, count, reader }: Chapter & { reader: Who },
  check: Check,
  log: Log,
): Promise<void> {
  // What was written in the same second shows the same time.
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    // No password has this hash.
    const planting = { seed, hash: 'zqz00000' };
    await plant(first.service, { ...planting, twin: { reader, second: false } });
    await plant(second.service, { ...planting, twin: { reader, second: true } });
    const drawn = random(seed, 1);
    const tags: string[] = [];
    let made = 0;
    const mark = () => `zqw${(++made).toString(36).padStart(5, '0')}`;
    const both = async (any: Request) => {
      const request = alike(any);
      const answers = await Promise.all([first.wire.send(request), second.wire.send(request)]);
      return { answers, problem: check(request, answers[0]) ?? difference(...answers) };
    };
    let moment = await momentOf(first.service.db);
    const hidden = await momentOf(second.service.db);
    for (let sent = 0; sent < count; sent++) {
      if (sent % PAGE === 0) {
        moment = await momentOf(first.service.db);
        // Now and then a second is over, and in one of the calendars something is changed that may not be read.
        mock.timers.setTime(Date.now() + 3000);
        await changeDraft(second, TABLES[(sent / PAGE) % TABLES.length]!);
        mock.timers.setTime(Date.now() + 3000);
      }
      const marks = [...moment.places.keys(), ...hidden.places.keys()];
      const names = [...moment.names, ...hidden.names];
      const material = { document: first.document, moment, mark, marks, names, tags, opens: false };
      const request = anyRequest(drawn, material, [reader]);
      const { answers, problem } = await both(request);
      tags.push(...(answers[0].headers.etag ? [answers[0].headers.etag] : []));
      log.answered(Math.max(...answers.map(({ took }) => took)));
      if (problem !== undefined)
        await log.found({ request, problem, again: async request => (await both(request)).problem });
    }
  } finally {
    mock.timers.reset();
  }
}

const TABLES = ['events', 'venues', 'organizers'] as const;

/** An editor changes a draft of their own. */
async function changeDraft({ service, wire }: Stage, table: (typeof TABLES)[number]): Promise<void> {
  const { db, accounts } = service;
  const { id } = await db
    .selectFrom(table as 'events')
    .select('id')
    .where('author_id', '=', accounts.editor.id)
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow();
  const body = { open: '', parts: [`description=${Date.now()}`], separator: '', close: '' };
  const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
  const path = `${V1}/${table}/${id}`;
  const { status } = await wire.send({ who: 'editor', method: 'PATCH', path, query: [], headers, body });
  assert.equal(status, 200);
}

/** Addressed alike to both. */
function alike(request: Request): Request {
  const named = request.headers.some(([name]) => /^host$/i.test(name));
  return named ? request : { ...request, headers: [['Host', 'agenda.example.test'], ...request.headers] };
}

/** Headers that say when and how an answer came, and nothing of what it is. */
const PASSING = ['date', 'x-request-id', 'connection', 'keep-alive'];

/** Where two answers differ, although they should not. */
function difference(one: Answer, other: Answer): string | undefined {
  const parts: [name: string, one: string | undefined, other: string | undefined][] = [
    ['status', String(one.status), String(other.status)],
    ['body', ...around(one.text, other.text)],
    ...Object.keys({ ...one.headers, ...other.headers })
      .filter(name => !PASSING.includes(name))
      .map((name): [string, string | undefined, string | undefined] => [
        ...([name, one.headers[name], other.headers[name]] as const),
      ]),
  ];
  const differing = parts.find(([, one, other]) => one !== other);
  return differing && `by what may not be read, ${differing[0]} is ${differing[1]} or ${differing[2]}`;
}

/** What two texts are around the place where they begin to differ. */
function around(one: string, other: string): [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return [one, other].map(text => text.slice(Math.max(0, at - 60), at + 60)) as [string, string];
}
