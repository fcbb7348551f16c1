import { parseArgs } from 'node:util';
import { readConfigFile } from '../config/file.ts';
import { didYouMean } from '../config/names.ts';
import { type Config, ConfigError, flagName, readSettings, settingNames, settings } from '../config.ts';
import { StoreError } from '../db/errors.ts';
import { DomainError } from '../errors.ts';
import { program, versionAndCommit } from '../version.ts';
import { type Command, refuse, UsageError } from './command.ts';
import { assertPrinted, outliveReaders, ReaderGone, Unwritten, withoutPasswords } from './output.ts';

/** All commands, in the order of help. Only the one that runs is loaded. */
const commands = {
  serve: async () => (await import('./serve.ts')).serve,
  demo: async () => (await import('./demo.ts')).demo,
  init: async () => (await import('./init.ts')).initCommand,
  'settings set': async () => (await import('./settings.ts')).setSettingCommand,
  'settings unset': async () => (await import('./settings.ts')).unsetSettingCommand,
  'settings history': async () => (await import('./settings.ts')).settingHistoryCommand,
  settings: async () => (await import('./settings.ts')).showSettingsCommand,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  'users add': async () => (await import('./users.ts')).addUserCommand,
  'users invite': async () => (await import('./users.ts')).inviteUserCommand,
  'users role': async () => (await import('./change-user.ts')).changeRoleCommand,
  'users rename': async () => (await import('./change-user.ts')).renameUserCommand,
  'users email': async () => (await import('./change-user.ts')).changeEmailCommand,
  'users name': async () => (await import('./change-user.ts')).changeNameCommand,
  'users second-factor': async () => (await import('./change-user.ts')).secondFactorCommand,
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
  rollback: async () => (await import('./rollback.ts')).rollbackCommand,
  'history list': async () => (await import('./history.ts')).listHistoryCommand,
  'history show': async () => (await import('./history.ts')).showVersionCommand,
  'history restore': async () => (await import('./history.ts')).restoreVersionCommand,
  'trash list': async () => (await import('./trash.ts')).listTrashCommand,
  'trash restore': async () => (await import('./trash.ts')).restoreTrashedCommand,
  'trash empty': async () => (await import('./trash.ts')).emptyTrashCommand,
} satisfies Record<string, () => Promise<Command>>;

type CommandName = keyof typeof commands;
const names = Object.keys(commands) as CommandName[];

type FirstWord<Words> = Words extends `${infer First} ${string}` ? First : Words;

/** What `almanac --help` says of the commands that begin with a word. */
const summaries: Record<FirstWord<CommandName>, string> = {
  serve: 'run the service; the first start prints the first password',
  demo: 'look at the calendar of an invented town; nothing is kept',
  init: 'name, language, time zone and address of the calendar',
  settings: 'all settings and where they come from; set, unset, history',
  doctor: 'check what the service needs, and say what to do',
  users: 'accounts: add, invite, role, list, remove and more',
  passwords: 'application passwords: add, list, rotate, revoke',
  import: 'take over events from a site, a calendar or a file',
  export: 'write all records to a file',
  copy: 'copy a store, as from SQLite to PostgreSQL',
  backup: 'write the store and all files to an archive, while the service runs',
  restore: 'read such an archive into an empty folder',
  rollback: 'bring the store back to the version before',
  history: 'earlier versions of records: list, show, restore',
  trash: 'deleted records: list, restore, empty',
};

/** Runs a command line in this process; resolves to the exit status. */
export async function run(argv: readonly string[]): Promise<number> {
  outliveReaders();
  try {
    const name = names.find(words => startsWith(argv, words));
    if (argv.includes('--version')) {
      console.log(versionAndCommit());
      return 0;
    }
    if (name === undefined) {
      const group = names.filter(words => words.split(' ')[0] === argv.find(isWord));
      const asked = argv.length === 0 || argv.includes('--help') || argv.includes('-h') || argv[0] === 'help';
      if (!asked) {
        const words = argv.filter(isWord).slice(0, 2).join(' ');
        throw new UsageError(`There is no command "${argv.join(' ')}".${didYouMean(words, names)}`);
      }
      console.log(group.length > 0 ? helpOf(await load(group)) : help());
      return 0;
    }
    const command = await commands[name]();
    const { values, positionals } = parse(command, argv.slice(name.split(' ').length));
    if (values.help) {
      console.log(helpOf({ [name]: command }));
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
    const file = command.readsNoFile ? undefined : readConfigFile(environment, flags);
    const texts = { environment, flags, file };
    const config = readSettings(texts);
    const called = { config, texts, options: values, arguments: positionals };
    const status = await command.run(called).catch(error => refused(error, config));
    assertPrinted();
    return status;
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError) {
      console.error(
        `${error.message}\n"${program()} --help" names all commands, and "${program()} serve --help" all settings.`,
      );
      return 2;
    }
    if (error instanceof StoreError) {
      console.error(error.message);
      return 1;
    }
    if (error instanceof ReaderGone) return 1;
    if (error instanceof Unwritten) return refuse(`The output cannot be written: ${error.message}`);
    throw error;
  }
}

