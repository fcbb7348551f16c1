import type { Words } from './words.ts';

/** What all resources share: paging, language, the index, the documentation and the outcomes of a request. */
export const interfaceWords = {
  page: {
    ca: 'Pàgina de la llista que es demana; la primera és la 1.',
    en: 'Page of the list to return, counted from 1.',
    fr: 'Page de la liste à renvoyer, numérotée à partir de 1.',
    es: 'Página del listado que se solicita; la primera es la 1.',
  },
  per_page: {
    ca: 'Nombre d’elements per pàgina; si supera el màxim del servei, s’aplica el màxim.',
    en: 'Number of records on a page; where it exceeds the maximum of the service, the maximum applies.',
    fr: 'Nombre d’éléments par page ; s’il dépasse le maximum du service, c’est ce maximum qui s’applique.',
    es: 'Número de elementos por página; si supera el máximo del servicio, se aplica el máximo.',
  },
  i18n_language: {
    ca: 'Idioma de les descripcions i dels missatges de la resposta: ca, en, fr o es; preval sobre l’idioma de l’adreça.',
    en: 'Language of the descriptions and messages in the answer: ca, en, fr or es; it prevails over the language in the address.',
    fr: 'Langue des descriptions et des messages de la réponse : ca, en, fr ou es ; elle l’emporte sur celle de l’adresse.',
    es: 'Idioma de las descripciones y los mensajes de la respuesta: ca, en, fr o es; prevalece sobre el idioma de la dirección.',
  },
  namespace: {
    ca: 'Espai de noms del qual es descriuen les rutes.',
    en: 'Namespace whose routes are described.',
    fr: 'Espace de noms dont les routes sont décrites.',
    es: 'Espacio de nombres cuyas rutas se describen.',
  },
  context: {
    ca: 'Context de la petició, view per defecte; no altera la resposta.',
    en: 'Context of the request, view by default; it does not alter the answer.',
    fr: 'Contexte de la requête, view par défaut ; il ne modifie pas la réponse.',
    es: 'Contexto de la petición, view de forma predeterminada; no altera la respuesta.',
  },
  index: {
    ca: 'Descriu les rutes de la interfície i els paràmetres que admeten.',
    en: 'Describes the routes of the interface and the parameters they accept.',
    fr: 'Décrit les routes de l’interface et les paramètres qu’elles acceptent.',
    es: 'Describe las rutas de la interfaz y los parámetros que admiten.',
  },
  doc: {
    ca: 'Documenta la interfície en format OpenAPI.',
    en: 'Documents the interface in the OpenAPI format.',
    fr: 'Documente l’interface au format OpenAPI.',
    es: 'Documenta la interfaz en formato OpenAPI.',
  },
  api_title: { ca: 'Almanac', en: 'Almanac', fr: 'Almanac', es: 'Almanac' },
  api_description: {
    ca: 'Almanac és un servei d’agenda que aplega esdeveniments, els espais on tenen lloc i els organitzadors que els promouen, classificats per categories i etiquetes. La consulta és oberta a tothom; per crear, modificar o eliminar continguts cal identificar-se. Les descripcions i els missatges es poden demanar en català, anglès, francès o espanyol.',
    en: 'Almanac is a calendar service: it brings together events, the venues where they take place and the organizers behind them, sorted by categories and tags. Reading is open to everyone; creating, changing and deleting require signing in. Descriptions and messages can be had in Catalan, English, French or Spanish.',
    fr: 'Almanac est un service d’agenda qui réunit des événements, les lieux qui les accueillent et les organisateurs qui les portent, classés par catégories et par étiquettes. La consultation est ouverte à tous ; pour créer, modifier ou supprimer des contenus, vous devez vous identifier. Les descriptions et les messages sont disponibles en catalan, en anglais, en français et en espagnol.',
    es: 'Almanac es un servicio de agenda que reúne eventos, los lugares donde se celebran y los organizadores que los impulsan, clasificados por categorías y etiquetas. La consulta está abierta a todo el mundo; para crear, modificar o eliminar contenidos es necesario identificarse. Las descripciones y los mensajes pueden pedirse en catalán, inglés, francés o español.',
  },
  ok_list: {
    ca: 'La pàgina demanada de la llista.',
    en: 'The requested page of the list.',
    fr: 'La page demandée de la liste.',
    es: 'La página solicitada del listado.',
  },
  ok_record: {
    ca: 'L’element demanat.',
    en: 'The requested record.',
    fr: 'L’élément demandé.',
    es: 'El elemento solicitado.',
  },
  ok_created: {
    ca: 'L’element creat.',
    en: 'The record that was created.',
    fr: 'L’élément créé.',
    es: 'El elemento creado.',
  },
  ok_deleted: {
    ca: 'L’element eliminat.',
    en: 'The record that was deleted.',
    fr: 'L’élément supprimé.',
    es: 'El elemento eliminado.',
  },
  bad_request: {
    ca: 'Falta algun paràmetre obligatori o n’hi ha algun que no és vàlid.',
    en: 'A required parameter is missing or a parameter is not valid.',
    fr: 'Un paramètre obligatoire manque ou un paramètre n’est pas valide.',
    es: 'Falta algún parámetro obligatorio o hay alguno que no es válido.',
  },
  unauthorized: {
    ca: 'L’operació requereix identificar-se, o les credencials no són vàlides.',
    en: 'The operation requires signing in, or the credentials are not valid.',
    fr: 'L’opération nécessite une identification, ou les identifiants de connexion ne sont pas valides.',
    es: 'La operación requiere identificarse, o las credenciales no son válidas.',
  },
  forbidden: {
    ca: 'No hi ha permís per accedir a l’element o per fer l’operació.',
    en: 'Access to the record or the operation is not allowed.',
    fr: 'L’accès à l’élément ou l’opération n’est pas autorisé.',
    es: 'No hay permiso para acceder al elemento o realizar la operación.',
  },
  not_found: {
    ca: 'L’element o la pàgina no existeix.',
    en: 'The record or page does not exist.',
    fr: 'L’élément ou la page n’existe pas.',
    es: 'El elemento o la página no existe.',
  },
  gone: {
    ca: 'L’element ja és a la paperera.',
    en: 'The record is in the trash already.',
    fr: 'L’élément se trouve déjà dans la corbeille.',
    es: 'El elemento ya está en la papelera.',
  },
  server_error: {
    ca: 'El servei ha fallat en atendre la petició.',
    en: 'The service failed to carry out the request.',
    fr: 'Le service n’a pas pu traiter la requête.',
    es: 'El servicio ha fallado al atender la petición.',
  },
  free: { ca: 'Gratuït', en: 'Free', fr: 'Gratuit', es: 'Gratis' },
} as const satisfies Record<string, Words>;
