import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { openSession } from '../../src/users/sessions.ts';
import { ownExecutables, packedExecutable } from '../browser/executable.ts';
import { type Child, makeStore, type Store, startChild } from '../child.ts';
import { eventually } from '../client.ts';
import { killAll } from '../crash/process-tree.ts';

/** Milliseconds after which what was typed is not lost, whatever is killed. */
const KEPT = 1000;

const VICTIMS = ['service', 'browser', 'both'] as const;

export interface Losses {
  /** How often each was killed. */
  readonly killed: Readonly<Record<(typeof VICTIMS)[number], number>>;
  /** Characters that were typed, and those of them that were lost. */
  readonly typed: number;
  readonly lost: number;
  /** The age of the oldest character that was lost, in milliseconds. */
  readonly oldest: number;
}

interface Desk {
  readonly store: Store;
  /** The browser's own folder, with what it keeps. */
  readonly profile: string;
  readonly token: string;
  readonly executable: { readonly path: string; readonly environment: Record<string, string> };
  service: Child;
  context: BrowserContext;
  /** Whether pages save after short pauses, so that more saves are hit; otherwise the browser alone keeps what is typed. */
  savesSoon: boolean;
}

/**
 * Types into the form of an event and kills the service, in the middle of saves, or the browser, or both. What was typed a
 * second before is there afterwards: in the store, or offered by the browser.
 * @param random from 0 to 1
 */
