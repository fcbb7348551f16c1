import assert from 'node:assert/strict';
import { importAll } from '../../../src/transfer/import.ts';
import { anEvent, aVenue } from '../../calendar-site.ts';
import type { Service } from '../../service.ts';

/** Records of another site and of a calendar file. */
export async function fillImported(
  { db, config, accounts }: Service,
  save: (name: string, text: string) => Promise<string>,
): Promise<void> {
  const from = 'https://agenda.example';
  const json = {
    events: [
      anEvent(from, 90_001, 'sardanes', {
        url: `${from}/actes/sardanes/`,
        venue: aVenue(from, 90_002, 'placa'),
      }),
    ],
  };
  const calendar = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'BEGIN:VEVENT', 'UID:fira@example.org'],
    ...['DTSTAMP:20260101T000000Z', 'DTSTART;VALUE=DATE:20310603', 'DTEND;VALUE=DATE:20310604'],
    ...['SUMMARY:Fira importada', 'END:VEVENT', 'END:VCALENDAR', ''],
  ];
  const { administrator } = accounts;
  const report = await importAll(
    db,
    config,
    [await save('agenda.json', JSON.stringify(json)), await save('agenda.ics', calendar.join('\r\n'))],
    {
      author: { id: administrator.id, login: 'administrator', role: 'administrator' },
      ...{ images: false, keepIds: true, onProgress: () => {}, pauseMs: 1 },
    },
  );
  assert.deepEqual([report.incomplete, report.skipped], [[], []]);
}
