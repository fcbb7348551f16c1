import { type Config, ConfigError, readSettings } from '../../config.ts';
import { withStoreAsItIs } from '../../db/alone.ts';
import { visible } from '../../lib/text/characters.ts';
import { readStored } from '../../site/settings-store.ts';
import { versionAndCommit } from '../../version.ts';
import { type Called, type Command, JSON_OPTION, printJson } from '../command.ts';
import { type Finding, ok, probe, problem, warning } from './finding.ts';
import { checkFolders } from './folders.ts';
import { checkPorts } from './ports.ts';
import { checkSettings } from './settings.ts';
import { checkStore } from './store.ts';

/** The checks, in the order in which what they find is printed. */
const CHECKS = [checkMachine, checkSettings, checkPorts, checkFolders, checkStore, checkSite];

/** Looks for what keeps a service from running well, and changes nothing. */
export const doctor: Command = {
  usage: '',
  meaning:
    'Check what a service needs, and say what to do: Node, settings, ports, folders, disk, clock, store, proxy. Nothing is changed. Run it as the account of the service, with its settings.',
  options: JSON_OPTION,
  async run(called) {
    const { options } = called;
    const { config, unusable } = await withStored(called);
    const findings: Finding[] = [];
    for (const check of CHECKS) findings.push(...(await check(config, unusable)));
    if (options.json) printJson(findings);
    else for (const line of findings.flatMap(linesOf)) console.log(line);
    return findings.some(({ status }) => status === 'problem') ? 1 : 0;
  },
};

/** The settings with those of the store, if it can be read: another check says why it cannot. */
async function withStored({ config, texts }: Called): Promise<{ config: Config; unusable?: ConfigError }> {
  const stored = await withStoreAsItIs(config, readStored).catch(() => undefined);
  if (!stored) return { config };
  try {
    return { config: readSettings({ ...texts, ...stored }) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config, unusable: error };
  }
}

const linesOf = ({ status, what, remedy }: Finding): string[] => [
  `${status.padEnd(9)}${visible(what)}`,
  ...(remedy === undefined ? [] : [`${' '.repeat(9)}${visible(remedy)}`]),
];

/** No clock that is right is before this version was written. */
const WRITTEN = Date.UTC(2026, 10, 1);

/** The Node that runs this, and its clock. */
async function checkMachine(): Promise<Finding[]> {
  const major = Number(process.versions.node.split('.')[0]);
  const versions = `Almanac ${versionAndCommit()} on Node ${process.versions.node}`;
  return [
    major >= 26 ? ok(versions) : problem(versions, 'Almanac needs Node 26 or newer.'),
    Date.now() >= WRITTEN
      ? ok(`The clock: ${new Date().toISOString()}`)
      : problem(
          `The clock says ${new Date().toISOString()}, before this version was made.`,
          'Set the clock, best by NTP (timedatectl set-ntp true). Events would be past or coming on the wrong days.',
        ),
  ];
}

/** Milliseconds by which clocks may differ. */
const APART = 60_000;

/** Whether the public address leads to the service, and what its proxy says of clients. */
async function checkSite({ SITE_URL, TRUSTED_PROXIES }: Config): Promise<Finding[]> {
  if (SITE_URL === '') return [];
  const { isAlmanac, why, proxy, clock } = await probe(SITE_URL);
  if (!isAlmanac)
    return [
      problem(
        `SITE_URL: ${SITE_URL}/healthz is not answered by Almanac (${why}).`,
        'Start the service; see that the name leads to this machine and the proxy to HOST and PORT, and that its certificate is valid.',
      ),
    ];
  return [ok(`SITE_URL: Almanac answers at ${SITE_URL}`), ...ofClock(clock), ofProxy()];

  function ofProxy(): Finding {
    if (proxy === 'trusted') return ok('The proxy names the clients, and is trusted');
    if (proxy === 'untrusted')
      return problem(
        'The proxy names the clients (X-Forwarded-For), and is not among TRUSTED_PROXIES: all clients count as one.',
        `Set TRUSTED_PROXIES to its address${TRUSTED_PROXIES.length === 0 ? ', such as 127.0.0.1 for one on this machine' : ''}.`,
      );
    if (SITE_URL.startsWith('https:'))
      return problem(
        'The proxy does not name the clients: no X-Forwarded-For arrives, so all of them count as one.',
        'Let the proxy send X-Forwarded-For and X-Forwarded-Proto: docs/operating.md has lines for nginx. Caddy sends them by itself.',
      );
    return warning(
      'SITE_URL has no https: application passwords are readable on the way.',
      'Put a proxy with TLS in front, such as Caddy, and set SITE_URL to its address.',
    );
  }
}

function ofClock(clock: number | undefined): Finding[] {
  if (clock === undefined || Math.abs(clock - Date.now()) < APART) return [];
  const seconds = Math.round((Date.now() - clock) / 1000);
  return [
    problem(
      `The clocks of this machine and of the site are ${Math.abs(seconds)} seconds apart.`,
      'Set both by NTP (timedatectl set-ntp true).',
    ),
  ];
}
