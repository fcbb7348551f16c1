import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { caller } from './client.ts';
import { asks, openReference, SETTINGS, startApart, startBeside } from './memory/beside.ts';
import { lists, others } from './memory/questions.ts';
import { write, writeKinds } from './memory/writes.ts';
import { calendars, plant } from './properties/calendar.ts';
import { type Account, startService } from './service.ts';

// What is answered from memory is what the store answers, and no read is older than what was acknowledged before it.

// Larger calendars than usual: several pages of them.
fc.configureGlobal({ baseSize: 'medium' });

/** Calendars that are tried. */
const RUNS = Number(process.env.CALENDARS ?? 1);

const some = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
  fc.array(arbitrary, { minLength: count, maxLength: count });

describe('what memory answers', () => {
  it('is what the store answers, to everybody, through each of several processes, whatever is written', async () => {
    await using service = await startService(SETTINGS);
    const { accounts } = service;
    await using beside = await startBeside(service);
    await using child = await startApart(service, SETTINGS);
    await using reference = await openReference(service);
    const services = [service, beside, child];
    const viewers: (Account | undefined)[] = [
      ...[undefined, undefined, undefined],
      ...[accounts.subscriber, accounts.author, accounts.editor],
    ];
    const run = fc.noBias(
      fc.record({
        plan: calendars(40),
        writes: some(
          fc.record({
            kind: fc.constantFrom(...writeKinds),
            one: fc.nat(40),
            other: fc.nat(40),
            by: fc.nat(2),
          }),
          20,
        ),
        seed: fc.nat(),
      }),
    );
    const seed = Math.floor(Math.random() * 2 ** 31);
    let [acknowledged, found] = [0, 0];
    for (const { plan, writes, seed: inner } of fc.sample(run, { seed, numRuns: RUNS })) {
      const calendar = await plant(service, plan);
      const slugs = await slugsOf(service.db);
      const ask = async (path: string, viewer: number, through: number) => {
        const as = viewers[viewer % viewers.length];
        const expected = await reference.ask(path, as);
        const what = `seed ${seed}: ${path} as ${as?.user} of ${through % services.length}`;
        assert.deepEqual(await asks(services[through % services.length]!.site)(path, as), expected, what);
        if (/"total":[1-9]/.test(expected.text)) found++;
      };
      const asking = () =>
        fc.record({
          path: fc.oneof({ weight: 3, arbitrary: lists(calendar) }, others(calendar, slugs)),
          viewer: fc.nat(5),
        });
      // These are asked again after each write, so that what is kept of them is used.
      const often = fc.sample(asking(), { seed: inner, numRuns: 5 });
      for (const [at, planned] of writes.entries()) {
        const status = await write(
          caller(services[planned.by]!.base),
          accounts.administrator,
          calendar,
          planned,
        );
        assert.ok(status < 500);
        if (status < 300) acknowledged++;
        const fresh = fc.sample(asking(), { seed: inner + at, numRuns: 5 });
        for (const [turn, { path, viewer }] of [...often, ...fresh].entries())
          await ask(path, viewer, turn + at);
        await Promise.all(often.map(({ path }, turn) => ask(path, 0, turn + at)));
      }
    }
    assert.ok(acknowledged > RUNS * 12, `${acknowledged} writes`);
    assert.ok(found > RUNS * 40, `${found} lists that show something`);
  });
});

async function slugsOf(db: Awaited<ReturnType<typeof startService>>['db']): Promise<string[]> {
  const paths: string[] = [];
  for (const table of ['events', 'venues', 'organizers'] as const)
    for (const { slug } of await db.selectFrom(table).select('slug').execute())
      if (slug !== '') paths.push(`/${table}/by-slug/${slug}`);
  return paths;
}
