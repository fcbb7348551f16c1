import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A browser on this machine. */
export interface Executable {
  path: string;
  /** What it needs in its environment. */
  environment: Record<string, string>;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/almanac/', import.meta.url));

/** The browsers of the machine itself, or the one that TEST_BROWSER names instead. */
export function ownExecutables(): Executable[] {
  const named = process.env.TEST_BROWSER;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
  const likely = [...NAMES.flatMap(name => folders.map(folder => join(folder, name))), ...APPLICATIONS];
  const paths = named ? [named] : likely.filter(path => existsSync(path));
  return paths.map(path => ({ path, environment: {} }));
}

/**
 * The browser that @sparticuz/chromium carries, with its libraries and fonts. It is unpacked once for this checkout:
 * into a folder of this call alone, which then gets its name in one step. So of several processes that do it at once,
 * one succeeds, and none ever sees half a browser.
 * @param cache folder that keeps it
 */
export async function packedExecutable(cache = CACHE): Promise<Executable> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`@sparticuz/chromium has none for ${process.platform} on ${process.arch}`);
  const folder = join(cache, `packed-browser-${versionOf('@sparticuz/chromium')}`);
  if (!existsSync(folder)) await unpack(cache, folder);
  return {
    path: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      HOME: process.env.HOME ?? folder,
    },
  };
}

async function unpack(cache: string, folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks into the folder for temporary files, and its libraries only where it sees this variable.
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: dirname(fileURLToPath(import.meta.url)),
      env: { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    });
    await writeFile(join(own, 'fonts', 'fonts.conf'), FONTS);
    await rename(own, folder).catch(error => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

/**
 * The fonts of the package alone, so that pages have the same widths on every machine. Its own configuration names
 * folders of another place, and without any font a browser ends at the first field of a form.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The version in the package.json two folders above the module that the package exports. */
function versionOf(name: string): string {
  const module = fileURLToPath(import.meta.resolve(name));
  const { version } = JSON.parse(readFileSync(join(dirname(module), '../../package.json'), 'utf8'));
  return version;
}
