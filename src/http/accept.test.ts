import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { processorTime } from '../../test/processor-time.ts';
import type { MediaFormat } from '../formats/event-format.ts';
import { negotiate, preferredLanguage } from './accept.ts';

const ics: MediaFormat = { suffix: 'ics', mediaType: 'text/calendar' };
const csv: MediaFormat = { suffix: 'csv', mediaType: 'text/csv' };
const atom: MediaFormat = { suffix: 'atom', mediaType: 'application/atom+xml' };
const formats = [ics, atom, csv];

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const FEED_READER = 'application/atom+xml,application/rdf+xml,application/xml;q=0.9,text/xml;q=0.2,*/*;q=0.1';

describe('The format that a request accepts', () => {
  const cases: [accept: string | undefined, chosen: string | undefined][] = [
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['*', 'json'],
    ['application/json', 'json'],
    ['APPLICATION/JSON; charset=utf-8', 'json'],
    ['application/json, text/plain, */*', 'json'],
    [BROWSER, 'json'],
    [FEED_READER, 'atom'],
    ['text/javascript, application/javascript, */*; q=0.01', 'json'],
    ['text/calendar', 'ics'],
    ['Text/Calendar;component=VEVENT', 'ics'],
    ['text/calendar, application/json', 'json'],
    ['application/json;q=0.4, text/calendar;q=0.5', 'ics'],
    ['text/calendar;q=0.4, application/json;q=0.5', 'json'],
    ['text/calendar, */*', 'ics'],
    ['text/calendar;q=0.9, */*', 'json'],
    ['text/*', 'ics'],
    ['application/*', 'json'],
    ['text/*, text/javascript', 'json'],
    ['text/csv, text/calendar', 'ics'],
    ['text/csv, text/calendar;q=0.9', 'csv'],
    ['*/*, application/json;q=0', 'ics'],
    ['*/*;q=0, text/csv', 'csv'],
    ['text/calendar;q=0', undefined],
    ['text/html', undefined],
    ['image/png, text/html;q=0.5', undefined],
    ['text/calendar;q=abc', 'ics'],
    ['text/calendar;q=0.5;x="a,b", application/json;q=0.1', 'ics'],
    [',,;q=1, nonsense', 'json'],
  ];
  for (const [accept, chosen] of cases)
    it(`${accept ?? 'no header'}: ${chosen ?? 'none'}`, () => {
      const choice = negotiate(accept, formats);
      assert.equal(typeof choice === 'object' ? choice.suffix : choice, chosen);
    });

  it('A long header is read in short time', () => {
    const long = `${'a/b;q=0.5,'.repeat(100_000)}text/calendar`;
    const took = processorTime(() => negotiate(long, formats));
    assert.ok(took < 1000, `${took} ms`);
  });
});

it('chooses the language that a reader prefers', () => {
  for (const [header, language] of [
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['de-DE,de;q=0.9', undefined],
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['CA', 'ca'],
    ['de, es;q=0.5, ca;q=0.7', 'ca'],
    ['en;q=0.3,fr;q=0.30001', 'fr'],
    ['es, ca', 'es'],
    ['es;q=0, ca;q=0.1', 'ca'],
    ['es;q=x, french, cat', undefined],
    ['es ; q=0.2 , en;q=0.1', 'es'],
  ] as const)
    assert.equal(preferredLanguage(header), language, header ?? 'no header');
});
