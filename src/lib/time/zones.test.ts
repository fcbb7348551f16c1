import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoWithOffset, parseZone, toEpoch, toWall, zoneAbbreviation } from './zones.ts';

const ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'EST', 'Etc/GMT+5', '+05:30', '-09:30'];

test('Zones are found by name in any case, and links keep their name', () => {
  const zones = {
    'Europe/Madrid': 'Europe/Madrid',
    'europe/lisbon': 'Europe/Lisbon',
    'AMERICA/PORT-AU-PRINCE': 'America/Port-au-Prince',
    'Europe/Andorra': 'Europe/Andorra',
    'US/Eastern': 'US/Eastern',
    'Asia/Calcutta': 'Asia/Calcutta',
    'Etc/GMT+5': 'Etc/GMT+5',
    'GMT+0': 'GMT+0',
    utc: 'UTC',
    Z: 'UTC',
    z: 'UTC',
    gmt: 'GMT',
    EST: 'EST',
    cet: 'CET',
  };
  for (const [name, zone] of Object.entries(zones)) assert.equal(parseZone(name), zone, name);
  assert.equal(toWall(Date.UTC(2031, 6, 10, 17) / 1000, 'EST'), '2031-07-10 12:00:00');
});

test('Zones are found by offset and by abbreviation', () => {
  const zones = {
    '+02:00': '+02:00',
    '-0530': '-05:30',
    '+05': '+05:00',
    'UTC-5': '-05:00',
    'utc+13': '+13:00',
    'UTC+5.5': '+05:30',
    'UTC-9.5': '-09:30',
    'UTC+5.75': '+05:45',
    'UTC+5:45': '+05:45',
    'UTC+0': '+00:00',
    'UTC-0': '+00:00',
    'UTC+14': '+14:00',
    'GMT+0200': '+02:00',
    BST: '+01:00',
    cest: '+02:00',
    EDT: '-04:00',
    PST: '-08:00',
    CST: '-06:00',
    JST: '+09:00',
    ChST: '+10:00',
    NST: '-03:30',
  };
  for (const [name, zone] of Object.entries(zones)) assert.equal(parseZone(name), zone, name);
});

test('Text that is no zone is refused', () => {
  const names = ['', ' ', 'UTCfoo', 'Madrid', 'Nowhere', 'Nowhere/Here', 'Europe/Atlantis', 'UTC+', 'UTC+15'];
  names.push(
    'UTC+14:15',
    '+14:01',
    '+02:60',
    '5',
    '+5.5',
    'UTC+5.3',
    'UTC +5',
    'Europe/Madrid ',
    'IST',
    '\0',
  );
  names.push(
    '2031-05-10T10:00:00+02:00',
    'T1000+0200',
    '2031-05-10[Europe/Madrid]',
    'constructor',
    '__proto__',
  );
  names.push('\ud800', 'ＵＴＣ', 'Europe/Madrid\n', 'a'.repeat(100_000));
  for (const name of names) assert.equal(parseZone(name), undefined, name.slice(0, 40));
});

/** Random UTF-16 code units, including lone surrogates and control characters. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 70 })
  .map(units => String.fromCharCode(...units));

test('Any text is a usable zone with an abbreviation, or no zone', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string(), fc.constantFrom(...ZONES)), name => {
      const zone = parseZone(name);
      if (zone !== undefined) assert.equal(toEpoch(toWall(1.9e9, zone), zone), 1.9e9);
      assert.equal(zoneAbbreviation(name, 1.9e9) === '', zone === undefined);
    }),
  );
});

test('A skipped wall time moves forward, and a repeated one is the first of the two', () => {
  const cases = [
    ['Europe/Madrid', '2031-03-30 01:59:59', '2031-03-30T01:59:59+01:00'],
    ['Europe/Madrid', '2031-03-30 02:00:00', '2031-03-30T03:00:00+02:00'],
    ['Europe/Madrid', '2031-03-30 02:30:00', '2031-03-30T03:30:00+02:00'],
    ['Europe/Madrid', '2031-03-30 03:00:00', '2031-03-30T03:00:00+02:00'],
    ['Europe/Madrid', '2031-10-26 01:59:59', '2031-10-26T01:59:59+02:00'],
    ['Europe/Madrid', '2031-10-26 02:30:00', '2031-10-26T02:30:00+02:00'],
    ['Europe/Madrid', '2031-10-26 03:00:00', '2031-10-26T03:00:00+01:00'],
    ['America/New_York', '2031-03-09 02:30:00', '2031-03-09T03:30:00-04:00'],
    ['America/New_York', '2031-11-02 01:30:00', '2031-11-02T01:30:00-04:00'],
    ['Australia/Lord_Howe', '2031-10-05 02:15:00', '2031-10-05T02:45:00+11:00'],
    ['Australia/Lord_Howe', '2031-04-06 01:45:00', '2031-04-06T01:45:00+11:00'],
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-31T12:00:00+14:00'],
    ['UTC', '2031-08-15 18:30:00', '2031-08-15T18:30:00+00:00'],
    ['-09:30', '2031-08-15 18:30:00', '2031-08-15T18:30:00-09:30'],
    ['Asia/Kathmandu', '2031-08-15 18:30:00', '2031-08-15T18:30:00+05:45'],
    ['Europe/Madrid', '1000-01-01 00:00:00', '1000-01-01T00:00:00-00:15'],
    ['Pacific/Kiritimati', '9999-12-31 23:59:59', '9999-12-31T23:59:59+14:00'],
  ] as const;
  for (const [zone, wall, iso] of cases) assert.equal(isoWithOffset(wall, zone), iso);
  assert.throws(() => toEpoch('tomorrow', 'UTC'), RangeError);
});

const seconds = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from) / 1000, max: Date.parse(to) / 1000 });
const anyInstant = fc.oneof(seconds('1960-01-01', '2060-01-01'), seconds('1000-01-02', '9998-12-30'));

/** Instants around the zone's clock changes, and random ones. */
const zoneAndInstant = fc
  .record({ zone: fc.constantFrom(...ZONES), epoch: anyInstant, near: fc.integer({ min: -9000, max: 9000 }) })
  .map(({ zone, epoch, near }) => {
    const at = Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zone);
    const change = at.getTimeZoneTransition(near % 2 ? 'next' : 'previous');
    return { zone, epoch: change ? change.epochMilliseconds / 1000 + near : epoch };
  });

