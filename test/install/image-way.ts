import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ImageConfig } from './dockerfile.ts';
import { buildImage, execIn, startContainer } from './image.ts';
import { type Inside, runWell, until } from './namespaces.ts';
import { megabytes, type Packages } from './packages.ts';
import { makeRoot, type Root, type Suite } from './roots.ts';
import { assertKept, createEvent, firstAnswer, passwordIn, type Site, secondsSince } from './site.ts';
import { type Cost, costs, fetchedBy } from './tally.ts';

/** Megabytes that the image may have, compressed as a registry does. */
const MOST = 105;

/** An image in a root, and the volume of its containers. */
interface Built {
  readonly root: Root;
  /** With the language of the town. */
  readonly image: ImageConfig;
  readonly volume: string;
  readonly cost: Cost;
  /** An event that is kept. */
  id: number;
}

/** The instructions of the Dockerfile in a bare root, and containers of what comes of them. */
export function imageTests(suite: Suite, packages: () => Packages): void {
  describe(`The image on ${suite}`, () => {
    let built: Built;
    let root: Root;
    before(async () => {
      root = await makeRoot(suite, 'minimal');
      built = await build(root, packages(), suite);
    });
    after(async () => {
      await root?.[Symbol.asyncDispose]();
      if (built) await rm(built.volume, { recursive: true, force: true });
    });
    it('A container answers, keeps to the contract of ONCE, and stops in order', () => serve(built));
    it('After a restart the calendar is there', () => assertServed(built));
    it('After the hook behind a restore it is there as well', () => restore(built));
    it(`The image is at most ${MOST} MB, compressed`, context =>
      built.image.from === `debian:${suite}-slim`
        ? assertSize(built)
        : context.skip(`the Dockerfile begins with ${built.image.from}`));
  });
}

async function build(root: Root, { folder, deb }: Packages, suite: Suite): Promise<Built> {
  const size = await root.size();
  const began = performance.now();
  const { image, output } = await buildImage(root, folder);
  const cost: Cost = {
    ...{ way: `${suite}: image`, commands: 2, seconds: secondsSince(began), notes: [] },
    ...{ fetched: fetchedBy(output) + (await megabytes(deb)), disk: (await root.size()) - size },
  };
  costs.push(cost);
  const volume = await mkdtemp(join(tmpdir(), 'almanac-volume-'));
  await runWell(['cp', '--archive', `${root.path}${image.volumes[0]}/.`, volume]);
  return { ...{ root, volume, cost, id: 0 }, image: { ...image, env: { ...image.env, LANGUAGE: 'ca' } } };
}

const siteOf = (inside: Inside, { image }: Built): Site => ({
  inside,
  origin: `http://127.0.0.1:${image.ports[0]}`,
});

const start = ({ root, image, volume }: Built): Promise<Inside> => startContainer(root, image, volume);

const stop = (container: Inside, { image }: Built) => container.stop(image.stopSignal as NodeJS.Signals);

async function serve(built: Built): Promise<void> {
  const { image, cost } = built;
  const began = performance.now();
  await using container = await start(built);
  const site = siteOf(container, built);
  await firstAnswer(site);
  cost.seconds += secondsSince(began);
  cost.notes.push(`first answer ${secondsSince(began).toFixed(1)} s after its start`);
  const password = await until('the password', async () =>
    container.out.includes('password') ? passwordIn(container.out) : undefined,
  );
  built.id = await createEvent(site, password);
  await assertKept(site, built.id);
  assert.equal((await execIn(container, image, image.healthcheck)).code, 0);
  const { code, out } = await execIn(container, image, ['/hooks/pre-backup']);
  assert.equal(code, 0, out);
  assert.match((await execIn(container, image, ['almanac', 'users', 'list'])).out, /admin/);
  assert.equal(await stop(container, built), 0, container.out);
  await using silent = await start({ ...built, image: waiting(image) });
  assert.notEqual((await execIn(silent, image, image.healthcheck)).code, 0, 'nothing answers there');
}

const waiting = (image: ImageConfig): ImageConfig => ({
  ...image,
  entrypoint: [],
  command: ['sleep', 'infinity'],
});

async function assertServed(built: Built): Promise<void> {
  await using container = await start(built);
  const site = siteOf(container, built);
  await firstAnswer(site);
  await assertKept(site, built.id);
  assert.equal(await stop(container, built), 0, container.out);
}

/** As ONCE does: the hook runs in a container without the service. */
async function restore(built: Built): Promise<void> {
  {
    await using container = await start({ ...built, image: waiting(built.image) });
    const { code, out } = await execIn(container, built.image, ['/hooks/post-restore']);
    assert.equal(code, 0, out);
  }
  await assertServed(built);
}

async function assertSize({ root, cost }: Built): Promise<void> {
  const bytes = await runWell(['sh', '-c', `tar -C '${root.path}' -c . | gzip -6 | wc -c`]);
  const size = Number(bytes) / 1e6;
  cost.notes.push(`${size.toFixed(1)} MB compressed`);
  assert.ok(size <= MOST, `${size} MB`);
}
