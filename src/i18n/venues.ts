import type { Translations } from './language.ts';

/** What the fields of a venue accept. */
export const venueWords = {
  venue: {
    ca: 'Nom de l’espai, en text sense format.',
    en: 'Name of the venue, as plain text.',
    fr: 'Nom du lieu, en texte brut.',
    es: 'Nombre del lugar, en texto sin formato.',
  },
  author: {
    ca: 'Identificador de l’autor de la fitxa de l’espai; per defecte és qui la crea, i només els editors poden indicar-ne un altre.',
    en: 'Id of the author of the venue’s record; by default it is the user who creates it, and only editors may name another.',
    fr: 'Identifiant de l’auteur de la fiche du lieu ; par défaut, il s’agit de l’utilisateur qui la crée, et seuls les éditeurs peuvent en désigner un autre.',
    es: 'Identificador del autor de la ficha del lugar; de forma predeterminada es quien la crea, y solo los editores pueden indicar otro.',
  },
  date: {
    ca: 'Data i hora de publicació de l’espai, en el fus horari del lloc web.',
    en: 'Date and time of publication of the venue, in the time zone of the site.',
    fr: 'Date et heure de publication du lieu, dans le fuseau horaire du site.',
    es: 'Fecha y hora de publicación del lugar, en la zona horaria del sitio web.',
  },
  date_utc: {
    ca: 'Data i hora de publicació de l’espai en UTC; es pot indicar en lloc de date.',
    en: 'Date and time of publication of the venue in UTC; it may be given in place of date.',
    fr: 'Date et heure de publication du lieu en UTC, à indiquer à la place de date si besoin.',
    es: 'Fecha y hora de publicación del lugar en UTC; puede indicarse en lugar de date.',
  },
  description: {
    ca: 'Descripció de l’espai, en HTML o en text sense format; un text buit l’esborra.',
    en: 'Description of the venue, as HTML or plain text; an empty text clears it.',
    fr: 'Description du lieu, en HTML ou en texte brut ; un texte vide l’efface.',
    es: 'Descripción del lugar, en HTML o en texto sin formato; un texto vacío la borra.',
  },
  status: {
    ca: 'Estat de l’espai: publish, future, draft, pending o private; si l’usuari no pot publicar, publish i future queden en pending.',
    en: 'Status of the venue: publish, future, draft, pending or private; for a user who may not publish, publish and future become pending.',
    fr: 'Statut du lieu : publish, future, draft, pending ou private ; si l’utilisateur ne peut pas publier, publish et future deviennent pending.',
    es: 'Estado del lugar: publish, future, draft, pending o private; si el usuario no puede publicar, publish y future quedan en pending.',
  },
  show_map: {
    ca: 'Indica si els esdeveniments vinculats a l’espai n’han de mostrar un mapa.',
    en: 'Whether events linked to the venue are to show a map of it.',
    fr: 'Indique si les événements associés au lieu doivent en afficher un plan.',
    es: 'Indica si los eventos vinculados al lugar deben mostrar un mapa de este.',
  },
  show_map_link: {
    ca: 'Indica si els esdeveniments vinculats a l’espai han de mostrar un enllaç a un mapa.',
    en: 'Whether events linked to the venue are to show a link to a map of it.',
    fr: 'Indique si les événements associés au lieu doivent afficher un lien vers un plan.',
    es: 'Indica si los eventos vinculados al lugar deben mostrar un enlace a un mapa.',
  },
  address: {
    ca: 'Adreça de l’espai: carrer i número; un text buit l’esborra.',
    en: 'Street address of the venue; an empty text clears it.',
    fr: 'Adresse du lieu : numéro et rue ; un texte vide l’efface.',
    es: 'Dirección del lugar: calle y número; un texto vacío la borra.',
  },
  city: {
    ca: 'Població on es troba l’espai; un text buit l’esborra.',
    en: 'City or town of the venue; an empty text clears it.',
    fr: 'Ville où se trouve le lieu ; un texte vide l’efface.',
    es: 'Población donde se encuentra el lugar; un texto vacío la borra.',
  },
  country: {
    ca: 'País on es troba l’espai; un text buit l’esborra.',
    en: 'Country of the venue; an empty text clears it.',
    fr: 'Pays où se trouve le lieu ; un texte vide l’efface.',
    es: 'País donde se encuentra el lugar; un texto vacío lo borra.',
  },
  province: {
    ca: 'Província o regió de l’espai, fora dels Estats Units; un text buit l’esborra.',
    en: 'Province or region of the venue, outside the United States; an empty text clears it.',
    fr: 'Province ou région du lieu, hors des États-Unis ; un texte vide l’efface.',
    es: 'Provincia o región del lugar, fuera de Estados Unidos; un texto vacío la borra.',
  },
  state: {
    ca: 'Estat on es troba l’espai, als Estats Units; un text buit l’esborra.',
    en: 'State of the venue, in the United States; an empty text clears it.',
    fr: 'État où se trouve le lieu, aux États-Unis ; un texte vide l’efface.',
    es: 'Estado donde se encuentra el lugar, en Estados Unidos; un texto vacío lo borra.',
  },
  zip: {
    ca: 'Codi postal de l’espai; un text buit l’esborra.',
    en: 'Postal code of the venue; an empty text clears it.',
    fr: 'Code postal du lieu ; un texte vide l’efface.',
    es: 'Código postal del lugar; un texto vacío lo borra.',
  },
  phone: {
    ca: 'Telèfon de l’espai; un text buit l’esborra.',
    en: 'Telephone number of the venue; an empty text clears it.',
    fr: 'Numéro de téléphone du lieu ; un texte vide l’efface.',
    es: 'Teléfono del lugar; un texto vacío lo borra.',
  },
  stateprovince: {
    ca: 'Estat o província que es mostra; si no s’indica, es pren de state als Estats Units i de province a la resta de països.',
    en: 'State or province to show; where it is not given, it is taken from state in the United States and from province elsewhere.',
    fr: 'État ou province à afficher ; à défaut, la valeur vient de state aux États-Unis et de province ailleurs.',
    es: 'Estado o provincia que se muestra; si no se indica, se toma de state en Estados Unidos y de province en los demás países.',
  },
  website: {
    ca: 'Lloc web de l’espai, amb l’URL complet; un text buit el suprimeix.',
    en: 'Website of the venue, as a complete URL; an empty text removes it.',
    fr: 'Site web du lieu, sous forme d’URL complète ; un texte vide le supprime.',
    es: 'Sitio web del lugar, con la URL completa; un texto vacío lo elimina.',
  },
  image: {
    ca: 'Imatge destacada de l’espai: l’identificador d’una imatge del servei o l’adreça web d’una imatge per descarregar; un text buit la treu.',
    en: 'Featured image of the venue: the id of an image that the service holds, or the web address of one to fetch; an empty text removes it.',
    fr: 'Image mise en avant du lieu : l’identifiant d’une image du service ou l’adresse web d’une image à récupérer ; un texte vide la retire.',
    es: 'Imagen destacada del lugar: el identificador de una imagen del servicio o la dirección web de una imagen que se descargará; un texto vacío la quita.',
  },
  geo_lat: {
    ca: 'Latitud de l’espai, de -90 a 90 graus; cal indicar-la juntament amb geo_lng.',
    en: 'Latitude of the venue, from -90 to 90 degrees; it is given together with geo_lng.',
    fr: 'Latitude du lieu, de -90 à 90 degrés, à indiquer conjointement avec geo_lng.',
    es: 'Latitud del lugar, de -90 a 90 grados; se indica junto con geo_lng.',
  },
  geo_lng: {
    ca: 'Longitud de l’espai, de -180 a 180 graus; cal indicar-la juntament amb geo_lat.',
    en: 'Longitude of the venue, from -180 to 180 degrees; it is given together with geo_lat.',
    fr: 'Longitude du lieu, de -180 à 180 degrés, à indiquer conjointement avec geo_lat.',
    es: 'Longitud del lugar, de -180 a 180 grados; se indica junto con geo_lat.',
  },
  id: {
    ca: 'Identificador de l’espai.',
    en: 'Id of the venue.',
    fr: 'Identifiant du lieu.',
    es: 'Identificador del lugar.',
  },
  slug_path: {
    ca: 'Slug de l’espai, és a dir, la part llegible de la seva adreça web.',
    en: 'Slug of the venue, that is, the readable part of its web address.',
    fr: 'Slug du lieu, c’est-à-dire la partie lisible de son adresse web.',
    es: 'Slug del lugar, es decir, la parte legible de su dirección web.',
  },
} as const satisfies Record<string, Translations>;

