import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { buildImage, execIn, startContainer } from './image.ts';
import { type Inside, runWell, until } from './namespaces.ts';
import { megabytes, type Packages } from './packages.ts';
import { makeRoot, type Suite } from './roots.ts';
import { assertKept, createEvent, firstAnswer, passwordIn, secondsSince } from './site.ts';
import { type Cost, costs, fetchedBy } from './tally.ts';

/** Megabytes that the image may have, compressed as a registry does. */
const MOST = 105;

/** The instructions of the Dockerfile in a bare root, and a container of what comes of them. */
export function imageTests(suite: Suite, packages: () => Packages): void {
  it(`The image on ${suite}: its instructions, a container, the contract of ONCE, and a restart`, async test => {
    await using root = await makeRoot(suite, 'minimal');
    const before = await root.size();
    const began = performance.now();
    const { image, output } = await buildImage(root, packages().folder);
    const built = secondsSince(began);
    const volume = await mkdtemp(join(tmpdir(), 'almanac-volume-'));
    await runWell(['cp', '--archive', `${root.path}${image.volumes[0]}/.`, volume]);
    const catalan = { ...image, env: { ...image.env, LANGUAGE: 'ca' } };
    const start = () => startContainer(root, catalan, volume);
    const site = (inside: Inside) => ({ inside, origin: `http://127.0.0.1:${image.ports[0]}` });
    let id = 0;
    try {
      {
        const started = performance.now();
        await using container = await start();
        await firstAnswer(site(container));
        const cost: Cost = {
          ...{ way: `${suite}: image`, commands: 2, seconds: built + secondsSince(started) },
          ...{
            fetched: fetchedBy(output) + (await megabytes(packages().deb)),
            disk: (await root.size()) - before,
          },
          notes: [`first answer ${secondsSince(started).toFixed(1)} s after its start`],
        };
        costs.push(cost);
        const password = await until('the password', async () =>
          container.out.includes('password') ? passwordIn(container.out) : undefined,
        );
        id = await createEvent(site(container), password);
        await assertKept(site(container), id);
        await test.test(
          'The health check, the hook before a backup, and commands work in the container',
          async () => {
            assert.equal((await execIn(container, catalan, image.healthcheck)).code, 0);
            const { code, out } = await execIn(container, catalan, ['/hooks/pre-backup']);
            assert.equal(code, 0, out);
            assert.match((await execIn(container, catalan, ['almanac', 'users', 'list'])).out, /admin/);
            await createEvent(site(container), password);
          },
        );
        assert.equal(await container.stop(image.stopSignal as NodeJS.Signals), 0, container.out);
      }
      await test.test(
        'After a restart, and after the hook behind a restore, the calendar is there',
        async () => {
          {
            await using container = await start();
            await firstAnswer(site(container));
            await assertKept(site(container), id);
            await container.stop(image.stopSignal as NodeJS.Signals);
          }
          await using waiting = await startContainer(
            root,
            { ...catalan, entrypoint: [], command: ['sleep', 'infinity'] },
            volume,
          );
          const { code, out } = await execIn(waiting, catalan, ['/hooks/post-restore']);
          assert.equal(code, 0, out);
          await using container = await start();
          await firstAnswer(site(container));
          await assertKept(site(container), id);
        },
      );
      await test.test(`The image is at most ${MOST} MB, compressed`, async () => {
        const size =
          Number(await runWell(['sh', '-c', `tar -C '${root.path}' -c . | gzip -6 | wc -c`])) / 1e6;
        costs.at(-1)!.notes.push(`${size.toFixed(1)} MB compressed`);
        assert.ok(size <= MOST, `${size} MB`);
      });
    } finally {
      await rm(volume, { recursive: true, force: true });
    }
  });
}
