import assert from 'node:assert/strict';
import { it } from 'node:test';
import { maskEvent } from './mask.ts';

const NOTHING = { currency_symbol: '', currency_position: '', currency_code: '', values: [] };

const shown = {
  id: 5,
  global_id: 'example.org?id=5',
  author: '3',
  status: 'publish',
  date: '2031-01-01 10:00:00',
  url: 'https://example.org/event/jazz/',
  title: 'Jazz',
  description: '<p>Behind the door</p>',
  excerpt: '<p>Psst</p>',
  slug: 'jazz',
  image: { id: 6, url: 'https://example.org/images/6.png' },
  all_day: false,
  start_date: '2031-05-10 18:30:00',
  start_date_details: { year: '2031' },
  utc_end_date: '2031-05-10 18:00:00',
  timezone: 'Europe/Madrid',
  timezone_abbr: 'CEST',
  cost: '20€',
  cost_details: { currency_symbol: '€', currency_code: '', currency_position: 'postfix', values: ['20'] },
  website: 'https://secret.example.org/',
  show_map: true,
  show_map_link: false,
  hide_from_listings: false,
  sticky: true,
  featured: true,
  categories: [{ id: 1 }],
  tags: [{ id: 2 }],
  venue: { id: 7, venue: 'Cellar' },
  organizer: [{ id: 8 }],
  custom_fields: [],
};

it('hides what a password hides: all but title, dates, address and whose it is', () => {
  const masked = maskEvent(shown);
  const changed = Object.keys(shown).filter(
    name => !Object.is(masked[name], shown[name as keyof typeof shown]),
  );
  assert.deepEqual(Object.fromEntries(changed.map(name => [name, masked[name]])), {
    ...{
      description: '',
      excerpt: '',
      image: false,
      all_day: null,
      cost: '',
      cost_details: NOTHING,
      website: '',
    },
    ...{ show_map: null, show_map_link: null, hide_from_listings: null, sticky: null, featured: null },
    ...{ categories: [], tags: [], venue: [], organizer: [], custom_fields: [] },
  });
});

it('keeps the order of the members, adds none and leaves what it was given', () => {
  const before = structuredClone(shown);
  assert.deepEqual(Object.keys(maskEvent(shown)), Object.keys(shown));
  assert.deepEqual(shown, before);
  assert.deepEqual(maskEvent({ id: 5, title: 'Jazz' }), { id: 5, title: 'Jazz' });
});

it('tells no more of an event that has little: masked ones look alike', () => {
  const bare = {
    ...shown,
    ...{
      description: '',
      excerpt: '',
      image: false,
      all_day: true,
      cost: '',
      cost_details: NOTHING,
      website: '',
    },
    ...{ show_map: false, show_map_link: true, hide_from_listings: true, sticky: false, featured: false },
    ...{ categories: [], tags: [], venue: [], organizer: [] },
  };
  assert.deepEqual(maskEvent(bare), maskEvent(shown));
});
