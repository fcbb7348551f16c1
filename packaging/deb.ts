import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { documentedConf } from './conf.ts';
import { root } from './packages.ts';
import { normalise, type Origin } from './stage.ts';

/** What Debian calls the processors for which there are packages, by the names of Node. */
export const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

export interface DebOptions extends Origin {
  /** The folder of a release for the platform of the package. */
  readonly release: string;
  /** The folder of the npm package with Node for that platform. */
  readonly runtime: string;
  /** As Debian calls it. */
  readonly architecture: string;
  readonly version: string;
}

const MAINTAINER = 'The Almanac authors <almanac@calendar.invalid>';
const LIBRARY = 'usr/lib/almanac';
const DOCUMENTS = 'usr/share/doc/almanac';
const UNITS = 'usr/lib/systemd/system';
/** Of Debian 12 and later. One thread: the same bytes on machines with any number of processors. */
const COMPRESSION = ['-Zzstd', '-z10', '--threads-max=1'];

/**
 * Makes a package for Debian: a release with the Node that it needs. The same release makes the same bytes, with the same
 * `strip` and `dpkg-deb`.
 * @param folder where the files of the package are put together
 */
export async function makeDeb(file: string, folder: string, options: DebOptions): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  copyProgram(folder, options);
  writeUnits(folder);
  write(join(folder, 'etc/almanac.conf'), documentedConf());
  copyDocuments(folder, options);
  writeControl(folder, options);
  await normalise(folder, options.epoch);
  for (const path of programsIn(folder)) chmodSync(path, 0o755);
  execFileSync('dpkg-deb', [...COMPRESSION, '--root-owner-group', '--build', folder, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: `${options.epoch}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function copyProgram(folder: string, { release, runtime }: DebOptions): void {
  const library = join(folder, LIBRARY);
  cpSync(release, library, { recursive: true });
  cpSync(join(runtime, 'bin/node'), join(library, 'bin/node'));
  strip(join(library, 'bin/node'));
  copy(join(root, 'packaging/debian/almanac.sh'), join(folder, 'usr/bin/almanac'));
}

/** Removes names that only debuggers need: a quarter of the file. Not every machine has the tool, or that for a processor. */
function strip(file: string): void {
  const stripped = `${file}.stripped`;
  try {
    execFileSync('strip', ['-o', stripped, file], { stdio: 'ignore' });
    renameSync(stripped, file);
  } catch {
    rmSync(stripped, { force: true });
  }
}

function writeUnits(folder: string): void {
  const from = join(root, 'packaging/debian');
  for (const name of readdirSync(from).filter(name => /\.(service|socket|timer)$/.test(name)))
    write(join(folder, UNITS, name), unit(readFileSync(join(from, name), 'utf8')));
}

/** A unit with the lines of the files that it names. */
export const unit = (text: string): string =>
  text.replace(/^#include (.+)\n/gm, (_, name: string) =>
    readFileSync(join(root, 'packaging/debian', name), 'utf8'),
  );

function copyDocuments(folder: string, { runtime, version, epoch }: DebOptions): void {
  const documents = join(folder, DOCUMENTS);
  const library = join(folder, LIBRARY);
  write(join(documents, 'copyright'), copyright());
  cpSync(join(root, 'packaging/examples'), join(documents, 'examples'), { recursive: true });
  renameSync(join(library, 'README.md'), join(documents, 'README.md'));
  const changes = readFileSync(join(library, 'CHANGELOG.md'));
  write(join(documents, 'changelog.upstream.gz'), gzipSync(changes, { level: 9 }));
  // Slim images have no documents, and need the licences all the same.
  copy(join(runtime, 'LICENSE'), join(library, 'NODE-LICENSE.txt'));
  for (const name of ['CHANGELOG.md', 'LICENSE']) rmSync(join(library, name));
  write(join(documents, 'changelog.gz'), gzipSync(changelog(version, epoch), { level: 9 }));
}

const copyright = (): string =>
  readFileSync(join(root, 'packaging/debian/copyright'), 'utf8') +
  readFileSync(join(root, 'LICENSE'), 'utf8')
    .trim()
    .replace(/^[\s\S]*?(?=Permission)/, '')
    .replaceAll(/^/gm, ' ')
    .replaceAll(/^ $/gm, ' .')
    .concat('\n');

const changelog = (version: string, epoch: number): string =>
  `almanac (${version}) stable; urgency=medium

  * See changelog.upstream.gz.

 -- ${MAINTAINER}  ${new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')}
`;

function writeControl(folder: string, { version, architecture }: DebOptions): void {
  const control = join(folder, 'DEBIAN');
  const files = filesIn(folder);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  for (const name of ['postinst', 'prerm', 'postrm', 'templates'])
    copy(join(root, 'packaging/debian', name), join(control, name));
  write(join(control, 'conffiles'), '/etc/almanac.conf\n');
  const sums = files.map(
    file => `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${relative(folder, file)}\n`,
  );
  write(join(control, 'md5sums'), sums.filter(line => !line.includes('  etc/')).join(''));
  write(
    join(control, 'control'),
    `Package: almanac
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: adduser, debconf (>= 0.5) | debconf-2.0, libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 6)
Section: web
Priority: optional
Description: calendar of events for a town, a cultural house or a university
 People read lists, months, days, places and a map in the browser. Programs
 use the interface of The Events Calendar, feeds and iCalendar. One service
 and one folder; or PostgreSQL.
`,
  );
}

/** Sorted: the order of a folder depends on the machine. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

const programsIn = (folder: string): string[] => [
  ...['usr/bin/almanac', `${LIBRARY}/bin/node`, `${LIBRARY}/bin/almanac.mjs`].map(name => join(folder, name)),
  ...['postinst', 'prerm', 'postrm'].map(name => join(folder, 'DEBIAN', name)),
];

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const copy = (from: string, to: string): void => write(to, readFileSync(from));
