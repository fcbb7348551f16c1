import { type Config, ConfigError } from '../config.ts';
import { type Language, languages } from '../i18n/language.ts';
import { digestOf } from '../lib/digest.ts';
import { sanitised } from '../lib/text/markup.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import type { Log } from '../observability/log.ts';
import { type Accent, accentOf, contrastFault } from './accent.ts';
import { type SiteFile, type SiteFiles, siteFiles, siteFileType } from './files.ts';
import { type Icon, iconOf } from './icon.ts';
import { type Logos, readLogos } from './logo.ts';
import { type OwnPage, readPages, type StoredTexts } from './own-pages.ts';
import { type ReportUnused, readTexts, type SiteTexts } from './texts.ts';

/** What an operator decides about all pages: settings, and the files of the folder `site` in DATA_DIR. */
export interface SiteDesign {
  readonly accent: Accent;
  readonly texts: SiteTexts;
  readonly logos: Logos | undefined;
  readonly icon: Icon;
  /** The line at the end of pages, sanitised; '' for none. */
  readonly footer: Readonly<Record<Language, string>>;
  /** The operator's own stylesheet. */
  readonly stylesheet: SiteFile | undefined;
  readonly pages: readonly OwnPage[];
  /** What the store has, with the pages that were written at /admin. */
  readonly stored: StoredTexts;
  /** The files that are served, by name. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Identifies the files from which it was read. */
  readonly source: string;
  /** Raised when the files or the settings change while the service runs. */
  readonly version: number;
  /** Epoch seconds of that change; 0 before the first one. */
  readonly changedAt: number;
}

const designs = new WeakMap<Config, SiteDesign>();

/** The design of the pages of a service. Until the files were read, it is that of a service without any. */
export const designOf = (config: Config): SiteDesign =>
  designs.getOrInsertComputed(config, () =>
    designFrom(config, { files: [], refused: [], texts: {}, logos: undefined, pages: [], stored: new Map() }),
  );

/**
 * Reads the design when the service starts, or has other settings.
 * @param former the settings that these replace
 * @param stored what the store has
 * @throws ConfigError if a file cannot be used
 */
export async function openDesign(
  config: Config,
  log: Pick<Log, 'warn'>,
  former?: Config,
  stored: StoredTexts = new Map(),
): Promise<void> {
  const design = await readDesign(config, await filesOf(config), stored, log);
  designs.set(config, former ? { ...design, ...after(former) } : design);
  const fault = contrastFault(design.accent);
  if (fault !== undefined) log.warn({}, fault);
}

/** Each design of other settings has versions of its own, whatever becomes of the former one meanwhile. */
const after = (former: Config): Pick<SiteDesign, 'version' | 'changedAt'> => ({
  version: (Math.floor(designOf(former).version / GENERATION) + 1) * GENERATION,
  changedAt: epochSeconds(),
});

/** More than the files change while settings stay the same. */
const GENERATION = 1e6;

/** Reads the design again if its files have changed. While they cannot be used, the service keeps the design it has. */
export async function refreshDesign(
  config: Config,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): Promise<void> {
  const files = await filesOf(config);
  const now = designOf(config);
  const source = sourceOf(files);
  if (source === now.source) return;
  try {
    const next = await readDesign(config, files, now.stored, log);
    designs.set(config, { ...next, version: now.version + 1, changedAt: epochSeconds() });
    log.info({}, 'the files of the site have changed: the pages show it');
  } catch (error) {
    log.error({ err: error }, 'the files of the site cannot be used: the pages stay as they were');
    // It is reported once.
    designs.set(config, { ...now, source });
  }
}

async function readDesign(
  config: Config,
  found: SiteFiles,
  stored: StoredTexts,
  log: Pick<Log, 'warn'>,
): Promise<SiteDesign> {
  const report: ReportUnused = (file, why) => log.warn({ file }, `a file of the site: ${why}`);
  for (const { path, why } of found.refused) report(path, why);
  const { files } = found;
  return designFrom(config, {
    ...{ ...found, stored },
    texts: await readTexts(files, report),
    logos: await readLogos(config),
    pages: await readPages(files, stored, config, report),
  });
}

type DesignSources = Pick<SiteDesign, 'texts' | 'logos' | 'pages' | 'stored'> & SiteFiles;

function designFrom(config: Config, sources: DesignSources): SiteDesign {
  const { files, texts, logos, pages, stored } = sources;
  const accent = accentOf(config.ACCENT_COLOR);
  const footerIn = (language: Language) => sanitised(texts[language]?.site?.footer ?? config.SITE_FOOTER);
  const served = [...files.filter(isServed), ...[logos?.light.file, logos?.dark?.file].filter(isThere)];
  return {
    ...{ accent, texts, logos, pages, stored },
    icon: iconOf(files, logos, accent),
    footer: Object.fromEntries(
      languages.map(language => [language, footerIn(language)]),
    ) as SiteDesign['footer'],
    stylesheet: files.find(({ name }) => name === 'style.css'),
    files: new Map(served.map(file => [file.name, file])),
    ...{ source: sourceOf(sources), version: 0, changedAt: 0 },
  };
}

/** Pages are shown in their frame only. */
const isServed = ({ name }: SiteFile): boolean =>
  !name.startsWith('pages/') && siteFileType(name) !== undefined;

const isThere = (file: SiteFile | undefined): file is SiteFile => file !== undefined;

const sourceOf = ({ files, refused }: SiteFiles): string =>
  digestOf([...files.map(({ version }) => version), ...refused.map(({ path, why }) => path + why)].join());

const filesOf = (config: Config): Promise<SiteFiles> =>
  siteFiles(config).catch(error => {
    throw new ConfigError(`DATA_DIR: the folder of the site cannot be read: ${error.message}`);
  });
