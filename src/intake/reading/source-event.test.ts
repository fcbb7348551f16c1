import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readTimes } from './read-times.ts';
import { calendarIdentity } from './source-event.ts';

const SITE = { isExport: false, store: '' };
const EXPORT = { isExport: true, store: 'a-store' };

const record = {
  ...{ id: 601, start_date: '2031-05-10 18:30:00', end_date: '2031-05-10 20:00:00' },
  timezone: 'America/New_York',
};
const read = readTimes(record, 'UTC');
assert.ok('times' in read);
const { times } = read;

const uidAt = (base: string, more: object = {}, source = SITE) =>
  calendarIdentity({ ...record, ...more }, { base, key: '' }, source, times).uid;

it('An event of a site has the identity that its calendar files give it', () => {
  const [start, end] = [Date.UTC(2031, 4, 10, 18, 30) / 1000, Date.UTC(2031, 4, 10, 20) / 1000];
  for (const base of ['agenda.example.org', 'agenda.example.org/town', 'agenda.example.org:8080/a'])
    assert.equal(uidAt(base), `601-${start}-${end}@agenda.example.org`);
  // A site that speaks of another host speaks only for itself.
  assert.equal(uidAt('a.example>b.example?id=1'), `601-${start}-${end}@a.example`);
});

it('An event of an export has the identity that it has in the store, and its revision', () => {
  const almanac = { uid: 'moved@before', sequence: 7 };
  assert.equal(uidAt('agenda.example.org', {}, EXPORT), '601@a-store');
  assert.deepEqual(calendarIdentity({ ...record, almanac }, { base: 'x', key: '' }, EXPORT, times), almanac);
  // Only exports are believed.
  assert.match(uidAt('agenda.example.org', { almanac })!, /^601-/);
});

it('An event without an id, from an unnamed place or with an invalid identity has none', () => {
  assert.equal(uidAt('agenda.example.org', { id: undefined }), null);
  for (const base of ['file:events.json', 'almanac:a-store', '']) assert.equal(uidAt(base), null);
  assert.equal(uidAt('x', {}, { ...EXPORT, store: '' }), null);
  for (const uid of ['', 'a\nb', 'x'.repeat(501), 5.5, {}, ['a'], null])
    assert.equal(uidAt('x', { almanac: { uid } }, EXPORT), '601@a-store');
});

it('A revision that is no reasonable number is left out', () => {
  for (const sequence of [-1, 1.5, 1e10, '3', null, {}])
    assert.equal(
      calendarIdentity({ ...record, almanac: { sequence } }, { base: '', key: '' }, EXPORT, times).sequence,
      undefined,
    );
});
