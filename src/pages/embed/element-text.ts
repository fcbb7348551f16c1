import { readFileSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { languages } from '../../i18n/language.ts';
import { calendarWords, embedWords } from '../../i18n/messages.ts';

const read = (name: string): string => readFileSync(new URL(`./element/${name}`, import.meta.url), 'utf8');

/** The modules of the element, each before those that import it. */
const MODULES = ['dom', 'dates', 'settings', 'requests', 'lines', 'list', 'month', 'element'];

/** Without comments and indentation, of which texts have none over several lines. */
const compact = (text: string): string => text.replace(/^\s*(?:\/\/|\/?\*).*\n/gm, '').replace(/^\s+/gm, '');

/** One module in place of all: the names that one exports are known to those that follow. */
const joined = compact(MODULES.map(name => read(`${name}.js`)).join('\n'))
  .replace(/^import [^;]*;\n/gm, '')
  .replace(/^export /gm, '');

const styles = compact(read('element.css'));

const { canceled, postponed, moved_online, online } = calendarWords;
const allWords = { ...embedWords, canceled, postponed, moved_online, online };

const words = Object.fromEntries(
  languages.map(language => [
    language,
    Object.fromEntries(Object.entries(allWords).map(([name, texts]) => [name, texts[language]])),
  ]),
);

/** The script of the element `<almanac-calendar>`, with all that it needs to know of this service. */
export function elementText({ TIME_ZONE, LANGUAGE }: Pick<Config, 'TIME_ZONE' | 'LANGUAGE'>): string {
  const site = { zone: TIME_ZONE.id, language: LANGUAGE, words, styles };
  return `const SITE = ${JSON.stringify(site)};\n${joined}`;
}
