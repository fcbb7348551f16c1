import type { Translations } from './language.ts';

/** What the fields of an organizer accept. */
export const organizerWords = {
  organizer: {
    ca: 'Nom de l’organitzador, sigui una persona o una entitat, en text sense format.',
    en: 'Name of the organizer, be it a person or an organization, as plain text.',
    fr: 'Nom de l’organisateur, personne ou organisme, en texte brut.',
    es: 'Nombre del organizador, sea una persona o una entidad, en texto sin formato.',
  },
  author: {
    ca: 'Identificador de l’autor de la fitxa de l’organitzador; per defecte és qui la crea, i només els editors poden indicar-ne un altre.',
    en: 'Id of the author of the organizer’s record; by default it is the user who creates it, and only editors may name another.',
    fr: 'Identifiant de l’auteur de la fiche de l’organisateur ; par défaut, il s’agit de l’utilisateur qui la crée, et seuls les éditeurs peuvent en désigner un autre.',
    es: 'Identificador del autor de la ficha del organizador; de forma predeterminada es quien la crea, y solo los editores pueden indicar otro.',
  },
  date: {
    ca: 'Data i hora de publicació de l’organitzador, en el fus horari del lloc web.',
    en: 'Date and time of publication of the organizer, in the time zone of the site.',
    fr: 'Date et heure de publication de l’organisateur, dans le fuseau horaire du site.',
    es: 'Fecha y hora de publicación del organizador, en la zona horaria del sitio web.',
  },
  date_utc: {
    ca: 'Data i hora de publicació de l’organitzador en UTC; es pot indicar en lloc de date.',
    en: 'Date and time of publication of the organizer in UTC; it may be given in place of date.',
    fr: 'Date et heure de publication de l’organisateur en UTC, à indiquer à la place de date si besoin.',
    es: 'Fecha y hora de publicación del organizador en UTC; puede indicarse en lugar de date.',
  },
  description: {
    ca: 'Descripció de l’organitzador, en HTML o en text sense format; un text buit l’esborra.',
    en: 'Description of the organizer, as HTML or plain text; an empty text clears it.',
    fr: 'Description de l’organisateur, en HTML ou en texte brut ; un texte vide l’efface.',
    es: 'Descripción del organizador, en HTML o en texto sin formato; un texto vacío la borra.',
  },
  status: {
    ca: 'Estat de l’organitzador: publish, future, draft, pending o private; si l’usuari no pot publicar, publish i future queden en pending.',
    en: 'Status of the organizer: publish, future, draft, pending or private; for a user who may not publish, publish and future become pending.',
    fr: 'Statut de l’organisateur : publish, future, draft, pending ou private ; si l’utilisateur ne peut pas publier, publish et future deviennent pending.',
    es: 'Estado del organizador: publish, future, draft, pending o private; si el usuario no puede publicar, publish y future quedan en pending.',
  },
  phone: {
    ca: 'Telèfon de l’organitzador; un text buit l’esborra.',
    en: 'Telephone number of the organizer; an empty text clears it.',
    fr: 'Numéro de téléphone de l’organisateur ; un texte vide l’efface.',
    es: 'Teléfono del organizador; un texto vacío lo borra.',
  },
  website: {
    ca: 'Lloc web de l’organitzador, amb l’URL complet; un text buit el suprimeix.',
    en: 'Website of the organizer, as a complete URL; an empty text removes it.',
    fr: 'Site web de l’organisateur, sous forme d’URL complète ; un texte vide le supprime.',
    es: 'Sitio web del organizador, con la URL completa; un texto vacío lo elimina.',
  },
  email: {
    ca: 'Adreça electrònica de l’organitzador; un text buit l’esborra.',
    en: 'E-mail address of the organizer; an empty text clears it.',
    fr: 'Adresse e-mail de l’organisateur ; un texte vide l’efface.',
    es: 'Correo electrónico del organizador; un texto vacío lo borra.',
  },
  image: {
    ca: 'Imatge destacada de l’organitzador: l’identificador d’una imatge del servei o l’adreça web d’una imatge per descarregar; un text buit la treu.',
    en: 'Featured image of the organizer: the id of an image that the service holds, or the web address of one to fetch; an empty text removes it.',
    fr: 'Image mise en avant de l’organisateur : l’identifiant d’une image du service ou l’adresse web d’une image à récupérer ; un texte vide la retire.',
    es: 'Imagen destacada del organizador: el identificador de una imagen del servicio o la dirección web de una imagen que se descargará; un texto vacío la quita.',
  },
  id: {
    ca: 'Identificador de l’organitzador.',
    en: 'Id of the organizer.',
    fr: 'Identifiant de l’organisateur.',
    es: 'Identificador del organizador.',
  },
  slug_path: {
    ca: 'Slug de l’organitzador, és a dir, la part llegible de la seva adreça web.',
    en: 'Slug of the organizer, that is, the readable part of its web address.',
    fr: 'Slug de l’organisateur, c’est-à-dire la partie lisible de son adresse web.',
    es: 'Slug del organizador, es decir, la parte legible de su dirección web.',
  },
} as const satisfies Record<string, Translations>;

