import {
  author,
  type Field,
  type Fields,
  image,
  type Kind,
  markOf,
  plain,
  publication,
  status,
} from './fields.ts';
import type { World } from './world.ts';

export const venues: Kind = {
  path: '/venues',
  least: number => ({ venue: `Venue ${number}` }),
  marked: number => ({ ...venues.least(number), venue: markOf(number), description: markOf(number) }),
  full: ({ accounts, pictures }, number) => ({
    ...venues.least(number),
    author: accounts.administrator.id,
    date: '2020-03-01 08:00:00',
    description: 'Before',
    status: 'publish',
    show_map: 'true',
    show_map_link: 'true',
    address: 'Rambla 1',
    city: 'Palma',
    country: 'Spain',
    province: 'Illes Balears',
    state: 'IB',
    zip: '07003',
    phone: '971',
    stateprovince: 'Balears (IB)',
    website: 'https://example.org/before',
    image: String(pictures[0].id),
  }),
  fields: world => ({
    venue: name('venue'),
    ...common(world),
    show_map: mapFlag('show_map'),
    show_map_link: mapFlag('show_map_link'),
    address: clearable('address', 'Plaça 1, 2n'),
    city: clearable('city', 'Olot'),
    country: clearable('country', 'Portugal'),
    province: clearable('province', 'Aude'),
    state: clearable('state', 'TX'),
    zip: clearable('zip', 8001),
    phone: clearable('phone', '+34 600'),
    stateprovince: { ...plain('stateprovince', 'Occitània', 'Île de France') },
  }),
};

export const organizers: Kind = {
  path: '/organizers',
  least: number => ({ organizer: `Organizer ${number}` }),
  marked: number => ({ ...organizers.least(number), organizer: markOf(number), description: markOf(number) }),
  full: ({ accounts, pictures }, number) => ({
    ...organizers.least(number),
    author: accounts.administrator.id,
    date: '2020-03-01 08:00:00',
    description: 'Before',
    status: 'publish',
    phone: '971',
    website: 'https://example.org/before',
    email: 'before@example.org',
    image: String(pictures[0].id),
  }),
  fields: world => ({
    organizer: name('organizer'),
    ...common(world),
    phone: clearable('phone', '+34 600'),
    email: clearable('email', 'after@example.org'),
  }),
};

function common(world: World): Fields {
  return {
    author: author(world),
    date: publication.date,
    date_utc: publication.date_utc,
    description: {
      values: [
        { send: 'Nova', reads: { description: '<p>Nova</p>' } },
        { send: '', reads: { description: undefined } },
        { send: '<p onclick="x()">Bé</p><script>x()</script>', reads: { description: '<p>Bé</p>' } },
      ],
      refused: [['a'], { a: 1 }],
    },
    status,
    website: {
      values: [
        { send: 'https://example.org/after', reads: { website: 'https://example.org/after' } },
        { send: '', reads: { website: undefined } },
        { send: 'http://example.org:8080/?a=1', reads: { website: 'http://example.org:8080/?a=1' } },
      ],
      refused: ['example.org', 'no url', 'javascript:alert(1)', ['https://example.org']],
    },
    image: image(world, { send: '', reads: { image: undefined } }),
  };
}

/** The name, as plain text. */
function name(member: string): Field {
  const names = ['Teatre & Dansa', '<b>Sala</b> "Gran"'].map((send, i) => ({
    send,
    reads: { [member]: ['Teatre & Dansa', 'Sala "Gran"'][i] },
  }));
  return { values: names, refused: ['', ['a'], { a: 1 }] };
}

/** One line of plain text, which an empty text clears. */
function clearable(member: string, text: string | number): Field {
  return {
    values: [
      { send: text, reads: { [member]: String(text) } },
      { send: '', reads: { [member]: undefined } },
      { send: ' <b>Neta</b>\n i  breu ', reads: { [member]: 'Neta i breu' } },
    ],
    refused: [['a'], { a: 1 }],
  };
}

/**
 * A flag declared as text: `1`, `true`, `yes`, `y`, `on`, `enable` and `enabled` are true, everything else is false.
 */
function mapFlag(member: string): Field {
  const values = ['no', 'yes', false, true, '0', 'ENABLED'].map(send => ({
    send,
    reads: { [member]: /^(yes|true|enabled)$/i.test(String(send)) },
  }));
  return { values, refused: [['a'], { a: 1 }] };
}
