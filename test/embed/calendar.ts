import assert from 'node:assert/strict';
import { caller } from '../client.ts';
import type { Service } from '../service.ts';

/** A time of a day so many days from now, in the zone of the tests. */
export const at = (days: number, time: string): string =>
  `${Temporal.Now.plainDateISO('Europe/Madrid').add({ days })} ${time}`;

/** Writes events around today, and those of May 2031. */
export async function plantEvents({ base, accounts }: Service): Promise<void> {
  const call = caller(base);
  const post = async (line: string, json: object) => {
    const { status, body, text } = await call(`POST ${line}`, { as: accounts.administrator, json });
    assert.equal(status, 201, text);
    return body;
  };
  await post('/categories', { name: 'Música', slug: 'musica', translations: { fr: { name: 'Musique' } } });
  await post('/categories', { name: 'Balls', slug: 'balls', color: 'rose' });
  const event = (title: string, start_date: string, end_date: string, more: object = {}) =>
    post('/events', { title, start_date, end_date, language: 'ca', ...more });
  await plantComing(event);
  await plantMay(event);
}

type Plant = (title: string, start: string, end: string, more?: object) => Promise<unknown>;

async function plantComing(event: Plant): Promise<void> {
  const venue = { venue: 'Teatre Principal', city: 'Vic', language: 'ca' };
  await event('Exposició', at(-20, '09:00:00'), at(20, '18:00:00'), { venue });
  await event('Acabat', at(-3, '18:00:00'), at(-3, '19:00:00'));
  const translations = { fr: { title: 'Concert de Noël' } };
  await event('Concert de Nadal', at(1, '18:30:00'), at(1, '20:00:00'), {
    ...{ venue, translations, categories: ['musica'] },
  });
  await event('Fira', at(2, '00:00:00'), at(4, '23:59:59'), { all_day: true, timezone: 'America/New_York' });
  await event('Ball', at(3, '22:00:00'), at(3, '23:00:00'), { event_status: 'canceled' });
  await event('Xerrada', at(5, '10:00:00'), at(5, '11:00:00'), {
    ...{ timezone: 'America/New_York', is_virtual: true },
  });
  await event('Esborrany', at(1, '10:00:00'), at(1, '11:00:00'), { status: 'draft' });
  await event('Privat', at(1, '10:00:00'), at(1, '11:00:00'), { status: 'private' });
}

async function plantMay(event: Plant): Promise<void> {
  for (let hour = 10; hour < 17; hour++)
    await event(`Acte de les ${hour}`, `2031-05-06 ${hour}:00:00`, `2031-05-06 ${hour}:45:00`);
  await event('Concert de maig', '2031-05-09 21:00:00', '2031-05-10 00:00:00');
  await event('Setmana gran', '2031-04-28 09:00:00', '2031-05-03 20:00:00');
  await event('Mostra', '2031-05-12 09:00:00', '2031-05-25 20:00:00');
  await event('Ball de nit', '2031-05-16 22:00:00', '2031-05-17 02:00:00', { categories: ['balls'] });
  await event('Fins tard', '2031-05-31 23:00:00', '2031-06-01 05:00:00');
  await event('Juny', '2031-06-02 09:00:00', '2031-06-02 10:00:00');
}