/** What the filters of the list of organizers do. */
export const organizerFilterWords = {
  search: {
    ca: 'Només els organitzadors que contenen totes aquestes paraules al nom, a la descripció, al telèfon, a l’adreça electrònica o al lloc web.',
    en: 'Only organizers with all these words in their name, description, telephone, e-mail address or website.',
    fr: 'Uniquement les organisateurs dont le nom, la description, le téléphone, l’adresse e-mail ou le site web contient tous ces mots.',
    es: 'Solo los organizadores que contienen todas estas palabras en el nombre, la descripción, el teléfono, el correo electrónico o el sitio web.',
  },
  event: {
    ca: 'Només els organitzadors de l’esdeveniment amb aquest identificador.',
    en: 'Only the organizers of the event with this id.',
    fr: 'Uniquement les organisateurs de l’événement ayant cet identifiant.',
    es: 'Solo los organizadores del evento con este identificador.',
  },
  has_events: {
    ca: 'Amb true, només els organitzadors que tenen esdeveniments; amb false, només els que no en tenen.',
    en: 'With true, only organizers that have events; with false, only those that have none.',
    fr: 'Avec true, uniquement les organisateurs qui ont des événements ; avec false, uniquement ceux qui n’en ont pas.',
    es: 'Con true, solo los organizadores que tienen eventos; con false, solo los que no tienen ninguno.',
  },
  only_with_upcoming: {
    ca: 'Amb true, només els organitzadors que tenen esdeveniments en curs o pendents de començar.',
    en: 'With true, only organizers that have events under way or still to come.',
    fr: 'Avec true, uniquement les organisateurs qui ont des événements en cours ou à venir.',
    es: 'Con true, solo los organizadores que tienen eventos en curso o próximos.',
  },
  status: {
    ca: 'Només els organitzadors en algun d’aquests estats, separats per comes; qui no pot editar organitzadors només pot demanar publish.',
    en: 'Only organizers with any of these statuses, separated by commas; those who may not edit organizers can only ask for publish.',
    fr: 'Uniquement les organisateurs ayant l’un de ces statuts, séparés par des virgules ; sans droit de modification, seul publish peut être demandé.',
    es: 'Solo los organizadores en alguno de estos estados, separados por comas; quien no puede editar organizadores solo puede pedir publish.',
  },
} as const satisfies Record<string, Translations>;

/** What the operations on organizers do. */
export const organizerOperationWords = {
  list: {
    ca: 'Llista els organitzadors, començant pels publicats més recentment.',
    en: 'Lists organizers, the latest published first.',
    fr: 'Liste les organisateurs, en commençant par les derniers publiés.',
    es: 'Lista los organizadores, empezando por los publicados más recientemente.',
  },
  create: {
    ca: 'Crea un organitzador o, si ja n’hi ha un amb el mateix nom, el retorna.',
    en: 'Creates an organizer or, where one of the same name exists, returns that one.',
    fr: 'Crée un organisateur ou, s’il en existe déjà un du même nom, renvoie celui-ci.',
    es: 'Crea un organizador o, si ya existe uno con el mismo nombre, lo devuelve.',
  },
  read: {
    ca: 'Mostra un organitzador.',
    en: 'Shows an organizer.',
    fr: 'Affiche un organisateur.',
    es: 'Muestra un organizador.',
  },
  update: {
    ca: 'Modifica els camps indicats d’un organitzador i conserva els altres.',
    en: 'Changes the given fields of an organizer and keeps the others.',
    fr: 'Modifie les champs indiqués d’un organisateur et conserve les autres.',
    es: 'Modifica los campos indicados de un organizador y conserva los demás.',
  },
  delete: {
    ca: 'Envia un organitzador a la paperera i el desvincula dels esdeveniments.',
    en: 'Moves an organizer to the trash and unlinks it from events.',
    fr: 'Place un organisateur dans la corbeille et le dissocie des événements.',
    es: 'Envía un organizador a la papelera y lo desvincula de los eventos.',
  },
  readBySlug: {
    ca: 'Mostra l’organitzador que té aquest slug.',
    en: 'Shows the organizer with this slug.',
    fr: 'Affiche l’organisateur qui porte ce slug.',
    es: 'Muestra el organizador que tiene este slug.',
  },
  updateBySlug: {
    ca: 'Modifica els camps indicats de l’organitzador que té aquest slug i conserva els altres.',
    en: 'Changes the given fields of the organizer with this slug and keeps the others.',
    fr: 'Modifie les champs indiqués de l’organisateur qui porte ce slug et conserve les autres.',
    es: 'Modifica los campos indicados del organizador que tiene este slug y conserva los demás.',
  },
  deleteBySlug: {
    ca: 'Envia a la paperera l’organitzador que té aquest slug i el desvincula dels esdeveniments.',
    en: 'Moves the organizer with this slug to the trash and unlinks it from events.',
    fr: 'Place dans la corbeille l’organisateur qui porte ce slug et le dissocie des événements.',
    es: 'Envía a la papelera el organizador que tiene este slug y lo desvincula de los eventos.',
  },
} as const satisfies Record<string, Translations>;
