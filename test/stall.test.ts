import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sampleOf } from './sample.ts';
import type { Candidate } from './stall/candidate.ts';
import { onReading, onRecords } from './stall/candidates.ts';
import { isStall, line, run, waitOf } from './stall/run.ts';
import { Stage } from './stall/stage.ts';
import { SERVER } from './store.ts';

// No request may block others: requests to /healthz must not wait for it. The calendar is a fifth of the size for which
// that is promised. It reveals work that grows with the square of the data, or takes milliseconds per record. `npm run
// stall` also finds work of microseconds per event: it uses the whole calendar, all pairs of all values, all
// operations, and half the bound. Bodies have full size here, and each run sends a sample of the requests: of those to the
// store a fortieth, and half of that on PostgreSQL.

const SIZES = { events: 10_000, venues: 1_000, organizers: 500, terms: 250, series: 2 };
const EXTENT = { body: 4_900_000, picture: 2_000_000, whole: false };
/**
 * Milliseconds. The promise is 50, but machines that run tests may be half as fast. A busy machine does not matter:
 * `waitOf` excludes other load, and a request above the bound is sent again.
 */
const PLAN = { bound: 100, limit: 10_000, waitOf };
const HINT = `npm run stall -- --store ${SERVER ? 'postgres' : 'sqlite'} --only 'WORDS OF A LINE' tries one again`;

const stage = await Stage.open(SIZES);
after(() => stage[Symbol.asyncDispose]());

/** Sends this share of the candidates, and lists those that block others, at most ten. */
async function stalls(name: string, candidates: Iterable<Candidate>, share: number): Promise<string[]> {
  const { results } = await run(stage, sampleOf(name, candidates, share), PLAN, { most: 10 });
  assert.ok(results.length >= 10, `${results.length} requests`);
  return results.filter(result => isStall(result, PLAN)).map(line);
}

describe('Stalls of the event loop', () => {
  it('Requests that find or write many records do not hold up others', async () => {
    assert.deepEqual(await stalls('on records', onRecords(EXTENT), SERVER ? 1 / 80 : 1 / 40), [], HINT);
  });

  // These requests do not reach the store.
  if (!SERVER)
    it('Requests that take long to parse do not hold up others', async () => {
      assert.deepEqual(await stalls('on reading', onReading(EXTENT), 1 / 16), [], HINT);
    });
});
