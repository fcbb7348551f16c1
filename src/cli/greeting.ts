import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { flushLog } from '../observability/log.ts';
import { CANONICAL, linkAddress } from '../site/address.ts';
import { program } from '../version.ts';
import { worker } from '../workers/identity.ts';
import type { FirstEntry, JustShown } from './first-password.ts';

/** What the service prints once it answers. */
interface Greeting {
  /** The site's address for people, without a slash at its end. */
  readonly site: string;
  /** How the administrator signs in, if that was just made. */
  readonly first: FirstEntry | undefined;
  /** Whether the calendar has no name yet. */
  readonly unnamed: boolean;
  /** What becomes of the first password; undefined if it needs no word. */
  readonly later: string | undefined;
}

/**
 * Prints the addresses for people and programs and, at the first start, the administrator's credentials.
 * @param isKept whether the records stay when the service stops
 */
export function greet(
  config: Config,
  listening: string,
  made: FirstEntry | JustShown | undefined,
  isKept = true,
): void {
  const first = made && 'wait' in made ? undefined : made;
  const greeting = {
    site: config.SITE_URL || namedOrigin(listening),
    first,
    // Whoever has named the calendar has seen what there is to choose.
    unnamed: isKept && config.SITE_NAME === '',
    later: isKept ? laterText(made, config) : undefined,
  };
  const isAtTerminal = worker ? worker.isAtTerminal : process.stdout.isTTY;
  flushLog();
  console.log(isAtTerminal ? atTerminal(greeting, config, isKept) : inLog(greeting));
}

function laterText(
  made: FirstEntry | JustShown | undefined,
  { DATABASE_URL }: Pick<Config, 'DATABASE_URL'>,
): string | undefined {
  if (made && 'wait' in made)
    return `A start moments ago has made the first password. Whoever has not seen it starts again in ${made.wait} seconds: until somebody has used one, a later start shows another.`;
  if (!made) return undefined;
  // Several processes may start at once there.
  if (DATABASE_URL) return 'This password is shown only once.';
  return 'Until somebody has used a password, the next start shows another one in its place.';
}

function inLog({ site, first, unnamed, later }: Greeting): string {
  const addresses = `Almanac is at ${site}/ (for programs: ${site}${CANONICAL})`;
  if (!first) return later === undefined ? addresses : `${addresses}\n\n${later}\n`;
  return `${addresses}

The administrator:
  login                 admin
  application password  ${first.password}
${later === undefined ? '' : `${later}\n`}
Choose a password for /admin, within a day:
  ${linkAddress(site, first.link)}

Create an event:
  ${creation(site, first.password)}
${unnamed ? `\nName, language, time zone and address of the calendar:\n  ${program()} init\n` : ''}`;
}

/** What a person needs first is last, above the cursor. */
function atTerminal(
  { site, first, unnamed, later }: Greeting,
  { DATABASE_URL, DATA_DIR }: Config,
  isKept: boolean,
): string {
  return [
    '',
    ...(first ? ['Create an event:', `  ${creation(site, first.password)}`, ''] : []),
    ...(unnamed ? [`Name, language, time zone, address: ${program()} init`] : []),
    isKept ? 'Stop with Ctrl+C.' : 'Stop with Ctrl+C. Nothing is kept.',
    ...(later === undefined ? [] : [later]),
    '',
    ...(isKept ? [`  records               ${DATABASE_URL ? 'in PostgreSQL' : resolve(DATA_DIR)}`] : []),
    `  for programs          ${site}${CANONICAL}`,
    `  calendar              ${site}/`,
    ...(first
      ? [
          '  login                 admin',
          `  application password  ${first.password}`,
          `  choose a password     ${linkAddress(site, first.link)}`,
        ]
      : [`  administration        ${site}/admin/`]),
    '',
  ].join('\n');
}

/** This machine is called by its name: passkeys know `localhost` and no number of it. */
export const namedOrigin = (listening: string): string =>
  listening.replace(/\/\/(?:0\.0\.0\.0|127\.0\.0\.1|\[::1?\])(?=:\d+$)/, '//localhost');

const creation = (site: string, secret: string): string =>
  `curl -u admin:${secret} -d title='Festa Major' -d start_date='tomorrow 18:00' -d end_date='tomorrow 20:00' ${site}${CANONICAL}/events`;
