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
});
