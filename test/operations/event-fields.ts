import {
  author,
  type Fields,
  flag,
  image,
  type Kind,
  markOf,
  publication,
  status,
  type Value,
} from './fields.ts';
import type { World } from './world.ts';

const instants = ['utc_start_date', 'utc_start_date_details', 'utc_end_date', 'utc_end_date_details'];
const ends = ['start_date', 'start_date_details', 'end_date', 'end_date_details', ...instants];

export const events: Kind = {
  path: '/events',
  least: number => ({
    title: `Event ${number}`,
    start_date: '2041-05-10 10:00:00',
    end_date: '2041-05-10 12:00:00',
  }),
  marked: number => ({ ...events.least(number), title: markOf(number), description: markOf(number) }),
  full: ({ accounts, pictures, categories, tags, venues, organizers }, number) => ({
    ...events.least(number),
    author: accounts.administrator.id,
    date: '2020-03-01 08:00:00',
    description: 'Before',
    slug: `event-${number}`,
    excerpt: 'Before',
    status: 'publish',
    timezone: 'Europe/Madrid',
    all_day: false,
    image: String(pictures[0].id),
    cost: '15 €',
    website: 'https://example.org/before',
    show_map: true,
    show_map_link: true,
    hide_from_listings: true,
    sticky: true,
    featured: true,
    categories: [categories[0]],
    tags: [tags[0]],
    venue: [venues[0]],
    organizer: [organizers[0]],
  }),
  fields,
};

function fields(world: World): Fields {
  const { categories, tags, venues, organizers, unknown, unique } = world;
  const slugs = [`Chosen Slug ${unique()}`, `chosen-slug-${unique()}`];
  return {
    title: {
      values: [
        { send: 'Nit de jazz', reads: { title: 'Nit de jazz' } },
        { send: "  L'<b>altra</b> & \\ “nit”  ", reads: { title: "L'altra & \\ “nit”" } },
        { send: 2041, reads: { title: '2041' } },
      ],
      refused: ['', null, ['a'], { a: 1 }],
    },
    description: text('description'),
    excerpt: text('excerpt'),
    slug: {
      values: [
        ...slugs.map(send => ({ send, reads: { slug: send.toLowerCase().replaceAll(' ', '-') } })),
        { send: '', reads: { slug: /^event-\d+$/ } },
      ],
      refused: [['a'], null],
      follows: ['url'],
    },
    author: author(world),
    date: publication.date,
    date_utc: publication.date_utc,
    status,
    timezone: {
      values: [
        {
          send: 'America/New_York',
          reads: {
            timezone: 'America/New_York',
            timezone_abbr: 'EDT',
            start_date: '2041-05-10 10:00:00',
            utc_start_date: '2041-05-10 14:00:00',
            utc_end_date: '2041-05-10 16:00:00',
          },
        },
        { send: 'UTC-5', reads: { timezone: 'UTC-5', utc_start_date: '2041-05-10 15:00:00' } },
        { send: '', reads: { timezone: 'Europe/Madrid', utc_start_date: '2041-05-10 08:00:00' } },
        { send: 'Asia/Kathmandu', reads: { timezone_abbr: '+0545', utc_start_date: '2041-05-10 04:15:00' } },
      ],
      refused: ['Europe/Atlantis', 'UTCfoo', null, ['UTC']],
      follows: ['timezone_abbr', ...instants],
    },
    all_day: {
      values: [
        {
          send: true,
          reads: { all_day: true, start_date: '2041-05-10 00:00:00', end_date: '2041-05-10 23:59:59' },
        },
        { send: false, reads: { all_day: false } },
        { send: '1', reads: { all_day: true, utc_start_date: '2041-05-09 22:00:00' } },
        { send: '0', reads: { all_day: false } },
      ],
      refused: ['maybe', 2, '', null, ['1']],
      follows: ends,
    },
    start_date: {
      values: [
        {
          send: '2041-05-10 09:00:00',
          reads: {
            start_date: '2041-05-10 09:00:00',
            start_date_details: {
              year: '2041',
              month: '05',
              day: '10',
              hour: '09',
              minutes: '00',
              seconds: '00',
            },
            utc_start_date: '2041-05-10 07:00:00',
            end_date: '2041-05-10 12:00:00',
          },
        },
        { send: '05/09/2041 4pm', reads: { start_date: '2041-05-09 16:00:00' } },
        { send: '2041-05-10T09:30:00Z', reads: { start_date: '2041-05-10 11:30:00' } },
        { send: '2251780200', reads: { utc_start_date: '2041-05-10 06:30:00' } },
      ],
      refused: ['no date', '0', ' ', '', '2041-13-45', ['2041-05-10'], null],
      follows: ['start_date_details', 'utc_start_date', 'utc_start_date_details'],
    },
    end_date: {
      values: [
        {
          send: '2041-05-11 09:00:00',
          reads: {
            start_date: '2041-05-10 10:00:00',
            end_date: '2041-05-11 09:00:00',
            end_date_details: {
              year: '2041',
              month: '05',
              day: '11',
              hour: '09',
              minutes: '00',
              seconds: '00',
            },
            utc_end_date: '2041-05-11 07:00:00',
          },
        },
        { send: '10 May 2041 11pm', reads: { end_date: '2041-05-10 23:00:00' } },
        { send: '2041-05-10 10:00:00', reads: { end_date: '2041-05-10 10:00:00' } },
      ],
      refused: ['no date', '0', ' ', '', '32/32/2041', ['2041-05-10'], null, '2041-05-10 09:59:59'],
      follows: ['end_date_details', 'utc_end_date', 'utc_end_date_details'],
    },
    image: image(world, { send: '', reads: { image: false } }),
    cost: {
      values: [
        cost('20$', '20$', '$', 'postfix', ['20']),
        cost('€5', '€5', '€', 'prefix', ['5']),
        cost(7.5, '$7.5', '', '', ['7.5']),
        cost('0', 'Free', '', '', ['0']),
        cost(['10', '20'], '$10 – $20', '', '', ['10', '20']),
        cost('', '', '', '', []),
        cost('Donation', 'Donation', '', '', ['donation']),
        cost(null, '', '', '', []),
      ],
      refused: [{ a: { b: 1 } }, [['1']]],
      follows: ['cost_details'],
    },
    website: {
      values: [
        { send: 'https://example.org/a?b=1#c', reads: { website: 'https://example.org/a?b=1#c' } },
        { send: '', reads: { website: '' } },
        { send: 'http://example.org:8080/a', reads: { website: 'http://example.org:8080/a' } },
        { send: null, reads: { website: '' }, update: true },
      ],
      refused: ['example.org', 'not a url', 'javascript:alert(1)', 'http://', ['https://example.org']],
    },
    show_map: flag('show_map'),
    show_map_link: flag('show_map_link'),
    hide_from_listings: flag('hide_from_listings'),
    sticky: flag('sticky'),
    featured: flag('featured'),
    categories: terms('categories', categories, 'categories', unknown),
    tags: terms('tags', tags, 'tags', unknown),
    venue: {
      values: [
        { send: venues[1], reads: { venue: { id: venues[1] } } },
        { send: venues, reads: { venue: venues.map(id => ({ id })) } },
        { send: { id: venues[0] }, reads: { venue: { id: venues[0] } } },
        { send: [{ venue: `Inline ${unique()}`, city: 'Vic' }], reads: { venue: { city: 'Vic' } } },
        { send: [], reads: { venue: [] } },
        { send: String(venues[1]), reads: { venue: { id: venues[1] } } },
        { send: 0, reads: { venue: [] } },
        { send: 'Second of /venues', reads: { venue: { id: venues[1] } } },
        { send: '', reads: { venue: [] } },
        { send: [venues[0]], reads: { venue: { id: venues[0] } } },
        { send: null, reads: { venue: [] } },
      ],
      refused: [unknown, organizers[0], { city: 'Vic' }, [venues[0], unknown]],
    },
    organizer: {
      values: [
        { send: organizers[1], reads: { organizer: [{ id: organizers[1] }] } },
        { send: organizers, reads: { organizer: organizers.map(id => ({ id })) } },
        {
          send: [...organizers].reverse(),
          reads: { organizer: [...organizers].reverse().map(id => ({ id })) },
        },
        { send: { id: organizers[0] }, reads: { organizer: [{ id: organizers[0] }] } },
        { send: [{ organizer: `Inline ${unique()}`, phone: '93' }], reads: { organizer: [{ phone: '93' }] } },
        { send: 'Second of /organizers', reads: { organizer: [{ id: organizers[1] }] } },
        { send: '', reads: { organizer: [] } },
        { send: [organizers[0]], reads: { organizer: [{ id: organizers[0] }] } },
        { send: [], reads: { organizer: [] } },
      ],
      refused: [unknown, venues[0], [{ phone: '93' }], [organizers[0], unknown]],
    },
  };
}

