import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { calendarText, readText, vevent } from '../../../../test/calendar-text.ts';
import { parseZone, toEpoch, toWall } from '../../../lib/time/zones.ts';
import { FileZones } from './file-zones.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';
import { namedZone } from './zone-name.ts';

const MADRID = 'Europe/Madrid';

/** The lines of a zone that changes its clocks twice a year. */
const zone = (standard: string, daylight: string, autumn: string, spring: string): string[] => [
  ...['BEGIN:VTIMEZONE', 'TZID:Mine', 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
  ...[`TZOFFSETFROM:${daylight}`, `TZOFFSETTO:${standard}`, `RRULE:FREQ=YEARLY;${autumn}`, 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', `TZOFFSETFROM:${standard}`, `TZOFFSETTO:${daylight}`],
  ...[`RRULE:FREQ=YEARLY;${spring}`, 'END:DAYLIGHT', 'END:VTIMEZONE'],
];

const EUROPE = ['BYDAY=-1SU;BYMONTH=10', 'BYDAY=-1SU;BYMONTH=3'] as const;

describe('The names of zones in calendars', () => {
  const names = {
    'Europe/Madrid': MADRID,
    'europe/lisbon': 'Europe/Lisbon',
    '/freeassociation.sourceforge.net/Tzfile/Europe/Rome': 'Europe/Rome',
    '/mozilla.org/20050126_1/America/Argentina/Buenos_Aires': 'America/Argentina/Buenos_Aires',
    'tzone://Microsoft/Utc': 'UTC',
    'America/New York': 'America/New_York',
    'Romance Standard Time': MADRID,
    'Romance Standard Time 1': MADRID,
    'Romance Daylight Time': MADRID,
    'W. Europe Standard Time': 'Europe/Berlin',
    'GMT Standard Time': 'Europe/London',
    '(UTC+01:00) Brussels, Copenhagen, Madrid, Paris': MADRID,
    '(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna': 'Europe/Amsterdam',
    '(UTC-05:00) Eastern Time (US & Canada)': 'America/New_York',
    '(UTC) Coordinated Universal Time': 'UTC',
    'GMT+0200': '+02:00',
    'GMT+0530': '+05:30',
  };
  for (const [name, expected] of Object.entries(names))
    it(`${name} is ${expected}`, () => assert.equal(namedZone(name, [MADRID]), expected));

  it('Names that mean nothing are none', () => {
    for (const name of [
      '',
      'Customized Time Zone',
      'constructor',
      '(UTC+01:00) Nowhere',
      '/',
      'x'.repeat(5000),
    ])
      assert.equal(namedZone(name, [MADRID]), undefined);
  });

  it('Every zone of Windows that CLDR knows has its zone', () => {
    // Another project's copy of the data of CLDR.
    const known = createRequire(import.meta.url)('node-ical/windowsZones.json') as Record<
      string,
      { iana: string[] }
    >;
    for (const [name, { iana }] of Object.entries(known)) {
      if (name.startsWith('(')) continue;
      const [zone] = WINDOWS_ZONES[name]?.split(' ') ?? [];
      assert.ok(zone && parseZone(zone), name);
      const now = Temporal.Now.instant();
      const offset = (id: string) => now.toZonedDateTimeISO(id).offset;
      assert.equal(offset(zone), offset(iana[0]!), name);
    }
    for (const zone of Object.values(WINDOWS_ZONES).flatMap(zones => zones.split(' ')))
      assert.ok(parseZone(zone), zone);
  });
});

describe('Zones that a file describes itself', () => {
  it('A zone with the rules of a known one is that one', () => {
    const zones = new FileZones(
      new Map([
        ['Mine', zone('+0100', '+0200', ...EUROPE)],
        ['East', zone('-0500', '-0400', 'BYDAY=1SU;BYMONTH=11', 'BYDAY=2SU;BYMONTH=3')],
      ]),
      MADRID,
    );
    assert.deepEqual(zones.locate('2031-07-10 10:00:00', 'Mine', MADRID), { zone: MADRID });
    assert.deepEqual(zones.locate('2031-07-10 10:00:00', 'Mine', 'Europe/Rome'), { zone: 'Europe/Rome' });
    assert.equal(zones.locate('2031-07-10 10:00:00', 'East', MADRID).zone, 'America/New_York');
  });

  it('A zone with a name that programs add is that one', () => {
    const lines = [...zone('+0100', '+0200', ...EUROPE), 'X-LIC-LOCATION:Europe/Oslo'];
    const zones = new FileZones(new Map([['Mine', lines]]), MADRID);
    assert.deepEqual(zones.locate('2031-07-10 10:00:00', 'Mine', MADRID), { zone: 'Europe/Oslo' });
  });

  it('A zone like no other gives its times the offset that it describes', () => {
    const zones = new FileZones(new Map([['Odd', zone('+0217', '+0317', ...EUROPE)]]), MADRID);
    const at = (wall: string) => zones.locate(wall, 'Odd', MADRID);
    const winter = Date.UTC(2031, 0, 10, 10) / 1000 - (2 * 60 + 17) * 60;
    assert.deepEqual(at('2031-01-10 10:00:00'), { zone: '+02:17', epoch: winter });
    assert.deepEqual(at('2031-07-10 10:00:00').zone, '+03:17');
    // The hour that the clocks skip, and the one that they repeat.
    assert.equal(at('2031-03-30 02:30:00').epoch, Date.UTC(2031, 2, 30, 2, 30) / 1000 - (2 * 60 + 17) * 60);
    assert.equal(at('2031-10-26 02:30:00').epoch, Date.UTC(2031, 9, 26, 2, 30) / 1000 - (3 * 60 + 17) * 60);
  });

  it('A name is the same with the escapes of a text and without', async () => {
    const lines = (id: string) => [
      ...['BEGIN:VTIMEZONE', `TZID:${id}`, 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
      ...['TZOFFSETFROM:+0300', 'TZOFFSETTO:+0245', 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    const names = [
      ['Our office\\, here', '"Our office, here"'],
      ['Room\\; floor', '"Room; floor"'],
      ['Our office\\, here', '"Our office\\, here"'],
    ] as const;
    for (const [described, written] of names) {
      const event = vevent({ [`DTSTART;TZID=${written}`]: '20270301T093000' });
      const { events, notes } = await readText(calendarText([...lines(described), event]));
      assert.equal(events[0]!.utc_start_date, '2027-03-01 06:45:00', written);
      assert.deepEqual(notes, []);
    }
  });

  it('Names of old Outlook are known, with a description and without', async () => {
    const lines = [
      ...['BEGIN:VTIMEZONE', 'TZID:Kuala Lumpur\\, Singapore', 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
      ...['TZOFFSETFROM:+0900', 'TZOFFSETTO:+0800', 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    const event = vevent({
      ...{ 'DTSTART;TZID="Kuala Lumpur, Singapore"': '20270301T093000', RRULE: 'FREQ=WEEKLY;COUNT=6' },
    });
    for (const described of [lines, []]) {
      const { events, notes } = await readText(calendarText([...described, event]));
      assert.equal(
        toWall(toEpoch('2027-03-01 09:30:00', String(events[0]!.timezone)), 'UTC'),
        '2027-03-01 01:30:00',
      );
      assert.deepEqual(notes, []);
    }
    const zones = new FileZones(new Map(), MADRID);
    for (const [name, zone] of [
      ['Amsterdam\\, Berlin\\, Bern\\, Rome\\, Stockholm\\, Vienna', 'Europe/Amsterdam'],
      ['Pacific Time (US & Canada), Tijuana', 'America/Tijuana'],
      ['Eastern Time (US & Canada), somewhere', 'America/New_York'],
      ['Brussels, Copenhagen, Madrid, Paris', MADRID],
      ['Brisbane', 'Australia/Brisbane'],
    ] as const)
      assert.deepEqual(zones.locate('2031-07-10 10:00:00', name, MADRID), { zone });
    assert.equal(zones.calendarZone('Kuala Lumpur\\, Singapore'), 'Asia/Kuala_Lumpur');
  });

  it('The names that calendars have for offsets are offsets', () => {
    const zones = new FileZones(new Map(), MADRID);
    for (const [name, zone] of [
      ['Etc/GMT-2', '+02:00'],
      ['Etc/GMT+10', '-10:00'],
      ['Etc/GMT', 'UTC'],
    ] as const)
      assert.deepEqual(zones.locate('2031-07-10 10:00:00', name, MADRID), { zone });
  });

  it('Nonsense is the zone of the calendar, and is told', () => {
    const zones = new FileZones(
      new Map([
        ['Empty', []],
        ['Bad', ['BEGIN:STANDARD', 'DTSTART:x', 'END:STANDARD']],
      ]),
      MADRID,
    );
    for (const id of ['Empty', 'Bad', 'Nowhere'])
      assert.deepEqual(zones.locate('2031-07-10 10:00:00', id, 'Europe/Rome'), { zone: 'Europe/Rome' });
    assert.deepEqual([...zones.unknown], ['Empty', 'Bad', 'Nowhere']);
  });
});
