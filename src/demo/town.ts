import type { Language } from '../i18n/language.ts';

/** A text in each language, in the order Catalan, English, French, Spanish. */
export type DemoTexts = readonly [ca: string, en: string, fr: string, es: string];

/** The languages of these texts. */
const LANGUAGES = ['ca', 'en', 'fr', 'es'] as const satisfies Language[];

/** Of texts, the one in a language. */
export const textIn = (language: Language, texts: DemoTexts): string => texts[LANGUAGES.indexOf(language)]!;

/** The members that write these texts: those of a record in a language, with its translations into the others. */
export function written(language: Language, texts: Record<string, DemoTexts | undefined>) {
  const pairs = Object.entries(texts).flatMap(([member, text]) => (text ? [[member, text] as const] : []));
  const into = (one: Language) =>
    Object.fromEntries(pairs.map(([member, text]) => [member, textIn(one, text)]));
  const others = LANGUAGES.filter(other => other !== language);
  return {
    language,
    ...into(language),
    translations: Object.fromEntries(others.map(other => [other, into(other)])),
  };
}

const country: DemoTexts = ['Catalunya', 'Catalonia', 'Catalogne', 'Cataluña'];
const town = { city: 'Vilaserena', province: 'Girona', zip: '17999', country };

/** The categories, each below the one that it names. */
export const categories: Record<string, { name: DemoTexts; slug: DemoTexts; parent?: string }> = {
  music: { name: ['Música', 'Music', 'Musique', 'Música'], slug: ['musica', 'music', 'musique', 'musica'] },
  theatre: {
    name: ['Teatre i dansa', 'Theatre and dance', 'Théâtre et danse', 'Teatro y danza'],
    slug: ['teatre-i-dansa', 'theatre-and-dance', 'theatre-et-danse', 'teatro-y-danza'],
  },
  exhibitions: {
    name: ['Exposicions', 'Exhibitions', 'Expositions', 'Exposiciones'],
    slug: ['exposicions', 'exhibitions', 'expositions', 'exposiciones'],
  },
  families: {
    name: ['Famílies', 'Families', 'Familles', 'Familias'],
    slug: ['families', 'for-families', 'familles', 'familias'],
  },
  market: {
    name: ['Fires i mercats', 'Fairs and markets', 'Foires et marchés', 'Ferias y mercados'],
    slug: ['fires-i-mercats', 'fairs-and-markets', 'foires-et-marches', 'ferias-y-mercados'],
  },
  sports: {
    name: ['Esport i natura', 'Sport and nature', 'Sport et nature', 'Deporte y naturaleza'],
    slug: ['esport-i-natura', 'sport-and-nature', 'sport-et-nature', 'deporte-y-naturaleza'],
  },
  talks: {
    name: ['Xerrades i llibres', 'Talks and books', 'Conférences et livres', 'Charlas y libros'],
    slug: ['xerrades-i-llibres', 'talks-and-books', 'conferences-et-livres', 'charlas-y-libros'],
  },
  jazz: { name: ['Jazz', 'Jazz', 'Jazz', 'Jazz'], slug: ['jazz', 'jazz', 'jazz', 'jazz'], parent: 'music' },
};

export const tags: Record<string, { name: DemoTexts; slug: DemoTexts }> = {
  free: { name: ['gratuït', 'free', 'gratuit', 'gratis'], slug: ['gratuit', 'free', 'gratuit', 'gratis'] },
  outdoors: {
    name: ['a l’aire lliure', 'outdoors', 'en plein air', 'al aire libre'],
    slug: ['aire-lliure', 'outdoors', 'plein-air', 'aire-libre'],
  },
  accessible: {
    name: ['accés sense barreres', 'step-free access', 'accès de plain-pied', 'acceso sin barreras'],
    slug: ['sense-barreres', 'step-free', 'plain-pied', 'sin-barreras'],
  },
};

interface Venue {
  venue: DemoTexts;
  address: string;
  description?: DemoTexts;
  geo: readonly [latitude: number, longitude: number];
  phone?: string;
  website?: string;
  picture?: string;
}

