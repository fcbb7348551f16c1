import { parseArgs } from 'node:util';
import { type Config, ConfigError, flagName, readConfig, settings } from '../config.ts';
import { StoreError } from '../db/errors.ts';
import { DomainError } from '../errors.ts';
import { version } from '../version.ts';
import { backupCommand } from './backup.ts';
import { type Command, refuse, UsageError } from './command.ts';
import { copyCommand } from './copy.ts';
import { exportCommand } from './export.ts';
import { exposedBy } from './exposed.ts';
import { help } from './help.ts';
import { listHistoryCommand, restoreVersionCommand, showVersionCommand } from './history.ts';
import { importCommand } from './import.ts';
import { listPasswordsCommand } from './list-passwords.ts';
import { outliveReaders, ReaderGone } from './output.ts';
import { addPasswordCommand, revokePasswordCommand, rotatePasswordCommand } from './passwords.ts';
import { restoreCommand } from './restore.ts';
import { serve } from './serve.ts';
import { emptyTrashCommand, listTrashCommand, restoreTrashedCommand } from './trash.ts';
import { addUserCommand, listUsersCommand, removeUserCommand } from './users.ts';

const commands: Record<string, Command> = {
  serve,
  'users add': addUserCommand,
  'users list': listUsersCommand,
  'users remove': removeUserCommand,
  'passwords add': addPasswordCommand,
  'passwords list': listPasswordsCommand,
  'passwords rotate': rotatePasswordCommand,
  'passwords revoke': revokePasswordCommand,
  import: importCommand,
  export: exportCommand,
  copy: copyCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'history list': listHistoryCommand,
  'history show': showVersionCommand,
  'history restore': restoreVersionCommand,
  'trash list': listTrashCommand,
  'trash restore': restoreTrashedCommand,
  'trash empty': emptyTrashCommand,
};

/** Runs a command line; resolves to the exit status: 0 done, 1 refused or failed, 2 wrong command line. */
export async function main(argv: readonly string[]): Promise<number> {
  outliveReaders();
  try {
    const [name, command] = Object.entries(commands).find(([words]) => startsWith(argv, words)) ?? [];
    if (argv.includes('--version')) {
      console.log(version());
      return 0;
    }
    if (argv.length === 0 || !name || !command) {
      const group = Object.entries(commands).filter(([words]) => words.split(' ')[0] === argv.find(isWord));
      const asked = argv.length === 0 || argv.includes('--help') || argv.includes('-h') || argv[0] === 'help';
      if (!asked) throw new UsageError(`There is no command "${argv.join(' ')}".`);
      console.log(help(group.length > 0 ? Object.fromEntries(group) : commands));
      return 0;
    }
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
    const config = readConfig(process.env, values);
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

function refused(error: unknown, { LANGUAGE }: Config): number {
  if (error instanceof DomainError) return refuse(error.text(LANGUAGE));
  throw error;
}

const isWord = (word: string): boolean => word !== 'help' && !word.startsWith('-');

const startsWith = (argv: readonly string[], words: string): boolean =>
  words.split(' ').every((word, position) => argv[position] === word);

function parse(command: Command, args: string[]) {
  const settingFlags = Object.keys(settings).map(name => [flagName(name), { type: 'string' }] as const);
  const own = Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const);
  try {
    return parseArgs({
      args,
      options: { ...Object.fromEntries([...settingFlags, ...own]), help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
