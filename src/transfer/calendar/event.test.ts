import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendarText, readText, vevent } from '../../../test/calendar-text.ts';

describe('Events of calendars', () => {
  it('Their language is that of their title, if it is known here', async () => {
    const event = vevent({ 'DTSTART;TZID=Europe/Madrid': '20310506T193000', DURATION: 'PT2H' });
    const languageOf = async (line: string) => {
      const { events } = await readText(calendarText([event.replace('SUMMARY:Jazz', line)]));
      return events[0]!.language;
    };
    assert.equal(await languageOf('SUMMARY;LANGUAGE=fr:Fête'), 'fr');
    assert.equal(await languageOf('SUMMARY;X-A=b;LANGUAGE="fr-CA":Fête'), 'fr');
    assert.equal(await languageOf('SUMMARY;LANGUAGE=ES_mx:Fiesta'), 'es');
    assert.equal(await languageOf('SUMMARY;LANGUAGE=de:Fest'), undefined);
    assert.equal(await languageOf('SUMMARY;LANGUAGE=:Festa'), undefined);
    assert.equal(await languageOf('SUMMARY:Festa'), undefined);
    assert.equal(await languageOf('COMMENT;LANGUAGE=fr:Fête'), undefined);
  });

  it('A class that is not known is private, as RFC 5545 asks', async () => {
    const event = vevent({ 'DTSTART;TZID=Europe/Madrid': '20310506T193000' });
    const statusOf = async (line: string) =>
      (await readText(calendarText([event.replace('SUMMARY:Jazz', `SUMMARY:Jazz${line}`)]))).events[0]!
        .status;
    for (const line of ['', '\r\nCLASS:PUBLIC', '\r\nCLASS:public', '\r\nCLASS:'])
      assert.equal(await statusOf(line), 'publish', line);
    for (const name of ['PRIVATE', 'Confidential', 'X-PERSONAL', 'RESTRICTED', 'PUBLIC,PRIVATE'])
      assert.equal(await statusOf(`\r\nCLASS:${name}`), 'private', name);
  });

  it('An address of Apple has lines, also where their ends are escaped twice', async () => {
    for (const end of ['\\n', '\\\\n']) {
      const location = `X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=Plaça Major 1${end}08500 Vic${end}Espanya;X-TITLE=Ateneu:geo:41.93,2.25`;
      const event = vevent({ 'DTSTART;TZID=Europe/Madrid': '20310506T193000' });
      const { events } = await readText(
        calendarText([event.replace('SUMMARY:Jazz', `SUMMARY:Jazz\r\n${location}`)]),
      );
      const [{ almanac: _, ...venue }] = events[0]!.venue as [Record<string, unknown>];
      const written = {
        venue: 'Ateneu',
        address: 'Plaça Major 1',
        zip: '08500',
        city: 'Vic',
        country: 'Espanya',
      };
      assert.deepEqual(venue, {
        ...written,
        stateprovince: venue.stateprovince,
        geo_lat: 41.93,
        geo_lng: 2.25,
      });
    }
  });
});
