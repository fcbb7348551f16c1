import { roles } from '../config/values.ts';
import { readsAs } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db, ImageRow } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { isObject, type JsonObject } from '../lib/objects.ts';
import { parseZone } from '../lib/time/zones.ts';
import { storeId } from '../records/store-id.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { readStored } from '../site/settings-store.ts';
import { replacePasswordSalt } from '../users/secrets.ts';
import { addUser, findUser } from '../users/store.ts';
import { keptId } from './imported.ts';
import { readSourceImageTexts } from './reading/read-languages.ts';
import { extrasOf } from './reading/read-record.ts';
import { instantOf } from './reading/read-times.ts';
import { idOf, pictureOf, textOf } from './reading/values.ts';
import { because } from './reason.ts';
import { count, note, skip } from './report.ts';
import type { ImportRun } from './run.ts';
import { SourceError } from './source-item.ts';
import { inCountedTransaction } from './writing/write-batch.ts';

/**
 * The versions of the export format. The second one has series, which a reader of the first one would take for single
 * events. A calendar without series is still written in the first one.
 */
export const EXPORT_VERSION = { withoutSeries: 1, withSeries: 2 } as const;

/**
 * Reads the head of an export.
 * @throws SourceError for an unknown version
 */
export async function readExportHead(run: ImportRun, header: JsonObject): Promise<void> {
  if (!Object.values<unknown>(EXPORT_VERSION).includes(header.version)) {
    throw new SourceError(because('export_form', { version: textOf(header.version) }));
  }
  const { reading, dryRun } = run.options;
  if (!reading && !dryRun) await importSettings(run, header.settings);
  const salt = textOf(header.password_salt);
  const context = exportContext(run, header);
  const here = await storeId(run.db);
  run.source = {
    ...{ ...context, here, isOwn: context.store === here },
    passwords:
      !reading &&
      !dryRun &&
      /^[\w-]{16,100}$/.test(salt) &&
      (await inTransaction(run.db, db => replacePasswordSalt(db, salt))),
  };
}

/** The settings that give texts, days and prices their meaning. */
const MEANING = ['LANGUAGE', 'TIME_ZONE', 'CURRENCY_SYMBOL', 'CURRENCY_CODE'] as const;

/** A calendar without events and without settings takes those of the export that give its records their meaning. */
async function importSettings({ db, report, options, context }: ImportRun, sent: unknown): Promise<void> {
  if (!isObject(sent) || !(await isNew(db))) return;
  const changes = MEANING.flatMap(name => {
    const value = sent[name];
    return typeof value === 'string' && readsAs(name, value) ? [{ name, value }] : [];
  });
  const actor = { via: 'command', command: 'import' } as const;
  await changeSettings(db, changes, { texts: options.texts ?? {}, actor, now: context.now });
  report.settings.push(...changes.map(({ name, value }) => `${name}=${value}`));
}

async function isNew(db: Db): Promise<boolean> {
  const event = await db.selectFrom('events').select('id').limit(1).executeTakeFirst();
  return event === undefined && (await readStored(db)).position === 0;
}

/** What the head of an export says of its records. */
export function exportContext({ config }: ImportRun, header: JsonObject) {
  const zone = textOf(header.time_zone);
  return {
    config,
    zone: zone !== '' && parseZone(zone) ? zone : config.TIME_ZONE.name,
    isExport: true,
    store: textOf(header.store),
  };
}

/** Finds an account of an export by its login, or creates it without a password. */
export async function importAccount(run: ImportRun, user: JsonObject): Promise<void> {
  // Whoever may set up a source may make no accounts.
  if (run.options.reading || run.options.dryRun) return;
  const login = textOf(user.login).trim();
  const email = textOf(user.email) || null;
  const role = roles.find(known => known === user.role);
  const remark = { source: login, type: 'user' } as const;
  if (login === '' || login.length > 200 || /\p{Cc}/u.test(login + email) || !role) {
    return skip(run.report, { ...remark, why: because('no_account') });
  }
  const id = idOf(user.id);
  const { made, known } = await inTransaction(run.db, async db => {
    const known = await findUser(db, login);
    if (known) return { known };
    const taken = email !== null && (await findUser(db, email)) !== undefined;
    if (taken) note(run.report, { ...remark, why: because('email_taken') });
    const wanted = keptId(run.options, id);
    const kept = wanted !== undefined && !(await isTaken(db, wanted)) ? wanted : undefined;
    if (kept !== undefined) await dialectOf(db).passIds(db, 'users', kept);
    const account = { ...(kept !== undefined && { id: kept }), login, email: taken ? null : email, role };
    return { made: await addUser(db, account, run.context.now) };
  });
  count(run.report, 'user', made ? 'created' : 'unchanged');
  const local = made ?? known;
  if (id !== undefined && local) run.users.set(String(id), local.id);
}

const isTaken = async (db: ImportRun['db'], id: number) =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Imports a picture of an export, from the export itself or from its address. */
export async function importPicture(run: ImportRun, image: JsonObject): Promise<void> {
  const url = pictureOf({ image });
  if (!run.options.images || run.options.dryRun || url === '') return;
  const extras = extrasOf(image, run.source);
  const data = textOf(image.data);
  const details: Partial<ImageRow> = {
    author_id: run.users.get(textOf(extras.author)) ?? run.options.author.id,
    created_at: instantOf(extras.created_utc) ?? run.context.now,
    source_url: textOf(extras.source_url) || null,
  };
  await run.pictures.obtain({
    ...{ url, id: idOf(image.id), own: run.source.isOwn, details, texts: readSourceImageTexts(run, image) },
    bytes: data === '' ? undefined : Buffer.from(data, 'base64'),
  });
  await inCountedTransaction(run, db => run.pictures.settle(db, url));
}
