import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it, mock } from 'node:test';
import { records } from '../src/transfer/sheets/csv.ts';
import { readOpenDocument } from '../src/transfer/sheets/ods.ts';
import { readWorkbook } from '../src/transfer/sheets/xlsx.ts';
import { Zip } from '../src/transfer/sheets/zip.ts';
import { caller } from './client.ts';
import { done, folder, type Taken, take } from './importing.ts';
import { type Service, startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';
import { openWeb } from './web.ts';
import { type DateCell, openDocument, workbook, zip } from './workbook.ts';

const file = async (name: string, content: string | Buffer): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

// A trial writes nothing, so one service is enough for all of them. How rows are read does not depend on the store.
const trials = await startService();
after(() => trials[Symbol.asyncDispose]());

/** What the rows of a table were understood to say, without writing. */
const rowsOf = async (name: string, content: string | Buffer, options = {}) =>
  (await take(trials, [await file(name, content)], { dryRun: true, language: 'ca', ...options })).rows ?? [];

const told = ({ notes, incomplete }: Taken) => [...notes, ...incomplete].map(({ why }) => why).join('\n');

const dates = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.map(({ start, left_out }) => start ?? left_out);

const events = ({ db }: Service) =>
  db
    .selectFrom('events')
    .select(['id', 'title', 'start_date', 'end_date', 'all_day', 'status'])
    .orderBy('id')
    .execute();

const PROGRAMME = [
  'Programa de maig;;;;;',
  'Títol;Data;Hora;Lloc;Preu;Coses',
  'Jazz, "en viu";15/5/2027;de 19 a 21 h;Plaça Major;8 €;x',
  '"Dos',
  'línies";3/5/2027;11;Ateneu;;',
  'Fira;del 3 al 5 de juny de 2027;;Rambla;;',
  'Sense dia;;;Ateneu;;',
  'Mai;31/2/2027;;Ateneu;;',
  '',
].join('\r\n');

describe('Spreadsheets', () => {
  it(
    'Headings of a town hall are known, and dates in another language than that of the site',
    OF_NO_STORE,
    async () => {
      const rows = await rowsOf(
        'other-languages.csv',
        `Nom de l’activitat;Data;Hora;Qui ho organitza?;Preu (€)
A;5 de diciembre de 2031;19;;
B;5 décembre 2031;19h30;;
C;every Friday until 26 December 2031;19:00;;
D;maig;;;
`,
      );
      assert.deepEqual(
        rows.map(({ start = '', left_out = '' }) => start || left_out.slice(0, 6)),
        ['2031-12-05 19:00:00', '2031-12-05 19:30:00', dates(rows)[2], '“maig”'],
      );
      assert.match(rows[2]!.recurrence!.join(), /BYDAY=FR;UNTIL=20311226/);
    },
  );

  it('Each row is read or told, and the counts add up', async () => {
    await using service = await startService();
    const report = await take(service, [await file('programa.csv', PROGRAMME)], { language: 'ca' });
    assert.deepEqual(done(report), { event: [3, 0, 0, 2], venue: [3, 0, 0, 0] });
    assert.deepEqual(
      report.rows?.map(({ row, left_out = '' }) => `${row} ${left_out}`),
      ['3 ', '4 ', '5 ', '6 it has no date', '7 “2027-02-31” is a date that does not exist'],
    );
    assert.match(told(report), /read as UTF-8, with cells separated by “;”/);
    assert.match(told(report), /rows above the headings are not read: 1 \(Programa de maig\)/);
    assert.match(told(report), /columns are not read: "Coses"/);
    assert.deepEqual(
      (await events(service)).map(({ title, start_date, end_date, all_day }) => [
        title,
        start_date,
        end_date,
        all_day,
      ]),
      [
        ['Jazz, "en viu"', '2027-05-15 19:00:00', '2027-05-15 21:00:00', 0],
        ['Dos línies', '2027-05-03 11:00:00', '2027-05-03 11:00:00', 0],
        ['Fira', '2027-06-03 00:00:00', '2027-06-05 23:59:59', 1],
      ],
    );
  });

  it('A table is read in the encodings and with the separators of spreadsheets', OF_NO_STORE, async () => {
    const text = 'Títol\tData\r\nMúsica a l’església\t15/5/2027\r\n';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    const windows = Buffer.from(text.replace('’', '\x92'), 'latin1');
    const mac = Buffer.from(
      text.replace('í', '\x92').replace('ú', '\x9c').replace('’', '\xd5').replace('é', '\x8e'),
      'latin1',
    );
    const all = [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      utf16,
      Buffer.from(utf16).swap16(),
      utf16.subarray(2),
      windows,
      mac,
    ];
    for (const [at, bytes] of all.entries())
      assert.equal((await rowsOf(`e${at}.csv`, bytes))[0]?.title, 'Música a l’església', String(at));
    for (const separator of [',', ';', '\t', '|', 'sep=#\n'])
      assert.deepEqual(
        dates(
          await rowsOf(
            's.csv',
            `${separator.length > 1 ? separator : ''}${text.replaceAll('\t', separator.at(-2) === '#' ? '#' : separator)}`,
          ),
        ),
        ['2027-05-15 00:00:00'],
        separator,
      );
  });

  it('Day and month are told apart by the whole column, and otherwise asked for', OF_NO_STORE, async () => {
    const table = (...days: string[]) => ['Title,Date', ...days.map((day, at) => `T${at},${day}`)].join('\n');
    const of = (days: string[], options = {}) =>
      rowsOf('d.csv', table(...days), { language: 'en', ...options });
    assert.deepEqual(dates(await of(['3/4/2027', '13/4/2027'])), [
      '2027-04-03 00:00:00',
      '2027-04-13 00:00:00',
    ]);
    assert.deepEqual(dates(await of(['3/4/27', '4/13/27'])), ['2027-03-04 00:00:00', '2027-04-13 00:00:00']);
    const [asked, same] = await of(['3/4/2027', '5/5/2027']);
    assert.match(asked?.left_out ?? '', /^3\/4\/2027 may be day and month or/);
    assert.equal(same?.start, '2027-05-05 00:00:00');
    assert.deepEqual(dates(await of(['3/4/2027'], { dateOrder: 'mdy' })), ['2027-03-04 00:00:00']);
    assert.deepEqual(dates(await of(['2027-05-12T07:30:00'])), ['2027-05-12 07:30:00']);
  });

  it('A day without a month is of the month that a sheet says, or told', OF_NO_STORE, async () => {
    const table = {
      rows: [
        ['Dia', 'Acte'],
        [5, 'A'],
        ['Ds 13 i dg 14', 'B'],
        [31, 'C'],
        ['tots els dissabtes', 'D'],
      ],
    };
    const bare = {
      rows: [
        ['Dia', 'Acte'],
        [5, 'A'],
      ],
    };
    const sheets = {
      'Febrer 2027': table,
      Full: { rows: [['PROGRAMA DE MAIG 2027'], ...bare.rows] },
      Altres: bare,
    };
    assert.deepEqual(
      (await rowsOf('mesos.xlsx', workbook(sheets))).map(({ start, recurrence = [], left_out = '' }) =>
        start ? [start, ...recurrence] : left_out.split('”')[1],
      ),
      [
        ['2027-02-05 00:00:00'],
        ['2027-02-13 00:00:00', 'RDATE;VALUE=DATE:20270214'],
        ' is a date that does not exist',
        ' does not say for certain when it takes place',
        ['2027-05-05 00:00:00'],
        ' does not say for certain when it takes place',
      ],
    );
    const changed = { rows: [['Actualitzat: abril 2027'], ['Agenda 2029'], ...bare.rows] };
    const twice = { rows: [['Abril 2027'], ...bare.rows] };
    assert.deepEqual(
      dates(await rowsOf('titols.xlsx', workbook({ Maig: changed, Juny: twice }))).map(text =>
        text?.slice(0, 10),
      ),
      ['2029-05-05', '“5” does n'],
    );
    const text = 'Dia;Acte\nDESEMBRE 2027;\n8;A\nGENER;\n5;B\nSant Marc;\n6;C\n31/12/2030;D\n';
    assert.deepEqual(
      dates(await rowsOf('separadors.csv', text)).filter(text => text?.startsWith('2')),
      ['2027-12-08', '2028-01-05', '2028-01-06', '2030-12-31'].map(day => `${day} 00:00:00`),
    );
    const columns = 'Dia,Mes,Any,Acte\n3,maig,2027,A\n4,6,2027,B\n5 de juny,,2029,C\n5,,2029,D\n';
    assert.deepEqual(
      dates(await rowsOf('columnes.csv', columns)).map(text => text?.slice(0, 10)),
      ['2027-05-03', '2027-06-04', '2029-06-05', '“5” does n'],
    );
  });

  it('No date is counted from the day on which it is read', OF_NO_STORE, async () => {
    const days = ['demà', 'dissabte vinent', 'aquest cap de setmana', '15', '#', '2'];
    const rows = await rowsOf('relatives.csv', ['Acte;Data', ...days.map(day => `A;${day}`)].join('\n'));
    assert.deepEqual(
      rows.map(({ start }) => start),
      days.map(() => undefined),
    );
  });

  it(
    'A day of the week, a start and an end stand beside a date, and times in a second row of headings',
    OF_NO_STORE,
    async () => {
      const of = async (name: string, content: string | Buffer) =>
        (await rowsOf(name, content)).map(({ start, end, left_out }) => left_out ?? [start, end]);
      const expected = [['2027-05-15 18:00:00', '2027-05-15 20:00:00']];
      assert.deepEqual(
        await of('a.csv', 'Dia,Data,Inici,Final,Acte\nDissabte,15/05/2027,18:00,20:00,A\n'),
        expected,
      );
      assert.deepEqual(await of('b.csv', 'Inici,Final,Data,Acte\n18:00,20 h,15/05/2027,A\n'), expected);
      const split = [
        ['Acte', 'Data', 'Horari', ''],
        ['', '', 'Inici', 'Final'],
        ['A', '15/05/2027', '18:00', '20:00'],
      ];
      assert.deepEqual(
        await of('c.xlsx', workbook({ S: { rows: split, merged: ['A1:A2', 'C1:D1'] } })),
        expected,
      );
    },
  );

  it(
    'Midnight that programs write for days is none, and a small hour alone is asked for',
    OF_NO_STORE,
    async () => {
      const rows = await rowsOf(
        'mitjanit.csv',
        `Acte,Data,Fi,Hora
A,15/05/2027 0:00:00,,30/12/1899 19:00:00
B,15/05/2027 0:00,15/06/2027 23:59,
C,1/5/98,,7
D,1/5/98,,8
`,
      );
      assert.deepEqual(
        rows.map(({ start, end, all_day, left_out }) => left_out ?? [start, end, all_day]),
        [
          ['2027-05-15 19:00:00', '2027-05-15 19:00:00', false],
          ['2027-05-15 00:00:00', '2027-06-15 00:00:00', true],
          '“1998-05-01 7” may be in the morning or in the evening',
          ['1998-05-01 08:00:00', '1998-05-01 08:00:00', false],
        ],
      );
      const days = await rowsOf('dies.csv', 'Acte;Data\nA;2027-05-15 00:00:00\nB;2027-05-16 00:00:00\n');
      assert.deepEqual(
        days.map(({ all_day }) => all_day),
        [true, true],
      );
      const [negative] = await rowsOf(
        'n.xlsx',
        workbook({
          'Maig 2027': {
            rows: [
              ['Acte', 'Data'],
              ['A', { date: -5 }],
            ],
          },
        }),
      );
      assert.match(negative!.left_out!, /#-5/);
    },
  );

  it('A trial tells which new events look like one that is here', async () => {
    await using service = await startService();
    const here = {
      title: 'Concert de Nadal',
      start_date: '2027-12-12 19:00:00',
      end_date: '2027-12-12 21:00:00',
    };
    const { status } = await caller(service.base)('POST /events', {
      as: service.accounts.editor,
      json: here,
    });
    assert.equal(status, 201);
    const table =
      'Acte;Data;Hora\nCONCERT de Nadal de la Coral;12/12/2027;19:00\nConcert de Nadal;13/12/2027;19:00\nPastorets;12/12/2027;19:00\n';
    const report = await take(service, [await file('nadal.csv', table)], { dryRun: true, language: 'ca' });
    assert.equal(report.rows?.length, 3);
    assert.deepEqual(told(report).match(/looks like .*/g), [
      'looks like an event that is here: “Concert de Nadal”',
    ]);
  });

  it(
    'A day at midnight between days with times is a whole day, and the report says so',
    OF_NO_STORE,
    async () => {
      const table =
        'Acte;Data;Final\nA;15/05/2027 00:00;\nB;15/05/2027 20:00;16/05/2027 00:00\nC;15/05/2027 00:00;15/05/2027 02:00\n';
      const report = await take(trials, [await file('mig.csv', table)], { dryRun: true, language: 'ca' });
      assert.deepEqual(
        report.rows?.map(({ start, end, all_day }) => [start?.slice(8, 16), end?.slice(8, 16), all_day]),
        [
          ['15 00:00', '15 00:00', true],
          ['15 20:00', '16 00:00', false],
          ['15 00:00', '15 02:00', false],
        ],
      );
      assert.equal(told(report).match(/its time is 0:00/g)?.length, 1);
      const american = 'Title,Date,Code\nA,5/15/2027 12:00:00 AM,M\nB,5/16/2027 7:00 PM,M\n';
      assert.deepEqual(
        (await rowsOf('us.csv', american)).map(({ start, all_day }) => [start, all_day]),
        [
          ['2027-05-15 00:00:00', true],
          ['2027-05-16 19:00:00', false],
        ],
      );
    },
  );

  it(
    'Slips, failed formulas and another day of the week are told, and what has no first day',
    OF_NO_STORE,
    async () => {
      const rows = await rowsOf(
        'errors.csv',
        'Dia;Data;Hora;Curs;Lloc\ndilluns;15/05/2027;;A;\n;15/05/0207;;B;\n;15/05/2027;#VALUE!;C;\ndissabte;15/05/2027;;D;#¡REF!\n;15/05/2027;;#Gràcia!;E\nDissabte i diumenge;15/05/2027;;F;\ndv. - dg.;14-16/05/2027;;G;G\ndijous;tots els dimarts de maig de 2027;;H;\n',
      );
      assert.deepEqual(
        rows.map(({ place, left_out }) => left_out ?? place),
        [
          '“dilluns 2027-05-15” is on another day of the week',
          '0207-05-15 is too long ago, or too far ahead, to be meant',
          'a formula has failed: #VALUE!',
          '',
          'E',
          '“Dissabte i diumenge 2027-05-15” does not say for certain when it takes place',
          'G',
          '“dijous 2027-05-04” is on another day of the week',
        ],
      );
      const open = await take(trials, [await file('obert.csv', 'Acte;Data\nA;tots els dimecres\n')], {
        ...{ dryRun: true, language: 'ca' },
      });
      assert.match(told(open), /its first day was not said/);
    },
  );

  it('Headings may be in two languages, and a season has two years', OF_NO_STORE, async () => {
    const table =
      'CURS 2030-2031\nDia setmana;Data / Date;Activitat / Activity\n;5 d’octubre;A\ndissabte;15 de març;B\ndilluns;15 de març;C\n';
    assert.deepEqual(
      dates(await rowsOf('curs.csv', table)).map(text => text?.slice(0, 10)),
      ['2030-10-05', '2031-03-15', '“dilluns 2'],
    );
  });

  it(
    'What is hidden in a workbook is not read but told, and hours above 24 are no time',
    OF_NO_STORE,
    async () => {
      const cells = (number: number, ...all: string[]) =>
        all.map((text, at) => `<c r="${'ABC'[at]}${number}" t="str"><v>${text}</v></c>`).join('');
      const sheet = `<worksheet><cols><col min="3" max="9" hidden="1"/></cols><sheetData><row r="1">${cells(1, 'Acte', 'Data', 'Notes')}</row>
      <row r="2" hidden="1">${cells(2, 'A', '2026-05-15')}</row><row r="3" hidden="true">${cells(3, 'B', '2026-05-16')}</row>
      <row r="4">${cells(4, 'C', '2027-05-15')}</row><row r="5"><c r="A5"><v>5</v></c><c r="B5" s="1"><v>1.0833333333</v></c></row></sheetData></worksheet>`;
      const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="46"/></cellXfs></styleSheet>';
      const more = { 'xl/worksheets/sheet1.xml': sheet, 'xl/styles.xml': styles };
      const report = await take(
        trials,
        [await file('amagat.xlsx', workbook({ S: { rows: [] } }, { more }))],
        {
          dryRun: true,
        },
      );
      assert.deepEqual(dates(report.rows ?? []), [
        '2027-05-15 00:00:00',
        '“26:00” is a date that does not exist',
      ]);
      assert.match(
        told(report),
        /hidden columns are not read \(1\): "Notes"\n.*hidden rows are not read \(2\): 2–3/,
      );
    },
  );

  it('What programs write for instants, months and line ends is what it says', OF_NO_STORE, async () => {
    const rows = await rowsOf(
      'instants.csv',
      `Acte,Data,Hora,Hora fi
A,2027-05-15T16:00:00Z,,
B,2027-05-15,2027-05-15 18:00,20:00
C,2027-05-15,2027-05-16 18:00,
D,2027-05-15,,20:00
E,2027-05-15 18:00,,20:00
F,2027-05-15,7,9
`,
    );
    assert.deepEqual(
      rows.map(({ start, end, left_out }) => (left_out === undefined ? [start, end] : 'told')),
      [
        ['2027-05-15 18:00:00', '2027-05-15 18:00:00'],
        ['2027-05-15 18:00:00', '2027-05-15 20:00:00'],
        'told',
        'told',
        ['2027-05-15 18:00:00', '2027-05-15 20:00:00'],
        'told',
      ],
    );
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="17"/></cellXfs></styleSheet>';
    const titled = {
      rows: [['FESTA 2031'], ['Acte', 'Data'], ['A_x000D_\nB', '15 de maig'], ['C', { date: 46508 }]],
    };
    const [first, second] = await rowsOf(
      'm.xlsx',
      workbook({ S: titled }, { more: { 'xl/styles.xml': styles } }),
    );
    assert.deepEqual([first?.title, first?.start], ['A\nB', '2031-05-15 00:00:00']);
    assert.match(second!.left_out!, /2027-05/);
  });

  it('Tables of Eventbrite and Drupal keep drafts as drafts, with the places and addresses of their events', async () => {
    await using service = await startService();
    const tickets = `Event ID,Event Name,Event Status,Event Start Date,Event Start Time,Event Location,Organizer Name,Event URL
1,Wine,Live,2027-05-12,19:00:00,Cellar,Town,https://tickets.example/e/1
2,Off,Canceled,2027-05-13,19:00:00,,,
3,Draft,Draft,2027-05-14,19:00:00,,,
`;
    const nodes = `nid,title,field_date_value,field_date_end_value,body,Published
12,Carols,2027-12-20T19:00:00,2027-12-20T21:00:00,<p>Choir</p>,On
13,Later,2027-12-21T19:00:00,2027-12-21T21:00:00,<p>No</p>,Off
`;
    const first = await take(service, [await file('tickets.csv', tickets), await file('nodes.csv', nodes)]);
    assert.doesNotMatch(told(first), /columns are not read|not understood|cannot be read/);
    const rows = await service.db.selectFrom('events').selectAll().orderBy('start_at').execute();
    assert.deepEqual(
      rows.map(({ title, status, event_status }) => `${title} ${status} ${event_status}`),
      ['Wine', 'Off', 'Draft', 'Carols', 'Later'].map(
        (title, at) =>
          `${title} ${[2, 4].includes(at) ? 'draft' : 'publish'} ${at === 1 ? 'canceled' : 'scheduled'}`,
      ),
    );
    assert.deepEqual(
      [rows[0]!.website, rows[3]!.description],
      ['https://tickets.example/e/1', '<p>Choir</p>'],
    );
    const moved = tickets.replace('2027-05-12', '2027-05-19').replace('Wine', 'Wines');
    const second = await take(service, [await file('tickets.csv', moved)]);
    assert.deepEqual(done(second).event, [0, 1, 2, 0]);
  });

  it('A table of OpenAgenda has all dates of an event, with its place and its long text', async () => {
    await using service = await startService();
    const at = (day: string, from: string, to: string) =>
      `{""begin"": ""${day}T${from}:00+02:00"", ""end"": ""${to}:00+02:00""}`;
    const table = `uid;canonicalurl;title_fr;description_fr;longdescription_fr;keywords_fr;firstdate_begin;timings;location_name;location_city
1;https://openagenda.com/a;Fête;Courte;<p>Longue</p>;musique,danse;2027-06-21T16:00:00+00:00;"[${at('2027-06-21', '18:00', '2027-06-21T23:00')}, ${at('2027-06-23', '18:00', '2027-06-24T01:00')}]";Place;Toulouse
2;;Expo;;;;;"[${at('2027-06-21', '18:00', '2027-06-25T12:00')}]";;
`;
    await take(service, [await file('openagenda.csv', table)]);
    const rows = await service.db
      .selectFrom('events')
      .selectAll()
      .where('recurrence', '=', '')
      .orderBy('start_at')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ title, start_date, end_date }) => [title, start_date, end_date]),
      [
        ['Fête', '2027-06-21 18:00:00', '2027-06-21 23:00:00'],
        ['Expo', '2027-06-21 18:00:00', '2027-06-25 12:00:00'],
        ['Fête', '2027-06-23 18:00:00', '2027-06-24 01:00:00'],
      ],
    );
    const { description, excerpt, website } = rows[0]!;
    assert.deepEqual(
      [description, excerpt, website],
      ['<p>Longue</p>', '<p>Courte</p>', 'https://openagenda.com/a'],
    );
  });

  it('An answer of OpenAgenda is read with its dates, places and translations', async () => {
    await using service = await startService();
    const day = (at: number) => `2027-06-${String(at).padStart(2, '0')}`;
    const timings = Array.from({ length: 28 }, (_, at) => ({
      begin: `${day(at + 1)}T17:00:00+0200`,
      end: `${day(at + 1)}T${at % 2 ? 19 : 20}:30:00+0200`,
    }));
    const answer = {
      total: 5,
      events: [
        {
          uid: 78901,
          title: { en: 'Walk', fr: 'Balade' },
          description: { en: 'Short', fr: 'Courte' },
          longDescription: { en: '**Long** [map](https://example.org/) 1 < 2', fr: '# Longue' },
          keywords: { fr: ['nature', 'marche'], en: ['nature'] },
          image: {
            base: 'https://x.invalid/',
            filename: 'b.jpg',
            variants: [{ type: 'full', filename: 'f.jpg' }],
          },
          location: {
            name: 'Parc',
            city: 'Lyon',
            countryCode: 'FR',
            latitude: 45.75,
            longitude: 4.85,
            phone: '04',
          },
          registration: [
            { type: 'email', value: 'a@example.org' },
            { type: 'link', value: 'https://example.org/r' },
          ],
          conditions: { fr: '5 €' },
          timezone: 'Europe/Paris',
          status: 6,
          timings,
        },
        {
          uid: 2,
          title: 'Un',
          state: 1,
          timings: [{ start: '2027-07-01T08:00:00.000Z', end: '2027-07-01T09:00:00.000Z' }],
        },
        {
          ...{ uid: 3, title: 'Interne', private: 1 },
          timings: [{ start: '2027-07-02T08:00:00.000Z', end: '2027-07-02T09:00:00.000Z' }],
        },
        { uid: 4, title: 'Parti', removed: true, timings },
      ],
    };
    const saved = await file('events.v2.json', JSON.stringify(answer, undefined, 2));
    const report = await take(service, [saved], { language: 'fr' });
    assert.match(told(report), /one of 2 pages/);
    const all = await service.db.selectFrom('events').selectAll().orderBy('start_at').orderBy('id').execute();
    const shown = all.filter(({ recurrence }) => recurrence === '');
    assert.deepEqual(
      shown.slice(0, 2).map(({ start_date, end_date, timezone }) => [start_date, end_date, timezone]),
      [
        ['2027-06-01 17:00:00', '2027-06-01 20:30:00', 'Europe/Paris'],
        ['2027-06-02 17:00:00', '2027-06-02 19:30:00', 'Europe/Paris'],
      ],
    );
    assert.equal(shown.length, 30);
    assert.deepEqual(
      [shown[28]?.title, shown[28]?.status, shown[29]?.status, shown[0]?.event_status],
      ['Un', 'draft', 'private', 'canceled'],
    );
    const { title, description, excerpt, language, translations, cost, ticket_url } = shown[0]!;
    assert.match(String(cost), /"typed":"5".*"code":"EUR"/);
    assert.deepEqual(
      [title, description, excerpt, language, ticket_url],
      ['Balade', '<h3>Longue</h3>', '<p>Courte</p>', 'fr', 'https://example.org/r'],
    );
    const { en } = JSON.parse(String(translations));
    assert.deepEqual([en.title, en.excerpt], ['Walk', '<p>Short</p>']);
    assert.match(
      en.description,
      /<strong>Long<\/strong> <a href="https:\/\/example.org\/"[^>]*>map<\/a> 1 &lt; 2/,
    );
    const again = await take(service, [saved], { language: 'fr' });
    assert.deepEqual(done(again).event, [0, 0, 3, 0]);
    const next = { total: 3, events: [{ uid: 5, title: 'Trois', timings: [timings[0]] }] };
    await writeFile(saved, JSON.stringify(next));
    const page = await take(service, [saved], { prune: true });
    assert.deepEqual([done(page).event, page.vanished], [[1, 0, 0, 0], []]);
    const good = { begin: '2027-06-05T10:00:00Z', end: '2027-06-05T09:00:00Z' };
    const odd = [
      { ...good, begin: '2027-13-45T10:00:00Z' },
      { ...good, begin: '2027-02-30T10:00:00Z' },
      ...[{ begin: good.begin }, { end: good.end }, good, { ...good, begin: '0027-06-05T10:00:00Z' }],
    ];
    await writeFile(
      saved,
      JSON.stringify({ events: [{ uid: 4, title: 'Odd', timings: [...odd, timings[0]] }] }),
    );
    const kept = await take(service, [saved], { dryRun: true });
    assert.equal(kept.rows?.[0]?.start, '2027-06-01 17:00:00', 'the timings that are periods count');
    for (const day of ['2027-13-45', '2027-02-30', '0027-06-05'])
      assert.match(told(kept), new RegExp(`its timings cannot be read and was left out: .*${day}`));
    await writeFile(saved, JSON.stringify({ events: [{ uid: 4, title: 'Odd', timings: odd }] }));
    const [none] = (await take(service, [saved], { dryRun: true })).rows ?? [];
    assert.match(none?.left_out ?? '', /does not say for certain|is no date/);
    const long = {
      uid: 6,
      longDescription: { fr: 'x'.repeat(100_000) },
      title: 'Long',
      timings: [timings[0]],
    };
    await writeFile(saved, JSON.stringify({ events: [long] }));
    const [only] = (await take(service, [saved], { dryRun: true })).rows ?? [];
    assert.equal(only?.title, 'Long', 'however far its dates are from the beginning of the file');
  });

  it('What other calendars keep private, hidden or cancelled does not become public', async () => {
    await using service = await startService();
    const tables = {
      'outlook.csv': `"Subject","Start Date","Start Time","End Date","End Time","All day event","Location","Private","Sensitivity"
"Doctor","5/13/2031","9:00:00 AM","5/13/2031","10:00:00 AM","False","Clinic","True","Private"
"Council","5/12/2031","9:00:00 AM","5/12/2031","10:00:00 AM","False","Hall","False","Confidential"
"Fair","5/14/2031","12:00:00 AM","5/16/2031","12:00:00 AM","True","Square","False","Normal"`,
      'mobilizon.csv': `uuid,title,begins_on,ends_on,visibility
aa,Inner,2031-05-11T17:00:00Z,2031-05-11T19:00:00Z,PRIVATE
bb,Link,2031-05-11T17:00:00Z,2031-05-11T19:00:00Z,UNLISTED`,
      'outlook-fr.csv': `"Objet","Début","Fin","Privé","Critère de diffusion"
"Réunion","22/05/2031 09:00","22/05/2031 10:00","Faux","Confidentiel"`,
      'eventon.csv': `publish_status,event_id,event_name,event_start_date,event_start_time,event_end_date,event_end_time
draft,10,Secret,5/20/2031,9:00:AM,5/20/2031,2:00:PM`,
      'eventbrite.csv': `Event ID,Event Name,Event Status,Event Privacy,Event Start Date and Time,Event End Date and Time,Listed
1,Members,Live,Private,2031-05-23 19:00:00,2031-05-23 21:00:00,Yes
2,Unlisted,Live,Public,2031-05-23 19:00:00,2031-05-23 21:00:00,No`,
      'posts.csv': `id,Title,Post Status,Post Password,_EventStartDate,_EventEndDate,_EventHideFromUpcoming
1,Locked,publish,geheim,2031-05-24 19:00:00,2031-05-24 21:00:00,
2,Next,future,,2031-05-24 19:00:00,2031-05-24 21:00:00,yes`,
      'jevents.csv': `"SUMMARY","LOCATION","CLASS","DTSTART","DTEND"
"Kin","Hall","X-FAMILY","20310525T193000","20310525T213000"`,
      'trumba.csv': `Title,Start Date,Start Time,Canceled
Gone,5/18/2031,7:30 PM,TRUE`,
      'tec.csv': `EVENT NAME,EVENT EXCERPT,EVENT ORGANIZER NAME,EVENT START DATE,EVENT START TIME,HIDE FROM EVENT LISTINGS,EVENT COST,EVENT ISO CURRENCY CODE
Jazz,Short,Club,2031-05-10,7:00 pm,TRUE,15,USD`,
    };
    for (const [name, table] of Object.entries(tables)) await take(service, [await file(name, table)]);
    const rows = await service.db.selectFrom('events').selectAll().orderBy('title').execute();
    assert.deepEqual(
      rows.map(one => [one.title, one.status, one.event_status, one.hide_from_listings, one.end_date]),
      [
        ['Council', 'private', 'scheduled', 0, '2031-05-12 10:00:00'],
        ['Doctor', 'private', 'scheduled', 0, '2031-05-13 10:00:00'],
        ['Fair', 'publish', 'scheduled', 0, '2031-05-15 23:59:59'],
        ['Gone', 'publish', 'canceled', 0, '2031-05-18 19:30:00'],
        ['Inner', 'private', 'scheduled', 0, '2031-05-11 21:00:00'],
        ['Jazz', 'publish', 'scheduled', 1, '2031-05-10 19:00:00'],
        ['Kin', 'draft', 'scheduled', 0, '2031-05-25 21:30:00'],
        ['Link', 'private', 'scheduled', 0, '2031-05-11 21:00:00'],
        ['Locked', 'private', 'scheduled', 0, '2031-05-24 21:00:00'],
        ['Members', 'private', 'scheduled', 0, '2031-05-23 21:00:00'],
        ['Next', 'draft', 'scheduled', 1, '2031-05-24 21:00:00'],
        ['Réunion', 'private', 'scheduled', 0, '2031-05-22 10:00:00'],
        ['Secret', 'draft', 'scheduled', 0, '2031-05-20 14:00:00'],
        ['Unlisted', 'draft', 'scheduled', 0, '2031-05-23 21:00:00'],
      ],
    );
  });

  it('Calendars of Outlook in other languages are read, each column of them', async () => {
    await using service = await startService();
    const head = {
      ca: `"Assumpte","Data d'inici","Hora d'inici","Data de finalització","Hora de finalització","Esdeveniment de tot el dia","Categories","Descripció","Ubicació","Privat"`,
      es: '"Asunto","Fecha de comienzo","Comienzo","Fecha de finalización","Finalización","Todo el día","Categorías","Descripción","Ubicación","Privado"',
      fr: '"Objet","Début","Début","Fin","Fin","Journée entière","Catégories","Description","Emplacement","Privé"',
      de: '"Betreff","Beginnt am","Beginnt um","Endet am","Endet um","Ganztägiges Ereignis","Kategorien","Beschreibung","Ort","Privat"',
      it: '"Oggetto","Data inizio","Ora inizio","Data fine","Ora fine","Giornata intera","Categorie","Descrizione","Luogo","Privato"',
    };
    const answers = {
      ...{ ca: ['CERT', 'FALS'], es: ['Verdadero', 'Falso'], fr: ['Vrai', 'Faux'] },
      ...{ de: ['Ein', 'Aus'], it: ['Vero', 'Falso'] },
    };
    for (const [language, headings] of Object.entries(head)) {
      const [yes, no] = answers[language as keyof typeof answers] as [string, string];
      const rows = `${language} A,28/3/2031,9:00:00,28/3/2031,10:30:00,${no},Ple,Text,Sala,${no}
${language} B,29/3/2031,0:00:00,31/3/2031,0:00:00,${yes},,,,${yes}
`;
      const report = await take(service, [await file(`${language}.csv`, `${headings}\n${rows}`)]);
      assert.doesNotMatch(told(report), /columns are not read|cannot be read/, language);
    }
    const rows = await service.db.selectFrom('events').selectAll().orderBy('title').execute();
    assert.deepEqual(
      rows.map(one => [one.title, one.start_date, one.end_date, one.all_day, one.status].join(' ')),
      Object.keys(head)
        .sort()
        .flatMap(language => [
          `${language} A 2031-03-28 09:00:00 2031-03-28 10:30:00 0 publish`,
          `${language} B 2031-03-29 00:00:00 2031-03-30 23:59:59 1 private`,
        ]),
    );
    assert.ok(rows.every(one => one.title.endsWith('B') || one.description === '<p>Text</p>'));
  });

  it('What is not understood below a heading that hides never publishes an event', async () => {
    await using service = await startService();
    const cells = {
      Private: {
        private: [
          'TRUE',
          '-1',
          '1',
          'x',
          '✓',
          '✔️',
          'Sí',
          'Ja',
          'Wahr',
          'VRAI',
          'Vero',
          'VERDADERO',
          'CERT',
          'Activé',
          'Ein',
          'Privat',
        ],
        draft: ['Why not', '2', '☒', 'depends'],
        publish: [
          '',
          'FALSE',
          '0',
          'Nein',
          'FALSCH',
          'Faux',
          'FALS',
          'FALSO',
          'No',
          'Désactivé',
          'Aus',
          '✖',
          '-',
        ],
      },
      Published: {
        publish: [
          '',
          'TRUE',
          '-1',
          '1',
          'x',
          '✓',
          'Sí',
          'Oui',
          'Ja',
          'Wahr',
          'CERT',
          'Activé',
          'Actiu',
          'Publicat',
        ],
        draft: ['FALS', 'Nein', 'Desactivado', 'no publicat', 'Publicar', 'perhaps', '-2', 'Unpublished'],
      },
      Draft: { draft: ['TRUE', '-1', 'Ja', '✓', 'WAHR', 'hm'], publish: ['', 'false', 'Nein', '0'] },
      Visibility: {
        private: ['PRIVATE', 'Unlisted', 'restricted', 'Personal', 'Vertraulich', 'Riservato', 'TRUE', '0'],
        draft: ['Freunde', '3'],
        publish: ['', 'PUBLIC', 'Público', 'Normal', 'Normale'],
      },
      Estat: {
        draft: ['Esborrany', 'Per confirmar', 'Confirmar', 'En preparació', 'Wartet', 'auto-draft', 'future'],
        publish: [
          '',
          'Confirmat',
          'OK',
          'Publicat',
          'TENTATIVE',
          'CONFIRMED',
          'Cancel·lat',
          'Ajornat',
          'Esgotat',
          'publish',
        ],
        pending: ['pending'],
      },
      Password: { private: ['geheim'], publish: [''] },
    };
    const texts = Object.entries(cells).flatMap(([heading, byStatus]) =>
      Object.entries(byStatus).flatMap(([status, all]) =>
        all.map((text): [string, string, string] => [heading, text, status]),
      ),
    );
    for (const heading of Object.keys(cells)) {
      const rows = texts.flatMap(([one, text], at) => (one === heading ? `e${at},2031-05-10,${text}\n` : []));
      const report = await take(service, [
        await file(`${heading}.csv`, `Title,Date,${heading}\n${rows.join('')}`),
      ]);
      if (heading === 'Private') assert.match(told(report), /is a draft: why not/);
      if (heading === 'Estat')
        assert.match(told(report), /event_status cannot be read and was left out: "tentative"/);
    }
    const statuses = new Map((await events(service)).map(({ title, status }) => [title, status]));
    assert.deepEqual(
      texts.map(([heading, text], at) => `${heading}: ${text}: ${statuses.get(`e${at}`)}`),
      texts.map(([heading, text, status]) => `${heading}: ${text}: ${status}`),
    );
  });

  it('A row is hidden by any of its columns, and by what hides it from lists', async () => {
    const table = `Titol,Data,Estat,Publicat,Private,Hide from listings,Cancelled,event_status
A,2031-05-10,Confirmat,No,,,,
B,2031-05-11,publish,Sí,Ja,,,
C,2031-05-12,,,,Ja,Ja,
D,2031-05-13,,,,perhaps,perhaps,
E,2031-05-14,,,,No,not cancelled,
F,2031-05-15,En preparació,,,,,postponed
`;
    await using service = await startService();
    const report = await take(service, [await file('columns.csv', table)]);
    assert.match(told(report), /event_status cannot be read and was left out: "perhaps"/);
    const rows = await service.db.selectFrom('events').selectAll().orderBy('title').execute();
    assert.deepEqual(
      rows.map(one => [one.title, one.status, one.hide_from_listings, one.event_status].join(' ')),
      [
        'A draft 0 scheduled',
        'B private 0 scheduled',
        'C publish 1 canceled',
        'D publish 1 scheduled',
        'E publish 0 scheduled',
        'F draft 0 postponed',
      ],
    );
  });

  it('Several dates in a cell are a series', async () => {
    await using service = await startService();
    const rows = await rowsOf(
      'm.csv',
      'Nom;Quan\nA;"5/6/2027; 12/6/2027"\nB;12, 13 i 14 de maig de 2027\nC;"5/6/2027; 13/6/2027"\n',
    );
    assert.deepEqual(
      rows.map(({ recurrence }) => recurrence?.join()),
      ['RDATE;VALUE=DATE:20270612', 'RDATE;VALUE=DATE:20270513,20270514', 'RDATE;VALUE=DATE:20270613'],
    );
    await take(service, [await file('dies.csv', 'Nom;Quan\nA;12 i 13 de maig de 2027\n')], {
      language: 'ca',
    });
    const ends = (await events(service)).map(({ end_date }) => end_date.slice(5));
    assert.deepEqual([...new Set(ends)], ['05-12 23:59:59', '05-13 23:59:59']);
  });

  it('A quote that nothing closes swallows no rows, and a long cell costs no time', OF_NO_STORE, async () => {
    const long = `15/5/2027${' '.repeat(30_000)}x`;
    const rows = await rowsOf(
      'q.csv',
      `Nom;Quan;Lloc\n"Jazz" viu;2027-05-01;\n"Obert;2027-05-02;\nC;2027-05-03;"A; B"\n${`D;${long};\n`.repeat(100)}`,
    );
    assert.deepEqual(
      rows.slice(0, 4).map(({ title, place, left_out }) => [title, place, left_out]),
      [
        ['"Jazz" viu', '', undefined],
        ['"Obert', '', undefined],
        ['C', 'A; B', undefined],
        ['D', '', 'its date is too long to be one'],
      ],
    );
  });

  it('Columns are chosen by hand', OF_NO_STORE, async () => {
    await using service = await startService();
    const rows = await rowsOf('c.csv', 'Com es diu,Quin dia\nA,2027-05-01\n', {
      columns: { 'com es diu': 'title', 'Quin dia': 'date' },
    });
    assert.deepEqual(dates(rows), ['2027-05-01 00:00:00']);
    const wrong = await take(service, [await file('w.csv', 'A,B\n1,2\n')], { columns: { A: 'nothing' } });
    assert.match(told(wrong), /“nothing” is none of the columns: id, title/);
  });

  it('A second import writes changes only, and what moved is the same event', async () => {
    await using service = await startService();
    const table = (...rows: string[]) => file('again.csv', ['Title,Date,Place,Price', ...rows].join('\n'));
    const first = [
      'A,2037-05-01,Hall,5',
      'B,2037-05-02,Hall,5',
      'C,2037-05-03,Hall,5',
      'D,2037-05-04,Hall,5',
    ];
    await take(service, [await table(...first)]);
    const [a, b] = await events(service);
    assert.deepEqual(done(await take(service, [await table(...first)])).event, [0, 0, 4, 0]);
    const report = await take(service, [
      await table('A,2037-05-09,Hall,5', 'B,2037-05-02,Hall,7', ...first.slice(2, 3)),
    ]);
    assert.deepEqual(done(report).event, [0, 2, 1, 0]);
    assert.deepEqual(
      report.vanished.map(({ why }) => why),
      ['it is no longer at its source'],
    );
    const after = await events(service);
    assert.deepEqual(
      [after[0]?.id, after[0]?.start_date, after[1]?.id],
      [a?.id, '2037-05-09 00:00:00', b?.id],
    );
    const unread = await take(service, [await table(...first.slice(0, 3), 'D,2037-02-31,Hall,5')], {
      prune: true,
    });
    assert.deepEqual([unread.vanished, unread.missing], [[], 0]);
    const year = await take(service, [await file('year.csv', 'Nom;Quan\nA;15/5')], {
      language: 'ca',
      dryRun: true,
    });
    assert.match(told(year), /its year was not said: \d{4} was taken/);
    await take(service, [await table(...first.slice(0, 3))], { prune: true });
    assert.equal((await events(service)).at(-1)?.status, 'trash');
  });

  it('The next date of an event that was deleted here is another event', async () => {
    await using service = await startService();
    const table = (...days: number[]) =>
      file('weekly.csv', ['Title,Date,Place', ...days.map(day => `Yoga,2037-05-${day},Hall`)].join('\n'));
    await take(service, [await table(11, 18, 25)]);
    const [first] = await events(service);
    const remove = (path: string) => fetch(`${service.site}/cal/${path}`, { method: 'DELETE', headers });
    const headers = { authorization: `Bearer ${service.accounts.administrator.app_password}` };
    assert.equal((await remove(`events/v1/events/${first?.id}`)).status, 200);
    assert.deepEqual(done(await take(service, [await table(18, 25, 26)])).event, [1, 0, 2, 0]);
    assert.equal((await remove('trash/v1')).status, 200);
    assert.deepEqual(done(await take(service, [await table(18, 25, 26, 27)])).event, [1, 0, 3, 0]);
  });

  it('A date without a year is none of the next year once it is over', async () => {
    await using service = await startService();
    mock.timers.enable({ apis: ['Date'] });
    try {
      const yoga = ['Yoga,14 May,Hall', 'Yoga,28 May,Hall', 'Yoga,30 May,Hall'];
      const table = (...rows: string[]) => file('yearless.csv', ['Title,Date,Place', ...rows].join('\n'));
      const table7 = () =>
        file('numbered.csv', 'id,Title,Date,Place\n7,Talk,14 May,Hall\n8,Talk,28 May,Hall');
      mock.timers.setTime(Date.UTC(2037, 4, 1));
      await take(service, [await table(...yoga), await table7()]);
      const before = await events(service);
      mock.timers.setTime(Date.UTC(2037, 4, 20));
      const later = await take(service, [await table(...yoga), await table7()], { prune: true });
      assert.deepEqual([done(later).event, later.missing, later.vanished], [[0, 0, 3, 2], 0, []]);
      assert.deepEqual(
        later.rows?.flatMap(({ left_out }) => left_out ?? []),
        Array(2).fill('“14 May” does not say for certain when it takes place'),
      );
      assert.deepEqual(await events(service), before);
      const moved = await take(service, [await table(yoga[0]!, 'Yoga,29 May,Hall', yoga[2]!)]);
      assert.deepEqual([done(moved).event, moved.vanished], [[0, 1, 1, 1], []]);
      mock.timers.setTime(Date.UTC(2037, 5, 10));
      const over = await take(service, [await table(yoga[0]!, 'Yoga,29 May,Hall', yoga[2]!)]);
      assert.deepEqual(done(over).event, [0, 0, 0, 3]);
    } finally {
      mock.timers.reset();
    }
  });

  it('Workbooks have dates, times, merged cells and several sheets', OF_NO_STORE, async () => {
    const at = (date: number): DateCell => ({ date });
    const rows = [
      ['Programa'],
      ['Hora', 'Nom & cognoms', 'Data', 'Lloc', 'Títol'],
      [at(0.458333333328), '', at(46244), 'Ateneu', '=1+1'],
      ['', '', at(46244.458333333328), '', 'Jazz <viu>'],
      [at(0.75), '', '', '', 'Sota'],
      ['', '', '', '', 'Sense'],
      ['', '', 46244, '', 'Número'],
    ] as const;
    const book = workbook({
      Maig: { rows, merged: ['C4:C5', 'D3:D5', 'A1:E1'] },
      Notes: { rows: [['Telèfon'], [93]] },
    });
    const report = await take(trials, [await file('llibre.xlsx', book)], { dryRun: true, language: 'ca' });
    assert.deepEqual(
      report.rows?.map(({ row, title, start, place, left_out = '' }) => [row, title, start, place, left_out]),
      [
        [3, '=1+1', '2026-08-10 11:00:00', 'Ateneu', ''],
        [4, 'Jazz <viu>', '2026-08-10 11:00:00', 'Ateneu', ''],
        [5, 'Sota', undefined, 'Ateneu', 'its date says 11:00, and its time 18:00'],
        [6, 'Sense', undefined, '', 'it has no date'],
        [7, 'Número', undefined, '', '“46244” is no date'],
      ],
    );
    assert.match(told(report), /sheet “Notes”: no row has a title and a date as headings: Telèfon/);
    const [early] = await rowsOf(
      'mac.xlsx',
      workbook(
        {
          S: {
            rows: [
              ['Title', 'Date'],
              ['A', at(44782)],
            ],
          },
        },
        { is1904: true },
      ),
    );
    assert.equal(early?.start, '2026-08-10 00:00:00');
  });

  it(
    'A workbook that unpacks to far more than it is, and what is none, are refused with a sentence',
    OF_NO_STORE,
    async () => {
      const rows = [
        ['Title', 'Date'],
        ['A', '2027-05-01'],
      ];
      const more = { 'xl/sharedStrings.xml': Buffer.alloc(110_000_000, ' ') };
      const long = 'a'.repeat(30_000);
      // Few bytes that name one text again and again.
      const repeated = {
        'xl/sharedStrings.xml': `<sst><si><t>${long}</t></si></sst>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(10)}</sheetData></worksheet>`,
      };
      const small = await file('ok.xlsx', workbook({ S: { rows } }));
      for (const [content, why] of [
        [workbook({ S: { rows } }, { claimed: 4_000_000_000 }), /^it unpacks to more than 100 MB$/],
        [workbook({ S: { rows } }, { more, claimed: 10 }), /^it unpacks to more than 100 MB$/],
        [workbook({ S: { rows } }).subarray(0, -60), /^it is damaged, or no workbook$/],
        [workbook({ S: { rows } }, { more: repeated }), /^it has too many texts$/],
        [
          openDocument(
            `<table:table><table:table-row table:number-rows-repeated="15000">${`<table:table-cell><text:p>${long}</text:p></table:table-cell>`.repeat(200)}</table:table-row></table:table>`,
          ),
          /^it has too many texts$/,
        ],
        [
          openDocument('', { more: { 'content.xml': Buffer.alloc(110_000_000, ' ') } }),
          /^it unpacks to more/,
        ],
        [openDocument('', { manifest: '<manifest:encryption-data/>' }), /^it is .* or with a password/],
        [zip({ mimetype: 'application/x-any' }), /^it is no spreadsheet: use “Save as”/],
        [
          openDocument('', {
            more: {
              'content.xml': '<office:text><table:table><table:table-row/></table:table></office:text>',
            },
          }),
          /^it is no spreadsheet: use “Save as”/,
        ],
        [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^it is a workbook of an old kind/],
        [Buffer.alloc(20_000_001, 'x'), /^it has more than 20 MB$/],
        [Buffer.alloc(0), /^it has no row of headings/],
      ] as const) {
        const report = await take(trials, [await file('bad.xlsx', content), small], { dryRun: true });
        assert.match(report.incomplete[0]?.why ?? '', why);
        assert.equal(report.rows?.length, 1);
      }
    },
  );

  it(
    'The rows of all sheets of a workbook have one limit, so that a small file takes no gigabytes',
    OF_NO_STORE,
    async () => {
      const rows = Array.from({ length: 12_000 }, (_, at) => [at === 0 ? 'Title' : 'A']);
      const sheets = await readWorkbook(new Zip(workbook({ A: { rows }, B: { rows }, C: { rows } })));
      assert.deepEqual(
        sheets.map(({ name, rows, isCut }) => [name, rows.length, isCut]),
        [
          ['A', 12_000, false],
          ['B', 8_000, true],
        ],
      );
    },
  );

  it(
    'Spreadsheets of LibreOffice have dates, times, merged cells and several sheets',
    OF_NO_STORE,
    async () => {
      const cell = (text: string, attributes = '') =>
        `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
      const date = (value: string, text: string, more = '') =>
        cell(text, `office:value-type="date" office:date-value="${value}" ${more}`);
      const time = (value: string, text: string) =>
        cell(text, `office:value-type="time" office:time-value="${value}"`);
      const row = (cells: string, attributes = '') =>
        `<table:table-row ${attributes}>${cells}</table:table-row>`;
      const table = (name: string, rows: string, attributes = '') =>
        `<table:table table:name="${name}" ${attributes}>${rows}</table:table>`;
      const empty = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`;
      const covered = '<table:covered-table-cell/>';
      const rows = [
        cell('Programa', 'table:number-columns-spanned="4"') + covered.repeat(3),
        ['Títol', 'Data', 'Hora', 'Lloc', 'Intern'].map(text => cell(text)).join(''),
        `<table:table-cell><office:annotation><text:p>remark</text:p></office:annotation><text:p>Jazz <text:span>&lt;viu&gt;</text:span></text:p><text:p>a<text:s/>la${'\n  '}plaça</text:p></table:table-cell>` +
          date('2027-05-15', '15/05/27', 'table:number-rows-spanned="2"') +
          time('PT18H59M59.999999S', '19:00') +
          cell('Ateneu') +
          cell('x'),
        `${cell('Teatre')}${covered}${time('PT11H00M00S', '11:00')}`,
        `${cell('Fira')}${date('2027-05-03T09:59:59.999999999', '03/05/27 10:00')}`,
        `${cell('Mes')}${date('2027-05-01', 'maig de 2027')}`,
        `${cell('Cap')}${date('2027-02-30', '30/02/27')}`,
        `${cell('Número')}${cell('46244', 'office:value-type="float" office:value="46244"')}`,
      ];
      const body = `<table:table-column table:number-columns-repeated="4"/><table:table-column table:visibility="collapse"/>${rows.map(cells => row(cells + empty(16_000))).join('')}${row(cell('Amagada') + date('2027-05-09', '9/5'), 'table:visibility="filter"')}${row(cell('Dos') + date('2027-06-01', '1/6/27'), 'table:number-rows-repeated="2"')}${row(empty(16_384), 'table:number-rows-repeated="1048000"')}`;
      const book = openDocument(
        table('Maig', body) + table('Vell', rows.join(''), 'table:style-name="ta2"') + table('Buit', ''),
        {
          styles:
            '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>',
        },
      );
      const report = await take(trials, [await file('programa.ods', book)], { dryRun: true, language: 'ca' });
      assert.deepEqual(
        report.rows?.map(({ row, title, start, place, left_out = '' }) => [
          row,
          title,
          start,
          place,
          left_out,
        ]),
        [
          [3, 'Jazz <viu>\na la plaça', '2027-05-15 19:00:00', 'Ateneu', ''],
          [4, 'Teatre', '2027-05-15 11:00:00', '', ''],
          [5, 'Fira', '2027-05-03 10:00:00', '', ''],
          [6, 'Mes', undefined, '', '“2027-05” does not say for certain when it takes place'],
          [7, 'Cap', undefined, '', '“2027-02-30” is a date that does not exist'],
          [8, 'Número', undefined, '', '“46244” is no date'],
          [10, 'Dos', '2027-06-01 00:00:00', '', ''],
          [11, 'Dos', '2027-06-01 00:00:00', '', 'it is the same event as row 10'],
        ],
      );
      assert.match(told(report), /“Vell”: .*hidden/);
      assert.match(told(report), /hidden.*"Intern"/);
    },
  );

  it('Rows and cells of a spreadsheet that repeat without end are bounded', OF_NO_STORE, async () => {
    const many = `<table:table-row table:number-rows-repeated="1e300"><table:table-cell office:value-type="string" table:number-columns-repeated="1e300"><text:p>A</text:p></table:table-cell></table:table-row>`;
    const tables = `<table:table><table:table-column table:number-columns-repeated="1e300" table:visibility="collapse"/>${many}</table:table><table:table>${many}${many}</table:table>`;
    const [hidden, sheet] = await readOpenDocument(new Zip(openDocument(tables)));
    assert.deepEqual([hidden?.rows, sheet?.rows.length, sheet?.rows[0]?.cells.length], [[], 20_000, 200]);
    assert.equal(sheet?.isCut, true);
    const below = `<table:table-row table:number-rows-repeated="Infinity"/>`;
    const [last] = await readOpenDocument(
      new Zip(openDocument(`<table:table>${below}${many}</table:table>`)),
    );
    assert.equal(last?.isCut, true);
  });

  it('A format of numbers of any length takes no time', OF_NO_STORE, async () => {
    const formats = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(200_000)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const begun = performance.now();
    await readWorkbook(new Zip(workbook({ A: { rows: [['a']] } }, { more: { 'xl/styles.xml': formats } })));
    assert.ok(performance.now() - begun < 3000);
  });

  it('5,000 rows with every kind of date are read', async () => {
    const kinds = [
      '15/5/2027',
      '2027-05-15 19:00',
      '15 de maig de 2027',
      'del 3 al 5 de juny de 2027',
      '15/5',
      '15/5/27 a les 19 h',
      '30/2/2027',
      'aviat',
    ];
    const rows = Array.from({ length: 5000 }, (_, at) => `Acte ${at};${kinds[at % kinds.length]};Ateneu`);
    const all = await rowsOf('molts.csv', ['Títol;Data;Lloc', ...rows].join('\n'));
    assert.equal(all.length, 5000);
    const out = all.filter(({ left_out }) => left_out !== undefined);
    assert.deepEqual(new Set(out.map(({ row }) => (row - 2) % kinds.length)), new Set([6, 7]));
    assert.equal(out.length, 1250);
  });

  it('A table of Almanac comes back as it was', async () => {
    await using service = await startService();
    const first = await file(
      'one.csv',
      '"Title","Date","Time","Place","City","Price","Tags","Status","Organizer"\n"-5 % = ""sale""; +1","2037-05-01","19:00-21:00","Hall, big","Vic","8 €","a;b","cancelled","Ann"\n"Fair","2037-05-03",,,,,,,\n',
    );
    await take(service, [first]);
    await service.db
      .updateTable('events')
      .set(({ eb }) => ({
        ...{ start_date: '2037-05-01 19:00:15', end_date: '2037-05-01 21:00:45' },
        ...{ start_at: eb('start_at', '+', 15), end_at: eb('end_at', '+', 45) },
      }))
      .where('all_day', '=', 0)
      .execute();
    const table = async ({ site }: Service) =>
      (await fetch(`${site}/events.csv?start_date=2030-01-01&end_date=2040-01-01`)).text();
    const written = await table(service);
    await using other = await startService();
    const report = await take(other, [await file('own.csv', written)]);
    assert.deepEqual(done(report).event, [2, 0, 0, 0], told(report));
    assert.match(told(report), /columns are not read: "custom_fields"/);
    const OWN = /^(?:id|(?:venue|organizer)_id|url|date|date_utc|modified|modified_utc|global_id)$/;
    const plain = (text: string) => {
      const [head, ...rows] = [...records(text, ',')].map(({ cells }) => cells);
      return rows.map(cells => cells.filter((_, at) => !OWN.test(head![at]!)));
    };
    assert.deepEqual(plain(await table(other)), plain(written));
  });

  it('A spreadsheet is read at an address', async () => {
    await using service = await startService();
    const table = 'Title,Date\nA,2037-05-01\n';
    await using web = await openWeb((_, response) =>
      response.setHeader('content-type', 'text/csv').end(table),
    );
    const report = await take(service, [`${web.origin}/export?format=csv`]);
    assert.deepEqual(done(report).event, [1, 0, 0, 0], told(report));
    const timings = [{ begin: '2037-06-01T17:00:00Z', end: '2037-06-01T18:00:00Z' }];
    const answer = JSON.stringify({ total: 1, events: [{ title: 'A', uid: 1, timings }] });
    await using agenda = await openWeb((_, response) =>
      response.setHeader('content-type', 'application/json').end(answer),
    );
    const read = await take(service, [`${agenda.origin}/agendas/1/events.v2.json`]);
    assert.deepEqual(done(read).event, [1, 0, 0, 0], told(read));
  });
});
