import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarText as calendar, readText, vevent } from '../../../test/calendar-text.ts';
import { isCalendarText } from './text.ts';

const DTSTART = '20310510T183000';
const titles = async (text: string | Buffer) => (await readText(text)).events.map(({ title }) => title);
const one = (SUMMARY: string) => calendar([vevent({ SUMMARY, DTSTART })]);

describe('The text of calendar files', () => {
  it('Files in UTF-8, UTF-16 and Latin-1 say the same, with and without a mark', async () => {
    const text = one("Cançó d'estiu");
    const forms = [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
      Buffer.from(text, 'latin1'),
    ];
    for (const form of forms) {
      assert.equal(isCalendarText(form), true);
      assert.deepEqual(await titles(form), ["Cançó d'estiu"]);
    }
  });

  it('Lines may end in any way', async () => {
    for (const end of ['\r\n', '\n', '\r', '\r\r\n'])
      assert.deepEqual(await titles(one('Jazz').replaceAll('\r\n', end)), ['Jazz']);
  });

  it('Lines are joined before they are decoded, as they may be folded within a character', async () => {
    const bytes = Buffer.from(one('Cançó').replace('Jazz', 'Cançó'));
    const at = bytes.indexOf(Buffer.from('ç')) + 1;
    const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)]);
    assert.deepEqual(await titles(folded), ['Cançó']);
  });

  it('Texts of vCalendar are decoded, and go on in the next line', async () => {
    const SUMMARY = 'Can=C3=A7=C3=B3 d=27estiu, a la =\r\nplatja=3B=0D=0Agratis';
    const text = one(SUMMARY).replace('SUMMARY:', 'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:');
    assert.deepEqual(await titles(text), ["Cançó d'estiu, a la platja;\ngratis"]);
    assert.deepEqual(await titles(one('1 + 1 =3D 2')), ['1 + 1 =3D 2']);
  });

  it('Each line has its own encoding, and a text that is cut within a character stays readable', async () => {
    const mixed = Buffer.concat([
      Buffer.from(calendar([vevent({ SUMMARY: 'Cançó', DTSTART })]).replace(/END:VCALENDAR\r\n$/, '')),
      Buffer.from(`${vevent({ UID: 'two', SUMMARY: 'Fòrum', DTSTART })}\r\n`, 'latin1'),
      Buffer.from(vevent({ UID: 'three', SUMMARY: 'Música à la carte: à', DTSTART }))
        .toString('latin1')
        .replace('carte: \xc3\xa0', 'carte: \xc3')
        .split('')
        .reduce((all, char) => Buffer.concat([all, Buffer.from(char, 'latin1')]), Buffer.alloc(0)),
      Buffer.from('\r\nEND:VCALENDAR\r\n'),
    ]);
    assert.deepEqual(await titles(mixed), ['Cançó', 'Fòrum', 'Música à la carte: \ufffd']);
  });

  it('A text that a program forgot to fold goes on in the next lines', async () => {
    const text = calendar([
      vevent({ DTSTART, DESCRIPTION: 'First line\r\nEntry: 5 €\r\nhttps://example.org/x\r\nlast' }),
    ]);
    const { events } = await readText(text);
    assert.equal(events[0]!.description, 'First line\nEntry: 5 €\nhttps://example.org/x\nlast');
  });
});

describe('Broken calendar files', () => {
  it('Lines that are no properties are left out and reported once', async () => {
    const { events, notes } = await readText(
      calendar([vevent({ DTSTART }, 'no property', 'X;Y="z:1', ': empty', 'LOCATION:Town hall')]),
    );
    assert.equal(events.length, 1);
    assert.ok(
      notes.some(note =>
        /^left out: lines that are no properties \(3\), the first in line 8: no property$/.test(note),
      ),
    );
  });

  it('An event without an end ends where the next one begins', async () => {
    const text = calendar([
      vevent({ SUMMARY: 'One', DTSTART }).replace(/\r\nEND:VEVENT$/, ''),
      vevent({ UID: 'two', SUMMARY: 'Two', DTSTART }),
    ]);
    assert.deepEqual(await titles(text), ['One', 'Two']);
  });

  it('Of a file that is cut off, whole events are read, and the rest is a problem', async () => {
    const text = calendar([vevent({ DTSTART }), vevent({ UID: 'two', DTSTART })]);
    const { events, problems } = await readText(text.slice(0, text.lastIndexOf('SUMMARY')));
    assert.equal(events.length, 1);
    assert.equal(problems.length, 1);
    assert.deepEqual((await readText(text.replace(/END:VCALENDAR\r\n$/, ''))).problems.length, 1);
  });

  it('An event without a start is left out and reported', async () => {
    const { events, notes } = await readText(
      calendar([
        vevent({}),
        vevent({ UID: 'b', DTSTART: '20310230' }),
        vevent({ UID: 'c', DTSTART: 'soon' }),
      ]),
    );
    assert.deepEqual(events, []);
    assert.deepEqual(notes, ['left out: events without a start that is a date (3), the first in line 3']);
  });

  it('Other components and properties are left out, and the report counts them', async () => {
    const todo = 'BEGIN:VTODO\r\nUID:t\r\nSUMMARY:Milk\r\nEND:VTODO';
    const alarm = 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nSUMMARY:Wrong\r\nEND:VALARM';
    const { events, notes } = await readText(
      calendar([todo, vevent({ DTSTART }, alarm, 'ATTENDEE:mailto:a@example.org', 'X-ODD:1'), todo]),
    );
    assert.deepEqual(
      events.map(({ title }) => title),
      ['Jazz'],
    );
    assert.deepEqual(notes, [
      'left out, because only events are imported: VTODO (2), VALARM (1)',
      'left out, because they have no place here: ATTENDEE (1), X-ODD (1)',
    ]);
  });

  it('What is no calendar is refused', async () => {
    for (const text of ['', 'hello', '<html></html>', '{"events":[]}'])
      await assert.rejects(readText(text), { name: 'SourceError' });
  });
});
