import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '../src/config.ts';

const page = fileURLToPath(new URL('../docs/operating.md', import.meta.url));
const BEGIN = '<!-- settings: written by `npm run settings-table` from src/config.ts -->\n';
const END = '<!-- end of settings -->\n';

/** The table of settings that `docs/operating.md` has. */
export function tableInDocument(): string {
  const [, behind = ''] = readFileSync(page, 'utf8').split(BEGIN);
  return behind.split(END)[0]!;
}

/** The table of settings, as `src/config.ts` declares them: those of the site, and those of the process. */
export const tableOfSettings = (): string => `${tableOf('site')}\n${tableOf('process')}`;

function tableOf(scope: 'site' | 'process'): string {
  const rows = Object.entries(settings).flatMap(([name, { default: value, meaning, ...setting }]) =>
    setting.scope === scope ? `| \`${name}\`${inBrackets(value)} | ${asMarkdown(meaning)} |\n` : [],
  );
  return `| of the ${scope} (default) | meaning |\n|---|---|\n${rows.join('')}`;
}

const inBrackets = (value: string) => (value === '' ? '' : ` (\`${value}\`)`);

/** Marks addresses, paths and names of settings as code. */
function asMarkdown(meaning: string): string {
  return meaning.replaceAll(
    /[a-z]+:\/\/[^\s,;]+|\b[A-Z]+(?:_[A-Z]+)+\b(?:\/\w+)?|(?<!\w)\/[a-z.][\w./-]*/g,
    text => `\`${text}\``,
  );
}

function writeTable(): void {
  const text = readFileSync(page, 'utf8');
  const [before, rest = ''] = text.split(BEGIN);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error(`${page} has no place for the table of settings`);
  writeFileSync(page, `${before}${BEGIN}${tableOfSettings()}${END}${after}`);
}

if (import.meta.main) writeTable();
