import { ConfigError } from '../config.ts';
import { isLanguage, type Language } from '../i18n/language.ts';
import { pageWords } from '../i18n/messages.ts';
import type { SiteFile } from './files.ts';

/** The texts that an operator puts in the place of ours, by language, section and key. */
export type SiteTexts = Readonly<Partial<Record<Language, Readonly<Record<string, OwnSection>>>>>;

type OwnSection = Readonly<Record<string, string>>;

/** Reports to the operator what is not used, and why. */
export type ReportUnused = (what: string, why: string) => void;

/** Texts of the site itself, which no page has without an operator. */
const OWN_SECTIONS: Readonly<Record<string, OwnSection>> = {
  site: { name: '', footer: '', accessibility_method: '', accessibility_issues: '' },
};

const MAX_LENGTH = 1000;

/**
 * Reads `texts.fr.json` and the like. A text that no page has any more is reported and left out, so that a new version
 * starts with the texts for an older one.
 * @throws ConfigError if a file is no JSON object
 */
export async function readTexts(files: readonly SiteFile[], report: ReportUnused): Promise<SiteTexts> {
  const all: Partial<Record<Language, Readonly<Record<string, OwnSection>>>> = {};
  for (const file of files) {
    const [, language] = /^texts\.([^/]+)\.json$/.exec(file.name) ?? [];
    if (language === undefined) continue;
    if (isLanguage(language)) all[language] = textsIn(await objectIn(file), language, file, report);
    else report(file.path, `there are no pages in "${language}"`);
  }
  return all;
}

async function objectIn(file: SiteFile): Promise<object> {
  const expected = 'expected a JSON object such as { "pages": { "list": "Agenda" } }';
  try {
    const parsed: unknown = JSON.parse((await file.read()).toString().replace(/^\uFEFF/, ''));
    if (isObject(parsed)) return parsed;
  } catch (error) {
    throw new ConfigError(`${file.path}: ${expected}: ${(error as Error).message}`);
  }
  throw new ConfigError(`${file.path}: ${expected}`);
}

function textsIn(
  sections: object,
  language: Language,
  { path }: SiteFile,
  report: ReportUnused,
): Record<string, OwnSection> {
  const accepted: Record<string, OwnSection> = {};
  for (const [section, texts] of Object.entries(sections)) {
    const ours = ourTexts(section, language);
    if (ours && isObject(texts))
      accepted[section] = sectionOf(texts, ours, (key, why) =>
        report(path, `"${section}.${key}" is not used: ${why}`),
      );
    else
      report(
        path,
        ours ? `"${section}" is not used: expected an object` : `there is no section "${section}"`,
      );
  }
  return accepted;
}

function sectionOf(texts: object, ours: OwnSection, report: ReportUnused): OwnSection {
  const accepted: Record<string, string> = {};
  for (const [key, text] of Object.entries(texts)) {
    const why = faultInText(text, Object.hasOwn(ours, key) ? ours[key] : undefined);
    if (why === undefined) accepted[key] = text;
    else report(key, why);
  }
  return accepted;
}

/** Our texts of a section, by key; undefined if there is no such section. */
function ourTexts(section: string, language: Language): OwnSection | undefined {
  if (Object.hasOwn(OWN_SECTIONS, section)) return OWN_SECTIONS[section];
  if (!Object.hasOwn(pageWords, section)) return undefined;
  const words = Object.entries(pageWords[section as keyof typeof pageWords]);
  return Object.fromEntries(words.map(([key, texts]) => [key, texts[language]]));
}

/** Why a text cannot take the place of ours; undefined if it can. */
function faultInText(text: unknown, ours: string | undefined): string | undefined {
  if (ours === undefined) return 'there is no such text';
  if (typeof text !== 'string' || text.trim() === '') return 'expected a text';
  if (text.length > MAX_LENGTH) return `expected at most ${MAX_LENGTH} characters`;
  const [wanted, found] = [placeholdersIn(ours), placeholdersIn(text)];
  if (wanted === found) return undefined;
  return wanted === '' ? `it has no ${found}` : `expected ${wanted} in it`;
}

const placeholdersIn = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join(', ');

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
