// Installs Almanac in each way from nothing, in roots of a bare Debian: `npm run installtest`. Arguments choose ways and
// suites: `npm run installtest -- deb trixie`.
import { after, before, describe } from 'node:test';
import { debTests } from './deb.ts';
import { imageTests } from './image-way.ts';
import { checkoutTests, tarballTests } from './npm-way.ts';
import { makePackages, type Packages } from './packages.ts';
import { SUITES, type Suite, whyNoRoots } from './roots.ts';
import { report } from './tally.ts';

const WAYS: Readonly<Record<string, (suite: Suite, packages: () => Packages) => void>> = {
  deb: debTests,
  image: imageTests,
  tarball: tarballTests,
  checkout: checkoutTests,
};

const words = process.argv.slice(2);
const unknown = words.find(word => !Object.hasOwn(WAYS, word) && !SUITES.some(suite => suite === word));
if (unknown !== undefined) {
  console.error(`${unknown}: expected ${[...Object.keys(WAYS), ...SUITES].join(', ')}`);
  process.exit(2);
}
const chosen = <Name extends string>(names: readonly Name[]): readonly Name[] => {
  const named = names.filter(name => words.includes(name));
  return named.length > 0 ? named : names;
};

describe('Installations from nothing', { skip: await whyNoRoots() }, () => {
  let packages: Packages;
  before(async () => {
    packages = await makePackages();
  });
  after(async () => {
    await packages[Symbol.asyncDispose]();
    console.log(`\n${report()}\n`);
  });
  for (const suite of chosen(SUITES))
    for (const way of chosen(Object.keys(WAYS))) WAYS[way]!(suite, () => packages);
});
