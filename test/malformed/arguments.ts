import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleOf } from '../sample.ts';
import { SERVER } from '../store.ts';
import { type Operation, operationsOf, tryEverything } from './operations.ts';
import { asAdministrator, created, EVENT, records, V1, wire } from './site.ts';

describe('Arguments of all operations', async () => {
  const { text } = await wire.send({ path: V1 });
  const operations = operationsOf(JSON.parse(text), records);
  it('The index lists every operation', () => assert.ok(operations.length >= 36, String(operations.length)));
  // A sample: `npm run fuzz` sends all operations any value.
  const all = [...operations, ...(await ofSeries())];
  for (const operation of sampleOf('arguments', all, SERVER ? 0.2 : 0.5))
    it(`${operation.method} ${operation.path} answers any value of any argument`, async () => {
      assert.deepEqual(await tryEverything(asAdministrator, operation), []);
    });
});

/** What series add to the interface: the index does not list it. Some dates have no occurrence. */
async function ofSeries(): Promise<Operation[]> {
  const [kept, changed] = [await series(), await series()];
  const operation = (method: string, path: string, names: string[], base = {}): Operation => ({
    ...{ method, path: `${V1}/events${path}`, names, base },
  });
  const filters = ['series', 'hide_subsequent_recurrences'];
  const writing = ['recurrence', 'dates', 'scope', 'dry_run'];
  return [
    operation('GET', '', filters),
    operation('GET', `/${kept.id}/occurrences`, [...filters, 'start_date', 'page']),
    operation('GET', `/by-slug/${kept.slug}/occurrences`, filters),
    ...['2031-05-10', '2031-05-11-2', '9999-99-99', '2031-05-10-0'].map(date =>
      operation('GET', `/by-slug/${kept.slug}/occurrences/${date}`, ['password']),
    ),
    operation('POST', '', writing, EVENT),
    operation('PATCH', `/${changed.id}`, writing),
    operation('DELETE', `/${changed.id}`, ['scope', 'dry_run'], { dry_run: 'true' }),
  ];
}

const series = () => created('/events', { ...EVENT, recurrence: 'RRULE:FREQ=DAILY;COUNT=3' });
