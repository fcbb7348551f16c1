import fc from 'fast-check';
import { plainText } from '../../src/lib/text/text.ts';
import type { Members } from './asking.ts';

/** Ids that the fields of a record may refer to. */
export interface World {
  site: string;
  accounts: number[];
  images: number[];
  categories: number[];
  tags: number[];
  venues: number[];
  organizers: number[];
}

const PIECES = [
  'Jazz',
  'nit',
  'l’àvia',
  'ñandú',
  '日本の祭り',
  'عيد',
  '\u202eright\u202c',
  '🎉',
  '👩‍👩‍👧',
  'e\u0301',
  '\ud800',
  '<b>bold</b>',
  '<script>alert(1)</script>',
  '&amp;',
  '&',
  '<',
  '>',
  '"quoted"',
  "'",
  '\\',
  '%',
  '%20',
  '100%',
  '  ',
  '\t',
  '\n',
  '\0',
  '-',
  '__trashed',
  '1,000.50',
  '{"a":1}',
  '[x]',
  '=',
  '+',
  'a=b&c=d',
  '0',
  'null',
];

const pieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 });
const line = pieces.map(found => found.join(' '));
const text = pieces.map(found => found.join('\n\n'));
const maybeNothing = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary }, fc.constant(''));
const subset = (ids: number[]) => fc.shuffledSubarray(ids);

/** Names that are not empty after cleaning. */
const name = line.filter(said => plainText(said) !== '' && said.length < 60);
/** Short enough that a suffix for uniqueness is not cut off. */
const slug = fc.constantFrom(...PIECES.filter(piece => piece !== '__trashed'));

/** Days on which clocks change somewhere, and one on which they do not. */
const DAYS = [
  '2031-03-30',
  '2031-10-26',
  '2031-11-02',
  '2031-03-09',
  '2031-04-06',
  '2031-09-28',
  '2031-05-10',
];
const time = fc
  .tuple(fc.nat(23), fc.constantFrom('00', '30'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
const moment = fc.tuple(fc.constantFrom(...DAYS), time).map(parts => `${parts.join(' ')}:00`);
/** Dates far in the past or future, whatever the time of the test. */
const date = fc
  .tuple(fc.constantFrom('2001-03-25', '2012-10-28', '2020-06-01', '2040-01-01'), time)
  .map(parts => `${parts.join(' ')}:00`);

export const ZONES: Record<string, string> = {
  ...{ 'Europe/Madrid': 'Europe/Madrid', 'America/New_York': 'America/New_York', UTC: 'UTC' },
  ...{ 'Pacific/Auckland': 'Pacific/Auckland', 'UTC+5.5': '+05:30', 'UTC-3': '-03:00', '': 'Europe/Madrid' },
};

/** Accepted costs of an event, and how each is shown. */
export const COSTS: [sent: unknown, cost: string, symbol: string, position: string, values: string[]][] = [
  [20, '$20', '', '', ['20']],
  ['20.50', '$20.50', '', '', ['20.50']],
  ['20 €', '20€', '€', 'postfix', ['20']],
  ['€20', '€20', '€', 'prefix', ['20']],
  ['0', 'Free', '', '', ['0']],
  ['Donation', 'Donation', '', '', ['donation']],
  [[10, 20], '$10 – $20', '', '', ['10', '20']],
  ['', '', '', '', []],
];

const flag = fc.constantFrom<unknown>(true, false, 'true', 'false', '1', '0', 1, 0);
const website = maybeNothing(
  fc.constantFrom('https://example.org/a?b=c&d=é', 'mailto:a@b.test', 'http://[::1]:8080/'),
);
const status = fc.constantFrom('publish', 'draft', 'pending', 'private', 'future');

const published = ({ accounts, images }: World) => ({
  ...{ status, date, date_utc: date, author: fc.constantFrom(...accounts) },
  image: maybeNothing(fc.constantFrom<unknown>(...images, ...images.map(String))),
});

/** Some fields of an event with values that JSON can carry. */
export function eventFields(world: World): fc.Arbitrary<Members> {
  const links = (ids: number[]) =>
    fc.oneof(
      subset(ids),
      subset(ids)
        .filter(some => some.length > 0)
        .map(String),
      fc.constantFrom<unknown>([], '', 0, null),
    );
  const flags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'all_day'];
  return some({
    ...published(world),
    ...{ title: name, description: maybeNothing(text), excerpt: maybeNothing(text), slug },
    ...{ timezone: fc.constantFrom(...Object.keys(ZONES)), start_date: moment, end_date: moment },
    cost: fc.constantFrom(...COSTS.map(([sent]) => sent)),
    website: fc.oneof(website, fc.constant(null)),
    ...Object.fromEntries(flags.map(name => [name, flag])),
    ...{ categories: links(world.categories), tags: links(world.tags) },
    ...{ venue: links(world.venues), organizer: links(world.organizers) },
  });
}

export const VENUE_LINES = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone'] as const;

export const venueFields = (world: World): fc.Arbitrary<Members> =>
  some({
    ...published(world),
    ...{ venue: name, description: maybeNothing(text), website },
    ...Object.fromEntries(VENUE_LINES.map(name => [name, maybeNothing(line)])),
    ...{ country: fc.constantFrom('', 'US', 'United States', 'Spain'), stateprovince: maybeNothing(line) },
    ...{ show_map: fc.oneof(flag, fc.constant('yes')), show_map_link: flag },
    geo_lat: fc.constantFrom<unknown>(0, -41.5, '41.38', 90, ''),
    geo_lng: fc.constantFrom<unknown>(0, 2.17, '-180', ''),
  });

export const ORGANIZER_LINES = ['phone', 'email'] as const;

export const organizerFields = (world: World): fc.Arbitrary<Members> =>
  some({
    ...published(world),
    ...{ organizer: name, description: maybeNothing(text), website },
    ...Object.fromEntries(ORGANIZER_LINES.map(name => [name, maybeNothing(line)])),
  });

export const categoryFields = ({ categories }: World): fc.Arbitrary<Members> =>
  some({ name, description: text.map(said => `${said} x`), slug, parent: fc.constantFrom(0, ...categories) });

export const tagFields = (): fc.Arbitrary<Members> =>
  some({ name, description: text.map(said => `${said} x`), slug });

/** Some of these members, sometimes all. */
const some = (all: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Members> =>
  fc.oneof({ weight: 5, arbitrary: fc.record(all, { requiredKeys: [] }) }, fc.record(all));
