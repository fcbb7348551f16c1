import { createHash } from 'node:crypto';
import { NAME } from './manifest.ts';
import {
  dependenciesOf,
  folderOf,
  type LockedPackage,
  nameOf,
  ownManifest,
  releasedNames,
  withDependencies,
} from './packages.ts';

/**
 * The packages of a release as a CycloneDX document (https://cyclonedx.org/docs/1.6/json/): those in its bundle, and those
 * that npm installs. It depends on the release alone: its serial number comes from its content.
 * @param epoch the time of the release, in seconds
 */
export function sbom(epoch: number, commit: string | undefined): Record<string, unknown> {
  const packages = withDependencies(releasedNames());
  const { version, license } = ownManifest;
  const ref = refOf(NAME, version);
  const content = {
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        ...{ type: 'application', 'bom-ref': ref, name: NAME, version, purl: purlOf(NAME, version) },
        licenses: licensesOf(license),
        ...(commit !== undefined && { properties: [{ name: 'commit', value: commit }] }),
      },
    },
    components: [...packages].map(([folder, entry]) => componentOf(nameOf(folder), entry)),
    dependencies: [
      { ref, dependsOn: releasedNames().map(name => refAt(folderOf('', name)!, packages)) },
      ...[...packages].map(([folder, entry]) => ({
        ref: refOf(nameOf(folder), entry.version),
        dependsOn: dependenciesOf(entry).flatMap(name => {
          const path = folderOf(folder, name);
          return path === undefined ? [] : [refAt(path, packages)];
        }),
      })),
    ],
  };
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(content), version: 1 },
    ...content,
  };
}

function componentOf(name: string, { version, integrity, license, optional }: LockedPackage) {
  return {
    ...{ type: 'library', 'bom-ref': refOf(name, version), name, version },
    scope: optional ? 'optional' : 'required',
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
    ],
    licenses: licensesOf(license),
    purl: purlOf(name, version),
  };
}

const refOf = (name: string, version: string): string => `${name}@${version}`;

const refAt = (folder: string, packages: ReadonlyMap<string, LockedPackage>): string =>
  refOf(nameOf(folder), packages.get(folder)!.version);

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** An identifier of SPDX, or an expression of several. */
const licensesOf = (license = 'NOASSERTION') =>
  license.includes(' ') ? [{ expression: license }] : [{ license: { id: license } }];

/** A UUID of version 8, whose bits are those of a digest of the content. */
function serialOf(content: unknown): string {
  const bytes = createHash('sha256').update(JSON.stringify(content)).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}
