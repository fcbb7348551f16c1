import { eventOf } from '../../client.ts';
import type { Service } from '../../service.ts';
import type { Images } from './places.ts';
import { EVENT_PASSWORD, writer } from './writer.ts';

export async function fillSeries(service: Service, { inException }: Images): Promise<void> {
  const done = writer(service);
  const occurrences = async (id: number) =>
    (
      await service.db
        .selectFrom('events')
        .select('id')
        .where('series_id', '=', id)
        .orderBy('recurrence_id')
        .execute()
    ).map(({ id }) => id);
  const weekly = (title: string, count: number, more: object = {}) =>
    done(
      'POST /events',
      eventOf(title, {
        ...{ start_date: '2031-05-06 19:30', end_date: '2031-05-06 21:00', venue: 'Sala Gran' },
        ...{ recurrence: [`RRULE:FREQ=WEEKLY;COUNT=${count}`], ...more },
      }),
    );
  const choir = await weekly('Coral', 7, {
    recurrence: [
      'RRULE:FREQ=WEEKLY;COUNT=7',
      'RDATE:20310508T193000,20310509T100000',
      'EXDATE:20310513T193000',
    ],
    translations: { fr: { title: 'Chorale', slug: 'chorale' } },
  });
  const dates = await occurrences(choir.id);
  await done(`PATCH /events/${dates[1]}`, { title: 'Assaig general', image: inException.id });
  await done(`PATCH /events/${dates[3]}`, { start_date: '2031-05-21 10:00', end_date: '2031-05-21 11:00' });
  await done(`PATCH /events/${dates[4]}`, { translations: { fr: { title: 'Chorale ouverte' } } });
  await done(`DELETE /events/${dates[5]}`);
  await done(`PATCH /events/${dates[6]}`, { event_status: 'canceled', status_reason: 'Malaltia' });
  const shorter = await weekly('Percussió', 6);
  const drums = await occurrences(shorter.id);
  const shown = `<p><img src="${inException.url}" alt=""></p>`;
  await done(`PATCH /events/${drums[4]}`, { title: 'Final', description: shown, tags: ['fort'] });
  await done(`PATCH /events/${shorter.id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' });
  const split = await weekly('Escacs', 6);
  const chess = await occurrences(split.id);
  await done(`PATCH /events/${chess[3]}?scope=following`, { title: 'Escacs de nit', slug: 'escacs-de-nit' });
  await done(
    'POST /events',
    eventOf('Mercat', {
      dates: [
        { start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' },
        { start_date: '2031-06-01 15:00', end_date: '2031-06-01 18:00' },
        { start_date: '2031-06-09 10:00', end_date: '2031-06-10 11:00' },
      ],
    }),
  );
  const day = { start_date: '2027-05-01', end_date: '2027-05-01', all_day: true };
  await done('POST /events', {
    ...{ title: 'Festa del treball', ...day, recurrence: 'RRULE:FREQ=YEARLY' },
  });
  await done('POST /events', {
    ...{ title: 'Labor Day', start_date: '2027-09-06', end_date: '2027-09-06', all_day: true },
    ...{ timezone: 'America/New_York', recurrence: 'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=1MO;COUNT=4' },
  });
  const secret = await weekly('Secret', 2);
  await done(`PATCH /events/${secret.id}`, { password: EVENT_PASSWORD });
  await weekly('Sèrie en esborrany', 2, { status: 'draft' });
  const gone = await weekly('Sèrie a la paperera', 3);
  await done(`DELETE /events/${gone.id}`);
}
