/**
 * Names of zones: the English name that the runtime knows, the common abbreviation, and the offset of the abbreviation
 * when it is used as a zone. There is no offset if the abbreviation is ambiguous (IST: India, Ireland, Israel), used by
 * another row, or an IANA zone itself (EST). Zones that are not listed have no abbreviation in the tz database: their
 * offset is used (`+0545`).
 */
export const ZONE_NAMES: readonly (readonly [english: string, abbreviation: string, offset?: string])[] = [
  ['Coordinated Universal Time', 'UTC'],
  ['Greenwich Mean Time', 'GMT'],
  // Europe
  ['Western European Standard Time', 'WET'],
  ['Western European Summer Time', 'WEST', '+01:00'],
  ['British Summer Time', 'BST', '+01:00'],
  ['Irish Standard Time', 'IST'],
  ['Central European Standard Time', 'CET'],
  ['Central European Summer Time', 'CEST', '+02:00'],
  ['Eastern European Standard Time', 'EET'],
  ['Eastern European Summer Time', 'EEST', '+03:00'],
  ['Moscow Standard Time', 'MSK', '+03:00'],
  ['Moscow Summer Time', 'MSD', '+04:00'],
  // Africa
  ['West Africa Time', 'WAT', '+01:00'],
  ['Central Africa Time', 'CAT', '+02:00'],
  ['South Africa Standard Time', 'SAST', '+02:00'],
  ['East Africa Time', 'EAT', '+03:00'],
  // Asia
  ['Israel Standard Time', 'IST'],
  ['Israel Daylight Time', 'IDT', '+03:00'],
  ['Pakistan Standard Time', 'PKT', '+05:00'],
  ['India Standard Time', 'IST'],
  ['Western Indonesia Time', 'WIB', '+07:00'],
  ['Central Indonesia Time', 'WITA', '+08:00'],
  ['Eastern Indonesia Time', 'WIT', '+09:00'],
  ['China Standard Time', 'CST'],
  ['Taiwan Standard Time', 'CST'],
  ['Hong Kong Standard Time', 'HKT', '+08:00'],
  ['Philippine Standard Time', 'PST'],
  ['Korean Standard Time', 'KST', '+09:00'],
  ['Japan Standard Time', 'JST', '+09:00'],
  // Australia and the Pacific
  ['Australian Western Standard Time', 'AWST', '+08:00'],
  ['Australian Central Standard Time', 'ACST', '+09:30'],
  ['Australian Central Daylight Time', 'ACDT', '+10:30'],
  ['Australian Eastern Standard Time', 'AEST', '+10:00'],
  ['Australian Eastern Daylight Time', 'AEDT', '+11:00'],
  ['New Zealand Standard Time', 'NZST', '+12:00'],
  ['New Zealand Daylight Time', 'NZDT', '+13:00'],
  ['Chamorro Standard Time', 'ChST', '+10:00'],
  ['American Samoa Standard Time', 'SST', '-11:00'],
  ['Hawaii-Aleutian Standard Time', 'HST'],
  ['Hawaii-Aleutian Daylight Time', 'HDT', '-09:00'],
  // America
  ['Alaska Standard Time', 'AKST', '-09:00'],
  ['Alaska Daylight Time', 'AKDT', '-08:00'],
  ['Pacific Standard Time', 'PST', '-08:00'],
  ['Pacific Daylight Time', 'PDT', '-07:00'],
  ['Mountain Standard Time', 'MST'],
  ['Mountain Daylight Time', 'MDT', '-06:00'],
  ['Mexican Pacific Standard Time', 'MST'],
  ['Mexican Pacific Daylight Time', 'MDT'],
  ['Yukon Time', 'MST'],
  ['Central Standard Time', 'CST', '-06:00'],
  ['Central Daylight Time', 'CDT', '-05:00'],
  ['Cuba Standard Time', 'CST'],
  ['Cuba Daylight Time', 'CDT'],
  ['Eastern Standard Time', 'EST'],
  ['Eastern Daylight Time', 'EDT', '-04:00'],
  ['Atlantic Standard Time', 'AST', '-04:00'],
  ['Atlantic Daylight Time', 'ADT', '-03:00'],
  ['Newfoundland Standard Time', 'NST', '-03:30'],
  ['Newfoundland Daylight Time', 'NDT', '-02:30'],
];

/** Zones whose name in the tz database differs from what their English name suggests; `since` is in epoch seconds. */
export const CORRECTIONS: readonly { zones: string[]; wrong: string; right: string; since?: number }[] = [
  { zones: ['Etc/GMT', 'GMT', 'GMT+0', 'GMT-0', 'GMT0'], wrong: 'UTC', right: 'GMT' },
  { zones: ['Europe/Guernsey', 'Europe/Isle_of_Man', 'Europe/Jersey'], wrong: '+01', right: 'BST' },
  { zones: ['Europe/Minsk'], wrong: 'MSK', right: '+03' },
  { zones: ['Africa/Casablanca', 'Africa/El_Aaiun'], wrong: 'WET', right: '+00' },
  { zones: ['Antarctica/Troll'], wrong: 'GMT', right: '+00' },
  { zones: ['Antarctica/Casey'], wrong: 'AWST', right: '+08' },
  { zones: ['Asia/Colombo'], wrong: 'IST', right: '+0530' },
  // British Columbia, Alberta and Inuvik stay on their summer time, from then on called standard time.
  { zones: ['America/Vancouver', 'Canada/Pacific'], wrong: 'PDT', right: 'MST', since: 1793523600 },
  {
    zones: ['America/Edmonton', 'America/Inuvik', 'America/Yellowknife', 'Canada/Mountain'],
    wrong: 'MDT',
    right: 'CST',
    since: 1793520000,
  },
];
