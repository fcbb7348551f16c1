import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Executable, ownExecutables, packedExecutable } from './executable.ts';

/**
 * Starts a browser: the one that TEST_BROWSER names, that of the machine, or the packed one. It reaches this machine alone. It has no sandbox, which
 * needs rights that not every machine gives, and loads nothing but pages of tests.
 */
export async function launchBrowser(): Promise<Browser> {
  const failures: string[] = [];
  const own = ownExecutables().map(executable => async () => executable);
  for (const find of process.env.TEST_BROWSER ? own : [...own, packedExecutable])
    try {
      return await start(await find());
    } catch (error) {
      failures.push(error instanceof Error ? error.message.split('\nCall log')[0]! : String(error));
    }
  const advice = 'Install Chromium, or name one by TEST_BROWSER=/path/to/chromium.';
  throw new Error(`No browser could be started. ${advice}\n\n${failures.join('\n\n')}`);
}

const start = ({ path, environment }: Executable): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...environment },
    args: [
      '--disable-gpu',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      '--font-render-hinting=none',
    ],
    timeout: 60_000,
  });

let shared: Promise<Browser> | undefined;

/** The browser of all test files of this process; files call this outside of tests. */
export function ownBrowser(): Promise<Browser> {
  if (!shared) after(async () => (await shared)?.close());
  shared ??= launchBrowser();
  return shared;
}

/** Opens an empty page with settings and a history of its own. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}
