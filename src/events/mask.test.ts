import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sampleRows } from '../api/openapi/samples.ts';
import { readConfig } from '../config.ts';
import { listedView } from '../formats/render.ts';
import { addressAt } from '../site/address.ts';
import type { EventRecord } from './event.ts';
import { showInList } from './mask.ts';
import { showEvent } from './members.ts';

const NOTHING = { currency_symbol: '', currency_position: '', currency_code: '', values: [] };

const view = listedView({
  address: addressAt('https://example.org'),
  config: readConfig({}),
  viewer: undefined,
  language: 'en',
});

const event: EventRecord = {
  ...sampleRows('en').event,
  ...{ password_hash: 'hash', excerpt: '<p>Psst</p>', sticky: 1, hide_from_listings: 1 },
  ...{ is_virtual: 1, virtual_url: 'https://meet.example/1', virtual_video_source: 'zoom' },
  ...{ event_status: 'canceled', custom_fields: '{"room":{"label":"Room","value":"Green"}}' },
};

/** With the members that answers leave out where nothing was set. */
const reasoned: EventRecord = {
  ...{ ...event, status_reason: 'Storm', currency_code: 'EUR' },
  ...{ ticket_url: 'https://tickets.example', availability: 'few' },
};

const shown = showEvent(event, view);
const maskedOf = (event: EventRecord) => showInList(event, view, undefined);

it('The mask hides what a password hides and keeps title, dates, address and author', () => {
  const masked = maskedOf(event);
  const changed = Object.keys(shown).filter(
    name => JSON.stringify(masked[name]) !== JSON.stringify(shown[name]),
  );
  assert.deepEqual(Object.fromEntries(changed.map(name => [name, masked[name]])), {
    description: '',
    excerpt: '',
    image: false,
    all_day: null,
    cost: '',
    cost_details: NOTHING,
    website: '',
    ...{ show_map: null, show_map_link: null, hide_from_listings: null, sticky: null, featured: null },
    ...{ categories: [], tags: [], venue: [], organizer: [], custom_fields: [] },
    ...{ is_virtual: null, virtual_url: '', virtual_video_source: '' },
  });
});

it('The mask keeps the order of members, adds none and does not change its input', () => {
  const before = structuredClone(event);
  assert.deepEqual(Object.keys(maskedOf(event)), Object.keys(shown));
  assert.deepEqual(event, before);
});

it('The mask leaves out what answers show only where it was set, and tells that an event is cancelled', () => {
  assert.equal(showEvent(reasoned, view).status_reason, 'Storm');
  assert.equal(showEvent(reasoned, view).currency_code, 'EUR');
  assert.deepEqual(maskedOf(reasoned), maskedOf(event));
  assert.equal(maskedOf(event).event_status, 'canceled');
});

it('Masked events look alike, whatever the event holds', () => {
  const bare: EventRecord = {
    ...event,
    ...{ description: '', excerpt: '', image: undefined, all_day: 1, cost: null, website: null },
    ...{ show_map: 0, show_map_link: 1, hide_from_listings: 0, sticky: 0, featured: 0 },
    ...{ categories: [], tags: [], venues: [], organizers: [] },
    ...{ is_virtual: 0, virtual_url: '', virtual_video_source: '', custom_fields: '' },
  };
  assert.deepEqual(maskedOf(bare), maskedOf(event));
});

it('shows all of it to whoever knows the password', () => {
  assert.deepEqual(showInList(event, view, 'hash'), shown);
});