const venueList: Record<string, Venue> = {
  theatre: {
    venue: ['Teatre Principal', 'Principal Theatre', 'Théâtre Principal', 'Teatro Principal'],
    address: 'Rambla de Mar, 12',
    geo: [42.2461, 3.0512],
    phone: '+34 972 555 012',
    website: 'https://teatre.vilaserena.example/',
    picture: 'stage',
    description: [
      'Un teatre a la italiana de 1893, amb 420 butaques i una acústica que els músics estimen. La taquilla obre una hora abans de cada funció.',
      'An Italian-style theatre from 1893, with 420 seats and acoustics that musicians love. The box office opens an hour before each show.',
      'Un théâtre à l’italienne de 1893, avec 420 fauteuils et une acoustique que les musiciens adorent. La billetterie ouvre une heure avant chaque représentation.',
      'Un teatro a la italiana de 1893, con 420 butacas y una acústica que los músicos adoran. La taquilla abre una hora antes de cada función.',
    ],
  },
  library: {
    venue: [
      'Biblioteca Carme Serra',
      'Carme Serra Library',
      'Bibliothèque Carme Serra',
      'Biblioteca Carme Serra',
    ],
    address: 'Plaça dels Til·lers, 3',
    geo: [42.2478, 3.0481],
    phone: '+34 972 555 034',
  },
  square: {
    venue: ['Plaça Major', 'Main Square', 'Grand-Place', 'Plaza Mayor'],
    address: 'Plaça Major, 1',
    geo: [42.247, 3.0497],
    picture: 'square',
  },
  museum: {
    venue: ['Museu del Suro', 'Museum of Cork', 'Musée du liège', 'Museo del Corcho'],
    address: 'Carrer de la Fàbrica, 27',
    geo: [42.2493, 3.0459],
    website: 'https://museu.vilaserena.example/',
    picture: 'waves',
  },
  beach: {
    venue: ['Platja de l’Om', 'Om Beach', 'Plage de l’Om', 'Playa del Olmo'],
    address: 'Passeig Marítim, s/n',
    geo: [42.2431, 3.0574],
    picture: 'sea',
  },
  church: {
    venue: [
      'Església de Sant Martí',
      'Church of Saint Martin',
      'Église Saint-Martin',
      'Iglesia de San Martín',
    ],
    address: 'Pujada de l’Església, 2',
    geo: [42.2483, 3.0503],
  },
  club: {
    venue: ['La Sínia', 'La Sínia', 'La Sínia', 'La Sínia'],
    address: 'Carrer de l’Horta, 8',
    geo: [42.2456, 3.0468],
  },
};

/** The venues as a request writes them, with the names of their pictures. */
export const venuesIn = (
  language: Language,
): Record<string, { fields: object; picture: string | undefined }> =>
  Object.fromEntries(
    Object.entries(venueList).map(([key, { venue, description, geo, picture, ...lines }]) => {
      const { country, ...address } = town;
      const fields = { ...address, ...lines, ...written(language, { venue, description, country }) };
      return [key, { fields: { ...fields, geo_lat: geo[0], geo_lng: geo[1] }, picture }];
    }),
  );

interface Organizer {
  organizer: DemoTexts;
  description?: DemoTexts;
  phone?: string;
  email?: string;
  website?: string;
}

/** The organizers as a request writes them. */
export const organizersIn = (language: Language): Record<string, object> =>
  Object.fromEntries(
    Object.entries(organizerList).map(([key, { organizer, description, ...lines }]) => [
      key,
      { ...lines, ...written(language, { organizer, description }) },
    ]),
  );

const organizerList: Record<string, Organizer> = {
  council: {
    organizer: [
      'Ajuntament de Vilaserena',
      'Vilaserena Town Council',
      'Mairie de Vilaserena',
      'Ayuntamiento de Vilaserena',
    ],
    description: [
      'L’àrea de Cultura de l’Ajuntament organitza les festes, els concerts i les fires de la vila.',
      'The Culture department of the town council organises the town’s festivals, concerts and fairs.',
      'Le service culturel de la mairie organise les fêtes, les concerts et les foires de la ville.',
      'El área de Cultura del Ayuntamiento organiza las fiestas, los conciertos y las ferias de la villa.',
    ],
    phone: '+34 972 555 000',
    email: 'cultura@vilaserena.example',
    website: 'https://www.vilaserena.example/',
  },
  jazz: {
    organizer: [
      'Associació Jazz a la Fresca',
      'Jazz a la Fresca Association',
      'Association Jazz a la Fresca',
      'Asociación Jazz a la Fresca',
    ],
    email: 'hola@jazzalafresca.example',
  },
  hikers: {
    organizer: ['Centre Excursionista', 'Hiking Club', 'Club de randonnée', 'Centro Excursionista'],
    website: 'https://excursionista.vilaserena.example/',
  },
};
