import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { calendarText, readText, vevent } from '../../../test/calendar-text.ts';
import { runsOf } from '../../../test/sample.ts';
import { SourceError } from '../../intake/source-item.ts';

const folder = join(import.meta.dirname, '../../../test/calendars');
const files = readdirSync(folder).map(name => readFileSync(join(folder, name)));

/** Reads a file; what is no calendar may be refused, and nothing else may happen. */
async function survives(file: Buffer | string): Promise<void> {
  try {
    const { events } = await readText(file);
    for (const event of events) {
      assert.equal(typeof event.title, 'string');
      assert.match(String(event.start_date), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }
  } catch (error) {
    assert.ok(error instanceof SourceError, String(error));
  }
}

const NAMES = [
  ...[
    'DTSTART',
    'DTEND',
    'DURATION',
    'RRULE',
    'RDATE',
    'EXDATE',
    'EXRULE',
    'RECURRENCE-ID',
    'LOCATION',
    'GEO',
  ],
  ...['SUMMARY', 'DESCRIPTION', 'X-ALT-DESC', 'ORGANIZER', 'CATEGORIES', 'URL', 'STATUS', 'ATTACH', 'IMAGE'],
  ...['SEQUENCE', 'CREATED', 'LAST-MODIFIED', 'X-APPLE-STRUCTURED-LOCATION', 'CLASS', 'UID', 'BEGIN', 'END'],
];
const VALUES = [
  ...[
    '20310510T183000',
    '20310510',
    '99991231T235959Z',
    '00000000T000000',
    '20310510T250000',
    'P1D',
    'PT99999999H',
  ],
  ...['FREQ=DAILY;COUNT=3', 'FREQ=SECONDLY', 'FREQ=YEARLY;BYWEEKNO=99', 'FREQ=DAILY;UNTIL=99999999T999999Z'],
  ...['FREQ=HOURLY;INTERVAL=999999;BYHOUR=25', 'FREQ=MONTHLY;BYDAY=99MO;BYSETPOS=-9', 'FREQ=X', '1e9;-1e9'],
  ...['\\', '\\n\\,\\;', '"', ':', ';', '\u0000', '\ud800', 'geo:1,1', 'mailto:%E0%A4%A', 'VEVENT', 'VALARM'],
  ...[
    '20310510T183000Z/PT1H',
    '20310510T183000Z/19000101T000000Z',
    'data:image/png;base64,AAAA',
    '<p>',
    '__proto__',
  ],
];
const PARAMS = [
  ...['', ';VALUE=DATE', ';VALUE=PERIOD', ';TZID=Europe/Madrid', ';TZID=', ';TZID="(UTC+01:00) X"', ';X="'],
  ...[
    ';RANGE=THISANDFUTURE',
    ';FMTTYPE=text/html',
    ';ENCODING=BASE64;VALUE=BINARY',
    ';VALUE=toString',
    ';=;',
    ';CN=%',
  ],
];

const line = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom(...PARAMS),
    fc.oneof(fc.constantFrom(...VALUES), fc.string()),
  )
  .map(parts => `${parts[0]}${parts[1]}:${parts[2]}`);

