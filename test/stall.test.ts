import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sampleOf } from './sample.ts';
import type { Candidate } from './stall/candidate.ts';
import { onReading, onRecords } from './stall/candidates.ts';
import { isStall, line, run, waitOf } from './stall/run.ts';
import { Stage } from './stall/stage.ts';
import { SERVER } from './store.ts';

// No request, whoever sends it, holds up the others. Who asks for /healthz beside each request must not wait.
//
// The calendar is a fifth of the one for which that is promised: what takes time with each pair of records, or some
// milliseconds for each of them, is found here. What takes some microseconds for each event is found by `npm run stall`,
// which has the whole calendar, all pairs of all values, all operations, and half the bound. Bodies are as large here;
// of these requests a fifth is sent, another one each time.

const SIZES = { events: 10_000, venues: 1_000, organizers: 500, terms: 250 };
const EXTENT = { body: 4_900_000, picture: 2_000_000, whole: false };
/**
 * Milliseconds. The promise is 50; machines that tests run on may be half as fast. A machine that is busy plays no part:
 * see `waitOf`, and what is above it is sent again.
 */
const PLAN = { bound: 100, limit: 10_000, waitOf };
const HINT = `npm run stall -- --store ${SERVER ? 'postgres' : 'sqlite'} --only 'WORDS OF A LINE' tries one again`;

const stage = await Stage.open(SIZES);
after(() => stage[Symbol.asyncDispose]());

/** Sends them, and tells of those that hold up others; after ten of these the rest is not worth its time. */
async function stalls(name: string, candidates: Iterable<Candidate>): Promise<string[]> {
  const { results } = await run(stage, sampleOf(name, candidates, 1 / 5), PLAN, { most: 10 });
  assert.ok(results.length >= 10, `${results.length} requests`);
  return results.filter(result => isStall(result, PLAN)).map(line);
}

describe('Stalls of the event loop', () => {
  it('Requests that find or write many records do not hold up others', async () => {
    assert.deepEqual(await stalls('on records', onRecords(EXTENT)), [], HINT);
  });

  // They come to no store.
  if (!SERVER)
    it('Requests that take long to parse do not hold up others', async () => {
      assert.deepEqual(await stalls('on reading', onReading(EXTENT)), [], HINT);
    });
});
