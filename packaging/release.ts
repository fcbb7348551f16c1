// Makes a release in the folder `release`: `npm run release`, with `-- --deb` also the package for Debian, for another
// processor with `-- --deb --arch arm64`. The same commit makes the same bytes: docs/operating.md says what is in it.
// SOURCE_DATE_EPOCH gives the time of its files; by default it is that of the commit.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ARCHITECTURES, makeDeb } from './deb.ts';
import { ownManifest, root } from './packages.ts';
import { platformFor } from './platform.ts';
import { type Origin, stage } from './stage.ts';
import { tarball } from './tarball.ts';

const { values: options } = parseArgs({
  options: { deb: { type: 'boolean' }, arch: { type: 'string', default: process.arch } },
});
const folder = join(root, 'release');
const name = `almanac-${ownManifest.version}`;
const origin = originOf(process.env);
await stage(join(folder, name), origin);
const made = [`${name}.tgz`, `${name}.cdx.json`];
writeFileSync(join(folder, made[0]!), await tarball(join(folder, name), origin.epoch));
writeFileSync(join(folder, made[1]!), readFileSync(join(folder, name, 'sbom.cdx.json')));
if (options.deb) made.push(await debFor(options.arch));
const sums = made.map(file => `${digestOf(join(folder, file))}  ${file}\n`).join('');
writeFileSync(join(folder, 'SHA256SUMS'), sums);
console.log(`${name} of ${origin.commit ?? 'an unknown commit'}, in ${folder}:\n${sums}`);

/** Makes the package for Debian; resolves to its name. */
async function debFor(arch: string): Promise<string> {
  const architecture = ARCHITECTURES[arch];
  if (!architecture) throw new Error(`--arch: expected ${Object.keys(ARCHITECTURES).join(' or ')}.`);
  const file = `almanac_${ownManifest.version}_${architecture}.deb`;
  const [others, draft] = [`other-${arch}`, `deb-${arch}`].map(part => join(folder, part)) as [
    string,
    string,
  ];
  const { version } = ownManifest;
  const platform = platformFor(arch, join(folder, name), others);
  await makeDeb(join(folder, file), draft, { ...origin, ...platform, architecture, version });
  for (const part of [others, draft]) rmSync(part, { recursive: true, force: true });
  return file;
}

function originOf({ SOURCE_DATE_EPOCH }: NodeJS.ProcessEnv): Origin {
  const epoch = Number(SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct'));
  if (!Number.isSafeInteger(epoch) || epoch <= 0)
    throw new Error('SOURCE_DATE_EPOCH: expected the seconds of the release, or a git checkout.');
  const commit = git('rev-parse', 'HEAD');
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return { epoch, commit: commit && (isChanged ? `${commit}-changed` : commit) };
}

/** What git prints; undefined if this is no checkout of it. */
function git(...words: string[]): string | undefined {
  try {
    return execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
