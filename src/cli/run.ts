import { parseArgs } from 'node:util';
import { readConfigFile } from '../config/file.ts';
import { didYouMean } from '../config/names.ts';
import { type Config, ConfigError, flagName, readSettings, settingNames, settings } from '../config.ts';
import { StoreError } from '../db/errors.ts';
import { DomainError } from '../errors.ts';
import { versionAndCommit } from '../version.ts';
import { type Command, refuse, UsageError } from './command.ts';
import { outliveReaders, ReaderGone } from './output.ts';

/** All commands, in the order of help. Only the one that runs is loaded. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serve,
  'users add': async () => (await import('./users.ts')).addUserCommand,
  'users list': async () => (await import('./users.ts')).listUsersCommand,
  'users remove': async () => (await import('./users.ts')).removeUserCommand,
  'passwords add': async () => (await import('./passwords.ts')).addPasswordCommand,
  'passwords list': async () => (await import('./passwords.ts')).listPasswordsCommand,
  'passwords rotate': async () => (await import('./passwords.ts')).rotatePasswordCommand,
  'passwords revoke': async () => (await import('./passwords.ts')).revokePasswordCommand,
  import: async () => (await import('./import.ts')).importCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  copy: async () => (await import('./copy.ts')).copyCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./backup.ts')).restoreCommand,
  'history list': async () => (await import('./history.ts')).listHistoryCommand,
  'history show': async () => (await import('./history.ts')).showVersionCommand,
  'history restore': async () => (await import('./history.ts')).restoreVersionCommand,
  'trash list': async () => (await import('./trash.ts')).listTrashCommand,
  'trash restore': async () => (await import('./trash.ts')).restoreTrashedCommand,
  'trash empty': async () => (await import('./trash.ts')).emptyTrashCommand,
};

/** Runs a command line in this process; resolves to the exit status. */
export async function run(argv: readonly string[]): Promise<number> {
  outliveReaders();
  try {
    const name = Object.keys(commands).find(words => startsWith(argv, words));
    if (argv.includes('--version')) {
      console.log(versionAndCommit());
      return 0;
    }
    if (name === undefined) {
      const group = Object.keys(commands).filter(words => words.split(' ')[0] === argv.find(isWord));
      const asked = argv.length === 0 || argv.includes('--help') || argv.includes('-h') || argv[0] === 'help';
      if (!asked) throw new UsageError(`There is no command "${argv.join(' ')}".`);
      console.log(help(await load(group.length > 0 ? group : Object.keys(commands))));
      return 0;
    }
    const command = await commands[name]!();
    const { values, positionals } = parse(command, argv.slice(name.split(' ').length));
    if (values.help) {
      console.log(help({ [name]: command }));
      return 0;
    }
    if (command.usage === '' && positionals.length > 0)
      throw new UsageError(`"${name}" takes no arguments, not "${positionals.join(' ')}".`);
    const exposed = exposedBy(values, positionals);
    if (exposed)
      console.error(
        `${exposed}: its password is visible in the list of processes. Use an environment variable instead, or PGPASSWORD or ~/.pgpass for PostgreSQL.`,
      );
    // An option of the command comes before the setting of the same name.
    const flags = Object.fromEntries(
      Object.entries(values).filter(([option]) => !Object.hasOwn(command.options, option)),
    );
    const environment = process.env;
    const config = readSettings({ environment, flags, file: readConfigFile(environment, flags) });
    const called = { config, options: values, arguments: positionals };
    return await command.run(called).catch(error => refused(error, config));
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError) {
      console.error(`${error.message}\n"almanac --help" explains all commands and settings.`);
      return 2;
    }
    if (error instanceof StoreError) {
      console.error(error.message);
      return 1;
    }
    if (error instanceof ReaderGone) return 1;
    throw error;
  }
}

async function load(names: readonly string[]): Promise<Record<string, Command>> {
  const loaded = names.map(async name => [name, await commands[name]!()] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

function refused(error: unknown, { LANGUAGE }: Config): number {
  if (error instanceof DomainError) return refuse(error.text(LANGUAGE));
  throw error;
}

const isWord = (word: string): boolean => word !== 'help' && !word.startsWith('-');

const startsWith = (argv: readonly string[], words: string): boolean =>
  words.split(' ').every((word, position) => argv[position] === word);

function parse(command: Command, args: string[]) {
  const settingFlags = ['config', ...settingNames.map(flagName)].map(
    name => [name, { type: 'string' }] as const,
  );
  const own = Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const);
  const options = Object.fromEntries([...settingFlags, ...own]);
  try {
    return parseArgs({
      args,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(whyUnread(error as NodeJS.ErrnoException, Object.keys(options)));
  }
}

function whyUnread({ code, message }: NodeJS.ErrnoException, options: readonly string[]): string {
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || unknown === undefined) return message;
  return `There is no option ${unknown}.${didYouMean(
    unknown,
    options.map(name => `--${name}`),
  )}`;
}

/** An address with a password: `postgres://user:password@host/database`, or with `?password=`. */
const WITH_PASSWORD = /:\/\/[^/?#@\s]*:[^/?#@\s]+@|:\/\/\S*[?&](?:ssl)?password=/i;

/**
 * The parts of a command line that show a password to everyone who can list the processes of the machine: names of
 * flags, or "an argument". Undefined if there are none.
 */
export function exposedBy(
  options: Readonly<Record<string, unknown>>,
  positionals: readonly string[],
): string | undefined {
  const shows = (value: unknown) => typeof value === 'string' && WITH_PASSWORD.test(value);
  const names = Object.entries(options).flatMap(([name, value]) => (shows(value) ? [`--${name}`] : []));
  return [...names, ...(positionals.some(shows) ? ['an argument'] : [])].join(', ') || undefined;
}

/** The text of `--help`: these commands with their options, and all settings. */
function help(commands: Readonly<Record<string, Command>>): string {
  return [
    'Almanac, a calendar events service.',
    '',
    'Usage: almanac COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    'Commands',
    ...Object.entries(commands).flatMap(([name, command]) => describe(name, command)),
    '',
    'Settings: environment variables, flags that win over them, or lines of almanac.conf in DATA_DIR (--config FILE)',
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