/** What the filters of the list of venues do. */
export const venueFilterWords = {
  search: {
    ca: 'Només els espais que contenen totes aquestes paraules al nom, a la descripció o en un mateix camp de l’adreça o del telèfon.',
    en: 'Only venues with all these words in their name, in their description or in one field of their address or telephone.',
    fr: 'Uniquement les lieux dont le nom, la description ou un même champ de l’adresse ou du téléphone contient tous ces mots.',
    es: 'Solo los lugares que contienen todas estas palabras en el nombre, en la descripción o en un mismo campo de la dirección o del teléfono.',
  },
  event: {
    ca: 'Només els espais de l’esdeveniment amb aquest identificador.',
    en: 'Only the venues of the event with this id.',
    fr: 'Uniquement les lieux de l’événement ayant cet identifiant.',
    es: 'Solo los lugares del evento con este identificador.',
  },
  has_events: {
    ca: 'Amb true, només els espais que tenen esdeveniments; amb false, només els que no en tenen.',
    en: 'With true, only venues that have events; with false, only those that have none.',
    fr: 'Avec true, uniquement les lieux qui ont des événements ; avec false, uniquement ceux qui n’en ont pas.',
    es: 'Con true, solo los lugares que tienen eventos; con false, solo los que no tienen ninguno.',
  },
  only_with_upcoming: {
    ca: 'Amb true, només els espais que tenen esdeveniments en curs o pendents de començar.',
    en: 'With true, only venues that have events under way or still to come.',
    fr: 'Avec true, uniquement les lieux qui ont des événements en cours ou à venir.',
    es: 'Con true, solo los lugares que tienen eventos en curso o próximos.',
  },
  status: {
    ca: 'Només els espais en algun d’aquests estats, separats per comes; qui no pot editar espais només pot demanar publish.',
    en: 'Only venues with any of these statuses, separated by commas; those who may not edit venues can only ask for publish.',
    fr: 'Uniquement les lieux ayant l’un de ces statuts, séparés par des virgules ; sans droit de modification, seul publish peut être demandé.',
    es: 'Solo los lugares en alguno de estos estados, separados por comas; quien no puede editar lugares solo puede pedir publish.',
  },
} as const satisfies Record<string, Translations>;

