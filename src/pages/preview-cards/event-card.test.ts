import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../config.ts';
import { cardMonth, dayOf, eventMonth, monthTitle, timeLine } from './event-card.ts';

const config = readConfig({ TIME_ZONE: 'Europe/Madrid' });

const event = (start_date: string, end_date: string, all_day: 0 | 1 = 0, timezone = 'Europe/Madrid') => ({
  ...{ start_date, end_date, all_day, timezone },
  timezone_abbr: '',
});
const concert = event('2031-05-10 18:30:00', '2031-05-10 20:00:00');
const plain = (text: string | undefined) => text?.replace(/[\u2009\u00a0\u202f]/g, ' ');

describe('The dates of cards', () => {
  it('The day is said in the language of the card', () => {
    assert.deepEqual(dayOf(concert, 'es'), { weekday: 'sábado', number: '10', month: 'mayo de 2031' });
    assert.deepEqual(dayOf(concert, 'en'), { weekday: 'Saturday', number: '10', month: 'May 2031' });
    assert.equal(monthTitle(Temporal.PlainYearMonth.from('2031-05'), 'fr'), 'Mai 2031');
  });

  for (const [what, said, given] of [
    ['of an hour and a half', 'de 18:30 a 20:00 h', concert],
    ['into the night', 'de 23:00 a 3:30 h', event('2031-05-10 23:00:00', '2031-05-11 03:30:00')],
    ['of several days', 'del 10 al 12 de mayo de 2031', event('2031-05-10 18:30:00', '2031-05-12 20:00:00')],
    ['of a whole day', undefined, event('2031-05-10 00:00:00', '2031-05-10 23:59:59', 1)],
    [
      'of two whole days',
      'del 10 al 11 de mayo de 2031',
      event('2031-05-10 00:00:00', '2031-05-11 23:59:59', 1),
    ],
    [
      ...['in another zone', 'de 18:30 a 20:00 h (Asia/Tokyo)'],
      event('2031-05-10 18:30:00', '2031-05-10 20:00:00', 0, 'Asia/Tokyo'),
    ],
  ] as const)
    it(`An event ${what} tells its time`, () => {
      assert.equal(plain(timeLine(given as typeof concert, 'es', { config })), said);
    });

  it('The grid of a month begins on Monday and marks the days of the event', () => {
    assert.deepEqual(cardMonth(Temporal.PlainYearMonth.from('2031-05')), {
      ...{ offset: 3, days: 31 },
      ...{ first: 1, last: 0 },
    });
    const days = (from: string, to: string) => {
      const { first, last } = eventMonth(event(from, to));
      return [first, last];
    };
    assert.deepEqual(days('2031-05-10 18:00:00', '2031-05-10 20:00:00'), [10, 10]);
    assert.deepEqual(days('2031-05-10 23:00:00', '2031-05-11 02:00:00'), [10, 10]);
    assert.deepEqual(days('2031-05-10 18:00:00', '2031-05-12 20:00:00'), [10, 12]);
    assert.deepEqual(days('2031-05-30 18:00:00', '2031-06-02 20:00:00'), [30, 31]);
  });
});
