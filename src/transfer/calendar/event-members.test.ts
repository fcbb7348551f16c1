import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readText } from '../../../test/calendar-text.ts';
import { calendarOf, eventWith } from '../../../test/ical-samples.ts';
import { languages } from '../../i18n/language.ts';

const statuses = ['canceled', 'postponed', 'moved_online'] as const;

/** The calendar of an event that does not take place as planned. */
const written = (event_status: (typeof statuses)[number], status_reason: string, language = languages[0]!) =>
  calendarOf([eventWith({ event_status, status_reason, description: '<p>Jazz</p>' })], { language });

test('A calendar says why an event does not take place in its language, and is read back from each', async () => {
  const said: string[] = [];
  for (const language of languages)
    for (const event_status of statuses)
      for (const status_reason of ['Neu: molta', '']) {
        const text = written(event_status, status_reason, language);
        said.push(/^DESCRIPTION:(.*?)\\n/m.exec(text.replaceAll('\r\n ', ''))![1]!);
        const [event] = (await readText(text)).events;
        const read = [event!.event_status, event!.status_reason, event!.description];
        assert.deepEqual(read, [event_status, status_reason, '<p>Jazz</p>'], `${language} ${text}`);
      }
  assert.ok(said.includes('Annulé\u00a0: Neu: molta'));
  assert.ok(said.includes('Cancel·lat: Neu: molta') && said.includes('Aplazado: Neu: molta'));
});

test('A notice in French with a plain colon is read, as older calendars have it', async () => {
  const text = written('postponed', 'Neige', 'fr').replaceAll('\u00a0:', ':');
  assert.match(text, /DESCRIPTION:Reporté: Neige/);
  const [event] = (await readText(text)).events;
  assert.deepEqual([event!.event_status, event!.description], ['postponed', '<p>Jazz</p>']);
});
