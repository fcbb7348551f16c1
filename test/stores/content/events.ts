import { eventOf } from '../../client.ts';
import type { Service } from '../../service.ts';
import type { Images } from './places.ts';
import { EVENT_PASSWORD, writer } from './writer.ts';

export async function fillEvents(service: Service, images: Images): Promise<void> {
  const done = writer(service);
  const { accounts } = service;
  await done(
    'POST /events',
    eventOf('Nit de jazz', {
      ...{
        description: '<p>Amb <em>tres</em> bandes &amp; ball.</p>',
        excerpt: 'Tres bandes',
        cost: '12 €, 8 €',
      },
      ...{ website: 'https://tickets.example.org/?id=1', image: images.poster.id, venue: 'Sala Gran' },
      ...{
        organizer: ['Club de Jazz', 'Ajuntament'],
        categories: ['Jazz', 'Música'],
        tags: ['gratuït', 'nit'],
      },
      ...{ show_map: true, show_map_link: true, featured: true, sticky: true, currency_code: 'EUR' },
      custom_fields: { edat: 'adults' },
    }),
    { headers: { 'idempotency-key': '"nit-de-jazz"' } },
  );
  await done('POST /events', eventOf('Nit de jazz', { timezone: 'America/New_York', cost: '0' }));
  await done('POST /events', eventOf('Amb desfasament', { timezone: 'UTC+1', hide_from_listings: true }));
  await done('POST /events', {
    ...{ title: 'Dades obertes', start_date: '2031-05-12 09:00', end_date: '2031-05-14 18:00' },
    ...{ is_virtual: true, virtual_url: 'https://meet.example.org/1', virtual_video_source: 'meet' },
    ...{ event_status: 'moved_online', status_reason: 'Per la pluja', cost: 'Donatiu' },
  });
  for (const status of ['canceled', 'postponed'])
    await done('POST /events', eventOf(`Excursió ${status}`, { event_status: status }));
  const day = (title: string, first: string, last: string, timezone?: string) =>
    done('POST /events', {
      ...{ title, start_date: first, end_date: last, all_day: true, venue: 'Sala Gran' },
      ...(timezone && { timezone }),
    });
  await done('POST /events', eventOf('Cercavila', { venue: ['Sala Gran', 'Galeria'] }));
  await day('Fira', '2031-05-16', '2031-05-18');
  await day('Dia del llibre', '2031-05-19', '2031-05-19', 'UTC');
  await day('Memorial Day', '2031-05-26', '2031-05-26', 'America/New_York');
  await day('Matariki', '2031-05-27', '2031-05-28', 'Pacific/Auckland');
  const secret = await done('POST /events', eventOf('Assaig a porta tancada', { venue: 'Sala Gran' }));
  await done(`PATCH /events/${secret.id}`, { password: EVENT_PASSWORD });
  for (const status of ['draft', 'pending', 'private'])
    await done('POST /events', eventOf(`Reunió ${status}`, { status, slug: `reunio-${status}` }));
  await done('POST /events', eventOf('Esborrany', { status: 'draft' }), { as: accounts.author });
  await done('POST /events', eventOf('Programat', { date: '2030-01-01 08:00:00' }));
  await done('POST /events', eventOf('Del col·laborador', { status: 'pending' }), {
    as: accounts.contributor,
  });
  await done(
    'POST /events',
    eventOf('Cartells', { description: `<p><img src="${images.inText.url}" alt="Cartell"></p>` }),
  );
  const renamed = await done('POST /events', eventOf('Nom antic', { image: images.former.id }));
  await done(`PATCH /events/${renamed.id}`, { title: 'Nom nou', slug: 'nom-nou', image: images.poster.id });
}

export async function fillTranslations(service: Service, { inTranslation }: Images): Promise<void> {
  const done = writer(service);
  const shown = `<p><img src="${inTranslation.url}" alt=""></p>`;
  await done(
    'POST /events',
    eventOf('Concert de Nadal', {
      ...{ language: 'ca', description: 'Amb cor.', venue: 'Sala Gran', start_date: '2031-06-01 19:00' },
      end_date: '2031-06-01 21:00',
      translations: {
        fr: { title: 'Concert de Noël', slug: 'concert-de-noel', description: shown },
        en: { title: 'Christmas concert', excerpt: 'With a choir' },
        es: { title: 'Concierto', slug: 'concierto', status: 'draft' },
      },
    }),
  );
  await done(
    'POST /events',
    eventOf('English talk', { language: 'en', translations: { ca: { title: 'Xerrada' } } }),
  );
}
