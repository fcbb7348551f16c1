import { resolveSetting, type SettingSource, type SettingTexts, settings } from '../config.ts';
import { longRead } from '../db/long-read.ts';
import type { Db } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockSettings, readStored, type StoredSettings, writeSettings } from '../site/settings-store.ts';

/** The settings on which the meaning of what is stored depends: texts name no language, and days no zone. */
const REMEMBERED = ['LANGUAGE', 'TIME_ZONE'] as const;

type RememberedName = (typeof REMEMBERED)[number];

/** What a start was told. */
interface SettingChoice {
  readonly name: RememberedName;
  readonly value: string;
  readonly source: SettingSource;
  /** What the store has; undefined for nothing. */
  readonly former: string | undefined;
  /** Whether somebody has chosen another value for the store, which then keeps it. */
  readonly isOutranked: boolean;
}

/** What is to be told of a choice: a text for people, beside the values. */
export interface RememberedChoice extends SettingChoice {
  readonly text: string;
}

/** The choices of a start that the store does not have, with what they change. A default is no choice. */
export async function findChoices(db: Db, texts: SettingTexts): Promise<RememberedChoice[]> {
  const choices: RememberedChoice[] = [];
  for (const choice of choicesOf(texts, await readStored(db)))
    choices.push({ ...choice, text: await textFor(db, choice, texts) });
  return choices;
}

/**
 * Remembers the language and the zone that this start was told, so that a later one without them keeps them. It waits
 * for whoever writes.
 */
export const rememberChoices = (db: Db, texts: SettingTexts, now: number): Promise<void> =>
  inTransaction(db, async db => {
    await lockSettings(db);
    for (const { name, value, source, isOutranked } of choicesOf(texts, await readStored(db))) {
      const actor = { via: 'command', command: 'serve', from: source } as const;
      if (!isOutranked) await writeSettings(db, [{ name, value }], { actor, isRemembered: true, now });
    }
  });

/** The choices of a start that differ from what the store has. */
function choicesOf(texts: SettingTexts, { store, remembered }: StoredSettings): SettingChoice[] {
  return REMEMBERED.flatMap(name => {
    const { text: value, source } = resolveSetting(name, texts);
    if (source === 'default') return [];
    const former = store.get(name) ?? remembered.get(name);
    if (former !== undefined && idOf(name, former) === idOf(name, value)) return [];
    return { name, value, source, former, isOutranked: store.has(name) };
  });
}

/** Zones have several spellings. What an earlier version has stored may mean nothing to this one. */
function idOf(name: RememberedName, text: string): string {
  try {
    return name === 'TIME_ZONE' ? settings.TIME_ZONE.read(text).id : settings.LANGUAGE.read(text);
  } catch {
    return text;
  }
}

async function textFor(db: Db, choice: SettingChoice, texts: SettingTexts): Promise<string> {
  const { name, value, former, source, isOutranked } = choice;
  if (former === undefined) return `${name}=${value} is remembered: later starts need not be told`;
  if (isOutranked && source === 'file')
    return `${name}=${value} in ${texts.file!.path} has no effect: the store has ${former}, which wins. "almanac settings unset ${name}" removes it`;
  const meaning = name === 'LANGUAGE' ? await ofLanguage(db, choice) : await ofZone(db, choice);
  if (isOutranked)
    return `${name} is ${value} for this start alone: the store has ${former}, which somebody has set. ${meaning}`;
  return `${name} was ${former} and is ${value} now. ${meaning} "almanac settings set ${name} ${former}", and a start without ${name}=${value}, undo it`;
}

/** How many events there are, how many have texts that name no language, and how many last whole days. */
export async function countConcerned(db: Db): Promise<Record<'all' | 'texts' | 'days', number>> {
  const found = await longRead(db, db =>
    db
      .selectFrom('events')
      .select(({ fn }) => [
        fn.countAll<number>().as('all'),
        fn.countAll<number>().filterWhere('language', '=', '').as('texts'),
        fn.countAll<number>().filterWhere('all_day', '=', 1).as('days'),
      ])
      .executeTakeFirstOrThrow(),
  );
  return { all: Number(found.all), texts: Number(found.texts), days: Number(found.days) };
}

async function ofLanguage(db: Db, { value, source }: SettingChoice): Promise<string> {
  const { texts: count } = await countConcerned(db);
  const meant =
    source === 'environment'
      ? ' The variable LANGUAGE is also one of other programs: was the calendar meant?'
      : '';
  return `Nothing is translated: the texts of ${count} events that name no language count as texts in "${value}".${meant}`;
}

async function ofZone(db: Db, { value }: SettingChoice): Promise<string> {
  const { days: count } = await countConcerned(db);
  return `Events keep their own zone and their times; all-day events (${count}) move to the days of ${value}.`;
}
