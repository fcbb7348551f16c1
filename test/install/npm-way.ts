import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { checkout } from './image.ts';
import { Inside, runIn, runWell, withVariables } from './namespaces.ts';
import { megabytes, type Packages } from './packages.ts';
import { makeRoot, type Root, type Suite } from './roots.ts';
import { assertKept, createEvent, firstAnswer, passwordIn, secondsSince } from './site.ts';
import { type Cost, costs, fetchedBy } from './tally.ts';

const SETTINGS = { LANGUAGE: 'ca', PORT: '3000', DATA_DIR: '/var/lib/calendar' };

/** `npm install --global` of the tarball, where Node 26 and npm are there. */
export function tarballTests(suite: Suite, packages: () => Packages): void {
  it(`The tarball on ${suite}, where Node and npm are there: installed, a signed request, a restart`, async () => {
    await using root = await makeRoot(suite, 'minimal');
    await runIn(root.path, line('apt-get update && apt-get install --yes libatomic1'));
    await addNode(root);
    const { tarball } = packages();
    await cp(tarball, join(root.path, 'root', basename(tarball)));
    const before = await root.size();
    const began = performance.now();
    await runIn(root.path, line(`npm install --global ./${basename(tarball)}`));
    const cost = await serveTwice(root, ['almanac', 'serve'], began, {
      ...{
        way: `${suite}: npm i -g`,
        commands: 2,
        fetched: (await megabytes(tarball)) + (await cached(root)),
      },
    });
    cost.disk = (await root.size()) - before;
  });
}

/** `npm start` in a checkout, with the npm and Node of Debian. */
export function checkoutTests(suite: Suite): void {
  it(`A checkout on ${suite}, with Debian's npm: npm start, a signed request, a restart`, async () => {
    await using root = await makeRoot(suite, 'minimal');
    const debian = await runIn(
      root.path,
      line('apt-get update && apt-get install --yes --no-install-recommends npm libatomic1'),
    );
    const folder = join(root.path, 'srv/almanac');
    await mkdir(folder, { recursive: true });
    await runWell(['sh', '-c', `git -C '${checkout}' archive HEAD | tar -x -C '${folder}'`]);
    const before = await root.size();
    const began = performance.now();
    // What is installed at the first start comes over the network; the service listens on one of its own.
    await runIn(root.path, [
      ...withVariables({}),
      'env',
      '--chdir=/srv/almanac',
      'node',
      'bin/almanac.mjs',
      '--version',
    ]);
    const installed = secondsSince(began);
    const cost = await serveTwice(root, ['env', '--chdir=/srv/almanac', 'npm', 'start'], began, {
      ...{ way: `${suite}: checkout`, commands: 1, fetched: await cached(root) },
    });
    cost.notes.push(
      `installed in ${installed.toFixed(1)} s`,
      `Debian's npm before: ${fetchedBy(debian).toFixed(0)} MB`,
    );
    cost.disk = (await root.size()) - before;
  });
}

const line = (text: string): string[] => [...withVariables({}), 'env', '--chdir=/root', 'sh', '-c', text];

/** The Node that the project names, and this machine's npm. */
async function addNode(root: Root): Promise<void> {
  await cp(process.execPath, join(root.path, 'usr/local/bin/node'));
  const npm = (
    await runWell(['sh', '-c', 'dirname "$(dirname "$(readlink -f "$(command -v npm)")")"'])
  ).trim();
  await cp(npm, join(root.path, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  await runWell(['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root.path, 'usr/local/bin/npm')]);
}

/** The megabytes that npm has fetched: its cache was empty before. */
async function cached(root: Root): Promise<number> {
  const content = join(root.path, 'root/.npm/_cacache/content-v2');
  return Number((await runWell(['du', '-sb', content])).split('\t')[0]) / 1e6;
}

async function serveTwice(
  root: Root,
  command: readonly string[],
  began: number,
  known: Omit<Cost, 'seconds' | 'disk' | 'notes'>,
): Promise<Cost> {
  const start = () =>
    Inside.start(root.path, [...withVariables(SETTINGS), 'env', '--chdir=/root', ...command], {
      isApart: true,
    });
  const site = (inside: Inside) => ({ inside, origin: `http://127.0.0.1:${SETTINGS.PORT}` });
  const cost: Cost = { ...known, seconds: 0, disk: 0, notes: [] };
  let id: number;
  {
    await using service = await start();
    await firstAnswer(site(service));
    cost.seconds = secondsSince(began);
    costs.push(cost);
    id = await createEvent(site(service), passwordIn(service.out));
    assert.equal(await service.stop(), 0, service.out);
  }
  await using service = await start();
  await firstAnswer(site(service));
  await assertKept(site(service), id);
  return cost;
}
