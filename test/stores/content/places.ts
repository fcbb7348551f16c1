import { openGallery, picture } from '../../pictures.ts';
import type { Service } from '../../service.ts';
import { writer } from './writer.ts';

export type Images = Awaited<ReturnType<typeof fillImages>>;

/** Images that were uploaded and fetched; what they are called says where they are shown. */
export async function fillImages(service: Service) {
  const { site } = service;
  const done = writer(service);
  const upload = async (width: number, height: number, format: 'png' | 'jpeg' = 'png') =>
    done(`POST ${site}/images`, undefined, {
      body: await picture(width, height, format),
      headers: { 'content-type': `image/${format}` },
    }) as unknown as Promise<{ id: number; url: string }>;
  const poster = await upload(400, 300);
  await done(`PATCH ${site}/images/${poster.id}`, {
    ...{ alt_text: 'Cartell vermell', language: 'ca' },
    translations: { fr: { alt_text: 'Affiche rouge' } },
  });
  await using gallery = await openGallery();
  await done('POST /venues', {
    ...{ venue: 'Galeria', image: `http://${gallery.host}/facana.png` },
  });
  return {
    poster,
    hall: await upload(40, 30, 'jpeg'),
    inText: await upload(30, 20),
    inTranslation: await upload(20, 30),
    inException: await upload(25, 25),
    former: await upload(24, 24),
  };
}

export async function fillTerms(service: Service): Promise<void> {
  const done = writer(service);
  const music = await done('POST /categories', {
    ...{ name: 'Música', description: 'Concerts i balls', language: 'ca' },
    translations: { fr: { name: 'Musique', slug: 'musique' }, es: { name: 'Música', status: 'draft' } },
  });
  await done('POST /categories', { name: 'Jazz', parent: music.id });
  await done('POST /tags', { name: 'gratuït', translations: { en: { name: 'free of charge' } } });
}

export async function fillPlaces(service: Service, { poster, hall }: Images): Promise<void> {
  const done = writer(service);
  await done('POST /venues', {
    ...{ venue: 'Sala Gran', description: '<p>Al costat del riu.</p>', address: 'Plaça Major, 1' },
    ...{
      city: 'Vic',
      country: 'Spain',
      province: 'Barcelona',
      state: 'CT',
      zip: '08500',
      phone: '+34 938 00 00 00',
    },
    ...{
      stateprovince: 'Catalunya',
      website: 'https://sala.example.org/',
      geo_lat: 41.930123,
      geo_lng: 2.254321,
    },
    ...{ show_map: true, show_map_link: true, image: hall.id, language: 'ca' },
    translations: {
      fr: { venue: 'Grande salle', city: 'Vic (Catalogne)', slug: 'grande-salle' },
      es: { venue: 'Sala Grande', status: 'draft' },
    },
  });
  await done('POST /venues', { venue: 'Sala Petita', status: 'draft' });
  await done('POST /organizers', {
    ...{
      organizer: 'Club de Jazz',
      description: 'Des de 1978',
      phone: '938',
      website: 'https://jazz.example.org/',
    },
    ...{ email: 'club@example.org', image: poster.id, translations: { en: { organizer: 'Jazz Club' } } },
  });
  await done('POST /organizers', { organizer: 'Ajuntament' });
  await done('POST /organizers', { organizer: 'Colla nova', status: 'draft' });
}
