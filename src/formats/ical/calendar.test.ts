import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { calendarOf, eventAt, eventWith, view } from '../../../test/ical-samples.ts';
import type { EventRecord } from '../../events/event.ts';

/** The content lines of a calendar, as readers join them. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

/** The lines of the only event. */
function eventLines(columns: Partial<EventRecord>): string[] {
  const lines = linesOf(calendarOf([eventWith(columns)]));
  return lines.slice(lines.indexOf('BEGIN:VEVENT'), lines.indexOf('END:VEVENT') + 1);
}

const valueIn = (lines: readonly string[], name: string) =>
  lines.find(line => line.startsWith(`${name}:`) || line.startsWith(`${name};`))?.slice(name.length + 1);

const WEEKLY = {
  ...{ frequency: 'WEEKLY', interval: 1, count: undefined, until: '2030-04-01 00:00:00', weekStart: 0 },
  ...{ byMonth: [], byYearDay: [], byMonthDay: [], byDay: [], bySetPos: [] },
} as const;
const allDay = { all_day: 1, start_date: '2031-12-30 00:00:00', end_date: '2031-12-31 23:59:59' };
const venue = eventWith({}).venues[0]!;
const organizer = eventWith({}).organizers[0]!;

describe('Calendars', () => {
  it('Every line has a name, parameters and a value, and components are nested', () => {
    const hostile = '"Jazz"; a, b\\c\r\nEND:VCALENDAR\u2028é';
    const text = calendarOf(
      [
        eventWith({
          ...{ title: hostile, description: `<p>${hostile}</p>`, virtual_url: 'https://meet.example/1' },
          venues: [{ ...venue, name: hostile, address: hostile }],
          organizers: [{ ...organizer, name: hostile, email: 'a"b@example.org' }],
        }),
      ],
      { title: hostile, description: hostile },
    );
    const open: string[] = [];
    for (const line of linesOf(text).slice(0, -1)) {
      assert.match(line, /^[A-Z-]+(?:;[A-Z-]+=(?:"[^"]*"|[^",:;]+))*:[^\p{Cc}]*$/u);
      if (line.startsWith('BEGIN:')) open.push(line.slice(6));
      if (line.startsWith('END:')) assert.equal(open.pop(), line.slice(4));
    }
    assert.deepEqual(open, []);
    assert.equal(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').length, 1);
  });

  it('Whole days are dates, the last of which is not included', () => {
    const lines = eventLines(allDay);
    assert.ok(lines.includes('DTSTART;VALUE=DATE:20311230'));
    assert.ok(lines.includes('DTEND;VALUE=DATE:20320101'));
    const text = calendarOf([eventWith(allDay)]);
    const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    const { startDate, endDate } = new ICAL.Event(event);
    assert.deepEqual(
      [String(startDate), String(endDate), startDate.isDate],
      ['2031-12-30', '2032-01-01', true],
    );
    const [read] = Object.values(nodeIcal.sync.parseICS(text)).filter(item => item?.type === 'VEVENT');
    assert.equal(read!.datetype, 'date');
  });

  it('The last day that can be written has no day after it', () => {
    const last = { all_day: 1, start_date: '9999-12-31 00:00:00', end_date: '9999-12-31 23:59:59' };
    assert.equal(valueIn(eventLines(last), 'DTSTART'), 'VALUE=DATE:99991231');
    assert.equal(valueIn(eventLines(last), 'DTEND'), undefined);
    const longer = { ...last, start_date: '9999-12-01 00:00:00' };
    assert.equal(valueIn(eventLines(longer), 'DTEND'), 'VALUE=DATE:99991231');
  });

  it('A zone is described once, before the first event in it, and only if one is', () => {
    const events = [
      eventAt(1, 'UTC', 1_900_000_000, 1_900_000_000),
      eventAt(2, 'Asia/Tokyo', 1_900_000_001, 1_900_003_600),
      eventAt(3, 'Europe/Madrid', 1_900_000_002, 1_900_003_600),
      eventAt(4, 'Asia/Tokyo', 1_900_000_003, 1_900_003_600),
      eventAt(5, 'UTC+5:30', 1_900_000_004, 1_900_003_600),
      eventAt(6, 'UTC+2', 1_900_000_005, 1_900_003_600),
      eventAt(7, 'Etc/GMT-2', 1_900_000_006, 1_900_003_600),
      eventAt(8, '-03:00', 1_900_000_007, 1_900_003_600),
      eventAt(9, 'UTC-13', 1_900_000_008, 1_900_003_600),
    ];
    const lines = linesOf(calendarOf(events));
    const described = lines.filter(line => line.startsWith('TZID:'));
    assert.deepEqual(described, [
      ...[
        'TZID:Asia/Tokyo',
        'TZID:Europe/Madrid',
        'TZID:GMT+0530',
        'TZID:Etc/GMT-2',
        'TZID:Etc/GMT+3',
        'TZID:GMT-1300',
      ],
    ]);
    for (const zone of described)
      assert.ok(lines.indexOf(zone) < lines.findIndex(line => line.includes(zone.replace(':', '='))), zone);
    assert.ok(lines.includes('DTSTART:20300317T174640Z'));
  });

  it('An event that ends when it starts has an end', () => {
    const text = calendarOf([eventAt(1, 'Europe/Madrid', 1_900_000_000, 1_900_000_000)]);
    assert.match(text, /^DTEND;TZID=Europe\/Madrid:20300317T184640\r$/m);
    assert.match(
      calendarOf([eventAt(1, 'UTC', 1_900_000_000, 1_900_000_000)]),
      /^DTEND:20300317T174640Z\r$/m,
    );
  });

  it('A local time that occurs twice is written in UTC', () => {
    for (const at of ['2031-10-26T02:30:00+02:00', '2031-10-26T02:30:00+01:00']) {
      const epoch = Temporal.Instant.from(at).epochMilliseconds / 1000;
      const text = calendarOf([eventAt(1, 'Europe/Madrid', epoch, epoch + 7200)]);
      assert.match(text, /DTSTART:20311026T0[01]3000Z\r\nDTEND:20311026T0[23]3000Z/);
    }
  });

  it('An imported event keeps its identity, and each change has a greater number', () => {
    assert.ok(eventLines({ uid: 'a,b@example.org', sequence: 7 }).includes('UID:a\\,b@example.org'));
    assert.ok(eventLines({ sequence: 7 }).includes('SEQUENCE:7'));
    assert.ok(eventLines({ uid: null, id: 5 }).includes('UID:5@store'));
  });

  it('The status tells whether an event takes place, and its description why not', () => {
    const status = (columns: Partial<EventRecord>) => valueIn(eventLines(columns), 'STATUS');
    assert.equal(status({}), 'CONFIRMED');
    assert.equal(status({ event_status: 'canceled' }), 'CANCELLED');
    assert.equal(status({ event_status: 'postponed' }), 'TENTATIVE');
    assert.equal(status({ event_status: 'moved_online' }), 'CONFIRMED');
    assert.equal(status({ status: 'draft' }), 'TENTATIVE');
    const lines = eventLines({
      event_status: 'canceled',
      status_reason: 'Storm',
      description: '<p>Jazz</p>',
    });
    assert.match(valueIn(lines, 'DESCRIPTION')!, /^Cancelled: Storm\\n\\nJazz\\n\\n/);
    assert.equal(valueIn(lines, 'COMMENT'), 'Storm');
  });

  it('A description is text in lines, and HTML, and ends with what most readers show nowhere else', () => {
    const page = 'https://agenda.example.org/event/festa-major/';
    const lines = eventLines({
      description: '<p>One &amp; <b>two</b></p>\n<ul><li><a href="/a">a</a></li><li>b</li></ul>',
      organizers: [organizer, { ...organizer, name: 'Cor de Vic' }],
    });
    assert.equal(
      valueIn(lines, 'DESCRIPTION'),
      [
        ...['One & two', '', '- a (https://agenda.example.org/a)', '- b', ''],
        ...['Organized by: Ajuntament de Vic\\, Cor de Vic', 'Price: 5€'],
        ...['Website: https://www.example.org/festa-major', `Details: ${page}`],
      ].join('\\n'),
    );
    const [site, own] = ['https://www.example.org/festa-major', page].map(
      url => `<a href="${url}">${url}</a>`,
    );
    const html = [
      '<p>One &amp\\; <b>two</b></p>',
      '<ul><li><a href="https://agenda.example.org/a">a</a></li><li>b</li></ul>',
      `<p class="event-facts">Organized by: Ajuntament de Vic\\, Cor de Vic<br />Price: 5€<br />Website: ${site}<br />Details: ${own}</p>`,
    ].join('\\n');
    assert.equal(valueIn(lines, 'STYLED-DESCRIPTION'), `VALUE=TEXT;FMTTYPE=text/html:${html}`);
    assert.equal(valueIn(lines, 'X-ALT-DESC'), `FMTTYPE=text/html:${html}`);
    assert.equal(valueIn(lines, 'X-COST'), '5€');
    assert.equal(valueIn(lines, 'X-TICKETS-URL'), 'VALUE=URI:https://www.example.org/festa-major');
    const tickets = { ticket_url: 'https://tickets.example/', availability: 'sold_out' } as const;
    const sold = eventLines({ ...tickets, description: '', cost: null, website: '', organizers: [] });
    assert.equal(
      valueIn(sold, 'DESCRIPTION'),
      `Tickets: sold out\\nTickets: https://tickets.example/\\nDetails: ${page}`,
    );
    assert.equal(valueIn(sold, 'X-TICKETS-URL'), 'VALUE=URI:https://tickets.example/');
    const bare = eventLines({ description: '', excerpt: '', organizers: [], cost: null, website: '' });
    assert.equal(valueIn(bare, 'DESCRIPTION'), `Details: ${page}`);
  });

  it('Place, organizer, picture and online address are as readers know them', () => {
    const lines = eventLines({ virtual_url: 'https://meet.example/1' });
    assert.equal(
      valueIn(lines, 'LOCATION'),
      'Plaça Major\\, Plaça Major\\, 1\\, 08500 Vic\\, Barcelona\\, Espanya',
    );
    assert.equal(valueIn(lines, 'GEO'), '41.9301;2.2546');
    assert.equal(valueIn(lines, 'ORGANIZER'), 'CN="Ajuntament de Vic":mailto:cultura@example.org');
    assert.match(valueIn(lines, 'IMAGE')!, /^VALUE=URI;DISPLAY=BADGE;FMTTYPE=image\/jpeg:https:/);
    assert.equal(valueIn(lines, 'CONFERENCE'), 'VALUE=URI;FEATURE=VIDEO:https://meet.example/1');
    assert.match(valueIn(lines, 'DESCRIPTION')!, /Online: https:\/\/meet\.example\/1\\n/);
    const place = (is_virtual: 0 | 1) => valueIn(eventLines({ venues: [], is_virtual }), 'LOCATION');
    assert.deepEqual([place(1), place(0)], ['Online', undefined]);
  });

  it('Organizers are contacts, and the first one ORGANIZER of a calendar if it has an e-mail address', () => {
    const club = { ...organizer, name: 'Choir Club', email: 'not an address', slug: 'choir-club' };
    const contacts = (lines: readonly string[]) => lines.filter(line => /^(?:CONTACT|ORGANIZER)/.test(line));
    const both = [organizer, club];
    const named = [
      'CONTACT;ALTREP="https://agenda.example.org/organizer/ajuntament-de-vic/";EMAIL="cultura@example.org":Ajuntament de Vic',
      'CONTACT;ALTREP="https://agenda.example.org/organizer/choir-club/":Choir Club',
    ];
    assert.deepEqual(contacts(eventLines({ organizers: both })), [
      ...['ORGANIZER;CN="Ajuntament de Vic":mailto:cultura@example.org', ...named],
    ]);
    assert.deepEqual(contacts(eventLines({ organizers: [club] })), named.slice(1));
    const file = linesOf(calendarOf([eventWith({ organizers: both })], { isOfOneEvent: true }));
    assert.deepEqual(contacts(file), named);
  });

  it('A protected event shows when and what, and nothing else', () => {
    const lines = eventLines({ password_hash: 'hash', virtual_url: 'https://meet.example/1' });
    const names = lines.map(line => line.split(/[:;]/)[0]);
    assert.deepEqual(names, [
      ...['BEGIN', 'UID', 'SEQUENCE', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'DTSTART', 'DTEND', 'SUMMARY'],
      ...['URL', 'STATUS', 'CLASS', 'TRANSP', 'END'],
    ]);
  });

  it('The last change of an event is that of what it shows', () => {
    const changed = { ...venue, modified_at: 2_000_000_000 };
    assert.equal(valueIn(eventLines({ venues: [changed] }), 'LAST-MODIFIED'), '20330518T033320Z');
    const hidden = eventLines({ venues: [changed], password_hash: 'hash' });
    assert.notEqual(valueIn(hidden, 'LAST-MODIFIED'), '20330518T033320Z');
  });

  it('The head names a calendar, its address and how often to ask again, and says nothing of the file of one event', () => {
    const lines = linesOf(calendarOf([], { description: 'What is on' }));
    for (const line of [
      ...[
        'VERSION:2.0',
        'METHOD:PUBLISH',
        'NAME:Agenda',
        'X-WR-CALNAME:Agenda',
        'X-WR-TIMEZONE:Europe/Madrid',
      ],
      ...['DESCRIPTION:What is on', 'X-WR-CALDESC:What is on', 'X-PUBLISHED-TTL:PT1H'],
      'SOURCE;VALUE=URI:https://agenda.example.org/events.ics',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ])
      assert.ok(lines.includes(line), line);
    const file = linesOf(calendarOf([eventWith({})], { isOfOneEvent: true, description: 'What is on' }));
    assert.deepEqual(file.slice(0, file.indexOf('BEGIN:VTIMEZONE')), [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', lines[2], 'CALSCALE:GREGORIAN'],
    ]);
    const config = { ...view.config, TIME_ZONE: { name: 'UTC+2', id: '+02:00' } };
    assert.doesNotMatch(calendarOf([], { view: { ...view, config } }), /X-WR-TIMEZONE/);
  });

  it('A series in UTC has another name of it beside the zone of a calendar, which some readers follow', () => {
    const series = {
      ...eventAt(1, 'UTC', 1_900_000_000, 1_900_003_600),
      dates: {
        ...{ excludedDays: new Set<string>(), isSkipped: false },
        recurrence: { rule: WEEKLY, dates: [], excluded: ['2030-03-24 17:46:40'] },
      },
    };
    const text = calendarOf([series]);
    assert.match(text, /^TZID:Etc\/GMT\r$/m);
    assert.match(text, /^DTSTART;TZID=Etc\/GMT:20300317T174640\r\nDTEND;TZID=Etc\/GMT:20300317T184640\r$/m);
    assert.match(
      text,
      /^RRULE:FREQ=WEEKLY;UNTIL=20300401T000000Z\r\nEXDATE;TZID=Etc\/GMT:20300324T174640\r$/m,
    );
    const [zone] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vtimezone');
    assert.equal(new ICAL.Timezone(zone!).utcOffset(ICAL.Time.fromDateTimeString('2030-06-01T12:00:00')), 0);
    const config = { ...view.config, TIME_ZONE: { name: 'UTC', id: 'UTC' } };
    assert.match(calendarOf([series], { view: { ...view, config } }), /^DTSTART:20300317T174640Z\r$/m);
  });
});
