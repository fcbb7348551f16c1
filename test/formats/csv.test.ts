import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { EventRecord } from '../../src/events/event.ts';
import { eventMembers } from '../../src/events/members.ts';
import { plainFields } from '../../src/events/plain-fields.ts';
import { rowOf, spreadsheetText } from '../../src/formats/csv/columns.ts';
import { csv, eventColumns } from '../../src/formats/csv/events.ts';
import { bareEvent, datesIn, documentOf, HOSTILE, SITE, sampleEvent } from './documents.ts';

type Row = Record<string, string>;

const rowsOf = (document: string): Row[] =>
  parse(document, { bom: true, columns: true, record_delimiter: '\r\n' });

const table = (...events: EventRecord[]) => rowsOf(documentOf(csv, events));

/** The first characters of a cell with which spreadsheets begin to calculate. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;

describe('A table of events', () => {
  it('begins with a byte order mark and names its columns', () => {
    const document = documentOf(csv, []);
    assert.equal(document, `\ufeff${Object.keys(eventColumns).join(',')}\r\n`);
    for (const name of Object.keys(eventColumns)) assert.match(name, /^[a-z]+(_[a-z]+)*$/);
  });

  it('has a column for each member of an event that no other column says', () => {
    const said = ['global_id_lineage', 'rest_url', 'json_ld', 'language', 'languages', 'translations'];
    const members = Object.keys(eventMembers).filter(
      name => !name.endsWith('_details') && !said.includes(name),
    );
    assert.deepEqual(
      members.filter(name => !(name in eventColumns)),
      [],
    );
  });

  it('has the values of an event', () => {
    const [row] = table(sampleEvent());
    const { author, date, modified, description, ...own } = row!;
    assert.equal(description, sampleEvent().description.replace(/<\/?p>/g, ''));
    const unset = Object.entries(plainFields).map(([name, { kind }]) => [
      name,
      kind === 'flag' ? 'false' : '',
    ]);
    assert.deepEqual(own, {
      ...Object.fromEntries(unset),
      ...{ id: '15', title: 'Festa Major', all_day: 'false', status: 'publish' },
      ...{ start_date: '2031-07-05 19:00:00', end_date: '2031-07-05 22:30:00' },
      ...{ timezone: 'Europe/Madrid', timezone_abbr: 'CEST' },
      ...{ utc_start_date: '2031-07-05 17:00:00', utc_end_date: '2031-07-05 20:30:00' },
      ...{ venue: 'Plaça Major', venue_address: 'Plaça Major, 1', venue_city: 'Vic', venue_zip: '08500' },
      ...{ venue_stateprovince: 'Barcelona', venue_country: 'Espanya', venue_phone: '', venue_website: '' },
      ...{ venue_geo_lat: '41.9301', venue_geo_lng: '2.2546', venue_id: '12', other_venues: '' },
      ...{ organizer: 'Ajuntament de Vic', organizer_phone: "'+34 930 000 000", organizer_id: '13' },
      ...{ organizer_email: 'cultura@example.org', organizer_website: 'https://www.example.org' },
      ...{ categories: 'Música', tags: 'Aire lliure', cost: '5€' },
      ...{ event_status: 'scheduled', distance: '' },
      ...{ series: '', recurrence_id: '', recurrence: '', recurrence_text: '' },
      ...{ next_occurrence: '', occurrences_total: '' },
      ...{ website: 'https://www.example.org/festa-major', url: `${SITE}/event/festa-major/` },
      ...{
        image: `${SITE}/images/0f8a4b6c2d1e3f5a7b9c0d2e/festa-major.jpg`,
        excerpt: '',
        slug: 'festa-major',
      },
      ...{ featured: 'true', show_map: 'true', show_map_link: 'true', global_id: 'agenda.example.org?id=15' },
      ...{ date_utc: '2031-05-20 07:00:00', modified_utc: '2031-06-02 10:30:00' },
    });
  });

  it('has all venues, organizers and terms of an event', () => {
    const { venues, organizers, tags } = sampleEvent();
    const [venue] = venues;
    const [organizer] = organizers;
    const [row] = table(
      sampleEvent({
        venues: [venue!, { ...venue!, name: 'Teatre' }, { ...venue!, name: 'Sala' }],
        organizers: [organizer!, { ...organizer!, name: 'Cor', phone: '', email: 'cor@example.org' }],
        tags: [tags[0]!, { ...tags[0]!, name: 'Gratis' }],
      }),
    );
    assert.equal(row!.venue, 'Plaça Major');
    assert.equal(row!.other_venues, 'Teatre | Sala');
    assert.equal(row!.organizer, 'Ajuntament de Vic | Cor');
    assert.equal(row!.organizer_email, 'cultura@example.org | cor@example.org');
    assert.equal(row!.tags, 'Aire lliure | Gratis');
  });

  it('has the currency of the event, and the fields of the site as JSON', () => {
    const fields = { room: { label: 'Room', value: '=1' } };
    const [row] = table(sampleEvent({ currency_code: 'CHF', custom_fields: JSON.stringify(fields) }));
    assert.equal(row!.currency_code, 'CHF');
    assert.deepEqual(JSON.parse(row!.custom_fields!), fields);
  });

  it('leaves cells empty where an event has nothing', () => {
    const [row] = table(bareEvent());
    for (const name of [
      'venue',
      'venue_geo_lat',
      'organizer',
      'categories',
      'tags',
      'cost',
      'image',
      'description',
    ])
      assert.equal(row![name], '', name);
  });

  it('has numbers as numbers, also below zero', () => {
    const [venue] = sampleEvent().venues;
    const document = documentOf(csv, [
      sampleEvent({ venues: [{ ...venue!, geo_lat: -3.5, geo_lng: -0.1 }] }),
    ]);
    assert.ok(document.includes(',-3.5,-0.1,'));
  });

  it('has dates in any zone with their instants', () => {
    const [row] = table(
      sampleEvent(datesIn('UTC-9.5', '-09:30', '2031-05-10 00:00:00', '2031-05-11 01:00:00')),
    );
    assert.equal(row!.start_date, '2031-05-10 00:00:00');
    assert.equal(row!.timezone, 'UTC-9.5');
    assert.equal(row!.utc_end_date, '2031-05-11 10:30:00');
  });

  it('shows nothing of what a password hides', () => {
    const password = { password_hash: 'hash' };
    const bare = { ...bareEvent({ ...password, website: '' }), all_day: 1 };
    assert.equal(documentOf(csv, [sampleEvent({ ...password, sticky: 1 })]), documentOf(csv, [bare]));
  });
});

describe('A table with hostile texts', () => {
  const events = HOSTILE.map((text, at) => {
    const event = sampleEvent({
      id: at + 1,
      title: text,
      slug: text,
      website: text,
      description: text,
      excerpt: text,
    });
    return {
      ...event,
      venues: [{ ...event.venues[0]!, name: text, zip: text }],
      tags: [{ ...event.tags[0]!, name: text }],
    };
  });
  const document = documentOf(csv, events);

  it('has one row for each event, and as many cells in each', () => {
    assert.equal(rowsOf(document).length, events.length);
    assert.equal(document.split('\r\n').length, events.length + 2);
    assert.ok(document.isWellFormed());
    assert.doesNotMatch(document.replaceAll('\r\n', ''), /[\p{Cc}\p{Zl}\p{Zp}]/u);
  });

  it('has no cell that a spreadsheet runs, or divides', () => {
    for (const row of rowsOf(document))
      for (const [name, cell] of Object.entries(row)) {
        if (!/^venue_geo_l/.test(name)) assert.doesNotMatch(cell, FORMULA, name);
        assert.ok(cell.length <= 32_767, name);
      }
  });

  it('has no cell that a spreadsheet runs which takes semicolons for separators', () => {
    const rows: string[][] = parse(document, {
      bom: true,
      delimiter: ';',
      relax_quotes: true,
      relax_column_count: true,
    });
    for (const row of rows) for (const cell of row.slice(1)) assert.doesNotMatch(cell, FORMULA);
  });
});

describe('The text of a cell', () => {
  const cases: [string, string][] = [
    ['Jazz', 'Jazz'],
    ['=1+1', "'=1+1"],
    ['+34 930 000 000', "'+34 930 000 000"],
    ['-5', "'-5"],
    ['@home', "'@home"],
    ['\t=1+1', "'=1+1"],
    ['\r\n+1', "'+1"],
    ['＝1+1', "'＝1+1"],
    ['\u200b=1+1', "'\u200b=1+1"],
    ['a;=1+1', "a;'=1+1"],
    ['a; "=1+1', 'a;\' "=1+1'],
    ['a - b = c', 'a - b = c'],
    ["l'Atlàntida", "l'Atlàntida"],
    ['one\ntwo', 'one two'],
  ];
  for (const [text, expected] of cases)
    it(`of ${JSON.stringify(text)} is ${JSON.stringify(expected)}`, () => {
      assert.equal(spreadsheetText(text), expected);
    });

  it('is no formula either behind a comma, where something else separates the cells', () => {
    for (const separator of [';', '\t']) {
      assert.equal(rowOf([1, 'a,=1+1,b'], separator), `1${separator}"a,'=1+1,b"\r\n`);
      assert.equal(rowOf(['a, "@x; +1'], separator), '"a,\' ""@x;\' +1"\r\n');
    }
    assert.equal(rowOf([1, 'a,=1+1']), '1,"a,=1+1"\r\n');
  });

  it('is in quotes, which a quote within it doubles', () => {
    assert.equal(rowOf(['a "b", c', 1, true, null, undefined, '']), '"a ""b"", c",1,true,,,\r\n');
    assert.equal(rowOf(['a;b', 1, undefined], ';'), '"a;b";1;\r\n');
  });
});
