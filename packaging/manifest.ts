import { ownManifest, PACKAGED, withDependencies } from './packages.ts';

/** The name under which npm knows the releases. */
export const NAME = '@almanac-calendar/almanac';

/** package.json of a release: without what only a checkout needs. */
export function releaseManifest(commit: string | undefined): Record<string, unknown> {
  const { version, description, license, peerDependencies, peerDependenciesMeta } = ownManifest;
  return {
    ...{ name: NAME, version, private: true, description, license },
    ...(commit !== undefined && { gitHead: commit }),
    ...{ type: 'module', engines: { node: '>=26' }, bin: { almanac: 'bin/almanac.mjs' } },
    imports: Object.fromEntries(
      Object.keys(ownManifest.imports).map(name => [name, `./vendor/${name.slice(1)}`]),
    ),
    dependencies: releasedDependencies(),
    ...{ peerDependencies, peerDependenciesMeta },
  };
}

/** npm-shrinkwrap.json of a release: npm installs these versions, and compares them with these checksums. */
export function releaseLock(): Record<string, unknown> {
  const { version, license } = ownManifest;
  const own = {
    ...{ name: NAME, version, license, dependencies: releasedDependencies() },
    ...{ bin: { almanac: 'bin/almanac.mjs' }, engines: { node: '>=26' } },
  };
  const packages = { '': own, ...Object.fromEntries(withDependencies(PACKAGED)) };
  return { ...{ name: NAME, version, lockfileVersion: 3, requires: true }, packages };
}

const releasedDependencies = () =>
  Object.fromEntries(PACKAGED.map(name => [name, ownManifest.dependencies[name]]));