/** HTML: plain text gets its paragraph, scripts are removed, and only an empty text clears the field. */
function text(name: string): Fields[string] {
  return {
    values: [
      { send: 'Nova', reads: { [name]: '<p>Nova</p>' } },
      { send: '<p>A <em>b</em> \\ c</p>', reads: { [name]: '<p>A <em>b</em> \\ c</p>' } },
      { send: '', reads: { [name]: '' } },
      { send: '<p onclick="x()">Bé</p><script>x()</script>', reads: { [name]: '<p>Bé</p>' } },
    ],
    refused: [null, ['a'], { a: 1 }],
  };
}

/** By id, slug or name, one or several. An unknown number is ignored, and an unknown name creates a term. */
function terms(name: string, [one, two]: [number, number], path: string, unknown: number): Fields[string] {
  const linked = (send: unknown, ...ids: number[]): Value => ({
    send,
    reads: { [name]: ids.map(id => ({ id })) },
  });
  return {
    values: [
      linked([two], two),
      linked([one, two, one], one, two),
      linked(`${two}`, two),
      linked([`first-of-${path}`], one),
      linked(`Second of /${path}`, two),
      { send: null, reads: { [name]: [{ id: two }] }, keeps: true },
      linked([unknown, one], one),
      { send: ['A new name'], reads: { [name]: [{ name: 'A new name' }] } },
      linked(''),
      linked(`${one},${two}`, one, two),
      linked([]),
    ],
    refused: [[{ a: 1 }], [[one]]],
  };
}

function cost(send: unknown, shown: string, symbol: string, position: string, values: string[]): Value {
  const cost_details = { currency_symbol: symbol, currency_position: position, values };
  return { send, reads: { cost: shown, cost_details } };
}
