import { existsSync } from 'node:fs';
import { didYouMean } from '../config/names.ts';
import {
  type Config,
  readUsable,
  resolveSetting,
  type SettingName,
  settingNames,
  settings,
} from '../config.ts';
import { storeFile } from '../db/open.ts';
import { visible } from '../lib/text/characters.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { settingEffects } from '../settings/effects.ts';
import {
  listSettingChanges,
  readStored,
  type SettingActor,
  type SettingVersion,
  type SiteSettingName,
  type StoredSettings,
} from '../site/settings-store.ts';
import { answer, type Called, type Command, JSON_OPTION, UsageError, withOpenStore } from './command.ts';
import { remarksOn } from './environment.ts';
import { withoutPasswords } from './output.ts';

export const showSettingsCommand: Command = {
  usage: '',
  meaning: 'Show each setting with its value and where it comes from.',
  options: JSON_OPTION,
  async run(called) {
    const stored = await storedSettings(called);
    const { texts, unused } = readUsable({ ...called.texts, ...stored });
    const shown = settingNames.map(name => {
      const { text, source } = resolveSetting(name, texts);
      return { name, scope: settings[name].scope, value: withoutPasswords(text), source };
    });
    for (const remark of [...remarksOn(process.env), ...unused]) console.error(visible(remark));
    const { file } = called.texts;
    const place = (source: string) => (source === 'file' ? `file ${file!.path}` : source);
    return answer(called, shown, [
      ['setting', 'value', 'from'],
      ...shown.map(({ name, value, source }) => [name, value, place(source)]),
    ]);
  },
};

/** What the store has; nothing before the first start. */
async function storedSettings({ config }: Called): Promise<StoredSettings> {
  if (!config.DATABASE_URL && !existsSync(storeFile(config)))
    return { store: new Map(), remembered: new Map(), position: 0 };
  return withOpenStore(config, readStored);
}

export const setSettingCommand: Command = {
  usage: 'NAME VALUE',
  meaning: 'Change a setting of the site in the store. Running services show it at once.',
  options: JSON_OPTION,
  async run(called) {
    const [name, value, ...more] = called.arguments;
    if (name === undefined || value === undefined || more.length > 0)
      throw new UsageError('NAME and VALUE are expected; quote a VALUE with spaces.');
    return change(called, siteSetting(name), value);
  },
};

export const unsetSettingCommand: Command = {
  usage: 'NAME',
  meaning: 'Remove a setting of the site from the store: the file or the default counts again.',
  options: JSON_OPTION,
  async run(called) {
    const [name, ...more] = called.arguments;
    if (name === undefined || more.length > 0) throw new UsageError('NAME is expected.');
    return change(called, siteSetting(name), null);
  },
};

/** @throws UsageError if there is no such setting, or it is not for the store */
function siteSetting(sent: string): SiteSettingName {
  const name = settingNames.find(known => known === sent);
  if (!name) throw new UsageError(`There is no setting ${sent}.${didYouMean(sent, settingNames)}`);
  if (isOfSite(name)) return name;
  throw new UsageError(
    `${name} is a setting of the process, which the store cannot have: set it in the environment, as a flag, or in almanac.conf, and start the service again.`,
  );
}

const isOfSite = (name: SettingName): name is SiteSettingName => settings[name].scope === 'site';

const change = (called: Called, name: SiteSettingName, value: string | null): Promise<number> =>
  withOpenStore(called.config, async db => {
    const actor: SettingActor = {
      via: 'command',
      command: value === null ? 'settings unset' : 'settings set',
    };
    const { changed, texts, config, moved } = await changeSettings(db, [{ name, value }], {
      ...{ texts: called.texts, actor, now: epochSeconds() },
    });
    const { text, source } = resolveSetting(name, texts);
    const lines =
      changed.length === 0
        ? [value === null ? `The store has no ${name}.` : `${name} is ${shown(value)} already.`]
        : [sentenceOf(name, value, text, source), settingEffects[name], ...movedEvents(name, config, moved)];
    if (source === 'flag' || source === 'environment') console.error(pinned(name, source));
    return answer(
      called,
      { name, value: text, source, changed: changed.length > 0, moved },
      lines.join('\n'),
    );
  });

const sentenceOf = (name: string, value: string | null, text: string, source: string): string =>
  value === null
    ? `The store has no ${name} any more: it is ${shown(text)} (${source}).`
    : `${name} is ${shown(value)} now.`;

const shown = (text: string): string => (text === '' ? 'empty' : `"${visible(text)}"`);

function movedEvents(name: SiteSettingName, { TIME_ZONE }: Config, moved: number): string[] {
  if (name !== 'TIME_ZONE' || moved === 0) return [];
  const events = moved === 1 ? '1 all-day event was' : `${moved} all-day events were`;
  return [`${events} moved to the days of ${TIME_ZONE.name}.`];
}

/** Says that the store has no say in a setting. */
export const pinned = (name: string, source: 'flag' | 'environment'): string =>
  `${name} is set ${source === 'flag' ? 'by a flag' : 'in the environment'} as well, which wins: a service that is started with that does not show what the store has.`;

export const settingHistoryCommand: Command = {
  usage: '[NAME]',
  meaning: 'List the changes of settings in the store, the latest first.',
  options: JSON_OPTION,
  run(called) {
    const [sent, ...more] = called.arguments;
    if (more.length > 0) throw new UsageError('Only one NAME is expected.');
    const name = sent === undefined ? undefined : siteSetting(sent);
    return withOpenStore(called.config, async db => {
      const all = (await listSettingChanges(db, { name })).map(listed);
      return answer(called, all, [
        ['when (UTC)', 'setting', 'value', 'former value', 'by'],
        ...all.map(({ date_utc, name, value, former, by }) => [
          date_utc,
          name,
          inTable(value),
          inTable(former),
          by,
        ]),
      ]);
    });
  },
};

/** Characters of a value in a table: a page of the operator has many. */
const MOST = 200;

const inTable = (value: string | null): string =>
  value === null ? '-' : value.length > MOST ? `${value.slice(0, MOST)}…` : value;

const listed = ({ name, value, former, at, actor, isRemembered }: SettingVersion) => ({
  date_utc: new Date(at * 1000).toISOString().slice(0, 19),
  ...{ name, value, former, remembered: isRemembered, user: actor.login ?? null, by: credentialOf(actor) },
});

/** `settings set`, `serve (environment)`, `maria (website)` */
function credentialOf({ login, name, via, command, from }: SettingActor): string {
  if (via === 'command') return `almanac ${command}${from === undefined ? '' : ` (${from})`}`;
  return `${login}${name === undefined ? '' : ` (${name})`}`;
}
