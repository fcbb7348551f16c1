import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventStatuses } from '../db/tables.ts';
import { readEventStatus } from './plain-fields.ts';

it('The status of an event is read in the spellings of sites and of schema.org', () => {
  for (const status of eventStatuses) assert.equal(readEventStatus(status), status);
  const spellings = {
    canceled: ['Canceled', 'cancelled', ' CANCELLED ', 'EventCancelled', 'https://schema.org/EventCancelled'],
    postponed: ['EventPostponed', 'http://schema.org/EventPostponed'],
    moved_online: ['moved-online', 'Moved Online', 'EventMovedOnline'],
    scheduled: ['', null, 'EventScheduled', 'EventRescheduled'],
  };
  for (const [status, all] of Object.entries(spellings))
    for (const sent of all) assert.equal(readEventStatus(sent), status, String(sent));
});

it('Anything else is no status of an event', () => {
  const others = [
    'event',
    'https://schema.org/',
    'eventevent',
    'publish',
    '____',
    'canceled!',
    0,
    true,
    {},
    [],
  ];
  for (const sent of [...others, undefined, 'event'.repeat(1e5)])
    assert.equal(readEventStatus(sent), undefined, String(sent).slice(0, 20));
});
