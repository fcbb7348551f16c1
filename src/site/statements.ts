import type { Config, SettingName } from '../config.ts';
import type { Language } from '../i18n/language.ts';
import { designOf } from './design.ts';
import { languagesIn, ownPagePath } from './own-pages.ts';
import { PAGES, pathOf } from './page-addresses.ts';

/** What a statement of accessibility needs by law. */
const NEEDED = [
  ...['SITE_OWNER', 'SITE_CONTACT', 'ACCESSIBILITY_STATUS', 'ACCESSIBILITY_DATE'],
  ...['ACCESSIBILITY_METHOD', 'ACCESSIBILITY_COMPLAINTS'],
] as const satisfies readonly SettingName[];

/** The settings without which the statement of accessibility is incomplete. */
export function missingIn(config: Config): readonly SettingName[] {
  const { ACCESSIBILITY_STATUS: status } = config;
  const hasExceptions = status !== undefined && status !== 'full';
  const needed: readonly SettingName[] = hasExceptions ? [...NEEDED, 'ACCESSIBILITY_ISSUES'] : NEEDED;
  return needed.filter(name => (config[name] ?? '').toString() === '');
}

/** The pages about the site itself that the operator has not replaced. */
export function statementsOf(config: Config): ('accessibility' | 'privacy')[] {
  const own = new Set(designOf(config).pages.map(ownPagePath));
  return (['accessibility', 'privacy'] as const).filter(name => !own.has(pathOf(PAGES[name])));
}

/** The paths of the pages about the site that search engines list, each with the languages that it has. */
export const aboutPaths = (config: Config): (readonly [path: string, languages: readonly Language[]])[] => [
  ...designOf(config).pages.map(page => [ownPagePath(page), languagesIn(page, config)] as const),
  ...statementsOf(config)
    .filter(name => name === 'privacy' || missingIn(config).length === 0)
    .map(name => [pathOf(PAGES[name]), [...new Set([config.LANGUAGE, ...config.LANGUAGES])]] as const),
];