test('Instants and wall times are those of Temporal, also around clock changes', () => {
  fc.assert(
    fc.property(zoneAndInstant, ({ zone, epoch }) => {
      const at = Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zone);
      const wall = toWall(epoch, zone);
      assert.equal(wall, at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' '));
      for (const shift of [0, -1800, 1800, 3600]) {
        const plain = at.toPlainDateTime().add({ seconds: shift });
        const shifted = plain.toString({ smallestUnit: 'second' }).replace('T', ' ');
        assert.equal(toEpoch(shifted, zone), plain.toZonedDateTime(zone).epochMilliseconds / 1000, shifted);
      }
    }),
    { numRuns: 2000 },
  );
});

test('An existing wall time is the same after a round trip through its instant', () => {
  fc.assert(
    fc.property(zoneAndInstant, ({ zone, epoch }) => {
      const wall = toWall(epoch, zone);
      assert.equal(toWall(toEpoch(wall, zone), zone), wall);
    }),
    { numRuns: 1000 },
  );
});

test('Zone abbreviations in January and July are the expected ones', () => {
  const zones = `
    UTC UTC UTC|Etc/GMT GMT GMT|GMT+0 GMT GMT|Africa/Abidjan GMT GMT|Europe/Lisbon WET WEST|Europe/London GMT BST
    Europe/Jersey GMT BST|Europe/Dublin GMT IST|Europe/Madrid CET CEST|CET CET CEST|Europe/Kyiv EET EEST
    Europe/Moscow MSK MSK|Europe/Minsk +03 +03|Europe/Istanbul +03 +03|Africa/Lagos WAT WAT|Africa/Harare CAT CAT
    Africa/Johannesburg SAST SAST|Africa/Nairobi EAT EAT|Antarctica/Troll +00 +02|Antarctica/Casey +08 +08
    Asia/Jerusalem IST IDT|Asia/Karachi PKT PKT|Asia/Kolkata IST IST|Asia/Colombo +0530 +0530|Asia/Dubai +04 +04
    Asia/Kathmandu +0545 +0545|Asia/Jakarta WIB WIB|Asia/Makassar WITA WITA|Asia/Jayapura WIT WIT
    Asia/Shanghai CST CST|Asia/Taipei CST CST|Asia/Hong_Kong HKT HKT|Asia/Manila PST PST|Asia/Seoul KST KST
    Asia/Tokyo JST JST|Australia/Perth AWST AWST|Australia/Adelaide ACDT ACST|Australia/Sydney AEDT AEST
    Australia/Lord_Howe +11 +1030|Pacific/Auckland NZDT NZST|Pacific/Guam ChST ChST|Pacific/Pago_Pago SST SST
    Pacific/Honolulu HST HST|America/Adak HST HDT|America/Anchorage AKST AKDT|America/Los_Angeles PST PDT
    America/Vancouver MST MST|America/Denver MST MDT|America/Mazatlan MST MST|America/Whitehorse MST MST
    America/Edmonton CST CST|America/Chicago CST CDT|America/Havana CST CDT|America/New_York EST EDT|EST EST EST
    America/Halifax AST ADT|America/St_Johns NST NDT|America/Sao_Paulo -03 -03|Pacific/Marquesas -0930 -0930
    europe/lisbon WET WEST|UTC-5 UTC-5 UTC-5|UTC+5.5 UTC+5.5 UTC+5.5|+02:00 GMT+0200 GMT+0200
    -0530 GMT-0530 GMT-0530|BST BST BST|jst JST JST`;
  const [january, july] = [Date.UTC(2031, 0, 10) / 1000, Date.UTC(2031, 6, 10) / 1000];
  for (const line of zones.trim().split(/\s*[|\n]\s*/)) {
    const [name = '', ...abbreviations] = line.split(' ');
    assert.deepEqual([zoneAbbreviation(name, january), zoneAbbreviation(name, july)], abbreviations, name);
  }
});

test('Zone abbreviations change with the clocks, to the second', () => {
  const change = Date.UTC(2031, 9, 26, 1) / 1000;
  assert.equal(zoneAbbreviation('Europe/Madrid', change - 1), 'CEST');
  assert.equal(zoneAbbreviation('Europe/Madrid', change), 'CET');
  const renamed = Date.UTC(2026, 10, 1, 9) / 1000;
  assert.equal(zoneAbbreviation('America/Vancouver', renamed - 1), 'PDT');
  assert.equal(zoneAbbreviation('America/Vancouver', renamed), 'MST');
});
