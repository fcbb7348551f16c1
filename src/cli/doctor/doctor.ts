import { type Config, ConfigError, readSettings } from '../../config.ts';
import { withStoreAsItIs } from '../../db/alone.ts';
import { visible } from '../../lib/text/characters.ts';
import { readStored } from '../../site/settings-store.ts';
import { type Called, type Command, JSON_OPTION, printJson } from '../command.ts';
import type { Finding } from './finding.ts';
import { checkFolders } from './folders.ts';
import { checkMachine } from './machine.ts';
import { checkPorts } from './ports.ts';
import { checkSettings } from './settings.ts';
import { checkSite } from './site.ts';
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
