import type { SiteSettingName } from '../site/settings-store.ts';

const ADDRESSES =
  'Addresses and links have the new word at once. The words of the original still lead there; the former own word leads nowhere.';
const STATEMENT =
  '/accessibility/ has it. It says that it is incomplete until it has all that the law asks for, which "almanac doctor" lists.';
const STATEMENTS = '/accessibility/ and /privacy/ have it.';
const PRICES = 'Prices that name no currency are shown with it, also those of stored events.';

/** What a change of each setting of the site means, beside what its name says. */
export const settingEffects: Readonly<Record<SiteSettingName, string>> = {
  SITE_URL:
    'Links, feeds and identifiers begin with it. Redirect the former address, so that subscribed calendars go on.',
  SITE_NAME: 'Titles of pages, feeds and calendars have it.',
  ACCENT_COLOR: 'Pages, cards for links and the icon have it.',
  SITE_LOGO: 'The header of all pages has it.',
  SITE_FOOTER: 'The last line of all pages has it.',
  DATA_LICENSE: 'The foot of all pages, feeds, JSON-LD and the description of the interface name it.',
  FRONT_PAGE: 'The address of the site shows the home page, or the list of events.',
  CHILDREN_CATEGORY: 'The home page leads to the events of this category.',
  SITE_OWNER: STATEMENTS,
  SITE_CONTACT: STATEMENTS,
  ACCESSIBILITY_LAW: STATEMENT,
  ACCESSIBILITY_STATUS: STATEMENT,
  ACCESSIBILITY_DATE: STATEMENT,
  ACCESSIBILITY_METHOD: STATEMENT,
  ACCESSIBILITY_ISSUES: STATEMENT,
  ACCESSIBILITY_COMPLAINTS: STATEMENT,
  LOG_DAYS: '/privacy/ says it; the service itself removes no log.',
  FRAME_ANCESTORS: 'Pages of these sites may show /embed/frame/ in a frame, and those of no others.',
  SECURITY_CONTACT: '/.well-known/security.txt has it.',
  TIME_ZONE:
    'Events keep their own zone and their times. All-day events are in the days of the new zone, and events that name no zone get it.',
  DAY_ENDS:
    'Pages show what ends by then on the evening on which it began. Filters and formats compare days as before.',
  CURRENCY_SYMBOL: PRICES,
  CURRENCY_CODE: PRICES,
  CURRENCY_POSITION: 'Pages and feeds show prices so; the interface has them as they were typed.',
  LANGUAGE:
    'Nothing is translated: texts that name no language count as texts in the new one, and addresses without a language show it.',
  LANGUAGES: 'Pages are offered in these languages; addresses of others redirect.',
  TILES_URL: 'Maps show these tiles, and browsers ask that server for them.',
  TILES_ATTRIBUTION: 'Maps name this source.',
  EVENTS_SLUG: ADDRESSES,
  EVENT_SLUG: ADDRESSES,
  VENUE_SLUG: ADDRESSES,
  ORGANIZER_SLUG: ADDRESSES,
  CATEGORY_SLUG: ADDRESSES,
  TAG_SLUG: ADDRESSES,
  PER_PAGE: 'Lists have as many records, unless a request says otherwise.',
  ALIASES: 'Programs find the interface at these paths, and at no former one.',
  PROPOSALS:
    'The footer leads to /events/propose/, and what is sent there waits at /admin/proposals/; or there is no such page.',
  GEOLOCATION: 'Filters by place take effect, or do not.',
  GEOLOCATION_RADIUS: 'Filters by place that name no radius have it.',
};
