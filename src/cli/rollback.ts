import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { aloneWithStore, assertUnused, withStoreAsItIs } from '../db/alone.ts';
import { asStoreError } from '../db/errors.ts';
import { type SchemaStep, takenSteps } from '../db/migrate.ts';
import { settingOf, storeFile } from '../db/open.ts';
import {
  isStep,
  planRollback,
  RELEASES,
  type RollbackPlan,
  releaseBefore,
  type UndoneStep,
  undoSteps,
} from '../db/rollback.ts';
import { copyBeforeMigration, migrationCopies } from '../db/sqlite/migration-copy.ts';
import { visible } from '../lib/text/characters.ts';
import { assertStore, type Called, type Command, refuse, UsageError } from './command.ts';

export const rollbackCommand: Command = {
  usage: '[VERSION]',
  meaning:
    'Undo the migrations of the store that an earlier version does not know, and keep what was written since. Without --yes, only say what would happen. VERSION is the one before by default, or the last migration that stays.',
  options: { yes: { type: 'boolean', meaning: 'do it; the service must be stopped' } },
  async run(called) {
    assertStore(called.config);
    try {
      return await planAndRollBack(called);
    } catch (error) {
      throw asStoreError(error, settingOf(called.config));
    }
  },
};

async function planAndRollBack(called: Called): Promise<number> {
  const { config } = called;
  const wanted = wantedVersion(called);
  const plan = await withStoreAsItIs(config, async db =>
    planRollback(db, lastToStay(wanted, await takenSteps(db))),
  );
  if (plan.undone.length === 0) {
    console.log(`Nothing is to be undone: the store has no migration after ${plan.last}.`);
    return 0;
  }
  const blocking = plan.undone.findLast(({ wayBack }) => 'impossible' in wayBack);
  for (const line of describePlan(plan)) console.log(visible(line));
  if (blocking) return refuse(await otherWays(config, plan, blocking));
  if (called.options.yes === true) return rollBack(config, plan);
  console.log(
    'Nothing was changed yet. To do it, stop the service, repeat the command with --yes, and start the earlier version.',
  );
  return 0;
}

/** The argument: a version, or the migration that is the last one to stay. */
function wantedVersion({ arguments: given }: Called): string | undefined {
  const [wanted, ...more] = given;
  if (more.length > 0) throw new UsageError(`Expected only one VERSION; unexpected: "${more.join(' ')}".`);
  if (wanted === undefined || Object.hasOwn(RELEASES, wanted) || isStep(wanted)) return wanted;
  throw new UsageError(
    `VERSION: there is no version or migration "${wanted}". Versions: ${Object.keys(RELEASES).join(', ')}.`,
  );
}

/** The last migration that stays. */
function lastToStay(wanted: string | undefined, taken: readonly string[]): SchemaStep {
  if (wanted !== undefined && isStep(wanted)) return wanted;
  const version = wanted ?? releaseBefore(taken) ?? Object.keys(RELEASES)[0]!;
  return RELEASES[version]!;
}

function describePlan({ last, undone, written }: RollbackPlan): string[] {
  const versions = Object.keys(RELEASES).filter(version => RELEASES[version] === last);
  const whom = versions.length > 0 ? `version ${versions.join(', ')}` : 'an earlier version';
  return [
    `A rollback makes the store one of ${whom} again, whose last migration is ${last}. To be undone:`,
    ...undone.map(({ name, at, wayBack }) => `  ${name}, taken ${at}: ${lossOf(wayBack)}`),
    `Created or changed since: ${countsOf(written)}.`,
  ];
}

function lossOf(wayBack: UndoneStep['wayBack']): string {
  if ('impossible' in wayBack) return `this cannot be undone. ${wayBack.impossible}`;
  return wayBack.loss === '' ? 'nothing is lost.' : wayBack.loss;
}

const countsOf = (written: RollbackPlan['written']): string =>
  Object.entries(written)
    .map(([table, count]) => `${count} ${count === 1 ? table.replace(/s$/, '') : table}`.replace('_', ' '))
    .join(', ') || 'nothing';

/** What remains where a migration cannot be undone. */
async function otherWays(config: Config, plan: RollbackPlan, { name }: UndoneStep): Promise<string> {
  const without = `Without what was written since: ${countsOf(plan.written)}.`;
  if (config.DATABASE_URL)
    return `${name} cannot be undone. Restore the dump from before the upgrade. ${without}`;
  const copies = [...(await migrationCopies(storeFile(config)))].filter(([step]) => step < name).sort();
  const [, copy] = copies.at(-1) ?? [];
  if (copy === undefined)
    return `${name} cannot be undone, and there is no copy of the store from before. Restore a backup. ${without}`;
  return `${name} cannot be undone. The store as it was before: ${copy}. ${without} See docs/upgrading.md.`;
}

/** The service is stopped: a process that starts meanwhile waits, or the rollback is refused. */
async function rollBack(config: Config, { undone }: RollbackPlan): Promise<number> {
  if (!config.DATABASE_URL) {
    assertUnused(config);
    const copy = await copyBeforeMigration(storeFile(config), undone[0]!.name, config.MIGRATION_COPIES);
    if (copy) console.log(`The store as it is now: ${visible(copy)}`);
  }
  await aloneWithStore(config, db => undoSteps(db, undone));
  // It was made for what has been undone, and an earlier version makes its own.
  await rm(join(config.DATA_DIR, 'memory'), { recursive: true, force: true });
  console.log(
    `Done: ${settingOf(config)} is as the earlier version left it, with what was written since. Start that version: this one would migrate it again.`,
  );
  return 0;
}
