import { resolve } from 'node:path';
import { linkAddress } from '../admin/surface.ts';
import type { Config } from '../config.ts';
import { flushLog } from '../observability/log.ts';
import { CANONICAL } from '../site/address.ts';
import { program } from '../version.ts';
import { worker } from '../workers/identity.ts';
import type { FirstEntry } from './first-password.ts';

/** What the service prints once it answers. */
interface Greeting {
  /** The site's address for people, without a slash at its end. */
  readonly site: string;
  /** The same, on this machine. */
  readonly here: string;
  /** How the administrator signs in, if that was just made. */
  readonly first: FirstEntry | undefined;
}

/**
 * Prints the addresses for people and programs and, at the first start, the administrator's credentials.
 * @param isKept whether the records stay when the service stops
 */
export function greet(config: Config, listening: string, first: FirstEntry | undefined, isKept = true): void {
  const here = listening.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1');
  const greeting = { site: config.SITE_URL || here, here, first };
  const isAtTerminal = worker ? worker.isAtTerminal : process.stdout.isTTY;
  flushLog();
  console.log(isAtTerminal ? atTerminal(greeting, config, isKept) : inLog(greeting));
}

function inLog({ site, here, first }: Greeting): string {
  const addresses = `Almanac is at ${site}/ (for programs: ${site}${CANONICAL})`;
  if (!first) return addresses;
  return `${addresses}

The administrator (shown only once):
  login                 admin
  application password  ${first.password}

Choose a password for /admin, within a day:
  ${linkOf(here, site, first)}

Create an event:
  ${creation(here, first.password)}

Name, language, time zone and address of the calendar:
  ${program()} init
`;
}

/** What a person needs first is last, above the cursor. */
function atTerminal(
  { site, here, first }: Greeting,
  { DATABASE_URL, DATA_DIR }: Config,
  isKept: boolean,
): string {
  const isNew = first !== undefined;
  // In PostgreSQL, several processes may start at once.
  const isReplaced = isNew && isKept && !DATABASE_URL;
  return [
    '',
    ...(first ? ['Create an event:', `  ${creation(here, first.password)}`, ''] : []),
    ...(isKept ? [`Name, language, time zone, address: ${program()} init`] : []),
    isKept ? 'Stop with Ctrl+C.' : 'Stop with Ctrl+C. Nothing is kept.',
    ...(isReplaced ? ['The next start shows another password, until somebody has used one.'] : []),
    '',
    ...(isKept ? [`  records               ${DATABASE_URL ? 'in PostgreSQL' : resolve(DATA_DIR)}`] : []),
    `  for programs          ${site}${CANONICAL}`,
    `  calendar              ${site}/`,
    ...(first
      ? [
          '  login                 admin',
          `  application password  ${first.password}`,
          `  choose a password     ${linkOf(here, site, first)}`,
        ]
      : [`  administration        ${site}/admin/`]),
    '',
  ].join('\n');
}

/** Passkeys know the name `localhost` and no number of it. */
const linkOf = (here: string, site: string, { link }: FirstEntry): string =>
  linkAddress(site === here ? here.replace('//127.0.0.1', '//localhost') : site, link);

const creation = (here: string, secret: string): string =>
  `curl -u admin:${secret} -d title='Festa Major' -d start_date='tomorrow 18:00' -d end_date='tomorrow 20:00' ${here}${CANONICAL}/events`;
