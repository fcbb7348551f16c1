import type { Page } from 'playwright-core';
import { inPage } from './in-page.ts';

interface Stop {
  /** The place among all that can take the focus, in the order of the document. */
  at: number;
  html: string;
  /** Whether it looks different from without the focus. */
  shows: boolean;
  /** Whether nothing lies above it. */
  isSeen: boolean;
}

/** Stops of a page after which a walk ends: one that never ends is a fault, too. */
const MOST = 400;

/** Stops within one field: a date has some for its day, month and year, and for its calendar. */
const MOST_PARTS = 8;

/**
 * Walks through a page by Tab, from its beginning to its end, and tells what is wrong: elements that are not reached,
 * or against the order of the document, and those whose focus is not seen.
 */
export async function keyboardProblems(page: Page): Promise<string[]> {
  const focusable = await inPage<string[]>(page, 'mark-focusable');
  const stops = await walk(page);
  const problems = stops.flatMap(({ at, html, shows, isSeen }, step) => [
    ...(at < (stops[step - 1]?.at ?? -1) ? [`out of order: ${html}`] : []),
    ...(shows ? [] : [`focus not visible: ${html}`]),
    ...(isSeen ? [] : [`focus covered: ${html}`]),
  ]);
  const reached = new Set(stops.map(({ at }) => at));
  // Tab reaches one radio button of a group.
  const missed = focusable.filter((html, at) => !reached.has(at) && !/type="?radio/.test(html));
  return [...problems, ...missed.map(html => `not reached: ${html}`)];
}

async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  // A page may begin with the focus on what it tells. From the body, the keyboard would pass over a positive tabindex.
  if (await page.evaluate('document.activeElement !== document.body')) {
    await page.evaluate('document.body.tabIndex = -1; document.body.focus()');
    await page.evaluate("document.body.removeAttribute('tabindex')");
  }
  const seen = new Set<number>();
  for (let parts = 0; stops.length < MOST; ) {
    await page.keyboard.press('Tab');
    const stop = await inPage<Stop | null>(page, 'focused');
    parts = stop?.at === stops.at(-1)?.at ? parts + 1 : 0;
    if (parts > 0 && parts < MOST_PARTS) continue;
    if (stop === null || seen.has(stop.at)) return stops;
    if (stop.at >= 0) seen.add(stop.at);
    stops.push(stop);
  }
  return stops;
}

/** Moves the focus by Tab to the first element that fits this selector. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < MOST; step++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}
