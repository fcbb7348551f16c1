import type { Translations } from './language.ts';

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
  ErrorData: {
    ca: 'Detalls de l’error',
    en: 'Error details',
    fr: 'Détails de l’erreur',
    es: 'Detalles del error',
  },
  ProtectedEvent: {
    ca: 'Esdeveniment protegit',
    en: 'Protected event',
    fr: 'Événement protégé',
    es: 'Evento protegido',
  },
  EmbeddedTerm: {
    ca: 'Terme d’un esdeveniment',
    en: 'Term of an event',
    fr: 'Terme d’un événement',
    es: 'Término de un evento',
  },
  EventList: {
    ca: 'Llista d’esdeveniments',
    en: 'List of events',
    fr: 'Liste d’événements',
    es: 'Listado de eventos',
  },
  VenueList: {
    ca: 'Llista d’espais',
    en: 'List of venues',
    fr: 'Liste de lieux',
    es: 'Listado de lugares',
  },
  OrganizerList: {
    ca: 'Llista d’organitzadors',
    en: 'List of organizers',
    fr: 'Liste d’organisateurs',
    es: 'Listado de organizadores',
  },
  CategoryList: {
    ca: 'Llista de categories',
    en: 'List of categories',
    fr: 'Liste de catégories',
    es: 'Listado de categorías',
  },
  TagList: {
    ca: 'Llista d’etiquetes',
    en: 'List of tags',
    fr: 'Liste d’étiquettes',
    es: 'Listado de etiquetas',
  },
  Change: {
    ca: 'Canvi',
    en: 'Change',
    fr: 'Modification',
    es: 'Cambio',
  },
  ChangeList: {
    ca: 'Llista de canvis',
    en: 'List of changes',
    fr: 'Liste de modifications',
    es: 'Listado de cambios',
  },
  Version: {
    ca: 'Versió',
    en: 'Version',
    fr: 'Version',
    es: 'Versión',
  },
  TrashedRecord: {
    ca: 'Element de la paperera',
    en: 'Record in the trash',
    fr: 'Élément de la corbeille',
    es: 'Elemento de la papelera',
  },
  TrashList: {
    ca: 'Llista de la paperera',
    en: 'List of the trash',
    fr: 'Liste de la corbeille',
    es: 'Listado de la papelera',
  },
  Deleted: {
    ca: 'Elements eliminats',
    en: 'Deleted records',
    fr: 'Éléments supprimés',
    es: 'Elementos eliminados',
  },
} as const satisfies Record<string, Translations>;

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
  ErrorData: {
    ca: 'Les dades d’un error que poden llegir els programes.',
    en: 'The data of an error that programs can read.',
    fr: 'Les données d’une erreur, lisibles par un programme.',
    es: 'Los datos de un error que pueden leer los programas.',
  },
  ProtectedEvent: {
    ca: 'Un esdeveniment protegit amb contrasenya, tal com el veu a les llistes qui no la sap: sense els detalls.',
    en: 'An event protected by a password, as lists show it to those without the password: without its details.',
    fr: 'Un événement protégé par mot de passe, tel que les listes l’affichent sans ce mot de passe : sans ses détails.',
    es: 'Un evento protegido con contraseña, tal como lo ve en los listados quien no la sabe: sin los detalles.',
  },
  EmbeddedTerm: {
    ca: 'Una categoria o una etiqueta, tal com apareix dins d’un esdeveniment.',
    en: 'A category or tag, as it appears within an event.',
    fr: 'Une catégorie ou une étiquette, telle qu’elle apparaît au sein d’un événement.',
    es: 'Una categoría o una etiqueta, tal como aparece dentro de un evento.',
  },
  EventList: {
    ca: 'Una pàgina de la llista d’esdeveniments, amb els totals i els enllaços a les pàgines veïnes.',
    en: 'A page of the list of events, with the totals and the links to the pages beside it.',
    fr: 'Une page de la liste des événements, avec les totaux et les liens vers les pages voisines.',
    es: 'Una página del listado de eventos, con los totales y los enlaces a las páginas contiguas.',
  },
  VenueList: {
    ca: 'Una pàgina de la llista d’espais, amb els totals i els enllaços a les pàgines veïnes.',
    en: 'A page of the list of venues, with the totals and the links to the pages beside it.',
    fr: 'Une page de la liste des lieux, avec les totaux et les liens vers les pages voisines.',
    es: 'Una página del listado de lugares, con los totales y los enlaces a las páginas contiguas.',
  },
  OrganizerList: {
    ca: 'Una pàgina de la llista d’organitzadors, amb els totals i els enllaços a les pàgines veïnes.',
    en: 'A page of the list of organizers, with the totals and the links to the pages beside it.',
    fr: 'Une page de la liste des organisateurs, avec les totaux et les liens vers les pages voisines.',
    es: 'Una página del listado de organizadores, con los totales y los enlaces a las páginas contiguas.',
  },
  CategoryList: {
    ca: 'Una pàgina de la llista de categories, amb els totals i els enllaços a les pàgines veïnes.',
    en: 'A page of the list of categories, with the totals and the links to the pages beside it.',
    fr: 'Une page de la liste des catégories, avec les totaux et les liens vers les pages voisines.',
    es: 'Una página del listado de categorías, con los totales y los enlaces a las páginas contiguas.',
  },
  TagList: {
    ca: 'Una pàgina de la llista d’etiquetes, amb els totals i els enllaços a les pàgines veïnes.',
    en: 'A page of the list of tags, with the totals and the links to the pages beside it.',
    fr: 'Une page de la liste des étiquettes, avec les totaux et les liens vers les pages voisines.',
    es: 'Una página del listado de etiquetas, con los totales y los enlaces a las páginas contiguas.',
  },
  Change: {
    ca: 'Un canvi d’un element: qui el va fer, quan i què hi va canviar.',
    en: 'A change of a record: who made it, when, and what was changed.',
    fr: 'Une modification d’un élément : qui l’a faite, quand, et ce qui a changé.',
    es: 'Un cambio de un elemento: quién lo hizo, cuándo y qué cambió.',
  },
  ChangeList: {
    ca: 'Una pàgina dels canvis d’un element, amb els totals i els enllaços a les pàgines veïnes.',
    en: 'A page of the changes of a record, with the totals and the links to the pages beside it.',
    fr: 'Une page des modifications d’un élément, avec les totaux et les liens vers les pages voisines.',
    es: 'Una página de los cambios de un elemento, con los totales y los enlaces a las páginas contiguas.',
  },
  Version: {
    ca: 'Un canvi, amb l’element tal com era abans sota el nom del seu tipus.',
    en: 'A change, with the record as it was before under the name of its type.',
    fr: 'Une modification, avec l’élément tel qu’il était avant sous le nom de son type.',
    es: 'Un cambio, con el elemento tal como era antes bajo el nombre de su tipo.',
  },
  TrashedRecord: {
    ca: 'Un element de la paperera, tal com apareix a la llista.',
    en: 'A record in the trash, as the list shows it.',
    fr: 'Un élément de la corbeille, tel que la liste l’affiche.',
    es: 'Un elemento de la papelera, tal como aparece en el listado.',
  },
  TrashList: {
    ca: 'Una pàgina de la paperera, amb els totals i els enllaços a les pàgines veïnes.',
    en: 'A page of the trash, with the totals and the links to the pages beside it.',
    fr: 'Une page de la corbeille, avec les totaux et les liens vers les pages voisines.',
    es: 'Una página de la papelera, con los totales y los enlaces a las páginas contiguas.',
  },
  Deleted: {
    ca: 'Què s’ha eliminat en buidar la paperera.',
    en: 'What was deleted when the trash was emptied.',
    fr: 'Ce qui a été supprimé en vidant la corbeille.',
    es: 'Lo que se ha eliminado al vaciar la papelera.',
  },
} as const satisfies Record<string, Translations>;

