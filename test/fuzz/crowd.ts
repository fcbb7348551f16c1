import { random } from '../../bench/random.ts';
import { hashEventPassword } from '../../src/users/secrets.ts';
import { everybody } from '../properties/asking.ts';
import { plant, SECRET } from './calendar.ts';
import type { Check } from './checks.ts';
import { type Exchange, leakOf, meanwhileOf } from './leaks.ts';
import type { Request } from './request.ts';
import { anyRequest } from './requests.ts';
import type { Chapter, Log } from './run.ts';
import { type Moment, momentOf, newMarks } from './secrets.ts';
import type { Stage } from './stage.ts';
import { sayBytes, tagOf } from './wire.ts';

/** Requests that are sent concurrently. */
const AT_ONCE = 50;

/** All roles read and write concurrently. No response may show its reader what they may not read at that moment. */
export async function crowd(stage: Stage, { seed, count }: Chapter, check: Check, log: Log): Promise<void> {
  const { db } = stage.service;
  await plant(stage.service, { seed, hash: await hashEventPassword(db, SECRET) });
  const drawn = random(seed, 1);
  const own = { documents: stage.documents, mark: newMarks(), tags: [] as string[], opens: true };
  let moment = await momentOf(db);
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    const material = { ...own, moment, marks: [...moment.places.keys()], names: moment.names };
    const requests = Array.from({ length: Math.min(AT_ONCE, count - sent) }, () =>
      anyRequest(drawn, material, everybody, stage.sign),
    );
    const exchanges = await Promise.all(requests.map(request => exchange(stage, request)));
    const after = await momentOf(db);
    for (const { answer } of exchanges) {
      log.answered(answer.took);
      own.tags.push(...tagOf(answer));
    }
    const wrong = wrongIn(exchanges, moment, after, check);
    for (const [request, problem] of wrong)
      await log.found({ request, problem, again: request => problemAlone(stage, request, check) });
    moment = wrong.length > 0 ? await momentOf(db) : after;
  }
}

async function exchange(stage: Stage, request: Request): Promise<Exchange> {
  if (!request.bytes) return { request, answer: await stage.wire.send(request) };
  const { problem, said, took } = await sayBytes(stage.service.site, request.bytes);
  return { request, answer: { status: 0, headers: {}, text: said, took }, problem };
}

/** Problems of the responses between two moments. */
function wrongIn(exchanges: readonly Exchange[], before: Moment, after: Moment, check: Check) {
  const meanwhile = meanwhileOf(exchanges, after);
  return exchanges.flatMap((one): [Request, string][] => {
    const alone = one.request.bytes ? one.problem : check(one.request, one.answer);
    const problem = alone ?? leakOf(one, before, after, meanwhile);
    return problem === undefined ? [] : [[one.request, problem]];
  });
}

/** The problem of a response while no other request is under way. */
async function problemAlone(stage: Stage, request: Request, check: Check): Promise<string | undefined> {
  const { db } = stage.service;
  const before = await momentOf(db);
  const exchanged = await exchange(stage, request);
  return wrongIn([exchanged], before, await momentOf(db), check)[0]?.[1];
}
