import type { Words } from './words.ts';

/** The names by which readers know the schemas of the OpenAPI document. */
export const schemaTitleWords = {
  Event: { ca: 'Esdeveniment', en: 'Event', fr: 'Événement', es: 'Evento' },
  Venue: { ca: 'Espai', en: 'Venue', fr: 'Lieu', es: 'Lugar' },
  Organizer: { ca: 'Organitzador', en: 'Organizer', fr: 'Organisateur', es: 'Organizador' },
  Term: { ca: 'Terme', en: 'Term', fr: 'Terme', es: 'Término' },
  Image: { ca: 'Imatge', en: 'Image', fr: 'Image', es: 'Imagen' },
  ImageSize: {
    ca: 'Mida d’imatge',
    en: 'Image size',
    fr: 'Taille d’image',
    es: 'Tamaño de imagen',
  },
  CostDetails: {
    ca: 'Detalls del preu',
    en: 'Price details',
    fr: 'Détails du prix',
    es: 'Detalles del precio',
  },
  DateDetails: {
    ca: 'Detalls de la data',
    en: 'Date details',
    fr: 'Détails de la date',
    es: 'Detalles de la fecha',
  },
  Error: { ca: 'Error', en: 'Error', fr: 'Erreur', es: 'Error' },
} as const satisfies Record<string, Words>;

/** What the schemas of the OpenAPI document describe. */
export const schemaWords = {
  Event: {
    ca: 'Un esdeveniment de l’agenda, amb els espais, els organitzadors, les categories i les etiquetes que hi estan vinculats.',
    en: 'An event of the calendar, with its venues, organizers, categories and tags.',
    fr: 'Un événement de l’agenda, avec ses lieux, ses organisateurs, ses catégories et ses étiquettes.',
    es: 'Un evento de la agenda, con los lugares, los organizadores, las categorías y las etiquetas que tiene vinculados.',
  },
  Venue: {
    ca: 'Un espai on tenen lloc esdeveniments.',
    en: 'A place where events happen.',
    fr: 'Un lieu qui accueille des événements.',
    es: 'Un lugar donde se celebran eventos.',
  },
  Organizer: {
    ca: 'Una persona o entitat que organitza esdeveniments.',
    en: 'A person or organization that runs events.',
    fr: 'Une personne ou un organisme qui organise des événements.',
    es: 'Una persona o entidad que organiza eventos.',
  },
  Term: {
    ca: 'Una categoria o una etiqueta que classifica esdeveniments.',
    en: 'A category or tag that labels events.',
    fr: 'Une catégorie ou une étiquette qui classe des événements.',
    es: 'Una categoría o una etiqueta que clasifica eventos.',
  },
  Image: {
    ca: 'Una imatge destacada, amb les mides en què està disponible.',
    en: 'A featured image, with the sizes it is available in.',
    fr: 'Une image mise en avant, avec les tailles disponibles.',
    es: 'Una imagen destacada, con los tamaños en que está disponible.',
  },
  ImageSize: {
    ca: 'Una imatge en una de les seves mides.',
    en: 'An image in one of its sizes.',
    fr: 'Une image dans l’une de ses tailles.',
    es: 'Una imagen en uno de sus tamaños.',
  },
  CostDetails: {
    ca: 'Les parts del preu d’un esdeveniment: la moneda i els imports.',
    en: 'The parts of the price of an event: its currency and its amounts.',
    fr: 'Les composantes du prix d’un événement : la devise et les montants.',
    es: 'Las partes del precio de un evento: la moneda y los importes.',
  },
  DateDetails: {
    ca: 'Les parts d’una data i hora, com a text amb zeros inicials.',
    en: 'The parts of a date and time, as text with leading zeros.',
    fr: 'Les composantes d’une date et heure, en texte avec zéros initiaux.',
    es: 'Las partes de una fecha y hora, como texto con ceros iniciales.',
  },
  Error: {
    ca: 'L’explicació de per què no s’ha atès una petició.',
    en: 'The explanation of why a request was refused.',
    fr: 'L’explication du refus d’une requête.',
    es: 'La explicación de por qué no se ha atendido una petición.',
  },
} as const satisfies Record<string, Words>;