/** What the parts of the interface are about. */
export const sectionWords = {
  interface: {
    ca: 'L’índex de rutes i aquesta documentació.',
    en: 'The index of routes and this documentation.',
    fr: 'L’index des routes et cette documentation.',
    es: 'El índice de rutas y esta documentación.',
  },
  events: {
    ca: 'Els esdeveniments de l’agenda.',
    en: 'The events of the calendar.',
    fr: 'Les événements de l’agenda.',
    es: 'Los eventos de la agenda.',
  },
  venues: {
    ca: 'Els espais on tenen lloc els esdeveniments.',
    en: 'The venues where events take place.',
    fr: 'Les lieux qui accueillent les événements.',
    es: 'Los lugares donde se celebran los eventos.',
  },
  organizers: {
    ca: 'Les persones i les entitats que organitzen esdeveniments.',
    en: 'The people and organizations that run events.',
    fr: 'Les personnes et les organismes qui organisent des événements.',
    es: 'Las personas y las entidades que organizan eventos.',
  },
  categories: {
    ca: 'Les categories dels esdeveniments, que poden dependre les unes de les altres.',
    en: 'The categories of events, which may lie within one another.',
    fr: 'Les catégories des événements, qui peuvent dépendre les unes des autres.',
    es: 'Las categorías de los eventos, que pueden depender unas de otras.',
  },
  tags: {
    ca: 'Les etiquetes dels esdeveniments, sense jerarquia.',
    en: 'The tags of events, without any hierarchy.',
    fr: 'Les étiquettes des événements, sans hiérarchie.',
    es: 'Las etiquetas de los eventos, sin jerarquía.',
  },
  trash: {
    ca: 'Els elements de la paperera.',
    en: 'The records in the trash.',
    fr: 'Les éléments de la corbeille.',
    es: 'Los elementos de la papelera.',
  },
  images: {
    ca: 'Les imatges que es poden posar als esdeveniments, els espais i els organitzadors.',
    en: 'The pictures that events, venues and organizers may have.',
    fr: 'Les images que peuvent avoir les événements, les lieux et les organisateurs.',
    es: 'Las imágenes que pueden tener los eventos, los lugares y los organizadores.',
  },
} as const satisfies Record<string, Translations>;

export type Section = keyof typeof sectionWords;

/** What the records of the document's examples say of themselves. */
export const sampleWords = {
  event: {
    ca: 'La cobla i els gegants obren la festa a la plaça.',
    en: 'The cobla band and the giants open the festival on the square.',
    fr: 'La cobla et les géants ouvrent la fête sur la place.',
    es: 'La cobla y los gigantes abren la fiesta en la plaza.',
  },
  venue: {
    ca: 'La plaça porticada del centre.',
    en: 'The arcaded square in the centre.',
    fr: 'La place à arcades du centre.',
    es: 'La plaza porticada del centro.',
  },
  organizer: {
    ca: 'La regidoria de cultura.',
    en: 'The culture department of the city council.',
    fr: 'Le service culturel de la mairie.',
    es: 'La concejalía de cultura.',
  },
  category: {
    ca: 'Concerts i balls.',
    en: 'Concerts and dances.',
    fr: 'Concerts et bals.',
    es: 'Conciertos y bailes.',
  },
  tag: {
    ca: 'Actes que es fan a l’aire lliure.',
    en: 'Events held in the open air.',
    fr: 'Événements en plein air.',
    es: 'Actos que se celebran al aire libre.',
  },
} as const satisfies Record<string, Translations>;