export async function loseRounds(
  rounds: number,
  random: () => number,
  passed: (round: number, losses: Losses) => void = () => {},
): Promise<Losses> {
  await using store = await makeStore();
  const profile = await mkdtemp(join(tmpdir(), 'almanac-profile-'));
  const [own] = ownExecutables();
  const desk: Desk = {
    ...{ store, profile, token: await signIn(store), executable: own ?? (await packedExecutable()) },
    service: await startChild(store),
    ...{ context: undefined as never, savesSoon: true },
  };
  await openBrowser(desk);
  let losses: Losses = { killed: { service: 0, browser: 0, both: 0 }, typed: 0, lost: 0, oldest: 0 };
  try {
    for (let round = 1; round <= rounds; round++) {
      const victim = VICTIMS[(round - 1) % VICTIMS.length]!;
      const { typed, lost, oldest } = await playRound(desk, `Round ${round}`, victim, random);
      losses = {
        killed: { ...losses.killed, [victim]: losses.killed[victim] + 1 },
        ...{ typed: losses.typed + typed, lost: losses.lost + lost },
        oldest: Math.max(losses.oldest, oldest),
      };
      passed(round, losses);
    }
    return losses;
  } finally {
    await killBrowser(desk);
    await desk.service[Symbol.asyncDispose]();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function signIn({ accounts, open }: Store): Promise<string> {
  const db = await open();
  const now = Math.floor(Date.now() / 1000);
  const { id } = accounts.editor;
  const token = await openSession(db, { user: id, role: 'editor', now, from: '127.0.0.1', device: 'test' });
  await db.destroy();
  return token;
}

/** Starts the browser with what it has kept. */
async function openBrowser(desk: Desk): Promise<void> {
  const { profile, executable, token } = desk;
  desk.context = await chromium.launchPersistentContext(profile, {
    executablePath: executable.path,
    env: { ...(process.env as Record<string, string>), ...executable.environment },
    args: ['--disable-gpu'],
    locale: 'en',
  });
  const cookie = { name: '__Host-almanac', value: token, domain: '127.0.0.1', path: '/', secure: true };
  await desk.context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
  await desk.context.route('**/admin/autosave.js*', async route => {
    const response = await route.fetch();
    const body = (await response.text()).replace('10_000', '500');
    await route.fulfill({
      response,
      body: desk.savesSoon ? body.replace('QUIET = 3000', 'QUIET = 200') : body,
    });
  });
}

/** Kills every process of the browser at once; it has no time to write anything. */
async function killBrowser({ profile, context }: Desk): Promise<void> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map(pid => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  killAll(pids.filter((_, at) => lines[at]!.includes(profile)));
  await context.close().catch(() => {});
}

async function restartService(desk: Desk): Promise<void> {
  // What the browser keeps belongs to the origin.
  desk.service = await startChild(desk.store, { PORT: new URL(desk.service.site).port });
}

async function playRound(
  desk: Desk,
  title: string,
  victim: (typeof VICTIMS)[number],
  random: () => number,
): Promise<Pick<Losses, 'typed' | 'lost' | 'oldest'>> {
  desk.savesSoon = random() < 0.5;
  const page = await desk.context.newPage();
  await page.goto(`${desk.service.site}/admin/events/new/`);
  await page.fill('#title', title);
  await page.fill('#when', '7 May 2031 at 19:30');
  await page.focus('#description');
  const times: number[] = [];
  let killedAt = 0;
  const killing = wait(300 + random() * 2500).then(async () => {
    killedAt = Date.now();
    if (victim !== 'browser') desk.service.process.kill('SIGKILL');
    if (victim !== 'service') await killBrowser(desk);
    if (victim !== 'browser') await desk.service.ended;
  });
  const isOver = () => killedAt > 0 && (victim !== 'service' || Date.now() > killedAt + 300);
  while (!isOver()) {
    const number = times.length;
    try {
      await page.keyboard.type(letterAt(number));
    } catch {
      break;
    }
    times.push(Date.now());
    // A pause in which a save begins.
    if (random() < 0.05) await wait(150 + random() * 200);
  }
  await killing;
  if (victim !== 'browser') await restartService(desk);
  const text =
    victim === 'service' ? await afterService(desk, page, times.length) : await afterBrowser(desk, title);
  const length = text.length;
  assert.equal(text, wordOf(length), `${title}: what is there is what was typed`);
  const lostFrom = times[length];
  const oldest = lostFrom === undefined ? 0 : Math.max(0, killedAt - lostFrom);
  assert.ok(
    oldest <= KEPT,
    `${title}: a character was lost that was typed ${oldest} ms before ${victim} was killed`,
  );
  return { typed: times.length, lost: Math.max(0, times.length - length), oldest };
}

const letterAt = (number: number): string => 'abcdefghijklmnopqrstuvwxyz'[number % 26]!;
const wordOf = (length: number): string => Array.from({ length }, (_, at) => letterAt(at)).join('');

const textIn = (html: string): string => html.replace(/<[^>]*>/g, '').trim();

/** The page is still open: it saves everything once the service is back. */
async function afterService(desk: Desk, page: Page, length: number): Promise<string> {
  const stored = async () => (page.url().endsWith('/new/') ? '' : await textOf(desk, page.url()));
  const text = await eventually(stored, found => found.length >= length);
  await page.close();
  return text;
}

async function textOf(desk: Desk, address: string): Promise<string> {
  const headers = { cookie: `__Host-almanac=${desk.token}` };
  const html = await (await fetch(address, { headers })).text();
  return textIn(/<textarea id="description"[^>]*>([^<]*)/.exec(html)?.[1] ?? '');
}

/** Opens the form in a new browser: the event if the service has it, or a new one; and takes what is offered. */
async function afterBrowser(desk: Desk, title: string): Promise<string> {
  await openBrowser(desk);
  const page = await desk.context.newPage();
  const { site } = desk.service;
  await page.goto(`${site}/admin/events/?search=${encodeURIComponent(`"${title}"`)}&when=all_times`);
  const made = page.locator('th.name a').filter({ hasText: new RegExp(`^${title}$`) });
  let text = '';
  const addresses = [`${site}/admin/events/new/`];
  if ((await made.count()) > 0) addresses.unshift(new URL((await made.getAttribute('href'))!, site).href);
  for (const address of addresses) {
    await page.goto(address);
    const value = async () => {
      const isOurs = (await page.inputValue('#title')) === title;
      return isOurs ? textIn(await page.inputValue('[name=description]')) : '';
    };
    const stored = await value();
    const offer = page.locator('[data-kept] [data-restore]');
    await offer.waitFor({ timeout: 1000 }).catch(() => {});
    if (await offer.isVisible()) await offer.click();
    const restored = await value();
    for (const found of [stored, restored]) if (found.length > text.length) text = found;
  }
  await page.close();
  return text;
}
