import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role, Status } from '../db/tables.ts';
import { type Publication, type PublicationPatch, publication } from './publication.ts';

const NOW = Date.UTC(2031, 4, 10, 12) / 1000;
const DAY = 86_400;

/** Status and date after a write, the date in seconds from now; `floats` where no date was ever decided. */
function after(
  patch: PublicationPatch,
  current: Publication | undefined,
  role: Role = 'author',
  site = 'UTC',
) {
  const context = {
    viewer: { id: 1, login: role, role },
    config: { TIME_ZONE: { name: site, id: site } },
    now: NOW,
  };
  const { status, date_at, date_floats } = publication(patch, current, context);
  return `${status} ${date_at - NOW}${date_floats ? ' floats' : ''}`;
}

const had = (status: Status, seconds: number, floats = false): Publication => ({
  status,
  date_at: NOW + seconds,
  date_floats: Number(floats),
});

describe('Publication of a new record', () => {
  const cases: [string, PublicationPatch, Role, string][] = [
    ['A new record of an author is published by default', {}, 'author', 'publish 0'],
    ['A new record of a contributor is a draft by default', {}, 'contributor', 'draft 0 floats'],
    [
      'A record that a contributor publishes is pending',
      { status: 'publish' },
      'contributor',
      'pending 0 floats',
    ],
    [
      'A record that a contributor schedules is pending',
      { status: 'future' },
      'contributor',
      'pending 0 floats',
    ],
    [
      'A record that a contributor makes private is pending',
      { status: 'private' },
      'contributor',
      'pending 0 floats',
    ],
    ['A new draft has no fixed date', { status: 'draft' }, 'editor', 'draft 0 floats'],
    ['A new pending record has no fixed date', { status: 'pending' }, 'editor', 'pending 0 floats'],
    ['A new private record has a date', { status: 'private' }, 'editor', 'private 0'],
    ['A new record in the trash has a date', { status: 'trash' }, 'editor', 'trash 0'],
    ['A record scheduled without a date is published', { status: 'future' }, 'editor', 'publish 0'],
    ['A future date schedules a record', { date: '2031-05-11 12:00' }, 'author', `future ${DAY}`],
    ['A past date is kept', { date: '2031-05-09 12:00' }, 'author', `publish ${-DAY}`],
    ['The current second is not in the future', { date: '2031-05-10 12:00' }, 'author', 'publish 0'],
    ['A draft may have a date', { status: 'draft', date: '2031-05-11 12:00' }, 'author', `draft ${DAY}`],
    [
      'A contributor may set the date of a draft',
      { date: '2031-05-11 12:00' },
      'contributor',
      `draft ${DAY}`,
    ],
    [
      'The UTC date wins over the local date',
      { date: '2031-05-20', date_utc: '2031-05-11 12:00' },
      'author',
      `future ${DAY}`,
    ],
  ];
  for (const [name, patch, role, expected] of cases)
    it(name, () => assert.equal(after(patch, undefined, role), expected));

  it('The date of a new record is read in the zone of the site', () => {
    assert.equal(after({ date: '2031-05-10 14:00' }, undefined, 'author', 'Europe/Madrid'), 'publish 0');
    assert.equal(after({ date_utc: '2031-05-10 12:00' }, undefined, 'author', 'Europe/Madrid'), 'publish 0');
    assert.equal(after({ date: '2031-05-10T12:00:00Z' }, undefined, 'author', 'Europe/Madrid'), 'publish 0');
  });
});

describe('Publication of an existing record', () => {
  const cases: [string, PublicationPatch, Publication, Role, string][] = [
    [
      'An update without a status or date changes neither',
      {},
      had('publish', -DAY),
      'author',
      `publish ${-DAY}`,
    ],
    ['An update does not publish a draft', {}, had('draft', -DAY, true), 'editor', `draft ${-DAY} floats`],
    [
      'An update of a contributor does not unpublish a record',
      {},
      had('publish', -DAY),
      'contributor',
      `publish ${-DAY}`,
    ],
    ['An update keeps a private record private', {}, had('private', -DAY), 'contributor', `private ${-DAY}`],
    [
      'Publishing gives a draft a date',
      { status: 'publish' },
      had('draft', -DAY, true),
      'author',
      'publish 0',
    ],
    [
      'Publishing keeps a past date',
      { status: 'publish' },
      had('draft', -DAY, false),
      'author',
      `publish ${-DAY}`,
    ],
    [
      'Publishing keeps a future date and schedules the record',
      { status: 'publish' },
      had('draft', DAY, false),
      'author',
      `future ${DAY}`,
    ],
    ['Unpublishing keeps the date', { status: 'draft' }, had('publish', -DAY), 'author', `draft ${-DAY}`],
    ['Trashing keeps the date', { status: 'trash' }, had('publish', -DAY), 'author', `trash ${-DAY}`],
    [
      'Trashing keeps a missing date missing',
      { status: 'trash' },
      had('draft', -DAY, true),
      'author',
      `trash ${-DAY} floats`,
    ],
    [
      'Publishing out of the trash gives a draft a date',
      { status: 'publish' },
      had('trash', -DAY, true),
      'author',
      'publish 0',
    ],
    ['An update without a date keeps the schedule', {}, had('future', DAY), 'author', `future ${DAY}`],
    [
      'Scheduling at a past date publishes a record',
      { status: 'future' },
      had('draft', -1),
      'author',
      'publish -1',
    ],
    ['An update publishes an overdue record', {}, had('future', -1), 'author', 'publish -1'],
    [
      'A future date schedules a published record',
      { date_utc: '2031-05-11 12:00' },
      had('publish', -DAY),
      'author',
      `future ${DAY}`,
    ],
    [
      'A past date publishes a scheduled record',
      { date_utc: '2031-05-09 12:00' },
      had('future', DAY),
      'author',
      `publish ${-DAY}`,
    ],
    [
      'An existing record that a contributor publishes is pending',
      { status: 'publish' },
      had('draft', -DAY, true),
      'contributor',
      `pending ${-DAY} floats`,
    ],
  ];
  for (const [name, patch, current, role, expected] of cases)
    it(name, () => assert.equal(after(patch, current, role), expected));
});