describe('Calendar files that nobody would write', () => {
  it('Events of any lines are read or left out', async () => {
    const files = fc.array(fc.array(line, { maxLength: 12 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(files, events =>
        survives(calendarText(events.map(lines => vevent({ DTSTART: '20310510T183000' }, ...lines)))),
      ),
      { numRuns: runsOf(400, 0.5) },
    );
  });

  it('Real files with bytes changed, removed or repeated are read or refused', async () => {
    const change = fc.record({ at: fc.nat(), length: fc.nat(200), bytes: fc.uint8Array({ maxLength: 20 }) });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), fc.array(change, { maxLength: 8 }), (file, changes) => {
        let bytes = file;
        for (const { at, length, bytes: put } of changes) {
          const from = at % bytes.length || 0;
          bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + length)]);
        }
        return survives(bytes);
      }),
      { numRuns: runsOf(300, 0.5) },
    );
  });

  it('Any bytes are read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), bytes =>
        survives(Buffer.concat([Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'), bytes])),
      ),
      { numRuns: runsOf(300, 0.5) },
    );
  });

  it('Zones of any lines are read', async () => {
    const zoneLine = fc
      .tuple(
        fc.constantFrom(
          'DTSTART',
          'TZOFFSETFROM',
          'TZOFFSETTO',
          'RRULE',
          'RDATE',
          'BEGIN',
          'END',
          'X-LIC-LOCATION',
        ),
        fc.constantFrom(
          '20310510T183000',
          '+0100',
          '-9999',
          'FREQ=YEARLY;BYMONTH=13;BYDAY=9SU',
          'STANDARD',
          'DAYLIGHT',
        ),
      )
      .map(parts => parts.join(':'));
    await fc.assert(
      fc.asyncProperty(fc.array(zoneLine, { maxLength: 20 }), lines =>
        survives(
          calendarText([
            ['BEGIN:VTIMEZONE', 'TZID:Odd', ...lines, 'END:VTIMEZONE'].join('\r\n'),
            vevent({ 'DTSTART;TZID=Odd': '20310510T183000', RRULE: 'FREQ=WEEKLY;COUNT=3' }),
          ]),
        ),
      ),
      { numRuns: runsOf(200, 0.5) },
    );
  });

  it('A line or an event of any length takes no more than its share', async () => {
    const begun = performance.now();
    await survives(
      calendarText([vevent({ DTSTART: '20310510T183000', DESCRIPTION: '\\,'.repeat(1_000_000) })]),
    );
    await survives(calendarText([vevent({ DTSTART: '20310510T183000', LOCATION: 'a, '.repeat(300_000) })]));
    await survives(calendarText([vevent({ DTSTART: '20310510T183000' }, `X${';A=b'.repeat(100_000)}:1`)]));
    await survives(calendarText([`BEGIN:VEVENT\r\n${'BEGIN:VALARM\r\n'.repeat(20_000)}`]));
    await survives(
      calendarText([vevent({ DTSTART: '20310510T183000' }, ...Array(50_000).fill('RRULE:FREQ=DAILY'))]),
    );
    for (const markup of ['<body', '<head', '<a ', '<!--']) {
      const text = markup.repeat(200_000);
      const lines = { DESCRIPTION: text, 'X-ALT-DESC;FMTTYPE=text/html': text };
      await survives(calendarText([vevent({ DTSTART: '20310510T183000', ...lines })]));
    }
    const names = Array.from({ length: 200_000 }, (_, number) => number).join();
    await survives(
      calendarText([vevent({ DTSTART: '20310510T183000', CATEGORIES: names, 'X-TAGS': `x,${names}` })]),
    );
    assert.ok(performance.now() - begun < 60_000);
  });

  it('Of what no calendar has, as much is read as fits into the memory', async () => {
    const eventWith = async (lines: Record<string, string>, more: readonly string[] = []) => {
      const { events } = await readText(
        calendarText([
          vevent(
            { DTSTART: '20310510T183000', ...lines },
            [...more, 'URL:https://example.org/last'].join('\r\n'),
          ),
        ]),
      );
      return events[0]!;
    };
    const lengthOf = async (...parts: Parameters<typeof eventWith>) =>
      String((await eventWith(...parts)).description).length;
    assert.equal(await lengthOf({ DESCRIPTION: '\\\\'.repeat(1_500_000) }), 999_994);
    assert.equal(
      await lengthOf({ 'DESCRIPTION;ENCODING=QUOTED-PRINTABLE': '=41'.repeat(1_500_000) }),
      999_988,
    );
    const unfolded = Array<string>(100_000).fill('a line that was not folded');
    assert.ok((await lengthOf({ DESCRIPTION: 'a' }, unfolded)) < 2_000_100);
    const many = Array.from({ length: 200_000 }, (_, at) => `X-${at}:a`);
    assert.equal((await eventWith({}, many.slice(10))).website, 'https://example.org/last');
    assert.equal((await eventWith({}, many)).website, '');
    await assert.rejects(readText(calendarText(Array(250_002).fill('BEGIN:VEVENT'))), {
      message: 'it has more than 250000 events',
    });
  });

  it('The zones, lines and revisions of a calendar that was made to take long are read in their turn', async () => {
    const begun = performance.now();
    const times = <Item>(count: number, item: (at: number) => Item) =>
      Array.from({ length: count }, (_, at) => item(at));
    const zone = (lines: readonly string[]) => [
      ...['BEGIN:VTIMEZONE', 'TZID:Odd', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0213'],
      ...['TZOFFSETTO:+0113', ...lines, 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    const year = (at: number) => ({ UID: `${at}`, 'DTSTART;TZID=Odd': `${1000 + at}0510T183000` });
    const start = { DTSTART: '20310510T183000' };
    for (const parts of [
      [...zone(times(100_000, () => 'RDATE:20310101T000000')), vevent(year(1031))],
      [...zone([]), ...times(8000, at => vevent(year(at)))],
      [vevent({ ...start, DESCRIPTION: 'a' }, ...times(100_000, () => 'a line that was not folded'))],
      [vevent(start, `X-A;TZID=${':'.repeat(80_000)}"x:`)],
      [vevent(start, `X-A;B=${'a'.repeat(20_000_000)}`)],
      [vevent(start, `RDATE;B=${'a'.repeat(20_000_000)}`)],
      times(150_000, () => 'BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20310510\r\nEND:VEVENT'),
    ])
      await survives(calendarText(parts));
    assert.ok(performance.now() - begun < 60_000);
  });
});
