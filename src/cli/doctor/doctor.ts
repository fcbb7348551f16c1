import { visible } from '../../lib/text/characters.ts';
import { type Command, JSON_OPTION, printJson } from '../command.ts';
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
  async run({ config, options }) {
    const findings: Finding[] = [];
    for (const check of CHECKS) findings.push(...(await check(config)));
    if (options.json) printJson(findings);
    else for (const line of findings.flatMap(linesOf)) console.log(line);
    return findings.some(({ status }) => status === 'problem') ? 1 : 0;
  },
};

const linesOf = ({ status, what, remedy }: Finding): string[] => [
  `${status.padEnd(9)}${visible(what)}`,
  ...(remedy === undefined ? [] : [`${' '.repeat(9)}${visible(remedy)}`]),
];
