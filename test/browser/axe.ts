import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** WCAG 2.2 AA, and what axe recommends beyond it. */
const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Nothing is requested a second time.
  preload: false,
};

/**
 * What axe finds in a page as it is shown now. It runs beside the policy of the page, which stays in force, but needs
 * a page with scripts switched on.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const isPrinted = await page.evaluate(`matchMedia('print').matches`);
  // Nobody touches a link on paper.
  const options = { ...OPTIONS, rules: { 'target-size': { enabled: !isPrinted } } };
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(SOURCE);
  const violations = await violationsIn(page, options);
  const small = violations.find(({ id }) => id === 'target-size');
  if (small) {
    // What a bar covers at the edge of the window is free once the page is scrolled.
    await page.evaluate('scrollBy(0, innerHeight / 4)');
    const [scrolled] = await violationsIn(page, { ...options, runOnly: ['target-size'] });
    await page.evaluate('scrollBy(0, -innerHeight / 4)');
    const still = new Set(scrolled?.nodes.map(({ target }) => target.join(' ')));
    small.nodes = small.nodes.filter(({ target }) => still.has(target.join(' ')));
  }
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target, failureSummary = '' }) => {
      const [, detail = help] = failureSummary.split('\n');
      return `${id}: ${detail.trim()} — ${target.join(' ')} ${html.replace(/\s+/g, ' ').slice(0, 160)}`;
    }),
  );
}

async function violationsIn(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  const run = `axe.run(document, ${JSON.stringify(options)})`;
  return (await page.evaluate<AxeResults>(run)).violations;
}