async function load(names: readonly CommandName[]): Promise<Record<string, Command>> {
  const loaded = names.map(async name => [name, await commands[name]()] as const);
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

/**
 * The parts of a command line that show a password to everyone who can list the processes of the machine: names of
 * flags, or "an argument". Undefined if there are none.
 */
export function exposedBy(
  options: Readonly<Record<string, unknown>>,
  positionals: readonly string[],
): string | undefined {
  const shows = (value: unknown) => typeof value === 'string' && withoutPasswords(value) !== value;
  const names = Object.entries(options).flatMap(([name, value]) => (shows(value) ? [`--${name}`] : []));
  return [...names, ...(positionals.some(shows) ? ['an argument'] : [])].join(', ') || undefined;
}

/** The text of `--help`, which fits on a screen. */
function help(): string {
  return [
    'Almanac, a calendar of events.',
    '',
    `Usage: ${program()} COMMAND [ARGUMENTS] [OPTIONS]`,
    '',
    ...columns(Object.entries(summaries)),
    '',
    ...columns([
      ['COMMAND --help', 'arguments and options of a command'],
      ['serve --help', 'all settings: the site’s name, language, address, limits'],
      ['--version', 'the version'],
    ]),
  ].join('\n');
}

/** The text of `COMMAND --help`: these commands with their options. That of the service has all settings. */
function helpOf(commands: Readonly<Record<string, Command>>): string {
  const described = Object.entries(commands).flatMap(([name, command]) => describe(name, command));
  const ofService = [
    'Settings: environment variables, flags that win over them, or lines of almanac.conf in DATA_DIR (--config FILE)',
    ...Object.entries(settings).flatMap(([name, { default: value, meaning }]) => [
      `  ${name}, --${flagName(name)}`,
      `      ${withDefault(meaning, value)}`,
    ]),
  ];
  const ofOthers = [`Settings such as DATA_DIR are explained by "${program()} serve --help".`];
  const lines = [...described, '', ...('serve' in commands ? ofService : ofOthers)];
  return lines.flatMap(line => wrapped(line)).join('\n');
}

function describe(name: string, { usage, meaning, options }: Command): string[] {
  const rows = Object.entries(options).map(([option, { value, meaning }]) => [
    `    --${option}${value ? ` ${value}` : ''}`,
    meaning,
  ]);
  return [`  ${program()} ${`${name} ${usage}`.trim()}`, `      ${meaning}`, ...columns(rows, 6)];
}

/** Characters of a line of help. */
const WIDTH = 80;

/** A line of help in lines that a terminal shows whole: what follows stands below the last column. */
function wrapped(line: string): string[] {
  if (line.length <= WIDTH) return [line];
  const [, first = '', last = ''] = /^(\s*(?:\S.*?\s{2,})?)(\S.*)$/.exec(line) ?? [];
  const lines = [''];
  for (const word of last.split(' ')) {
    const current = lines.at(-1)!;
    const longer = current === '' ? word : `${current} ${word}`;
    if (current === '' || first.length + longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((text, at) => (at === 0 ? first : ' '.repeat(first.length)) + text);
}

const withDefault = (meaning: string, value: string) => (value === '' ? meaning : `${meaning} (${value})`);

function columns(rows: readonly string[][], indent = 2): string[] {
  const width = Math.max(...rows.map(([first = '']) => first.length), 0);
  return rows.map(([first = '', second = '']) => `${' '.repeat(indent)}${first.padEnd(width)}  ${second}`);
}
