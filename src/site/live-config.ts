import {
  type Config,
  ConfigError,
  readSettings,
  readUsable,
  resolveSetting,
  type SettingTexts,
  unusedText,
} from '../config.ts';
import type { Db } from '../db/tables.ts';
import type { Log } from '../observability/log.ts';
import { openDesign } from './design.ts';
import { readStored } from './settings-store.ts';

/** The settings as they are now, or some of them. */
export interface Live<Name extends keyof Config = keyof Config> {
  /** The last change in the store that counts; undefined if the store has no say. */
  readonly position?: number;
  /** What was set outside of the store; undefined if nobody has said it. */
  readonly texts?: SettingTexts;
  readonly current: Pick<Config, Name>;
}

/**
 * The settings of a running service. Those of the site follow the store: each change makes a new configuration, with a
 * design of its own, so that whoever holds one sees it whole.
 */
export class LiveConfig implements Live {
  current: Config;
  readonly texts: SettingTexts;
  readonly #adjust: (config: Config) => Config;
  position = 0;

  /** @param adjust what this process makes of a configuration */
  constructor(texts: SettingTexts, adjust = (config: Config) => config) {
    this.texts = texts;
    this.#adjust = adjust;
    this.current = adjust(readSettings(texts));
  }

  /**
   * Reads the settings of the store. Resolves to what puts them into effect, in one step; undefined if they are as they
   * were. Until that is called, they are read again: the step before it may fail.
   * Those that cannot be used are left out and logged, once for each change.
   */
  async read(db: Db, log: Pick<Log, 'warn'>): Promise<{ next: Config; adopt(): void } | undefined> {
    const stored = await readStored(db);
    if (stored.position === this.position) return undefined;
    const usable = readUsable({ ...this.texts, ...stored });
    for (const unused of usable.unused) log.warn({}, unused);
    const next = await this.#opened(usable.texts, log);
    return {
      next,
      adopt: () => {
        this.position = stored.position;
        this.current = next;
      },
    };
  }

  /** The configuration with its design; without the logo of the store if that is no picture any more. */
  async #opened(texts: SettingTexts, log: Pick<Log, 'warn'>): Promise<Config> {
    const next = this.#adjust(readSettings(texts));
    try {
      await openDesign(next, log, this.current, texts.store);
      return next;
    } catch (error) {
      const isOfStore = resolveSetting('SITE_LOGO', texts).source === 'store';
      if (!isOfStore || !(error instanceof ConfigError)) throw error;
      log.warn({}, unusedText('SITE_LOGO', error.message));
      const store = new Map(texts.store);
      store.delete('SITE_LOGO');
      return this.#opened({ ...texts, store }, log);
    }
  }
}
