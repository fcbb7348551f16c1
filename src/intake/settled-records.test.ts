import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SettledRecords } from './settled-records.ts';

it('Records are found by type and key with their last ids, however many there are', () => {
  const settled = new SettledRecords();
  const expected = new Map<string, number | undefined>();
  const put = (place: string, id: number | undefined) => {
    settled.set(place, id);
    expected.set(place, id);
  };
  for (let number = 0; number < 20_000; number++) {
    put(`event agenda.example?id=${number}`, number % 5 === 0 ? undefined : number * 1_000_003);
    if (number % 7 === 0) put(`event agenda.example?id=${number >> 1}`, number);
    if (number % 11 === 0) put(`venue agenda.example?id=${number}`, number % 3 === 0 ? undefined : number);
  }
  for (const [place, id] of expected)
    assert.deepEqual([settled.has(place), settled.get(place)], [true, id], place);
  for (const place of ['event agenda.example?id=20000', 'event ', 'venue agenda.example?id=1', 'tag x#y'])
    assert.deepEqual([settled.has(place), settled.get(place)], [false, undefined], place);
});
