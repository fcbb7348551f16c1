/** A browser and its system, from what it says of itself: `Firefox, Linux`. */
export function browserOf(device: string): string {
  const named = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).find(([name]) => device.includes(name))?.[1];
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(', ') || device.slice(0, 60) || '?';
}

/** What browsers call themselves; those that also name another one come first. */
const BROWSERS = {
  'Edg/': 'Edge',
  'OPR/': 'Opera',
  'Firefox/': 'Firefox',
  'Chrome/': 'Chrome',
  'Safari/': 'Safari',
};
const SYSTEMS = {
  ...{ Android: 'Android', iPhone: 'iPhone', iPad: 'iPad', Windows: 'Windows', 'Mac OS X': 'macOS' },
  ...{ CrOS: 'ChromeOS', Linux: 'Linux' },
};
