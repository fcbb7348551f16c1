import type { Service } from '../service.ts';
import { type Ask, clientOf, type Members } from './client.ts';

export interface Samples {
  ask: Ask;
  /** The id of a sample, by the path of its kind and its name. */
  id(path: string, name: string): number;
}

/** A small calendar whose records are known by name, in a year far in the future. */
export async function createSamples(service: Service): Promise<Samples> {
  const ask = clientOf(service);
  const ids = new Map<string, number>();
  const id = (path: string, name: string): number => {
    const found = ids.get(`${path}/${name}`);
    if (found === undefined) throw new Error(`no sample ${name} in ${path}`);
    return found;
  };
  const idsOf = (path: string, names: string): number[] =>
    names ? names.split(' ').map(name => id(path, name)) : [];
  const make = async (path: string, name: string, json: Members): Promise<number> => {
    const { status, body } = await ask({ method: 'POST', path, json, as: 'administrator' });
    if (status !== 201) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
    ids.set(`${path}/${name}`, Number(body.id));
    return Number(body.id);
  };

  for (const [name, slug, description, parent] of categories)
    await make('/categories', name, {
      name,
      slug,
      description,
      ...(parent ? { parent: id('/categories', parent) } : {}),
    });
  for (const [name, slug, description] of tags) await make('/tags', name, { name, slug, description });
  for (const [day, [name, more]] of [...places].reverse().entries()) {
    const date = `2021-01-0${day + 1} 00:00:00`;
    await make('/venues', name, { venue: name, date, ...more, ...geo[name] });
    await make('/organizers', name, { organizer: name, date, ...more });
  }
  for (const [title, start_date, end_date, where, filed, tagged, more = {}] of events) {
    const { password, trashed, ...json } = more;
    const event = await make('/events', title, {
      title,
      start_date,
      end_date,
      venue: idsOf('/venues', where),
      organizer: idsOf('/organizers', where),
      categories: idsOf('/categories', filed),
      tags: idsOf('/tags', tagged),
      ...json,
    });
    const path = `/events/${event}`;
    if (password) await ask({ method: 'PATCH', path, json: { password }, as: 'administrator' });
    if (trashed) await ask({ method: 'DELETE', path, as: 'administrator' });
  }
  return { ask, id };
}

/** Name, slug, description, parent. */
const categories = [
  ['Music', 'zz-music', 'm3'],
  ['Jazz', 'yy-jazz', 'm1', 'Music'],
  ['Film', 'xx-film', 'm2'],
  ['Root', 'ww-root', 'm5'],
  ['Leaf', 'vv-leaf', 'm4', 'Root'],
  ['Void', 'uu-void', 'm6'],
] as const;

const tags = [
  ['Kids', 'zz-kids', 'm1'],
  ['Open', 'yy-open', 'm2'],
  ['Void', 'xx-void', 'm3'],
] as const;

/** Venues and organizers alike, the newest publication first. */
const places: [string, Members][] = [
  ['Hall', { description: 'Música de São Paulo', phone: '977 111 222' }],
  ['Yard', { phone: '600' }],
  ['Cellar', {}],
  ['Gate', {}],
  ['Past', {}],
  ['Never', {}],
  ['Secret', { status: 'private' }],
];

const geo: Record<string, Members> = {
  Hall: { geo_lat: 41.3875, geo_lng: 2.1753 },
  Cellar: { geo_lat: 40.4168, geo_lng: -3.7038 },
};

/** Title, start, end, places, categories, tags and the rest. */
const events: [string, string, string, string, string, string, Members?][] = [
  [
    'Choir',
    '2041-05-01 10:00',
    '2041-05-01 12:00',
    'Hall',
    'Music',
    'Open',
    star({ description: 'Trumpets' }),
  ],
  [
    'Trio',
    '2041-05-02 18:00',
    '2041-05-02 23:30',
    'Yard Hall',
    'Jazz',
    'Kids',
    { excerpt: 'With no trumpet' },
  ],
  ['Western', '2041-05-03', '2041-05-03', 'Cellar', 'Film', '', { all_day: true }],
  ['Música', '2041-05-03 20:00', '2041-05-05 01:00', 'Hall', 'Music Film', 'Open Kids', star()],
  ['Draft', '2041-05-04 10:00', '2041-05-04 11:00', 'Never', 'Void', 'Void', star({ status: 'draft' })],
  ['Private', '2041-05-04 12:00', '2041-05-04 13:00', '', '', '', { status: 'private' }],
  ['Hidden', '2041-05-04 14:00', '2041-05-04 15:00', 'Past', '', '', { hide_from_listings: true }],
  ['Trashed', '2041-05-04 16:00', '2041-05-04 17:00', '', '', '', { trashed: true }],
  [
    'Locked',
    '2041-05-06 10:00',
    '2041-05-06 11:00',
    'Hall',
    'Film',
    'Open',
    star({ password: 'open', description: 'Trumpets' }),
  ],
  ['Talk', '2041-05-07 12:00', '2041-05-07 12:00', '', 'Leaf', 'Open'],
  ['Old', '2011-05-10 10:00', '2011-05-10 12:00', 'Past', '', ''],
  ['Running', '-2 days 10:00', '+2 days 10:00', 'Gate', '', ''],
  ['Soon', '+10 days 10:00', '+10 days 12:00', '', '', ''],
  ['Next', '+20 months 10:00', '+20 months 12:00', '', '', ''],
  ['Beyond', '+30 months 10:00', '+30 months 12:00', '', '', ''],
];

function star(more: Members = {}): Members {
  return { featured: true, ...more };
}
