import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readSettings, resolveSetting, type SettingTexts } from '../config.ts';
import { categories, type DemoTexts, textIn } from '../demo/town.ts';
import { type Language, languages } from '../i18n/language.ts';
import { CANONICAL } from '../site/address.ts';
import { type Called, type Command, UsageError } from './command.ts';
import { type NewService, serveUntilStopped } from './serve.ts';

/** Shows what Almanac is: nothing needs to be configured, and nothing is kept. */
export const demo: Command = {
  usage: '',
  meaning:
    'Serve the calendar of an invented town, with the events of a year around today, until it is stopped. Nothing is kept.',
  options: {},
  readsNoFile: true,
  async run(called) {
    await using folder = await temporaryFolder();
    const texts = await demoTexts(called, folder.path);
    const config = readSettings(texts);
    console.log('The town of the demonstration is being built …');
    // The folder goes once the service has stopped.
    return await serveUntilStopped(texts, filling => fill(filling, config));
  },
};

/** @throws UsageError if the system has no folder for it */
const temporaryFolder = () =>
  mkdtempDisposable(join(tmpdir(), 'almanac-demo-')).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(
      `Nothing can be written in ${tmpdir()} (${code}): set TMPDIR to a folder for temporary files.`,
    );
  });

/** Only flags and the environment change the demonstration, and neither where it is kept. */
async function demoTexts({ options }: Called, folder: string): Promise<SettingTexts> {
  const environment = process.env;
  const flags = { ...options, 'data-dir': folder, 'database-url': '' };
  const asked = resolveSetting('LANGUAGE', { flags, environment });
  const language = languages.find(known => known === asked.text);
  const settings = demoSettings(asked.source === 'default' || !language ? ofTerminal(environment) : language);
  const defaults = { ...settings, LOG_LEVEL: 'error', PORT: String(await freePort({ flags, environment })) };
  const values = new Map(Object.entries(defaults).map(([name, text]) => [name, { text, line: 0 }]));
  return { flags, environment, file: { path: 'demo', values } };
}

/** The language of the terminal, if it is one of ours: `LANG=ca_ES.UTF-8`. */
function ofTerminal({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language {
  const code = (LC_ALL || LC_MESSAGES || LANG || '').slice(0, 2);
  return languages.find(known => known === code) ?? 'en';
}

/** The port by default, or any free one if somebody has that one. */
async function freePort(texts: SettingTexts): Promise<number> {
  const port = Number(resolveSetting('PORT', texts).text);
  const server = createServer();
  try {
    await once(server.listen(port, resolveSetting('HOST', texts).text), 'listening');
    return port;
  } catch {
    return 0;
  } finally {
    server.close();
  }
}

async function fill({ site, secret, signal }: NewService, { LANGUAGE, TIME_ZONE }: Config): Promise<void> {
  const { fillTown, writesTo } = await import('../demo/fill.ts');
  const { demoEvents } = await import('../demo/events.ts');
  const authorization = `Bearer ${secret}`;
  await fillTown({
    ...{ language: LANGUAGE, events: demoEvents, signal },
    write: writesTo({ site, namespace: CANONICAL, authorization, signal }),
    today: Temporal.Now.plainDateISO(TIME_ZONE.id),
  });
}

const NAME: DemoTexts = [
  'Agenda de Vilaserena',
  'What’s on in Vilaserena',
  'Agenda de Vilaserena',
  'Agenda de Vilaserena',
];

/** The settings of a service that shows the town. */
export const demoSettings = (language: Language) => ({
  SITE_NAME: textIn(language, NAME),
  LANGUAGE: language,
  TIME_ZONE: 'Europe/Madrid',
  CURRENCY_SYMBOL: '€',
  CURRENCY_CODE: 'EUR',
  CHILDREN_CATEGORY: textIn(language, categories.families!.slug),
});
