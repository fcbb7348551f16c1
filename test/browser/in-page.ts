import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/**
 * Calls the function that a file of the folder in-page consists of, in this page. It runs whatever the policy of the
 * page forbids, and with scripts switched off as well.
 */
export function inPage<Result>(page: Page, name: string, argument: unknown = null): Promise<Result> {
  const source = readFileSync(new URL(`./in-page/${name}.js`, import.meta.url), 'utf8');
  return page.evaluate(`(${source.trim().replace(/;$/, '')})(${JSON.stringify(argument)})`);
}
