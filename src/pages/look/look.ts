import { type Config, ConfigError } from '../../config.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { digestOf } from '../../lib/digest.ts';
import { sanitised } from '../../lib/text/markup.ts';
import type { Log } from '../../observability/log.ts';
import { type Accent, accentOf, faultOf } from './accent.ts';
import { type Icon, iconOf } from './icon.ts';
import { type Logos, readLogos } from './logo.ts';
import { type OwnPage, readPages } from './own-pages.ts';
import { type SiteFile, type SiteFiles, siteFiles } from './site-files.ts';
import { type OwnTexts, readTexts, type Tell } from './texts.ts';
import { typeOf } from './types.ts';

/** What an operator decides about all pages: settings, and the files of the folder `site` in DATA_DIR. */
export interface Look {
  readonly accent: Accent;
  readonly texts: OwnTexts;
  readonly logos: Logos | undefined;
  readonly icon: Icon;
  /** The line at the end of pages, sanitised; '' for none. */
  readonly footer: Readonly<Record<Language, string>>;
  /** The operator's own stylesheet. */
  readonly stylesheet: SiteFile | undefined;
  readonly pages: readonly OwnPage[];
  /** The files that are served, by name. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Identifies the files from which it was read. */
  readonly source: string;
  /** Raised when the files change while the service runs. */
  readonly version: number;
  /** Epoch seconds of that change; 0 before the first one. */
  readonly changedAt: number;
}

const looks = new WeakMap<Config, Look>();

/** The look of the pages of a service. Until the files were read, it is that of a service without any. */
export function lookOf(config: Config): Look {
  const known = looks.get(config);
  if (known) return known;
  const plain = lookFrom(config, { files: [], refused: [], texts: {}, logos: undefined, pages: [] });
  looks.set(config, plain);
  return plain;
}

/**
 * Reads the look when the service starts.
 * @throws ConfigError if a file cannot be used
 */
export async function openLook(config: Config, log: Pick<Log, 'warn'>): Promise<void> {
  const look = await readLook(config, await filesOf(config), log);
  looks.set(config, look);
  const fault = faultOf(look.accent);
  if (fault !== undefined) log.warn({}, fault);
}

/** Reads the look again if its files have changed. While they cannot be used, the service keeps the look it has. */
export async function refreshLook(config: Config, log: Pick<Log, 'info' | 'warn' | 'error'>): Promise<void> {
  const files = await filesOf(config);
  const now = lookOf(config);
  const source = sourceOf(files);
  if (source === now.source) return;
  try {
    const next = await readLook(config, files, log);
    looks.set(config, { ...next, version: now.version + 1, changedAt: Math.floor(Date.now() / 1000) });
    log.info({}, 'the files of the site have changed: the pages show it');
  } catch (error) {
    log.error({ err: error }, 'the files of the site cannot be used: the pages stay as they were');
    // Told once.
    looks.set(config, { ...now, source });
  }
}

async function readLook(config: Config, found: SiteFiles, log: Pick<Log, 'warn'>): Promise<Look> {
  const tell: Tell = (file, why) => log.warn({ file }, `a file of the site: ${why}`);
  for (const { path, why } of found.refused) tell(path, why);
  const { files } = found;
  return lookFrom(config, {
    ...found,
    texts: await readTexts(files, tell),
    logos: await readLogos(config),
    pages: await readPages(files, config, tell),
  });
}

type Sources = Pick<Look, 'texts' | 'logos' | 'pages'> & SiteFiles;

function lookFrom(config: Config, sources: Sources): Look {
  const { files, texts, logos, pages } = sources;
  const accent = accentOf(config.ACCENT_COLOR);
  const footerIn = (language: Language) => sanitised(texts[language]?.site?.footer ?? config.SITE_FOOTER);
  const served = [...files.filter(isServed), ...[logos?.light.file, logos?.dark?.file].filter(isThere)];
  return {
    ...{ accent, texts, logos, pages },
    icon: iconOf(files, logos, accent),
    footer: Object.fromEntries(languages.map(language => [language, footerIn(language)])) as Look['footer'],
    stylesheet: files.find(({ name }) => name === 'style.css'),
    files: new Map(served.map(file => [file.name, file])),
    ...{ source: sourceOf(sources), version: 0, changedAt: 0 },
  };
}

/** Pages are shown in their frame only. */
const isServed = ({ name }: SiteFile): boolean => !name.startsWith('pages/') && typeOf(name) !== undefined;

const isThere = (file: SiteFile | undefined): file is SiteFile => file !== undefined;

const sourceOf = ({ files, refused }: SiteFiles): string =>
  digestOf([...files.map(({ version }) => version), ...refused.map(({ path, why }) => path + why)].join());

const filesOf = (config: Config): Promise<SiteFiles> =>
  siteFiles(config).catch(error => {
    throw new ConfigError(`DATA_DIR: the folder of the site cannot be read: ${error.message}`);
  });
