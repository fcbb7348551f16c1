import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentBase } from '../../intake/identity.ts';
import { calendarAddress, isCalendarAddress } from './source.ts';

describe('Addresses of calendars', () => {
  it('Those that people subscribe to are asked for by HTTPS', () => {
    for (const said of [
      'webcal://example.org/a.ics?x=1',
      'webcals://example.org/a.ics?x=1',
      'WEBCAL:example.org/a.ics?x=1',
    ])
      assert.equal(calendarAddress(said), 'https://example.org/a.ics?x=1');
    assert.equal(calendarAddress('webcal://https://example.org/a.ics'), 'https://example.org/a.ics');
    for (const other of ['https://example.org/a.ics', 'a.ics', 'webcal:', '/webcal/a.ics'])
      assert.equal(calendarAddress(other), undefined);
  });

  it('Calendars are known by their address, which stays secret in what is stored', () => {
    const known = (text: string) => isCalendarAddress(new URL(text));
    assert.ok(known('https://example.org/a.ics') && known('https://example.org/events/?ical=1'));
    assert.ok(!known('https://example.org/events/'));
    const base = documentBase('ical', new URL('https://www.example.org/private-1234/basic.ics'));
    assert.match(base, /^ical:example\.org\/[\w-]{22}$/);
    assert.equal(base, documentBase('ical', new URL('https://example.org/private-1234/basic.ics')));
  });
});
