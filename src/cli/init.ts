import { createInterface } from 'node:readline/promises';
import { ConfigError, resolveSetting, type SettingTexts, settings } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { type Language, languages } from '../i18n/language.ts';
import { epochSeconds } from '../lib/time/clock.ts';
import { changeSettings } from '../settings/change-settings.ts';
import { readStored } from '../site/settings-store.ts';
import { program } from '../version.ts';
import {
  answer,
  type Called,
  type Command,
  JSON_OPTION,
  refuse,
  textOption,
  UsageError,
  withNewOrOpenStore,
} from './command.ts';
import { pinned } from './settings.ts';

/** What `init` asks for: the option of each setting, and its question. */
const QUESTIONS = {
  SITE_NAME: { option: 'name', value: 'NAME', question: 'Name of the calendar, such as "Agenda de Vic"' },
  LANGUAGE: { option: 'language', value: 'LANGUAGE', question: `Language: ${languages.join(', ')}` },
  TIME_ZONE: { option: 'zone', value: 'ZONE', question: 'Time zone, such as Europe/Madrid' },
  SITE_URL: {
    ...{ option: 'url', value: 'URL' },
    question: 'Public address, such as https://agenda.example.org; empty until there is one',
  },
} as const;

type InitQuestion = keyof typeof QUESTIONS;
const asked = Object.keys(QUESTIONS) as readonly InitQuestion[];

export const initCommand: Command = {
  usage: '',
  meaning:
    'Give the calendar its name, language, time zone and address, before the first start or later. In a terminal it asks for those that are no options.',
  options: {
    ...Object.fromEntries(
      asked.map(name => [
        QUESTIONS[name].option,
        { type: 'string', value: QUESTIONS[name].value, meaning: settings[name].meaning } as const,
      ]),
    ),
    ...JSON_OPTION,
  },
  async run(called) {
    const chosen = choicesIn(called);
    const isInTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
    if (chosen.size === 0 && !isInTerminal)
      throw new UsageError('Without a terminal, --name, --language, --zone or --url is expected.');
    return withNewOrOpenStore(called.config, async db => {
      const before = { ...called.texts, ...(await readStored(db)) };
      const all = isInTerminal ? await askFor(chosen, before, process.stdin, process.stdout) : chosen;
      return all ? store(db, called, before, all) : refuse('Nothing is changed.');
    });
  },
};

/** @throws UsageError if an option has an invalid value */
function choicesIn(called: Called): Map<InitQuestion, string> {
  const chosen = new Map<InitQuestion, string>();
  for (const name of asked) {
    const { option } = QUESTIONS[name];
    const value = textOption(called, option);
    if (value === undefined) continue;
    const wrong = whyWrong(name, value);
    if (wrong !== undefined) throw new UsageError(`--${option}: ${wrong}, not "${value}".`);
    chosen.set(name, value);
  }
  return chosen;
}

function whyWrong(name: InitQuestion, value: string): string | undefined {
  try {
    settings[name].read(value);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/**
 * Asks for what is not chosen yet, again after a wrong answer; an empty answer takes the suggestion. Undefined if the
 * input ends before.
 */
export async function askFor(
  chosen: ReadonlyMap<InitQuestion, string>,
  texts: SettingTexts,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<Map<InitQuestion, string> | undefined> {
  const lines = createInterface({ input, output });
  const answers = lines[Symbol.asyncIterator]();
  // All lines may have come at once, from a pipe.
  let hasEnded = false;
  lines.on('close', () => {
    hasEnded = true;
  });
  const ask = (question: string) => {
    if (hasEnded) return void output.write(question);
    lines.setPrompt(question);
    lines.prompt();
  };
  const all = new Map(chosen);
  try {
    for (const name of asked.filter(name => !chosen.has(name)))
      while (!all.has(name)) {
        const suggested = suggestionFor(name, texts);
        const question = `${QUESTIONS[name].question}${suggested && ` [${suggested}]`}: `;
        ask(question);
        const { value: line, done } = await answers.next();
        if (done) return undefined;
        const value = line.trim() || suggested;
        const wrong = whyWrong(name, value);
        if (wrong === undefined) all.set(name, value);
        else output.write(`That is not understood: ${wrong}.\n`);
      }
    return all;
  } finally {
    lines.close();
  }
}

/** What was chosen before; otherwise the language and the zone of this machine. */
function suggestionFor(name: InitQuestion, texts: SettingTexts): string {
  const { text, source } = resolveSetting(name, texts);
  if (source !== 'default') return text;
  if (name === 'LANGUAGE') return languageOf(texts.environment ?? {}) ?? text;
  return name === 'TIME_ZONE' ? Temporal.Now.timeZoneId() : text;
}

/** `LANG=ca_ES.UTF-8` → `ca` */
function languageOf({
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): Language | undefined {
  const locale = LC_ALL || LC_MESSAGES || LANG || '';
  return languages.find(language => /^[a-z]+/i.exec(locale)?.[0].toLowerCase() === language);
}

async function store(
  db: Db,
  called: Called,
  before: SettingTexts,
  all: ReadonlyMap<InitQuestion, string>,
): Promise<number> {
  // Who leaves an answer empty chooses nothing.
  const isChoice = ([name, value]: [InitQuestion, string]) =>
    value !== '' || resolveSetting(name, before).source !== 'default';
  const changes = [...all].filter(isChoice).map(([name, value]) => ({ name, value }));
  const actor = { via: 'command', command: 'init' } as const;
  const { texts } = await changeSettings(db, changes, { texts: called.texts, actor, now: epochSeconds() });
  const shown = asked.map(name => ({ name, value: resolveSetting(name, texts).text }));
  for (const { name } of changes) {
    const { source } = resolveSetting(name, texts);
    if (source === 'flag' || source === 'environment') console.error(pinned(name, source));
  }
  const status = answer(
    called,
    shown,
    shown.map(({ name, value }) => [name, value === '' ? '-' : value]),
  );
  console.error(`"${program()} settings" shows all settings, "${program()} serve" runs the calendar.`);
  return status;
}
