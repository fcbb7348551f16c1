import { flagName, settings } from '../config.ts';
import type { Command } from './command.ts';

/** The text of `--help`: these commands with their options, and all settings. */
export function help(commands: Readonly<Record<string, Command>>): string {
  return [
    'Almanac, a calendar events service.',
    '',
    'Usage: almanac COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    'Commands',
    ...Object.entries(commands).flatMap(([name, command]) => describe(name, command)),
    '',
    'Settings: environment variables, or flags that win over them',
    ...columns(
      Object.entries(settings).map(([name, { default: value, meaning }]) => [
        `${name}, --${flagName(name)}`,
        withDefault(meaning, value),
      ]),
    ),
  ].join('\n');
}

function describe(name: string, { usage, meaning, options }: Command): string[] {
  const rows = Object.entries(options).map(([option, { value, meaning }]) => [
    `    --${option}${value ? ` ${value}` : ''}`,
    meaning,
  ]);
  return [`  almanac ${`${name} ${usage}`.trim()}`, `      ${meaning}`, ...columns(rows, 6)];
}

const withDefault = (meaning: string, value: string) => (value === '' ? meaning : `${meaning} (${value})`);

function columns(rows: readonly string[][], indent = 2): string[] {
  const width = Math.max(...rows.map(([first = '']) => first.length), 0);
  return rows.map(([first = '', second = '']) => `${' '.repeat(indent)}${first.padEnd(width)}  ${second}`);
}
