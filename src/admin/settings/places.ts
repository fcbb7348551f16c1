import type { SiteSettingName } from '../../site/settings-store.ts';

/** The groups of the page of settings, in its order. */
export const GROUPS = ['about', 'look', 'languages', 'prices', 'statements', 'public', 'addresses'] as const;

/** Where a setting stands on the page, and by what it is changed. */
export interface SettingPlace {
  readonly group: (typeof GROUPS)[number];
  /** The control: a line, a text of several lines, a day, one of a few values, or a control of its own. */
  readonly by: 'line' | 'text' | 'day' | 'choice' | 'category' | 'languages' | 'zone' | 'logo' | 'colour';
  /** The values of a choice; '' for none of the others. Their texts are named `SETTING_value`. */
  readonly values?: readonly string[];
  /** What its field explains, if it is the same for several settings: a text of `settingHelp`. */
  readonly help?: 'addresses' | 'html' | 'word';
}

const line = (group: SettingPlace['group'], help?: SettingPlace['help']): SettingPlace => ({
  ...{ group, by: 'line', ...(help && { help }) },
});
const text = (group: SettingPlace['group'], help?: SettingPlace['help']): SettingPlace => ({
  ...line(group, help),
  by: 'text',
});
const choice = (group: SettingPlace['group'], ...values: readonly string[]): SettingPlace => ({
  ...{ group, by: 'choice', values },
});

/** Every setting of the site, in the order of the page: one without a place does not compile. */
export const PLACES: Readonly<Record<SiteSettingName, SettingPlace>> = {
  SITE_NAME: line('about'),
  SITE_FOOTER: text('about'),
  DATA_LICENSE: line('about'),
  SITE_URL: line('about'),
  SITE_OWNER: line('about'),
  SITE_CONTACT: line('about', 'addresses'),
  SECURITY_CONTACT: line('about', 'addresses'),
  SITE_LOGO: { group: 'look', by: 'logo' },
  ACCENT_COLOR: { group: 'look', by: 'colour' },
  FRONT_PAGE: choice('look', 'home', 'list'),
  CHILDREN_CATEGORY: { group: 'look', by: 'category' },
  LANGUAGES: { group: 'languages', by: 'languages' },
  LANGUAGE: choice('languages', 'ca', 'en', 'fr', 'es'),
  TIME_ZONE: { group: 'languages', by: 'zone' },
  DAY_ENDS: line('languages'),
  CURRENCY_SYMBOL: line('prices'),
  CURRENCY_CODE: line('prices'),
  CURRENCY_POSITION: choice('prices', '', 'prefix', 'postfix'),
  ACCESSIBILITY_LAW: choice('statements', '', 'es', 'fr'),
  ACCESSIBILITY_STATUS: choice('statements', '', 'full', 'partial', 'none'),
  ACCESSIBILITY_DATE: { group: 'statements', by: 'day' },
  ACCESSIBILITY_METHOD: text('statements', 'html'),
  ACCESSIBILITY_ISSUES: text('statements', 'html'),
  ACCESSIBILITY_COMPLAINTS: line('statements', 'addresses'),
  LOG_DAYS: line('statements'),
  FRAME_ANCESTORS: line('public'),
  PROPOSALS: choice('public', 'off', 'on'),
  GEOLOCATION: choice('public', 'on', 'off'),
  GEOLOCATION_RADIUS: line('public'),
  PER_PAGE: line('public'),
  TILES_URL: line('public'),
  TILES_ATTRIBUTION: line('public', 'html'),
  EVENTS_SLUG: line('addresses', 'word'),
  EVENT_SLUG: line('addresses', 'word'),
  VENUE_SLUG: line('addresses', 'word'),
  ORGANIZER_SLUG: line('addresses', 'word'),
  CATEGORY_SLUG: line('addresses', 'word'),
  TAG_SLUG: line('addresses', 'word'),
  ALIASES: line('addresses'),
};

export const placedNames = Object.keys(PLACES) as readonly SiteSettingName[];
