import { between, pick, type Random } from '../../bench/random.ts';
import type { Who } from '../properties/asking.ts';
import { listParameters } from './from-document.ts';
import type { Material } from './material.ts';
import { FIRST_DAY } from './planting.ts';
import type { Drawing } from './plausible.ts';
import type { Request } from './request.ts';
import * as values from './values.ts';

// Requests for pages, as people send them: addresses of every kind, filters and forms, and what does not belong there.

/** A request for a page or one of the files beside pages. */
export function pageRequest(random: Random, material: Material, who: Who): Request {
  const drawing = { random, material, careful: random() < 0.6 };
  const method = pick(random, METHODS);
  const path = pick(random, PREFIXES) + pathOf(drawing);
  const query = random() < 0.35 ? [] : queryOf(drawing);
  const headers = headersOf(random, material);
  if (method !== 'POST') return { who, method, path, query, headers };
  const parts = [`password=${values.encoded(String(passwordOf(drawing)))}`, ...(random() < 0.2 ? query : [])];
  return {
    ...{ who, method, path, query: [], headers: [...headers, FORM] },
    body: { open: '', parts, separator: '&', close: '' },
  };
}

const FORM = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
const METHODS = [...Array<string>(16).fill('GET'), 'HEAD', 'HEAD', 'POST', 'OPTIONS'];
const PREFIXES = ['', '', '', '', '/ca', '/en', '/fr', '/es', '/FR', '/de'];

/** Checking a password takes as long as a hundred other requests. */
const passwordOf = ({ random, material, careful }: Drawing): string =>
  material.opens && random() < 0.2 ? 'open sesame' : careful ? '' : values.text(random);

const days = Array.from({ length: 12 }, (_, day) =>
  new Date((FIRST_DAY + (day - 5) * 86_400) * 1000).toISOString().slice(0, 10),
);

function pathOf(drawing: Drawing): string {
  const { random, material, careful } = drawing;
  const odd = !careful && random() < 0.15;
  const day = odd ? values.encoded(values.text(random)) : pick(random, days);
  const { slugs } = material.moment;
  const slug = (of: keyof typeof slugs) =>
    odd || slugs[of].length === 0
      ? values.encoded(values.text(random) || 'x')
      : pick(random, slugs[of]).split('/').map(values.encoded).join('/');
  const ways = [
    ...['/', '/events/', '/events/', '/events/past/', '/events/today/', '/events/map/', '/events/month/'],
    ...[`/events/month/${day.slice(0, 7)}/`, `/events/month/${day.slice(0, 7)}/`, '/events/week/'],
    ...[`/events/week/${day}/`, `/events/day/${day}/`, `/events/day/${day}/`, `/events/${day}/`],
    ...[`/event/${slug('events')}/`, `/event/${slug('events')}/`, `/event/${slug('events')}/`],
    ...[`/event/${slug('events')}/all/`, `/event/${slug('events')}/${day}/`, `/venue/${slug('venues')}/`],
    ...[`/organizer/${slug('organizers')}/`, `/events/category/${slug('categories')}/`, '/events/list/'],
    ...[`/events/tag/${slug('tags')}/`, `/tag/${slug('tags')}/`, '/venues/', '/organizers/', '/embed/'],
    ...[`/events/category/${slug('categories')}/${slug('categories')}/`, '/events/featured/', '/index.php'],
    ...[`/events/category/${slug('categories')}/month/${day.slice(0, 7)}/`, '/events/photo/', '/about/'],
    ...[`/${slug('events')}/`, `/events/${slug('events')}/`, '/assets/pages.css', '/assets/map.js'],
    ...[
      '/categories/',
      '/tags/',
      '/embed.js',
      '/site/logo.png',
      '/favicon.ico',
      '/events//',
      '/events/month',
    ],
  ];
  return pick(random, ways);
}

/** Filters of lists, fields of forms, and parameters of the reference. */
function queryOf(drawing: Drawing): string[] {
  const { random, material } = drawing;
  const own = random() < 0.6 ? listParameters(drawing) : [];
  const fields = Array.from({ length: between(random, 0, 3) }, () => {
    const name = pick(random, FIELDS);
    const value = drawing.careful || random() < 0.6 ? plausible(drawing, name) : values.text(random);
    return `${random() < 0.9 ? name.replace('[', '%5B').replace(']', '%5D') : name}=${values.encoded(value)}`;
  });
  const ids = Object.values(material.moment.ids).flat();
  const short = random() < 0.1 ? [`p=${pick(random, [...ids, 0, 'x'])}`] : [];
  return [...own, ...fields, ...short];
}

const FIELDS = [
  ...['from', 'to', 'from', 'to', 'date', 'month', 'year', 'categories[]', 'tags[]', 'venue[]', 'search'],
  ...['tribe-bar-date', 'tribe-bar-search', 'eventDisplay', 'eventDate', 'post_type', 'tribe_events_cat'],
  ...['password', 'page', 'view', 'category', 'v', 'utm_source', 'ical', 'when', 'overlaps', 'cost', 'city'],
];

function plausible({ random, material }: Drawing, name: string): string {
  const { slugs } = material.moment;
  const day = pick(random, days);
  if (/from|^to$|date/i.test(name)) return random() < 0.2 ? '' : day;
  if (name === 'month') return pick(random, [day.slice(0, 7), day.slice(5, 7), '1', '13', '']);
  if (name === 'year') return day.slice(0, 4);
  if (name === 'eventDisplay') return pick(random, ['list', 'month', 'week', 'day', 'past', 'map', 'x']);
  if (name === 'post_type') return pick(random, ['tribe_events', 'tribe_venue', 'tribe_organizer', 'post']);
  if (/categor|_cat/.test(name)) return pick(random, [...slugs.categories, '']);
  if (name === 'tags[]') return pick(random, [...slugs.tags, '']);
  if (name === 'view') return pick(random, ['list', 'month', 'x']);
  if (name === 'when') return pick(random, ['past', 'upcoming', 'ongoing,upcoming', 'x']);
  if (name === 'overlaps') return pick(random, [`${day}/..`, `../${day}`, `${day}/${day}`, '/', day]);
  return pick(random, [...material.marks.slice(0, 20), '1', 'jazz', '']);
}

function headersOf(random: Random, { tags }: Material): [string, string][] {
  const headers: [string, string][] = [];
  const put = (chance: number, name: string, all: readonly string[]) => {
    if (random() < chance) headers.push([name, pick(random, all)]);
  };
  put(0.9, 'Accept', ACCEPTED);
  put(0.2, 'Accept-Language', [
    'fr',
    'ca-ES,ca;q=0.9',
    'de',
    '*',
    'es;q=0, fr;q=0.1',
    '\xff',
    'x'.repeat(300),
  ]);
  put(0.1, 'Accept-Encoding', ['br', 'gzip', 'zstd', 'identity;q=0']);
  put(0.05, 'If-None-Match', ['*', '"x"', ...tags.slice(-5)]);
  put(0.03, 'Host', ['agenda.example.test', 'x"><script>alert(1)</script>', 'a b', 'é']);
  put(0.02, 'X-Forwarded-Host', ['evil.example.test']);
  return headers;
}

const ACCEPTED = [
  ...Array<string>(8).fill('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'),
  ...[
    'text/html',
    '*/*',
    'application/json',
    'text/calendar',
    'text/html;q=0',
    'image/webp',
    'text/csv',
    '\xff',
  ],
];