/** What the operations on venues do. */
export const venueOperationWords = {
  list: {
    ca: 'Llista els espais, començant pels publicats més recentment.',
    en: 'Lists venues, the latest published first.',
    fr: 'Liste les lieux, en commençant par les derniers publiés.',
    es: 'Lista los lugares, empezando por los publicados más recientemente.',
  },
  create: {
    ca: 'Crea un espai o, si ja n’hi ha un amb el mateix nom, el retorna.',
    en: 'Creates a venue or, where one of the same name exists, returns that one.',
    fr: 'Crée un lieu ou, s’il en existe déjà un du même nom, renvoie celui-ci.',
    es: 'Crea un lugar o, si ya existe uno con el mismo nombre, lo devuelve.',
  },
  read: {
    ca: 'Mostra un espai.',
    en: 'Shows a venue.',
    fr: 'Affiche un lieu.',
    es: 'Muestra un lugar.',
  },
  update: {
    ca: 'Modifica els camps indicats d’un espai i conserva els altres.',
    en: 'Changes the given fields of a venue and keeps the others.',
    fr: 'Modifie les champs indiqués d’un lieu et conserve les autres.',
    es: 'Modifica los campos indicados de un lugar y conserva los demás.',
  },
  delete: {
    ca: 'Envia un espai a la paperera i el desvincula dels esdeveniments.',
    en: 'Moves a venue to the trash and unlinks it from events.',
    fr: 'Place un lieu dans la corbeille et le dissocie des événements.',
    es: 'Envía un lugar a la papelera y lo desvincula de los eventos.',
  },
  readBySlug: {
    ca: 'Mostra l’espai que té aquest slug.',
    en: 'Shows the venue with this slug.',
    fr: 'Affiche le lieu qui porte ce slug.',
    es: 'Muestra el lugar que tiene este slug.',
  },
  updateBySlug: {
    ca: 'Modifica els camps indicats de l’espai que té aquest slug i conserva els altres.',
    en: 'Changes the given fields of the venue with this slug and keeps the others.',
    fr: 'Modifie les champs indiqués du lieu qui porte ce slug et conserve les autres.',
    es: 'Modifica los campos indicados del lugar que tiene este slug y conserva los demás.',
  },
  deleteBySlug: {
    ca: 'Envia a la paperera l’espai que té aquest slug i el desvincula dels esdeveniments.',
    en: 'Moves the venue with this slug to the trash and unlinks it from events.',
    fr: 'Place dans la corbeille le lieu qui porte ce slug et le dissocie des événements.',
    es: 'Envía a la papelera el lugar que tiene este slug y lo desvincula de los eventos.',
  },
} as const satisfies Record<string, Translations>;
