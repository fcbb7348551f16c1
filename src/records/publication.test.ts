import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role, Status } from '../db/tables.ts';
import { type Publication, type PublicationPatch, publication } from './publication.ts';

const NOW = Date.UTC(2031, 4, 10, 12) / 1000;
const DAY = 86_400;

/** Status and date after a write, the date in seconds from now; `floats` where no date was ever decided. */
function after(
  wish: PublicationPatch,
  current: Publication | undefined,
  role: Role = 'author',
  site = 'UTC',
) {
  const context = {
    viewer: { id: 1, login: role, role },
    config: { TIME_ZONE: { name: site, id: site } },
    now: NOW,
  };
  const { status, date_at, date_floats } = publication(wish, current, context);
  return `${status} ${date_at - NOW}${date_floats ? ' floats' : ''}`;
}

const had = (status: Status, seconds: number, floats = false): Publication => ({
  status,
  date_at: NOW + seconds,
  date_floats: Number(floats),
});

describe('publication of a new record', () => {
  const cases: [string, PublicationPatch, Role, string][] = [
    ['an author publishes unless saying otherwise', {}, 'author', 'publish 0'],
    ['a contributor drafts unless saying otherwise', {}, 'contributor', 'draft 0 floats'],
    ['a contributor who publishes proposes', { status: 'publish' }, 'contributor', 'pending 0 floats'],
    ['a contributor who schedules proposes', { status: 'future' }, 'contributor', 'pending 0 floats'],
    ['a contributor hides nothing', { status: 'private' }, 'contributor', 'pending 0 floats'],
    ['a draft has no date yet', { status: 'draft' }, 'editor', 'draft 0 floats'],
    ['a pending one has none either', { status: 'pending' }, 'editor', 'pending 0 floats'],
    ['a private one is dated', { status: 'private' }, 'editor', 'private 0'],
    ['one that begins in the trash is dated', { status: 'trash' }, 'editor', 'trash 0'],
    ['scheduling without a date publishes', { status: 'future' }, 'editor', 'publish 0'],
    ['a date to come schedules', { date: '2031-05-11 12:00' }, 'author', `future ${DAY}`],
    ['a date gone by is kept', { date: '2031-05-09 12:00' }, 'author', `publish ${-DAY}`],
    ['this very second is not to come', { date: '2031-05-10 12:00' }, 'author', 'publish 0'],
    ['a draft may be dated', { status: 'draft', date: '2031-05-11 12:00' }, 'author', `draft ${DAY}`],
    ['a contributor may date a draft', { date: '2031-05-11 12:00' }, 'contributor', `draft ${DAY}`],
    [
      'UTC decides where both are given',
      { date: '2031-05-20', date_utc: '2031-05-11 12:00' },
      'author',
      `future ${DAY}`,
    ],
  ];
  for (const [name, wish, role, expected] of cases)
    it(name, () => assert.equal(after(wish, undefined, role), expected));

  it('reads its date in the zone of the site', () => {
    assert.equal(after({ date: '2031-05-10 14:00' }, undefined, 'author', 'Europe/Madrid'), 'publish 0');
    assert.equal(after({ date_utc: '2031-05-10 12:00' }, undefined, 'author', 'Europe/Madrid'), 'publish 0');
    assert.equal(after({ date: '2031-05-10T12:00:00Z' }, undefined, 'author', 'Europe/Madrid'), 'publish 0');
  });
});

describe('publication of a record that is there', () => {
  const cases: [string, PublicationPatch, Publication, Role, string][] = [
    ['what was not said stays', {}, had('publish', -DAY), 'author', `publish ${-DAY}`],
    ['an update does not publish', {}, had('draft', -DAY, true), 'editor', `draft ${-DAY} floats`],
    ['nor does it draft again', {}, had('publish', -DAY), 'contributor', `publish ${-DAY}`],
    ['a private one stays so', {}, had('private', -DAY), 'contributor', `private ${-DAY}`],
    ['publishing dates a draft', { status: 'publish' }, had('draft', -DAY, true), 'author', 'publish 0'],
    [
      'publishing keeps a date',
      { status: 'publish' },
      had('draft', -DAY, false),
      'author',
      `publish ${-DAY}`,
    ],
    [
      'publishing keeps a date to come',
      { status: 'publish' },
      had('draft', DAY, false),
      'author',
      `future ${DAY}`,
    ],
    ['drafting keeps the date', { status: 'draft' }, had('publish', -DAY), 'author', `draft ${-DAY}`],
    ['the trash keeps the date', { status: 'trash' }, had('publish', -DAY), 'author', `trash ${-DAY}`],
    [
      'the trash keeps that there is none',
      { status: 'trash' },
      had('draft', -DAY, true),
      'author',
      `trash ${-DAY} floats`,
    ],
    [
      'out of the trash a draft is dated',
      { status: 'publish' },
      had('trash', -DAY, true),
      'author',
      'publish 0',
    ],
    ['a title changes no schedule', {}, had('future', DAY), 'author', `future ${DAY}`],
    ['scheduling what is due publishes', { status: 'future' }, had('draft', -1), 'author', 'publish -1'],
    ['what is overdue is published', {}, had('future', -1), 'author', 'publish -1'],
    [
      'a date to come schedules what is public',
      { date_utc: '2031-05-11 12:00' },
      had('publish', -DAY),
      'author',
      `future ${DAY}`,
    ],
    [
      'an earlier date publishes what is scheduled',
      { date_utc: '2031-05-09 12:00' },
      had('future', DAY),
      'author',
      `publish ${-DAY}`,
    ],
    [
      'a contributor who publishes proposes',
      { status: 'publish' },
      had('draft', -DAY, true),
      'contributor',
      `pending ${-DAY} floats`,
    ],
  ];
  for (const [name, wish, current, role, expected] of cases)
    it(name, () => assert.equal(after(wish, current, role), expected));
});
