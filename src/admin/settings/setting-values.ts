import { readUsable, resolveSetting, type SettingSource, type UsableSettings } from '../../config.ts';
import { asHeading } from '../../i18n/format-dates.ts';
import { isLanguage, type Language, languages } from '../../i18n/language.ts';
import { readStored, type SiteSettingName } from '../../site/settings-store.ts';
import type { AdminCall } from '../page.ts';
import { PLACES, type SettingPlace } from './places.ts';

/** The settings that count, and the position of the store's last change of them. */
type SettingsNow = UsableSettings & { readonly position: number };

/** @param until the position up to which changes of the store count; without it, all do */
export async function usableSettings({ db, texts }: AdminCall, until?: number): Promise<SettingsNow> {
  const { position, ...stored } = await readStored(db, until);
  return { ...readUsable({ ...texts, ...stored }), position };
}

/** A setting as it counts. The language follows from those that are offered if nobody chose it. */
export function settingIn(
  name: SiteSettingName,
  { texts, config }: UsableSettings,
): { text: string; source: SettingSource } {
  const found = resolveSetting(name, texts);
  return name === 'LANGUAGE' ? { ...found, text: config.LANGUAGE } : found;
}

export const labelOf = (name: string, call: Pick<AdminCall, 'words'>): string =>
  (call.words.settingNames satisfies Record<SiteSettingName, string> as Record<string, string>)[name] ??
  name.replace(/^pages\/(.+)\.(\w+)\.html$/, '/$1/ ($2)');

/** Whether the store has no say in a setting, as this page sees it: the operator has decided. */
export const isFixed = (source: SettingSource): boolean => /^(?:flag|environment|file)$/.test(source);

/** Characters of a value in its row. */
const MOST = 80;

/** A value as people read it; '' for none. */
export function settingText(name: string, text: string, call: AdminCall): string {
  const place = (PLACES as Readonly<Record<string, SettingPlace>>)[name];
  if (place?.by === 'languages')
    return languagesIn(text)
      .map(language => languageName(language, call))
      .join(', ');
  if (name === 'LANGUAGE' && isLanguage(text)) return languageName(text, call);
  const choices = call.words.settingChoices as Readonly<Record<string, string>>;
  if (place?.by === 'choice') return choices[`${name}_${text}`] ?? choices[text] ?? text;
  const plain = text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (place?.by === 'logo') return plain.replace(/^.*\//, '');
  return plain.length > MOST ? `${plain.slice(0, MOST)}…` : plain;
}

export const languageName = (language: Language, call: AdminCall): string =>
  asHeading(call.words.eventTranslation[language], call.language);

/** Those that a text names; all of them for none. */
export const languagesIn = (text: string): readonly Language[] => {
  const named = text.split(',').map(one => one.trim());
  const known = languages.filter(language => named.includes(language));
  return text.trim() === '' ? languages : known;
};
