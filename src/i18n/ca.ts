import type { Messages } from './en.ts';
import { joinedBy, type RecurrenceGrammar } from './recurrence-grammar.ts';
import { sayTime, type TimeGrammar } from './time-of-day.js';
import type { Typography } from './typography.ts';

export const messages: Messages = {
  errors: {
    rest_missing_callback_param: 'Falten paràmetres obligatoris: {names}',
    rest_invalid_param: 'Paràmetres amb un valor no vàlid: {names}',
    rest_invalid_json: 'El cos de la petició no és JSON vàlid.',
    rest_callback_invalid: 'El nom de la funció de retorn JSONP no és vàlid.',
    rest_invalid_host:
      'La capçalera Host no és vàlida: s’hi espera una sola vegada el nom o l’adreça d’un servidor, amb port o sense.',
    rest_forbidden_401: 'Cal identificar-se per fer aquesta operació.',
    rest_forbidden_403: 'L’usuari no té permís per fer aquesta operació.',
    incorrect_password: 'La contrasenya d’aplicació no és correcta.',
    expired_password: 'La contrasenya d’aplicació ha caducat.',
    insufficient_scope: 'Aquesta contrasenya d’aplicació només permet llegir.',
    invalid_username: 'No hi ha cap usuari amb aquest nom.',
    invalid_email: 'No hi ha cap usuari amb aquesta adreça electrònica.',
    rest_no_route: 'No hi ha cap ruta per a aquesta adreça i aquest mètode.',
    rest_not_acceptable:
      'Cap dels formats que accepta la petició no està disponible; els disponibles són: {values}.',
    rest_range_not_satisfiable: 'El fitxer té {max} bytes i no conté l’interval demanat.',
    rest_invalid_namespace: 'L’espai de noms demanat no existeix.',
    internal_server_error: 'S’ha produït un error intern i el servei no ha pogut respondre.',
    payload_too_large: 'El cos de la petició supera la mida que admet el servei.',
    rest_unsupported_content_encoding:
      'El Content-Encoding de la petició no s’admet: cal enviar-ne el cos sense codificar.',
    rest_unsupported_transfer_encoding:
      'El Transfer-Encoding de la petició no s’admet: només s’admet chunked.',
    too_many_requests:
      'S’han rebut massa peticions d’aquesta adreça; la pròxima es respondrà d’aquí a {wait} segons.',
    too_many_failures:
      'Hi ha hagut massa intents d’identificació fallits; es pot tornar a provar d’aquí a {wait} segons.',
    uri_too_long: 'L’adreça de la petició és més llarga del que admet el servei.',
    headers_too_large: 'Les capçaleres de la petició superen la mida que admet el servei.',
    request_timed_out: 'La petició ha trigat massa a arribar.',
    rest_precondition_failed:
      'L’element ha canviat d’ençà que es va consultar: convé tornar-lo a llegir abans de modificar-lo.',
    idempotency_key_reused: 'Aquesta Idempotency-Key ja s’ha fet servir per a una altra petició.',
    idempotent_answer_withheld: 'La petició ja s’havia atès, però el que va crear ja no es pot consultar.',
    service_unavailable:
      'El servei no està disponible en aquests moments; convé tornar-ho a provar més tard.',
    store_not_writable:
      'El canvi no s’ha pogut desar: el magatzem de dades no admet canvis en aquests moments. Les consultes continuen; convé tornar-ho a provar més tard.',
    write_in_doubt:
      'Potser el canvi s’ha desat, però el magatzem de dades no ho ha pogut confirmar: convé comprovar-ho abans de repetir-lo.',
    'rest-event-not-found': 'No hi ha cap esdeveniment amb l’identificador {id}.',
    'rest-invalid-event-id': 'L’element amb l’identificador {id} no és un esdeveniment.',
    'event-no-longer-available': 'L’esdeveniment ja no està disponible.',
    'event-not-accessible': 'No hi ha permís per consultar aquest esdeveniment.',
    'event-password-protected': 'L’esdeveniment està protegit amb una contrasenya.',
    'event-is-no-series': 'L’esdeveniment no és una sèrie: no es repeteix.',
    'event-is-in-trash': 'L’esdeveniment ja és a la paperera.',
    'venue-not-accessible': 'No hi ha permís per consultar aquest espai.',
    'venue-is-in-trash': 'L’espai ja és a la paperera.',
    'organizer-not-accessible': 'No hi ha permís per consultar aquest organitzador.',
    'organizer-is-in-trash': 'L’organitzador ja és a la paperera.',
    'could-not-create-venue': 'No s’ha pogut crear l’espai amb les dades rebudes.',
    'could-not-create-organizer': 'No s’ha pogut crear l’organitzador amb les dades rebudes.',
    'could-not-update-venue': 'No s’ha pogut modificar l’espai amb les dades rebudes.',
    'could-not-update-organizer': 'No s’ha pogut modificar l’organitzador amb les dades rebudes.',
    'event-archive-page-not-found': 'La llista d’esdeveniments no té la pàgina demanada.',
    'venue-archive-page-not-found': 'La llista d’espais no té la pàgina demanada.',
    'organizer-archive-page-not-found': 'La llista d’organitzadors no té la pàgina demanada.',
    'version-archive-page-not-found': 'L’historial no té la pàgina demanada.',
    'rest-version-not-found': 'L’historial no conserva aquesta versió.',
    'image-archive-page-not-found': 'No hi ha aquesta pàgina d’imatges.',
    expected_missing: '{name} ha de ser missing.',
    'trash-archive-page-not-found': 'La paperera no té la pàgina demanada.',
    'rest-trash-record-not-found': 'L’element demanat no és a la paperera.',
    term_exists: 'Ja existeix un element amb aquest nom al mateix nivell.',
    rest_taxonomy_not_hierarchical: 'Les etiquetes no tenen jerarquia i no poden dependre d’una altra.',
    duplicate_term_slug: 'Aquest slug ja s’utilitza en una altra categoria o etiqueta.',
    'event-tickets-not-active': 'No es pot filtrar per entrades: no hi ha cap sistema d’entrades actiu.',
    expected_record_types:
      '{name} ha de constar d’un o més d’aquests valors, separats per comes: event, venue, organizer.',
    expected_integer: '{name} ha de ser un nombre enter.',
    expected_positive_integer: '{name} ha de ser un nombre enter igual o superior a 1.',
    expected_number: '{name} ha de ser un nombre.',
    expected_latitude: '{name} ha de ser una latitud, entre -90 i 90.',
    expected_longitude: '{name} ha de ser una longitud, entre -180 i 180.',
    expected_boolean: '{name} ha de ser true o false, o bé 1 o 0.',
    expected_true_or_false: '{name} ha de ser true o false.',
    expected_string: '{name} ha de ser una cadena de text.',
    expected_text: '{name} ha de ser una cadena de text no buida.',
    expected_date: '{name} ha de ser una data, amb hora o sense, per exemple 2031-05-10 19:30:00.',
    expected_month: '{name} ha de ser un mes, per exemple 2031-05.',
    expected_end_after_start: '{name}: l’esdeveniment no pot acabar abans de començar.',
    expected_time_zone:
      '{name} ha de ser un fus horari de l’IANA, com ara Europe/Madrid, o un desfasament, com ara UTC+2.',
    expected_status:
      '{name} ha de ser publish, future, draft, pending o private; en filtrar una llista, també trash.',
    expected_status_public: '{name} només pot ser publish, perquè l’usuari no té permís d’edició.',
    expected_url: '{name} ha de ser un URL complet, per exemple https://example.org/agenda.',
    expected_image: '{name} ha de ser l’identificador o l’adreça web d’una imatge.',
    expected_image_right:
      '{name} ha de ser l’identificador d’una imatge, perquè l’usuari no té permís per descarregar-ne des d’una adreça web.',
    rest_user_not_found: 'No hi ha cap compte amb aquest identificador.',
    'user-archive-page-not-found': 'La llista de comptes no té la pàgina demanada.',
    rest_password_not_found: 'El compte no té aquesta contrasenya d’aplicació.',
    last_administrator: 'És l’únic compte d’administració: doneu abans aquest rol a un altre compte.',
    own_account: 'Ningú no treu el seu propi compte ni en canvia el rol: ho fa un altre administrador.',
    account_has_records: '{count} elements tenen aquest compte com a autor: envieu heir o keep_records.',
    outside_limits: 'Aquest compte només afegeix, modifica i elimina esdeveniments de: {values}.',
    expected_login: '{name} ha de tenir només lletres, xifres i . _ - @, 60 com a màxim.',
    expected_line: '{name} ha de ser un text d’una sola línia, sense caràcters de control.',
    expected_email: '{name} ha de ser una adreça electrònica.',
    expected_unused: '{name} ja és d’un altre compte.',
    expected_user: '{name} ha de ser l’identificador d’un usuari existent.',
    expected_author_right: '{name}: només els editors poden indicar un altre autor.',
    expected_recurrence: '{name} ha de ser una llista de línies com les de l’RFC 5545 o un sol text.',
    expected_dates: '{name} ha de ser una llista d’objectes, cadascun amb start_date i end_date.',
    expected_either: '{name} i {other} no es poden enviar alhora.',
    expected_scope: '{name} ha de ser this, following o all.',
    expected_scope_of_series:
      '{name}: una sèrie es modifica sencera; trieu una de les seves ocurrències per modificar-ne només aquella.',
    expected_series_outside_trash: '{name}: La sèrie és a la paperera: recupereu-la primer.',
    expected_scope_for_recurrence:
      '{name} és de tota la sèrie; es pot modificar amb scope=following o scope=all.',
    expected_shorter_in_series:
      '{name}: en una sèrie de {count} ocurrències, la descripció i el resum junts no poden tenir més de {max} caràcters.',
    expected_shorter_translations:
      '{name}: en una sèrie de {count} ocurrències, la descripció, el resum i totes les traduccions junts no poden tenir més de {max} caràcters.',
    expected_shift: '{name}: la regla no es pot desplaçar aquest nombre de dies; envieu també recurrence.',
    expected_event: '{name} ha de ser l’identificador d’un esdeveniment existent.',
    expected_venue_ids:
      '{name} ha de ser una llista d’identificadors d’espais existents, en un array o separats per comes.',
    expected_series_ids:
      '{name} ha de ser una llista d’identificadors de sèries existents, en un array o separats per comes.',
    expected_organizer_ids:
      '{name} ha de ser una llista d’identificadors d’organitzadors existents, en un array o separats per comes.',
    expected_venues:
      '{name} ha d’indicar espais: identificadors existents, noms o objectes que incloguin el nom a venue.',
    expected_organizers:
      '{name} ha d’indicar organitzadors: identificadors existents, noms o objectes que incloguin el nom a organizer.',
    expected_categories: '{name} ha d’indicar categories existents, per identificador, slug o nom.',
    expected_tags: '{name} ha d’indicar etiquetes existents, per identificador, slug o nom.',
    expected_new_category_right:
      '{name} inclou una categoria que no existeix, i l’usuari no té permís per crear-ne.',
    expected_new_tag_right:
      '{name} inclou una etiqueta que no existeix, i l’usuari no té permís per crear-ne.',
    expected_parent: '{name} ha de ser l’identificador d’una categoria existent, o 0 per al primer nivell.',
    expected_levels: '{name} posaria categories a més de {max} nivells de profunditat.',
    expected_cost: '{name} ha de ser un nombre, un text o una llista de nombres i textos.',
    expected_currency: '{name} ha de ser el codi ISO 4217 d’una moneda, per exemple EUR.',
    expected_known: '{name} no es coneix aquí i, per tant, no tindria cap efecte.',
    expected_nothing_to_hide:
      '{name} no té cap efecte aquí: el registre seria públic. Ometeu-lo, o amagueu el registre d’una altra manera.',
    expected_focal_point: '{name} ha de ser un objecte amb x i y, cadascun de 0 a 100.',
    expected_object: '{name} ha de ser un objecte JSON.',
    expected_levels_below: '{name} no pot tenir més de {max} nivells de profunditat.',
    expected_list_of_ids: '{name} ha de ser una llista d’identificadors, en un array o separats per comes.',
    expected_facets: '{name} ha d’enumerar facetes, separades per comes: {values}.',
    expected_up_to: '{name} ha de ser un nombre enter d’1 a {max}.',
    expected_one_of: '{name} ha de ser un d’aquests valors: {values}.',
    expected_some_of: '{name} ha de tenir un o més d’aquests valors: {values}.',
    expected_interval:
      '{name} ha de ser un interval, per exemple 2031-05-10/2031-05-12, 2031-05-10T18:00/PT2H o 2031-05-10/ sense final.',
    expected_order_with: '{name} només pot ser {values} si també s’indica {other}.',
    expected_record_id: '{name} ha de ser l’identificador d’un element existent d’aquest tipus.',
    expected_other_record:
      '{name} ha de ser l’identificador d’un altre element d’aquest tipus que no en depengui.',
    expected_record_slug: '{name} ha de ser el slug d’un element existent d’aquest tipus.',
    expected_entity_tags:
      '{name} ha de ser * o una llista d’etiquetes ETag entre cometes, com les donen les respostes.',
    expected_idempotency_key:
      '{name} ha de ser un text d’1 a 255 caràcters ASCII entre cometes, per exemple un UUID.',
    expected_with: '{name} només es pot indicar juntament amb {other}.',
    expected_languages: '{name} ha de tenir idiomes com a membres: {values}.',
    expected_translated: '{name} pot tenir aquests membres: {values}, i status.',
    expected_other_language: '{name} no pot tenir textos en {value}: és l’idioma de l’element mateix.',
    expected_untranslated_language:
      '{name} no pot ser {value}: l’element té una traducció a aquest idioma, que primer s’ha de suprimir.',
    expected_language_of_request:
      '{name} necessita un idioma: cal que el camí comenci amb l’idioma o que i18n_language l’indiqui.',
    expected_not_blank: '{name} no pot quedar en blanc.',
    expected_max_length: '{name} no pot superar els {max} caràcters.',
    expected_too_many: '{name} no pot tenir més de {max} elements.',
    expected_fewer_words: '{name} no pot tenir més de {max} paraules i frases.',
    recurrence_line: '{name}: {part} no és cap línia de l’RFC 5545, com ara RRULE:FREQ=WEEKLY;BYDAY=TU.',
    recurrence_unknown_line: '{name}: {part} no s’admet; una repetició té les línies RRULE, RDATE i EXDATE.',
    recurrence_exrule: '{name}: EXRULE no s’admet; indiqueu les dates excloses a EXDATE.',
    recurrence_second_rule: '{name} no pot tenir més d’un RRULE; les altres dates es poden indicar a RDATE.',
    recurrence_frequency_missing:
      '{name}: a la regla li falta FREQ, amb el valor DAILY, WEEKLY, MONTHLY o YEARLY.',
    recurrence_frequency: '{name}: FREQ ha de ser DAILY, WEEKLY, MONTHLY o YEARLY, i no {value}.',
    recurrence_sub_daily:
      '{name}: FREQ={value} no s’admet; un esdeveniment es repeteix com a molt un cop al dia.',
    recurrence_time_part: '{name}: {part} no s’admet; totes les dates d’una regla tenen l’hora d’inici.',
    recurrence_byweekno: '{name}: BYWEEKNO no s’admet; indiqueu els dies a BYYEARDAY o les dates a RDATE.',
    recurrence_unknown_part: '{name}: {part} no forma part d’una regla.',
    recurrence_repeated_part: '{name}: la regla té {part} més d’una vegada.',
    recurrence_count_and_until: '{name}: una regla no pot tenir alhora COUNT i UNTIL.',
    recurrence_value: '{name}: {value} no és un valor vàlid de {part}.',
    recurrence_ordinal:
      '{name}: BYDAY només pot numerar els dies de la setmana, com a {value}, amb FREQ=MONTHLY o FREQ=YEARLY.',
    recurrence_part_with_frequency: '{name}: {part} no es pot fer servir amb FREQ={value}.',
    recurrence_setpos_alone: '{name}: BYSETPOS necessita una altra part d’on triar, per exemple BYDAY.',
    recurrence_until_before_start: '{name}: UNTIL és anterior a l’inici de l’esdeveniment.',
    recurrence_no_dates: '{name}: la regla no dona cap data en els quatre anys que segueixen l’inici.',
    recurrence_begins_too_early:
      '{name}: fins al {day}, la regla dona més de {value} dates. Feu que comenci més tard, o poseu-hi un final.',
    recurrence_too_many_dates: '{name}: amb aquest {part} la regla dona més de {value} dates.',
    recurrence_zone: '{name}: el fus horari {value} de {part} no es coneix.',
    recurrence_period: '{name}: el període {value} de {part} no pot acabar abans de començar.',
    recurrence_too_many_values: '{name}: {part} no pot indicar més de {value} dates.',
    recurrence_too_long: '{name}: {part} no pot superar els {value} caràcters.',
    rest_invalid_multipart: 'No s’ha pogut llegir el cos multipart.',
    rest_bad_request: 'La petició no s’ha pogut entendre.',
    too_many_values: 'La petició té més de {max} valors.',
    image_scheme: '{name}: cal una adreça completa, http o https, sense usuari ni contrasenya.',
    image_port: '{name}: el port de l’adreça ha de ser 80, 443 o 8080.',
    image_unreachable: '{name}: no s’ha pogut obtenir la imatge d’aquesta adreça, o l’adreça no és pública.',
    image_status: '{name}: no hi ha cap imatge en aquesta adreça.',
    'image_too-large': '{name}: el fitxer de la imatge és massa gran.',
    image_unused:
      '{name}: teniu massa imatges que encara no són en cap activitat: com a màxim {count}, i {max} MB. Poseu-les en activitats o torneu demà: les que ningú no fa servir s’esborren al cap d’un dia.',
    image_in_use:
      '{name}: un registre, un text, l’historial d’un registre o una proposta encara necessita aquesta imatge.',
    image_timeout: '{name}: la imatge ha trigat massa a arribar.',
    image_redirects: '{name}: l’adreça de la imatge redirigeix massa vegades.',
    'image_not-an-image': '{name}: el fitxer no és una imatge JPEG, PNG, GIF, WebP o AVIF completa.',
    image_heic: '{name}: el fitxer és una imatge HEIC, com les que fan els mòbils. Envieu-la en JPEG.',
    'image_too-many-pixels': '{name}: la imatge té massa píxels.',
    'image_too-many-frames': '{name}: la imatge té massa fotogrames o passades.',
    'image_too-costly':
      '{name}: descodificar la imatge requereix massa memòria o temps. Amb menys píxels, o en JPEG corrent, en requereix menys.',
  },

  answers: {
    global_id:
      'Identificador únic a tot internet, format pel domini del lloc web i l’identificador de l’element.',
    global_id_lineage: 'Identificadors globals que ha tingut l’element, començant per l’actual.',
    author: 'Identificador de l’usuari que n’és l’autor.',
    status: 'Estat: publish, future, draft, pending, private o trash.',
    date_utc: 'Data i hora de publicació en UTC; tot són zeros si encara no s’ha publicat mai.',
    modified: 'Data i hora de l’última modificació, en el fus horari del lloc web.',
    modified_utc: 'Data i hora de l’última modificació en UTC.',
    url: 'Adreça web de la pàgina de l’element.',
    rest_url: 'Adreça en aquesta interfície.',
    title: 'Títol, en text sense format.',
    description: 'Descripció, en HTML segur.',
    excerpt: 'Resum, en HTML segur; buit si no se n’ha escrit cap.',
    slug: 'Part llegible de l’adreça web (slug).',
    image: 'Imatge destacada, o false si no n’hi ha.',
    all_day: 'Indica si l’esdeveniment dura tot el dia.',
    start_date: 'Data i hora d’inici, en el fus horari de l’esdeveniment.',
    start_date_details: 'Les parts de la data i hora d’inici.',
    end_date: 'Data i hora de finalització, en el fus horari de l’esdeveniment.',
    end_date_details: 'Les parts de la data i hora de finalització.',
    utc_start_date: 'Data i hora d’inici en UTC.',
    utc_start_date_details: 'Les parts de la data i hora d’inici en UTC.',
    utc_end_date: 'Data i hora de finalització en UTC.',
    utc_end_date_details: 'Les parts de la data i hora de finalització en UTC.',
    timezone: 'Fus horari de l’esdeveniment: un nom de l’IANA o un desfasament respecte a UTC.',
    timezone_abbr: 'Abreviatura del fus horari en la data d’inici, per exemple CET.',
    cost: 'Preu tal com es mostra, amb la moneda; buit si no s’ha indicat.',
    series:
      'La sèrie a què pertany l’esdeveniment: l’identificador, les adreces i la identitat en els fitxers de calendari. S’omet, com els membres següents, si l’esdeveniment no es repeteix.',
    recurrence:
      'Quan té lloc la sèrie: línies RRULE, RDATE i EXDATE, tal com les defineix l’RFC 5545, en l’hora local de l’esdeveniment. Les ocurrències que són a la paperera hi figuren com a EXDATE. En una llista, una ocurrència només les mostra si no passen de 2.000 caràcters; tota sola, les mostra sempre.',
    recurrence_id:
      'L’hora local en què la regla fa començar l’ocurrència, encara que s’hagi mogut; null per a la sèrie mateixa.',
    recurrence_text: 'Quan té lloc la sèrie, en una frase en l’idioma de la resposta.',
    horizon:
      'Últim dia fins al qual existeixen les ocurrències de sèries sense final; només si la llista va més enllà i hi ha sèries així.',
    next_occurrence:
      'L’ocurrència següent de la sèrie, o null; per a la sèrie mateixa, la primera que no ha acabat. Només compten les ocurrències que tothom pot veure.',
    occurrences_total: 'Quantes ocurrències de la sèrie pot veure tothom.',
    distance:
      'Quilòmetres entre el punt de la petició i l’espai més proper de l’esdeveniment; només en les llistes al voltant d’un punt.',
    cost_details: 'Les parts del preu: la moneda i els imports.',
    website: 'URL del lloc web indicat.',
    show_map: 'Indica si s’ha de mostrar un mapa de l’espai.',
    show_map_link: 'Indica si s’ha de mostrar un enllaç a un mapa de l’espai.',
    hide_from_listings: 'Indica si l’esdeveniment queda fora de les llistes.',
    sticky: 'Indica si l’esdeveniment es fixa a la vista de calendari.',
    featured: 'Indica si l’esdeveniment és destacat.',
    categories: 'Categories de l’esdeveniment, per ordre alfabètic.',
    tags: 'Etiquetes de l’esdeveniment, per ordre alfabètic.',
    venue:
      'Espai de l’esdeveniment: un objecte si n’hi ha un de sol, i una llista si n’hi ha diversos o cap.',
    organizer: 'Organitzadors de l’esdeveniment, en l’ordre que s’ha indicat.',
    custom_fields:
      'Camps addicionals definits pel lloc web, tal com s’han enviat; una llista buida si no n’hi ha.',
    virtual_url: 'Adreça per participar-hi en línia, o null si no se n’ha indicat cap.',
    virtual_video_source:
      'On s’emet l’esdeveniment en línia, per exemple zoom o youtube; buit si no s’ha indicat.',
    event_status:
      'Indica si l’esdeveniment es fa tal com estava previst: scheduled; canceled, cancel·lat; postponed, ajornat sense data; o moved_online, traslladat a internet.',
    status_reason:
      'Per què l’esdeveniment no es fa tal com estava previst; no hi és si no s’ha indicat cap motiu.',
    ticket_url: 'On es venen les entrades o es fan les reserves; no hi és si no s’ha indicat.',
    availability:
      'Si queden entrades o places: available (n’hi ha), few (en queden poques), sold_out (exhaurides) o ended (venda tancada); no hi és si no s’ha indicat.',
    json_ld: 'Dades estructurades de schema.org en JSON-LD, per incloure-les en una pàgina.',
    currency_symbol: 'Símbol de la moneda; buit si el preu no en porta.',
    currency_code: 'Codi ISO 4217 de la moneda, si se sap.',
    currency_position:
      'Posició del símbol: prefix, davant de l’import; postfix, al darrere; buit si no n’hi ha.',
    values: 'Els imports, com a text, de menor a major.',
    year: 'Any, amb quatre xifres.',
    month: 'Mes, de 01 a 12.',
    day: 'Dia del mes, de 01 a 31.',
    hour: 'Hora, de 00 a 23.',
    minutes: 'Minuts, de 00 a 59.',
    seconds: 'Segons, de 00 a 59.',
    extension: 'Extensió del fitxer de la imatge.',
    width: 'Amplada en píxels.',
    height: 'Alçada en píxels.',
    filesize: 'Mida del fitxer en bytes.',
    sizes: 'Les versions més petites de la imatge, segons el nom de la mida.',
    mime_type: 'Tipus MIME del fitxer.',
    image_url: 'Adreça web del fitxer de la imatge.',
    image_id: 'Identificador de la imatge.',
    name: 'Nom de la categoria o de l’etiqueta.',
    term_group: 'Grup del terme, sempre 0.',
    term_taxonomy_id: 'Identificador del terme dins de la seva taxonomia.',
    taxonomy: 'Taxonomia del terme: tribe_events_cat per a les categories i post_tag per a les etiquetes.',
    parent: 'Identificador de la categoria superior, o 0 si no en té.',
    count: 'Nombre d’esdeveniments publicats que tenen assignat el terme.',
    filter: 'Tractament dels textos del terme, sempre raw: tal com estan desats.',
    urls: 'Adreces del terme, de la seva col·lecció i, si en té, de la categoria superior.',
    meta: 'Dades addicionals del terme, sempre buides.',
    links: 'Enllaços als recursos relacionats amb el terme.',
    venue_name: 'Nom de l’espai.',
    organizer_name: 'Nom de l’organitzador.',
    address: 'Adreça: carrer i número.',
    city: 'Població.',
    country: 'País.',
    province: 'Província o regió, fora dels Estats Units.',
    state: 'Estat, als Estats Units.',
    zip: 'Codi postal.',
    phone: 'Número de telèfon.',
    stateprovince: 'Estat o província, segons el país.',
    email: 'Adreça electrònica.',
    geo_lat: 'Latitud de l’espai, en graus.',
    geo_lng: 'Longitud de l’espai, en graus.',
    total: 'Nombre total d’elements que compleixen els filtres.',
    total_pages: 'Nombre total de pàgines de la llista.',
    facets:
      'Quants esdeveniments de tota la llista hi ha per a cada valor de les facetes demanades: primer els valors més freqüents, i els dies i els mesos per ordre.',
    facet_totals: 'Quants valors té cada faceta demanada, també més enllà del límit.',
    next_rest_url: 'Adreça de la pàgina següent, si n’hi ha, amb els mateixos filtres.',
    previous_rest_url: 'Adreça de la pàgina anterior, si n’hi ha, amb els mateixos filtres.',
    list: 'Els elements d’aquesta pàgina.',
    code: 'Codi de l’error, estable i independent de l’idioma.',
    message: 'Explicació de l’error, en l’idioma demanat.',
    data: 'Detalls de l’error: l’estat HTTP i, si escau, els paràmetres afectats.',
    error_status: 'Codi d’estat HTTP de la resposta.',
    error_params: 'Paràmetres afectats: què s’esperava de cadascun, o els noms dels que falten.',
    error_details: 'L’error de cada paràmetre afectat, segons el nom.',
    error_param: 'Nom del paràmetre afectat.',
    error_term_id: 'Identificador del terme que ja existeix.',
    error_additional_data: 'Identificadors relacionats amb l’error.',
    json_error_code: 'Codi de l’error de sintaxi del JSON.',
    json_error_message: 'Error de sintaxi del JSON, en anglès.',
    color:
      'Color de la categoria a les pàgines: rose, orange, ochre, lime, green, teal, blue, violet o slate; només de les categories.',
    term_description: 'Descripció del terme, en HTML segur; buida si no se n’ha escrit cap.',
    language: 'Idioma dels textos de l’element mateix.',
    languages: 'Idioma de cada text, per membre; s’omet si l’element no té traduccions.',
    translations:
      'Textos en altres idiomes, per idioma i membre, esborranys inclosos; només amb context=edit, per a qui pot editar l’element.',
    alt_text: 'Què mostra la imatge, per a qui no la veu; s’omet si ningú no ho ha dit.',
    credit: 'Qui ha fet la imatge, tal com es llegeix a sota; s’omet si ningú no ho ha dit.',
    license:
      'Llicència de la imatge: una adreça, o un nom curt com ara CC BY 4.0; s’omet si ningú no l’ha dita.',
    focal_point:
      'Què conserven els retalls, en percentatges des de l’esquerra i dalt; s’omet si no s’ha triat.',
  },

  interface: {
    page: 'Pàgina de la llista que es demana; la primera és la 1.',
    per_page: 'Nombre d’elements per pàgina; si supera el màxim del servei, s’aplica el màxim.',
    i18n_language:
      'Idioma dels textos dels elements, quan en tenen traducció, i de les descripcions i els missatges; preval sobre l’idioma de l’adreça.',
    namespace: 'Espai de noms del qual es descriuen les rutes.',
    context: 'Context de la petició, view per defecte; no altera la resposta.',
    index: 'Descriu les rutes de la interfície i els paràmetres que admeten.',
    doc: 'Documenta la interfície en format OpenAPI.',
    api_title: 'Almanac',
    api_description:
      'Almanac és un servei d’agenda que aplega esdeveniments, els espais on tenen lloc i els organitzadors que els promouen, classificats per categories i etiquetes. La consulta és oberta a tothom; per crear, modificar o eliminar continguts cal identificar-se. Les descripcions i els missatges es poden demanar en diversos idiomes, que enumera el paràmetre i18n_language. L’historial, la paperera i la pujada d’imatges tenen documents propis: /cal/history/v1/doc, /cal/trash/v1/doc i /images/doc.',
    ok_list: 'La pàgina demanada de la llista.',
    ok_record: 'L’element demanat.',
    ok_created: 'L’element creat.',
    ok_deleted: 'L’element eliminat.',
    bad_request: 'Falta algun paràmetre obligatori o n’hi ha algun que no és vàlid.',
    unauthorized: 'L’operació requereix identificar-se, o les credencials no són vàlides.',
    forbidden: 'No hi ha permís per accedir a l’element o per fer l’operació.',
    not_found: 'L’element o la pàgina no existeix.',
    not_acceptable: 'La petició no accepta cap dels formats de la resposta.',
    document:
      'El mateix en un altre format. En els calendaris i els canals, un espai, un organitzador, una categoria o una etiqueta representen els seus esdeveniments, que es poden acotar amb tots els paràmetres de la llista d’esdeveniments.',
    gone: 'L’element ja és a la paperera.',
    server_error: 'El servei ha fallat en atendre la petició.',
    unavailable:
      'El servei no pot atendre ara la petició, o el magatzem no admet escriptures: es pot tornar a provar.',
    free: 'Gratuït',
    no_name: '(sense nom)',
    no_title: '(sense títol)',
    ok_updated: 'L’element amb els canvis aplicats.',
    ok_described: 'La descripció de la interfície.',
    too_large: 'El cos de la petició supera la mida màxima.',
    unsupported_content_encoding: 'El Content-Encoding del cos de la petició no s’admet.',
    unsupported_transfer_encoding: 'El Transfer-Encoding de la petició no s’admet.',
    too_many: 'Hi ha hagut massa peticions o massa intents d’identificació fallits.',
    basic: 'Nom d’usuari o adreça electrònica, i una contrasenya d’aplicació.',
    bearer: 'Una contrasenya d’aplicació, tota sola.',
    precondition_failed:
      'L’element no és el que exigeix la capçalera If-Match, If-None-Match o If-Unmodified-Since.',
    key_reused: 'La Idempotency-Key ja s’ha fet servir per a una altra petició.',
    header_etag: 'ETag de l’element, que es pot enviar com a If-Match quan es modifica.',
    header_if_match:
      'ETag que ha de tenir l’element, o una llista d’ETags, o *; si en té un altre, no es canvia res.',
    header_if_unmodified_since:
      'Data HTTP d’ençà de la qual l’element no ha d’haver canviat; no té efecte en les categories i les etiquetes, ni si també s’envia If-Match.',
    header_idempotency_key:
      'Clau de la petició, per exemple un UUID: si es repeteix la petició amb la mateixa clau, l’element es crea una sola vegada i la resposta és la mateixa.',
    strict:
      'Si es refusen els paràmetres i els membres desconeguts; si no, no tenen cap efecte, i la capçalera Almanac-Ignored en diu els noms.',
    header_prefer:
      'handling=strict fa el mateix que strict=true, i handling=lenient, el mateix que strict=false (RFC 7240).',
    header_ignored: 'Noms dels paràmetres i membres que no han tingut cap efecte, perquè no es coneixen.',
    header_preference_applied: 'La preferència de Prefer que s’ha seguit.',
    header_allow: 'Mètodes que l’usuari pot fer servir en aquesta adreça.',
    header_location: 'Adreça de l’element creat.',
    header_accept_encoding: 'Codificacions que s’admeten en el cos d’una petició: cap, és a dir, identity.',
    header_retry_after: 'Segons que cal esperar abans de tornar-ho a provar.',
    header_rate_limit: 'Peticions que queden i segons fins que se n’admetin més, si n’hi ha un límit.',
    header_rate_limit_policy: 'Peticions que es poden fer en un interval, i els segons que dura.',
    header_authenticate: 'Esquema d’autenticació que s’espera.',
  },

  schemaTitles: {
    Event: 'Esdeveniment',
    Venue: 'Espai',
    Organizer: 'Organitzador',
    Term: 'Terme',
    Image: 'Imatge',
    ImageSize: 'Mida d’imatge',
    CostDetails: 'Detalls del preu',
    DateDetails: 'Detalls de la data',
    Error: 'Error',
    ErrorData: 'Detalls de l’error',
    ProtectedEvent: 'Esdeveniment protegit',
    EmbeddedTerm: 'Terme d’un esdeveniment',
    EventList: 'Llista d’esdeveniments',
    VenueList: 'Llista d’espais',
    OrganizerList: 'Llista d’organitzadors',
    CategoryList: 'Llista de categories',
    TagList: 'Llista d’etiquetes',
    ChangeList: 'Llista de canvis',
    Batch: 'Lot',
    Version: 'Versió',
    TrashedRecord: 'Element de la paperera',
    TrashList: 'Llista de la paperera',
    OccurrencePlan: 'Pla d’ocurrències',
    Deleted: 'Elements eliminats',
    Account: 'Compte',
    User: 'Compte de l’agenda',
    ImageList: 'Llista d’imatges',
    ListedImage: 'Imatge de la llista',
    UserList: 'Llista de comptes',
    UserPasswords: 'Contrasenyes d’aplicació d’un compte',
  },

  schemas: {
    Event:
      'Un esdeveniment de l’agenda, amb els espais, els organitzadors, les categories i les etiquetes que hi estan vinculats.',
    Venue: 'Un espai on tenen lloc esdeveniments.',
    Organizer: 'Una persona o entitat que organitza esdeveniments.',
    Term: 'Una categoria o una etiqueta que classifica esdeveniments.',
    Image: 'Una imatge destacada, amb les mides en què està disponible.',
    ImageSize: 'Una imatge en una de les seves mides.',
    CostDetails: 'Les parts del preu d’un esdeveniment: la moneda i els imports.',
    DateDetails: 'Les parts d’una data i hora, com a text amb zeros inicials.',
    Error: 'L’explicació de per què no s’ha atès una petició.',
    ErrorData: 'Les dades d’un error que poden llegir els programes.',
    ProtectedEvent:
      'Un esdeveniment protegit amb contrasenya, tal com el veu a les llistes qui no la sap: sense els detalls.',
    EmbeddedTerm: 'Una categoria o una etiqueta, tal com apareix dins d’un esdeveniment.',
    List: 'Una pàgina de la llista, amb els totals i els enllaços a les pàgines veïnes.',
    Batch: 'El que una acció ha canviat.',
    Version: 'Un canvi, amb l’element tal com era abans sota el nom del seu tipus.',
    ListedImage: 'Una imatge, amb el nombre d’elements que la mostren.',
    TrashedRecord: 'Un element de la paperera, tal com apareix a la llista.',
    OccurrencePlan: 'Què faria una modificació amb les ocurrències d’una sèrie.',
    Deleted: 'Què s’ha eliminat en buidar la paperera.',
    Account: 'El compte d’una petició, i què pot fer.',
    User: 'Un compte, tal com el veu l’administració.',
    UserPasswords: 'Les contrasenyes d’aplicació d’un compte.',
  },

  sections: {
    interface: 'L’índex de rutes i aquesta documentació.',
    events: 'Els esdeveniments de l’agenda.',
    venues: 'Els espais on tenen lloc els esdeveniments.',
    organizers: 'Les persones i les entitats que organitzen esdeveniments.',
    categories: 'Les categories dels esdeveniments, que poden dependre les unes de les altres.',
    tags: 'Les etiquetes dels esdeveniments, sense jerarquia.',
    batches: 'El que una acció ha canviat, per desfer-ho.',
    trash: 'Els elements de la paperera.',
    users: 'Els comptes, i el de la petició.',
    images: 'Les imatges que es poden posar als esdeveniments, els espais i els organitzadors.',
  },

  samples: {
    event: 'La cobla i els gegants obren la festa a la plaça.',
    venue: 'La plaça porticada del centre.',
    organizer: 'La regidoria de cultura.',
    category: 'Concerts i balls.',
    tag: 'Actes que es fan a l’aire lliure.',
  },

  records: {
    id: 'Identificador de l’element.',
    author:
      'Identificador de l’autor; per defecte és qui crea l’element, i només els editors poden indicar-ne un altre.',
    date: 'Data i hora de publicació, en el fus horari del lloc web.',
    date_utc: 'Data i hora de publicació en UTC; es pot indicar en lloc de date.',
    description:
      'Descripció, en HTML o en text sense format; el marcatge insegur s’elimina, i un text buit l’esborra.',
    status:
      'Estat: publish, future, draft, pending o private; si l’usuari no pot publicar, publish i future queden en pending.',
    website: 'Lloc web, amb l’URL complet; un text buit el suprimeix.',
    image:
      'Imatge destacada: l’identificador d’una imatge del servei o l’adreça web d’una imatge per descarregar; un text buit la treu.',
    phone: 'Telèfon; un text buit l’esborra.',
    slug_path: 'Slug, és a dir, la part llegible de l’adreça.',
  },

  events: {
    title: 'Títol de l’esdeveniment, en text sense format; el marcatge HTML s’elimina.',
    start_date:
      'Data i hora d’inici, per exemple 2031-05-10 19:30:00, en el fus horari de l’esdeveniment llevat que s’hi indiqui un desfasament respecte a UTC.',
    end_date: 'Data i hora de finalització, en el mateix format que l’inici i no anterior a l’inici.',
    date: 'Data i hora de publicació, en el fus horari del lloc web; si és futura, la publicació queda programada.',
    slug: 'Part llegible de l’adreça de l’esdeveniment (slug); si no s’indica en crear-lo, es forma a partir del títol, i si ja està ocupada s’hi afegeix un número.',
    excerpt: 'Resum breu de l’esdeveniment, en HTML o en text sense format; un text buit l’esborra.',
    timezone:
      'Fus horari de l’esdeveniment, amb un nom de l’IANA com ara Europe/Madrid o un desfasament com ara UTC+2; un text buit equival al fus del lloc web.',
    all_day:
      'Indica si l’esdeveniment dura tot el dia; en aquest cas comença a les 00:00:00 i acaba a les 23:59:59.',
    cost: 'Preu de l’esdeveniment, com a número o com a text amb o sense símbol de moneda; una llista indica diversos preus, i 0 vol dir gratuït.',
    website: 'Lloc web de l’esdeveniment, amb l’URL complet; un text buit o null el suprimeix.',
    show_map: 'Indica si amb l’esdeveniment s’ha de mostrar un mapa de l’espai.',
    show_map_link: 'Indica si amb l’esdeveniment s’ha de mostrar un enllaç a un mapa de l’espai.',
    hide_from_listings:
      'Indica si l’esdeveniment queda fora de les llistes; es continua podent llegir per l’identificador o pel slug.',
    sticky: 'Indica si l’esdeveniment es fixa a la vista de calendari; l’ordre de les llistes no canvia.',
    featured: 'Indica si l’esdeveniment es destaca al lloc web.',
    is_virtual: 'Indica si l’esdeveniment es fa en línia, o també en línia si té un espai.',
    virtual_url: 'Adreça per participar-hi en línia, amb l’URL complet; un text buit o null la suprimeix.',
    virtual_video_source:
      'On s’emet l’esdeveniment en línia, per exemple zoom o youtube; un text buit ho esborra.',
    event_status:
      'Indica si l’esdeveniment es fa tal com estava previst: scheduled, canceled, postponed o moved_online; també s’entenen cancelled i els termes de schema.org, com ara EventCancelled.',
    status_reason: 'Per què l’esdeveniment no es fa tal com estava previst; un text buit esborra el motiu.',
    ticket_url:
      'On es venen les entrades o es fan les reserves, amb l’URL complet; un text buit o null la suprimeix.',
    availability:
      'Si queden entrades o places: available (n’hi ha), few (en queden poques), sold_out (exhaurides) o ended (venda tancada); també s’entenen els mots de schema.org, com ara SoldOut; un text buit o null ho suprimeix.',
    currency_code:
      'Moneda del preu, amb un codi ISO 4217 com ara EUR; un text buit o null vol dir la del símbol del preu o la del lloc web.',
    custom_fields:
      'Camps addicionals en un objecte JSON, que es desa i es mostra tal com s’ha enviat; en un formulari, també com a text que contingui el JSON; un objecte buit, una llista buida o null els suprimeix.',
    categories:
      'Categories de l’esdeveniment, per identificador, slug o nom, en una llista o separades per comes; les que no existeixen es creen si l’usuari té permís per fer-ho, i una llista buida les treu totes.',
    tags: 'Etiquetes de l’esdeveniment, per identificador, slug o nom, en una llista o separades per comes; les que no existeixen es creen si l’usuari té permís per fer-ho, i una llista buida les treu totes.',
    venue:
      'Espais on té lloc l’esdeveniment, per identificador, pel nom o amb un objecte que en contingui les dades; una llista buida els desvincula.',
    organizer:
      'Organitzadors de l’esdeveniment, en l’ordre desitjat, per identificador, pel nom o amb un objecte que en contingui les dades; una llista buida els desvincula.',
    recurrence:
      'Quan es repeteix l’esdeveniment: línies de l’RFC 5545 (RRULE, RDATE, EXDATE), en una llista o en un sol text, en l’hora de l’esdeveniment si no indiquen cap zona; amb una llista buida, un text buit o null torna a ser un esdeveniment únic.',
    dates:
      'Totes les dates d’un esdeveniment que es fa diverses vegades sense seguir cap regla, cadascuna amb start_date i end_date; amb una llista buida o null torna a ser un esdeveniment únic.',
    scope:
      'Fins on arriba la modificació d’una ocurrència: this, només aquesta, que és el valor per defecte; following, aquesta i totes les posteriors; o all, tota la sèrie.',
    dry_run:
      'Amb true no s’escriu res: la resposta diu quines ocurrències s’afegirien, desapareixerien, es mourien i es conservarien.',
    password_write: 'Contrasenya amb què es protegeix l’esdeveniment; un text buit la suprimeix.',
    password_read:
      'Contrasenya de l’esdeveniment, necessària per llegir-lo si està protegit i l’usuari no el pot editar.',
    occurrence_path: 'Dia de l’ocurrència, com ara 2031-05-06; 2031-05-06-2 és la segona del dia.',
  },

  /** Arguments sobre els idiomes dels elements. */
  translations: {
    language: 'Idioma dels textos; per defecte, el del lloc web.',
    translations:
      'Textos en altres idiomes, per idioma i membre. Els membres que s’ometen no canvien; null suprimeix un text o un idioma. Amb status draft, només veu la traducció qui pot editar l’element.',
    translate:
      'Indica si els textos són els de l’idioma del camí o d’i18n_language, de manera que l’element conserva els seus. Tots els altres valors són els de l’element.',
    context: 'Amb edit, els elements que el compte pot editar mostren totes les seves traduccions.',
    has_language:
      'Només els elements amb textos en algun d’aquests idiomes, separats per comes: els propis o una traducció acabada.',
    missing_language: 'Només els elements sense textos en cap d’aquests idiomes, separats per comes.',
    languages:
      'Per a les taules (CSV): idiomes en què cada text té una columna pròpia, com ara title_fr, amb els textos que l’element té exactament en aquell idioma.',
    separator:
      'Per a les taules (CSV): què separa les cel·les: una coma, un punt i coma, com esperen els fulls de càlcul allà on la coma és el separador decimal, o tab.',
  },

  eventFilters: {
    start_date:
      'Només els esdeveniments que comencen aquest dia o més tard, per defecte a partir d’avui, aproximadament; amb strict_dates compta l’hora exacta.',
    end_date:
      'Només els esdeveniments que acaben aquest dia o abans, per defecte fins d’aquí a uns dos anys; amb strict_dates compta l’hora exacta.',
    starts_before:
      'Només els esdeveniments que comencen abans que acabi aquest dia o, amb strict_dates, abans d’aquesta hora exacta; anul·la les dates per defecte.',
    starts_after:
      'Només els esdeveniments que comencen un cop acabat aquest dia o, amb strict_dates, després d’aquesta hora exacta; anul·la les dates per defecte.',
    ends_before:
      'Només els esdeveniments que acaben abans de l’últim segon d’aquest dia o, amb strict_dates, abans d’aquesta hora exacta; anul·la les dates per defecte.',
    ends_after:
      'Només els esdeveniments que acaben un cop acabat aquest dia o, amb strict_dates, després d’aquesta hora exacta; anul·la les dates per defecte.',
    strict_dates:
      'Amb true, 1, yes o on, les dates es prenen com a hores exactes; si no, valen per dies sencers en el fus horari del lloc web.',
    search:
      'Només els esdeveniments que contenen totes aquestes paraules al títol, al resum o a la descripció; les cometes busquen una frase exacta i un guionet al davant exclou la paraula.',
    categories:
      'Només els esdeveniments d’alguna d’aquestes categories o de les seves subcategories, indicades per identificador, slug o nom, en una llista o separades per comes.',
    tags: 'Només els esdeveniments amb alguna d’aquestes etiquetes, indicades per identificador, slug o nom, en una llista o separades per comes.',
    venue:
      'Només els esdeveniments d’algun d’aquests espais, indicats per identificador, en una llista o separats per comes.',
    organizer:
      'Només els esdeveniments d’algun d’aquests organitzadors, indicats per identificador, en una llista o separats per comes.',
    featured: 'Amb true, només els esdeveniments destacats; amb false, només els altres.',
    status:
      'Només els esdeveniments en algun d’aquests estats, separats per comes; qui no pot editar esdeveniments només pot demanar publish.',
    geoloc: 'Amb true, només els esdeveniments en un espai amb coordenades; amb false, només els altres.',
    geoloc_lat:
      'Latitud, de -90 a 90 graus, del punt al voltant del qual es busquen esdeveniments; cal indicar també geoloc_lng.',
    geoloc_lng:
      'Longitud, de -180 a 180 graus, del punt al voltant del qual es busquen esdeveniments; cal indicar també geoloc_lat.',
    geoloc_radius:
      'Distància màxima en quilòmetres entre l’espai i el punt de geoloc_lat i geoloc_lng; per defecte, la que tingui configurada el servei.',
    include:
      'Només els esdeveniments amb aquests identificadors, en una llista o separats per comes; els filtres de dates deixen d’aplicar-se.',
    post_parent: 'Només els esdeveniments que depenen de l’esdeveniment amb aquest identificador.',
    ticketed:
      'Amb true, només els esdeveniments amb entrades, cosa que requereix un sistema d’entrades; false no filtra res.',
    when: 'Només els esdeveniments en curs (ongoing), futurs (upcoming) o passats (past), un o més d’aquests valors separats per comes, o tots (all); anul·la les dates per defecte.',
    overlaps:
      'Només els esdeveniments que tenen lloc en algun moment d’un interval INICI/FINAL o INICI/PERÍODE, que pot quedar obert per un dels dos costats; una data sense hora és el dia sencer, i les dates per defecte deixen d’aplicar-se.',
    series: 'Només les ocurrències d’aquestes sèries, indicades per identificador.',
    hide_night_before:
      'Amb true, overlaps deixa fora els esdeveniments que van començar abans de l’interval i s’acaben abans que s’acabi la nit del seu primer dia, com fan les pàgines dels dies.',
    hide_subsequent_recurrences:
      'Amb true, cada sèrie surt una sola vegada, en la primera ocurrència que compleix tots els altres filtres, i els totals la compten una vegada.',
    modified_after:
      'Només els esdeveniments modificats després d’aquest moment; una data sense hora n’és el començament.',
    is_virtual: 'Amb true, només els esdeveniments que es fan també en línia; amb false, només els altres.',
    has_image: 'Amb true, només els esdeveniments amb imatge; amb false, només els altres.',
    author: 'Només els esdeveniments d’aquests comptes, indicats per id, en una llista o separats per comes.',
    with_hidden:
      'Amb true, també es mostren els esdeveniments amagats de les llistes, si el compte els pot editar.',
    event_status:
      'Només els esdeveniments amb algun d’aquests estats, separats per comes: scheduled, canceled, postponed o moved_online.',
    cost: 'Només els esdeveniments amb algun d’aquests costos, separats per comes: free, sense cost o amb cost 0; paid, amb un preu; o unknown, només amb paraules, com ara «Donatiu».',
    city: 'Només els esdeveniments en un espai d’alguna d’aquestes poblacions, en una llista o separades per comes, sense distingir majúscules ni accents.',
    postal_code:
      'Només els esdeveniments en un espai amb algun d’aquests codis postals, en una llista o separats per comes.',
    country:
      'Només els esdeveniments en un espai d’algun d’aquests països, tal com els escriuen els espais, en una llista o separats per comes, sense distingir majúscules ni accents.',
    orderby:
      'Ordre de la llista: start (inici), end (final), date (publicació), modified (modificació), title (títol), venue (nom de l’espai), status (estat), distance (distància al punt de geoloc_lat i geoloc_lng) o relevance (rellevància per a la cerca); els que coincideixen s’ordenen per l’inici.',
    order:
      'Sentit de l’ordre: asc, ascendent, o desc, descendent; per defecte, date, modified i relevance són descendents i la resta, ascendents.',
    password_list:
      'Contrasenya per als esdeveniments protegits de la llista; els que la tenen es mostren sencers, i els altres sense els detalls.',
    expand:
      'En els fitxers de calendari, amb true, mostra cada data d’una sèrie com un esdeveniment propi, sense regla, per als programes que no en repeteixen cap.',
  },

  facets: {
    facets:
      'Recomptes de tota la llista segons els valors d’aquestes facetes, separades per comes. Una categoria compta també els esdeveniments de les seves subcategories; un dia o un mes compta tots els esdeveniments que s’hi fan, dins de les dates de la llista.',
    drill_sideways:
      'Amb true, cada faceta es compta sense el filtre sobre els seus propis valors, perquè també es puguin oferir els altres.',
    facet_limit: 'Nombre màxim de valors de cada faceta, fins a 1000; facet_totals indica quants n’hi ha.',
  },

  eventOperations: {
    list: 'Llista els esdeveniments per ordre d’inici.',
    create: 'Crea un esdeveniment.',
    read: 'Mostra un esdeveniment.',
    update: 'Modifica els camps indicats d’un esdeveniment i conserva els altres.',
    delete: 'Envia un esdeveniment a la paperera.',
    occurrences:
      'Llista les ocurrències d’una sèrie, amb els mateixos filtres que la llista d’esdeveniments; sense dates, totes.',
    occurrencesBySlug:
      'Llista les ocurrències de la sèrie amb aquest slug, amb els mateixos filtres que la llista d’esdeveniments; sense dates, totes.',
    occurrence: 'Mostra l’ocurrència d’una sèrie en un dia.',
    readBySlug: 'Mostra l’esdeveniment que té aquest slug.',
    updateBySlug: 'Modifica els camps indicats de l’esdeveniment que té aquest slug i conserva els altres.',
    deleteBySlug: 'Envia a la paperera l’esdeveniment que té aquest slug.',
  },

  venues: {
    venue: 'Nom de l’espai, en text sense format.',
    show_map: 'Indica si els esdeveniments vinculats a l’espai n’han de mostrar un mapa.',
    show_map_link: 'Indica si els esdeveniments vinculats a l’espai han de mostrar un enllaç a un mapa.',
    address: 'Adreça de l’espai: carrer i número; un text buit l’esborra.',
    city: 'Població on es troba l’espai; un text buit l’esborra.',
    country: 'País on es troba l’espai; un text buit l’esborra.',
    province: 'Província o regió de l’espai, fora dels Estats Units; un text buit l’esborra.',
    state: 'Estat on es troba l’espai, als Estats Units; un text buit l’esborra.',
    zip: 'Codi postal de l’espai; un text buit l’esborra.',
    stateprovince:
      'Estat o província que es mostra; si no s’indica, es pren de state als Estats Units i de province a la resta de països.',
    geo_lat: 'Latitud de l’espai, de -90 a 90 graus; cal indicar-la juntament amb geo_lng.',
    geo_lng: 'Longitud de l’espai, de -180 a 180 graus; cal indicar-la juntament amb geo_lat.',
  },

  contactFilters: {
    event: 'Només els de l’esdeveniment amb aquest identificador.',
    has_events: 'Amb true, només els que tenen esdeveniments; amb false, només els que no en tenen.',
    only_with_upcoming: 'Amb true, només els que tenen esdeveniments en curs o pendents de començar.',
    status:
      'Només els que són en algun d’aquests estats, separats per comes; qui no els pot editar només pot demanar publish.',
    has_image: 'Amb true, només els que tenen imatge; amb false, només els altres.',
    has_location: 'Amb true, només els espais amb coordenades; amb false, només els altres.',
    orderby:
      'Ordre de la llista: date (publicació), modified (modificació), name (nom) o events (nombre d’esdeveniments).',
    order:
      'Sentit de l’ordre: asc, ascendent, o desc, descendent; per defecte, name és ascendent i la resta, descendents.',
  },

  venueFilters: {
    search:
      'Només els espais que contenen totes aquestes paraules al nom, a la descripció o en un mateix camp de l’adreça o del telèfon.',
  },

  venueOperations: {
    list: 'Llista els espais, començant pels publicats més recentment.',
    create: 'Crea un espai o, si ja n’hi ha un amb el mateix nom, el retorna.',
    read: 'Mostra un espai.',
    update: 'Modifica els camps indicats d’un espai i conserva els altres.',
    delete: 'Envia un espai a la paperera i el desvincula dels esdeveniments.',
    readBySlug: 'Mostra l’espai que té aquest slug.',
    updateBySlug: 'Modifica els camps indicats de l’espai que té aquest slug i conserva els altres.',
    deleteBySlug: 'Envia a la paperera l’espai que té aquest slug i el desvincula dels esdeveniments.',
  },

  organizers: {
    organizer: 'Nom de l’organitzador, sigui una persona o una entitat, en text sense format.',
    email: 'Adreça electrònica de l’organitzador; un text buit l’esborra.',
  },

  organizerFilters: {
    search:
      'Només els organitzadors que contenen totes aquestes paraules al nom, a la descripció, al telèfon, a l’adreça electrònica o al lloc web.',
  },

  organizerOperations: {
    list: 'Llista els organitzadors, començant pels publicats més recentment.',
    create: 'Crea un organitzador o, si ja n’hi ha un amb el mateix nom, el retorna.',
    read: 'Mostra un organitzador.',
    update: 'Modifica els camps indicats d’un organitzador i conserva els altres.',
    delete: 'Envia un organitzador a la paperera i el desvincula dels esdeveniments.',
    readBySlug: 'Mostra l’organitzador que té aquest slug.',
    updateBySlug: 'Modifica els camps indicats de l’organitzador que té aquest slug i conserva els altres.',
    deleteBySlug: 'Envia a la paperera l’organitzador que té aquest slug i el desvincula dels esdeveniments.',
  },

  categories: {
    name: 'Nom de la categoria, en text sense format; no es pot repetir dins d’una mateixa categoria superior.',
    description: 'Descripció de la categoria, en text o en HTML senzill.',
    slug: 'Part llegible de l’adreça de la categoria (slug); si no s’indica en crear-la, es forma a partir del nom.',
    color:
      'Color de la categoria a les pàgines; si no s’envia, una categoria nova rep el de la superior o, si no en té, un de lliure.',
    parent: 'Identificador de la categoria superior; 0 situa la categoria al primer nivell.',
  },

  termFilters: {
    search: 'Només les que contenen aquest text al nom o al slug.',
    exclude: 'Totes excepte aquestes, indicades per identificador, en una llista o separades per comes.',
    include: 'Només aquestes, indicades per identificador, en una llista o separades per comes.',
    order: 'Sentit de l’ordenació: asc, ascendent (per defecte), o desc, descendent.',
    post: 'Només les de l’esdeveniment amb aquest identificador.',
    event: 'Equival a post, i té preferència si s’indiquen tots dos.',
    slug: 'Només la que té exactament aquest slug.',
  },

  categoryFilters: {
    orderby:
      'Criteri d’ordenació de les categories: name (per defecte), id, slug, count, description, parent, term_group, include o none.',
    hide_empty:
      'Indica si s’ometen les categories sense esdeveniments publicats, tret que en tingui alguna de les seves subcategories; per defecte, true.',
    parent:
      'Només les categories que depenen directament de la que té aquest identificador; 0 demana les del primer nivell.',
  },

  categoryOperations: {
    list: 'Llista les categories.',
    create: 'Crea una categoria.',
    read: 'Mostra una categoria.',
    update: 'Modifica els camps indicats d’una categoria i conserva els altres.',
    delete:
      'Elimina definitivament una categoria; les seves subcategories passen a dependre de la categoria superior.',
  },

  tags: {
    name: 'Nom de l’etiqueta, en text sense format; no es pot repetir.',
    description: 'Descripció de l’etiqueta, en text o en HTML senzill.',
    slug: 'Part llegible de l’adreça de l’etiqueta (slug); si no s’indica en crear-la, es forma a partir del nom.',
  },

  tagFilters: {
    orderby:
      'Criteri d’ordenació de les etiquetes: name (per defecte), id, slug, count, description, term_group, include o none.',
    hide_empty: 'Indica si s’ometen les etiquetes sense esdeveniments publicats; per defecte, true.',
  },

  tagOperations: {
    list: 'Llista les etiquetes.',
    create: 'Crea una etiqueta.',
    read: 'Mostra una etiqueta.',
    update: 'Modifica els camps indicats d’una etiqueta i conserva els altres.',
    delete: 'Elimina definitivament una etiqueta; els esdeveniments que la tenien la perden.',
  },

  history: {
    list: 'Llista els canvis d’un element, del més recent al més antic.',
    read: 'Mostra un element tal com era abans d’un canvi.',
    restore: 'Retorna un element a l’estat que tenia abans d’un canvi.',
    states: 'Amb true, cada canvi porta l’element tal com era abans, com una versió sola.',
    batch: 'Id del lot: tot el que una acció ha canviat.',
    read_batch: 'Mostra quins elements ha canviat un lot, fins on es pot desfer.',
    undo_batch: 'Torna els elements d’un lot a com eren abans, si no s’han tornat a canviar.',
    version: 'Número de la versió, que dona la llista de canvis.',
  },

  changes: {
    version:
      'Número amb què es pot llegir i recuperar l’element tal com era abans; no hi és si l’element abans no existia.',
    operation: 'Què s’ha fet: create, update, trash, restore o, definitivament, delete.',
    date: 'Data i hora del canvi, en el fus horari del lloc web.',
    date_utc: 'Data i hora del canvi, en UTC.',
    user: 'Qui l’ha fet; null si no ho ha fet cap usuari.',
    credential:
      'Credencial amb què s’ha fet el canvi; només els editors, els administradors i qui l’ha fet veuen quina contrasenya d’aplicació era, i només els administradors l’adreça del client.',
    changed: 'Els membres de l’element que han canviat.',
    rest_url: 'Adreça de la versió d’abans del canvi.',
    records: 'Els elements del lot; després de desfer-lo, els que han tornat a com eren.',
    kept: 'Els elements que es queden com estan, cadascun amb el motiu.',
    before: 'L’element tal com era abans, si és d’aquest tipus.',
  },

  accounts: {
    read: 'Qui soc, i què puc fer?',
    id: 'Identificador del compte, com a author.',
    login: 'Nom d’usuari del compte.',
    email: 'Adreça electrònica del compte, si en té.',
    update: 'Canvia quan vol correus el compte; la resta la canvien els administradors.',
    proposal_mail: 'Quan un editor rep un correu que diu que hi ha propostes pendents.',
    decision_mail: 'Quan qui proposa rep un correu sobre el que ha decidit un editor.',
    source_mail: 'Quan qui afegeix una font rep un correu si aquesta falla una vegada i una altra.',
    role: 'Rol del compte.',
    credential: 'La contrasenya d’aplicació de la petició: el nom, què permet (scope) i quan caduca.',
    rights: 'Què pot fer la petició: els drets del rol, fins on els permet la contrasenya d’aplicació.',
    rest_url: 'Adreça d’aquesta resposta.',
  },

  merging: {
    merge:
      'Fusiona un element amb un altre, que serà el de tots els esdeveniments; el primer va a la paperera i, si és una categoria o etiqueta, se suprimeix. El lot es desfà tot alhora.',
    into: 'Identificador de l’element que es queda.',
    dry_run: 'Només diu què canviaria.',
    alike: 'Llista les parelles d’elements que s’assemblen i que l’usuari pot editar.',
  },

  users: {
    list: 'Llista els comptes per nom, per a l’administració.',
    invite:
      'Afegeix un compte i en fa la invitació: un enllaç amb què tria una contrasenya, un sol cop, durant una setmana. Es mostra només ara, i s’envia si hi ha correu.',
    read: 'Mostra un compte.',
    update: 'Modifica un compte. Un altre rol o uns altres límits en tanquen les sessions.',
    remove:
      'Treu un compte amb les seves contrasenyes i sessions. Els seus elements passen a un altre autor, o es queden sense cap persona com a autor.',
    invite_again:
      'Fa una invitació nova d’un compte, en lloc de la que tenia: també serveix per a una contrasenya oblidada.',
    end_sessions: 'Tanca totes les sessions d’un compte a /admin.',
    list_passwords: 'Llista les contrasenyes d’aplicació d’un compte, sense els secrets.',
    revoke_password: 'Revoca una contrasenya d’aplicació d’un compte.',
    name: 'Com es diu la persona.',
    email: 'Adreça electrònica del compte; buida per treure-la.',
    language: 'Llengua de /admin i dels correus; buida per a la del navegador.',
    only_venues:
      'El compte només escriu esdeveniments d’aquests espais, dels organitzadors que diu only_organizers o de les categories que diu only_categories, com a identificadors; si no n’hi ha cap, tots.',
    only_organizers: 'Els organitzadors dels esdeveniments que escriu el compte, com a identificadors.',
    only_categories:
      'Les categories dels esdeveniments que escriu el compte, amb les que en pengen, com a identificadors.',
    state:
      'Si algú hi pot entrar (active), o té una invitació que encara val (invited) o que ja no val (expired).',
    events: 'Nombre dels seus esdeveniments fora de la paperera, cada sèrie un cop.',
    second_factor: 'Si el compte té un segon pas o una clau d’accés.',
    created: 'Quan es va afegir el compte, en UTC.',
    last_seen: 'Quan es va veure el compte per últim cop, en UTC.',
    invited_until: 'Fins quan val la invitació, en UTC.',
    invitation:
      'La invitació nova: l’enllaç, fins quan val i si s’ha enviat per correu. Es mostra només ara.',
    passwords: 'Les contrasenyes d’aplicació, sense els secrets.',
    heir: 'Identificador del compte que passa a ser l’autor dels seus elements.',
    keep_records: 'Si els seus elements es queden sense cap persona com a autor.',
    password: 'Identificador de la contrasenya d’aplicació.',
  },

  trash: {
    list: 'Llista els elements de la paperera que l’usuari pot modificar.',
    read: 'Mostra un element de la paperera.',
    restore: 'Treu un element de la paperera i li retorna l’estat i els enllaços que hi va perdre.',
    delete: 'Elimina definitivament un element de la paperera.',
    empty: 'Buida la paperera i n’elimina definitivament els elements.',
    type: 'Tipus d’element, separats per comes: event, venue, organizer; tots si no s’indica.',
    days: 'Dies que un element ha de portar a la paperera sense canvis perquè s’elimini.',
  },

  trashed: {
    type: 'Tipus d’element: event, venue o organizer.',
    name: 'Títol de l’esdeveniment o nom de l’espai o de l’organitzador.',
    status_before_trash: 'Estat que tenia l’element abans d’anar a la paperera.',
    rest_url: 'Adreça de l’element dins la paperera.',
    deleted: 'Quants elements de cada tipus s’han eliminat definitivament.',
  },

  occurrencePlan: {
    added:
      'Les dates que s’afegirien; una ocurrència que havia desaparegut torna amb el seu identificador, i una de nova encara no en té.',
    removed: 'Les ocurrències que desapareixerien.',
    moved: 'Les ocurrències que conservarien l’identificador a una altra hora, amb l’hora que tindrien.',
    kept: 'Les ocurrències que es quedarien a la seva hora.',
  },

  about: {
    history:
      'L’historial dels esdeveniments, els espais, els organitzadors, les categories i les etiquetes: què s’hi ha canviat, qui ho ha fet i com eren abans. Qui pot modificar un element en pot consultar l’historial i retornar-lo a qualsevol versió anterior.',
    trash:
      'El que hi ha a la paperera: esdeveniments, espais i organitzadors que s’han eliminat, que es poden recuperar o eliminar definitivament.',
    users:
      'Amb quin compte s’ha identificat una petició, i què pot fer; i tots els comptes, per a l’administració.',
  },

  site: {
    robots: 'Indica als rastrejadors que ho poden llegir tot, i on hi ha el mapa del lloc.',
    sitemap: 'Enumera les adreces públiques del lloc, o les seves pròpies parts si n’hi ha més de 50.000.',
    part: 'Part d’un mapa del lloc que no cap en un sol document, tal com l’anomena el seu índex.',
    security: 'Indica on es poden comunicar vulnerabilitats.',
    catalog: 'Enumera les interfícies del servei i les seves descripcions.',
    index: 'Dona el nom del lloc i els espais de noms de la seva interfície, com ho fa WordPress.',
  },
  lists: { venues: 'Espais', organizers: 'Organitzadors', categories: 'Categories', tags: 'Etiquetes' },
  calendar: {
    because: '{name}: {value}',
    canceled: 'Cancel·lat',
    postponed: 'Ajornat',
    moved_online: 'Ara en línia',
    online: 'En línia',
    organizers: 'Organitza',
    price: 'Preu',
    website: 'Web',
    tickets: 'Entrades',
    available: 'disponibles',
    few: 'en queden poques',
    sold_out: 'exhaurides',
    ended: 'venda tancada',
    places: 'Aforament',
    places_available: 'queden places',
    places_few: 'queden poques places',
    places_sold_out: 'places exhaurides',
    places_ended: 'inscripció tancada',
    page: 'Més informació',
  },

  imageUpload: {
    upload:
      'Puja una imatge, enviada com a cos de la petició o com a part file d’un formulari. Després, el seu identificador o la seva adreça es poden indicar com a imatge dels elements.',
    list: 'Enumera les imatges que el compte pot canviar, les més noves primer.',
    search:
      'Només les imatges amb aquestes paraules al text alternatiu, l’autoria, la llicència o el nom del fitxer.',
    unused:
      'Només les imatges que cap esdeveniment, espai ni organitzador no mostra, ni cap proposta no vol mostrar; false: només les altres.',
    alt: 'Amb missing, només les imatges sense text alternatiu.',
    former_of:
      'Només les imatges amb els fitxers anteriors de la imatge amb aquest identificador, que no són en cap altra llista.',
    uses: 'Quants esdeveniments, espais i organitzadors mostren la imatge, també els de la paperera.',
    proposals: 'Quants canvis que no són públics i propostes sense compte volen mostrar la imatge.',
    id: 'Id de la imatge.',
    read: 'Mostra una imatge a qui la pot canviar.',
    update:
      'Canvia el que es llegeix d’una imatge: el text alternatiu, en qualsevol idioma, el punt d’interès, l’autoria i la llicència.',
    file_of:
      'Identificador d’una altra imatge del compte que no surt enlloc: el seu fitxer substitueix el d’aquesta, a tot arreu. Rep el fitxer anterior, de manera que la mateixa petició ho desfà.',
    remove:
      'Elimina una imatge que no surt en cap registre, text ni historial, amb els seus fitxers. No es pot desfer.',
    alt_text: 'Què mostra la imatge, per a qui no la veu, en text sense format; un text buit el suprimeix.',
    credit:
      'Qui ha fet la imatge, tal com s’ha de llegir a sota, en text sense format; un text buit ho suprimeix.',
    license:
      'Llicència de la imatge: una adreça, o un nom curt com ara CC BY 4.0; un text buit la suprimeix.',
    focal_point: 'Què conserven els retalls, en percentatges des de l’esquerra i dalt; null ho suprimeix.',
  },

  pages: {
    skip: 'Salta al contingut',
    views: 'Vistes',
    list: 'Llista',
    month: 'Mes',
    week: 'Setmana',
    today: 'Avui',
    map: 'Mapa',
    past: 'Passades',
    languages: 'Llengües',
    language: 'Català',
    events: 'Activitats',
  },

  errorPages: {
    not_found: 'Aquesta pàgina no hi és',
    not_found_text: 'Potser l’activitat ja ha passat o l’adreça no és ben bé aquesta. Busqueu-la:',
    gone: 'Aquesta activitat ja no està disponible',
    gone_text: 'S’ha retirat de l’agenda. Potser en trobeu una altra:',
    not_public: 'Aquesta pàgina no és pública',
    not_public_text: 'Només la poden veure les persones que la preparen.',
    failed: 'No s’ha pogut crear la pàgina',
    refused: 'No s’ha pogut atendre la petició',
    wrong_value: 'Hi ha alguna cosa de l’adreça que no val. Torneu enrere i trieu-ho de nou.',
    details: 'Detalls',
    back: 'Totes les properes activitats',
  },

  accessibility: {
    title: 'Declaració d’accessibilitat',
    lead: '{name} vol que tothom pugui fer servir aquest web, d’acord amb {value}.',
    law_eu: 'la Directiva (UE) 2016/2102',
    law_es: 'el Reial decret 1112/2018, de 7 de setembre',
    law_fr: 'l’article 47 de la llei francesa 2005-102, d’11 de febrer de 2005',
    incomplete: 'Aquesta declaració encara no és completa.',
    status: 'Situació de compliment',
    full: 'Aquest web compleix plenament la norma {value}.',
    partial: 'Aquest web compleix en part la norma {value}, amb les excepcions que s’indiquen a continuació.',
    none: 'Aquest web no compleix la norma {value}.',
    unknown: 'Encara no s’ha avaluat si aquest web compleix la norma {value}.',
    issues: 'Contingut no accessible',
    prepared: 'Preparació d’aquesta declaració',
    dated: 'Declaració preparada el {date}.',
    tested:
      'El programa d’aquest web, Almanac, es prova amb axe (WCAG 2.2 AA) en un navegador, amb el teclat, sense scripts i a 320 píxels d’amplada. Aquesta prova no inclou els textos ni les imatges de les activitats.',
    contact: 'Observacions i contacte',
    contact_text: 'Si trobeu una barrera o necessiteu un contingut en un altre format, escriviu-nos:',
    complaints: 'Procediment de reclamació',
    complaints_text: 'Si no rebeu resposta o no us satisfà, podeu reclamar aquí:',
  },

  privacy: {
    title: 'Privadesa',
    lead: 'Responsable d’aquest web: {name}.',
    cookies: 'Galetes',
    cookies_none: 'Les pàgines públiques no posen cap galeta i no desen res al navegador.',
    cookies_admin:
      'Qui prepara l’agenda entra a {name}: allà hi ha una galeta de sessió, que caduca després de {value} sense ús, i el navegador desa el que s’escriu fins que arriba al servei.',
    log: 'Registre de peticions',
    log_text:
      'De cada petició s’apunta l’hora, l’adreça demanada, l’adreça de xarxa (IP) i el compte, si n’hi ha.',
    log_kept: 'Aquest registre es guarda {value}.',
    log_unknown: 'El responsable no ha indicat quant de temps es guarda.',
    log_security: 'El registre de seguretat de {name} es guarda {value}.',
    forever: 'sense límit',
    proposals: 'Propostes',
    proposals_text:
      'De qui proposa una activitat en desem el nom i el correu, que només veu qui edita l’agenda, fins trenta dies després de l’activitat. De la xarxa d’on ha arribat se’n desa un resum amb clau (un «hash»), que no la diu, un dia.',
    third: 'Tercers',
    third_none: 'Les pàgines no demanen res a cap altre servidor.',
    third_tiles:
      'El mapa i les pàgines d’activitats amb un mapa demanen imatges a un altre servidor, {name}, que en rep la vostra adreça de xarxa. La resta de pàgines no demanen res a ningú més.',
  },

  home: {
    coming: 'Els propers dies',
    all: 'Totes les activitats',
    weeks: 'Les properes setmanes',
    questions: 'El que demana la gent',
    today: 'Encara avui',
    tomorrow: 'Demà',
    weekend: 'Aquest cap de setmana',
    children: 'Per a infants',
    online: 'En línia',
  },

  listPages: {
    upcoming: 'Properes activitats',
    ongoing: 'Ara mateix',
    all_ongoing: 'Totes les {count} que hi ha ara',
    running_one: '{count} activitat ara mateix',
    running_other: '{count} activitats ara mateix',
    past: 'Activitats passades',
    begun: 'Ja començades',
    events_one: '{count} activitat',
    events_other: '{count} activitats',
    results: 'Resultats de «{value}»',
    venue: 'Espai',
    organizer: 'Organització',
    category: 'Categoria',
    named_so: 'Espais, organitzadors i categories amb aquest nom',
    today: 'Avui',
    tomorrow: 'Demà',
    all_day: 'tot el dia',
    all_dates: 'Mostra totes les {count} dates',
    once: 'Mostra cada sèrie un sol cop',
    more_dates_one: 'i {count} data més',
    more_dates_other: 'i {count} dates més',
    none: 'Cap activitat no coincideix amb la vostra tria',
    nothing_planned: 'Ara mateix no hi ha res programat',
    nothing_planned_text: 'Les activitats noves apareixeran aquí.',
    try_without: 'Proveu-ho sense algun dels filtres:',
    past_match_one: 'Hi coincideix {count} activitat passada.',
    past_match_other: 'Hi coincideixen {count} activitats passades.',
    see_past: 'Mostra les activitats passades',
    categories: 'Categories: {values}.',
    pages: 'Pàgines',
    page: 'Pàgina {value}',
    previous: 'Anterior',
    next: 'Següent',
    above: 'Categories superiors',
    below: 'Categories més concretes',
  },

  look: {
    agenda: 'L’agenda',
    yours: 'Feu-la vostra',
    api: 'Dades obertes: API',
    table: 'Taula CSV',
    licence: 'Llicència de les dades:',
    propose: 'Proposeu una activitat',
    embed: 'Al vostre web',
    calendar: 'Subscripció al calendari',
    feed: 'Canal RSS',
    about: 'Sobre aquest web',
  },

  pageOperations: {
    page: 'Mostra una pàgina per a persones.',
    asset: 'Un fitxer que carreguen les pàgines.',
    version: 'Identifica el contingut del fitxer.',
    own_page: 'Nom d’una pàgina de l’operador.',
  },
  embedWords: {
    loading: 'S’estan carregant les activitats',
    ongoing: 'Ara mateix',
    until: 'fins al {date}',
    allDay: 'tot el dia',
    none: 'Ara mateix no hi ha cap activitat.',
    noneInMonth: 'Aquest mes no hi ha cap activitat.',
    eventsOf: 'Activitats: {month}',
    events: 'Activitats: {count}',
    more: '{count} més',
    shown: '{count} de {total} activitats',
    showMore: 'Mostra més activitats',
    all: 'Obre l’agenda',
    previous: 'Mes anterior',
    next: 'Mes següent',
    away: 'Ara mateix no es poden mostrar les activitats.',
    noSuch: 'No s’han trobat aquestes activitats: potser una categoria o un espai ha canviat de nom.',
    retry: 'Torna-ho a provar',
  },

  embed: {
    script: 'Envia l’script de l’element que mostra els esdeveniments en altres webs.',
    title: 'Les activitats al vostre web',
    lead: 'Amb un parell de línies, aquesta agenda es mostra en qualsevol altre web: com a llista o per mesos, sense marcs ni galetes i amb els colors d’aquell web.',
    view: 'Vista',
    list: 'Llista',
    month: 'Mes',
    category: 'Categoria',
    all_categories: 'Totes les categories',
    language: 'Llengua',
    compose: 'Mostra el codi',
    line: 'El codi per copiar',
    howto:
      'Enganxeu aquestes dues línies a la vostra pàgina, on hagin d’aparèixer les activitats. L’script només cal una vegada, encara que la pàgina tingui més d’una agenda. L’enllaç ocupa el lloc de l’agenda quan els scripts no funcionen.',
    copy: 'Copia',
    copied: 'S’ha copiat',
    result: 'El resultat',
    frame: 'Sense scripts: un marc',
    frame_allowed: 'Mostren aquest marc els webs que permet qui porta l’agenda: {names}.',
    frame_denied:
      'Si el vostre web no admet scripts, hi ha un marc. Qui porta l’agenda ha de permetre primer el vostre web (FRAME_ANCESTORS).',
    needs_script:
      'Les activitats apareixeran aquí quan JavaScript estigui activat. Mentrestant, qui visiti el vostre web hi veurà l’enllaç.',
  },
  cards: {
    event:
      'Dibuixa la targeta d’un esdeveniment, la imatge dels enllaços que hi porten: la data, el títol i el lloc. D’un esdeveniment protegit es veu el mateix que a les llistes.',
    list: 'Dibuixa la targeta d’una llista: la categoria, l’etiqueta, l’espai o l’organitzador de què tracta, i el mes; si no n’hi ha cap, el nom del lloc web.',
    month: 'Mes de la llista, com ara 2031-05.',
    version:
      'El que mostra la targeta, tal com l’anomenen les pàgines: les memòries cau poden conservar una targeta que encara ho mostra.',
  },

  calendarPages: {
    today: 'Avui',
    jump: 'Ves a una data',
    go: 'Ves-hi',
    date: 'Data',
    month: 'Mes',
    year: 'Any',
    last_day: 'Últim dia',
    more: '{count} més',
    running: 'De llarga durada',
    running_one: '{count} activitat de llarga durada',
    running_other: '{count} activitats de llarga durada',
    running_others: 'Més activitats de llarga durada',
    none: 'No hi ha cap activitat.',
    next_event: 'El que ve ara',
    last_event: 'L’última data anunciada',
    canceled: 'Cancel·lat',
    postponed: 'Ajornat',
    moved_online: 'Ara en línia',
    protected: 'Protegit',
    previous: 'anterior',
    next: 'següent',
  },

  monthPages: {
    caption: '{month}: activitats per dia',
    months: 'Mesos',
    this_month: 'Aquest mes',
    week: 'Setmana {week}',
    week_column: 'Setmana',
  },

  weekPages: { title: 'Setmana {week}: {days}', weeks: 'Setmanes', this_week: 'Aquesta setmana' },

  dayPages: {
    days: 'Dies',
    through: 'Tot el dia o més',
    timed: 'Amb horari',
    night: 'Matinada',
    morning: 'Matí',
    afternoon: 'Tarda',
    evening: 'Nit',
    whole_month: 'Tot el mes',
    whole_week: 'Tota la setmana',
  },

  eventPage: {
    whole_picture: 'Amplia la imatge',
    next_date: 'Propera data:',
    next_day: '(de l’endemà)',
    local_time: 'A la vostra hora local: {value}',
    unpublished: 'No publicat',
    over: 'Acabat',
    running: 'Ara mateix',
    featured: 'Destacat',
    series: 'Sèrie',
    canceled_text: 'Aquesta activitat no es farà.',
    postponed_text: 'Se n’anunciarà la nova data.',
    moved_online_text: 'Aquesta activitat es farà en línia.',
    join_online: 'Participeu-hi en línia',
    is_online: 'Aquesta activitat es fa en línia.',
    where: 'On',
    online: 'En línia',
    price: 'Preu',
    organizer: 'Organització',
    website: 'Web',
    tags: 'Temes',
    add: 'Afegeix al meu calendari',
    add_short: 'Al calendari',
    on_map: '{name} al mapa',
    directions: 'Com arribar-hi',
    register: 'Inscripció',
    more_information: 'Més informació',
    back: 'Enrere',
    ics: 'Fitxer de calendari (.ics)',
    subscribe: 'Subscripció a totes les dates',
    share: 'Comparteix',
    copy: 'Copia l’enllaç',
    copied: 'Enllaç copiat',
    dates: 'Més dates',
    all_dates: 'Totes les dates',
    coming_dates: 'Properes dates',
    past_dates: 'Dates passades',
    no_dates: 'No n’hi ha cap.',
    similar: 'També us pot interessar',
    locked: 'Aquesta activitat està protegida',
    locked_text: 'Escriviu la contrasenya que us han donat per veure-ho tot.',
    password: 'Contrasenya',
    open: 'Mostra l’activitat',
    wrong_password:
      'No és la contrasenya d’aquesta activitat. Comproveu les majúscules i torneu-ho a provar.',
    picture: 'Imatge',
    medium: 'Àudio o vídeo',
    table: 'Taula',
  },

  filterForm: {
    title: 'Cerca i filtra',
    search: 'Cerca',
    searched: 'Cerca: {value}',
    search_hint: 'Títol o text',
    dates: 'Dates',
    from: 'Des de',
    to: 'Fins a',
    categories: 'Categories',
    tags: 'Temes',
    venue: 'Espais',
    organizer: 'Organitzadors',
    city: 'Poblacions',
    cost: 'Preu',
    language: 'Llengües',
    free: 'Gratuïtes o sense preu indicat',
    paid: 'De pagament',
    unknown: 'Altres',
    apply: 'Mostra les activitats',
    all_values: 'Mostra-ho tot ({count})',
    chosen: 'Filtres triats',
    remove: 'Treu aquest filtre: {value}',
    clear: 'Treu tots els filtres',
    featured: 'Destacats',
    online: 'En línia',
    not_online: 'Presencials',
    ongoing: 'Ara mateix',
    upcoming: 'Properes',
    past: 'Passades',
    all: 'Passades i properes',
    scheduled: 'Tal com estava previst',
  },

  subscribe: {
    title: 'Subscripció',
    text: 'El vostre calendari o lector RSS mostrarà les activitats noves tot sol.',
    text_filtered:
      'El vostre calendari o lector RSS mostrarà les activitats noves tot sol, amb els filtres que heu triat aquí.',
    calendar: 'Subscripció des del vostre calendari',
    more: 'Altres opcions',
    google: 'Google Calendar',
    outlook: 'Outlook',
    download: 'Fitxer de calendari (.ics)',
    table: 'Taula (CSV)',
  },

  contactPages: {
    venues: 'Espais',
    organizers: 'Organitzadors',
    venues_text: 'Tots els espais amb properes activitats.',
    organizers_text: 'Tots els organitzadors amb properes activitats.',
    venues_none: 'Ara mateix cap espai no té activitats programades.',
    organizers_none: 'Ara mateix cap organitzador no té activitats programades.',
    most: 'Aquests són els {count} que tenen més activitats.',
    letters: 'Inicials',
    address: 'Adreça',
    phone: 'Telèfon',
    email: 'Adreça electrònica',
    website: 'Web',
    upcoming: 'Properes activitats',
    events_one: '{count} activitat',
    events_other: '{count} activitats',
    none: 'Ara mateix no hi ha res programat.',
    filter: 'Cerca i filtra aquestes activitats',
    past: 'Activitats passades',
    on_map: 'Mostra tots els espais al mapa',
  },

  mapPage: {
    title: 'Activitats al mapa',
    text_one: '{count} espai amb activitats',
    text_other: '{count} espais amb activitats',
    events_one: '{count} activitat',
    events_other: '{count} activitats',
    next: 'La propera:',
    now: 'Ara:',
    map: 'Mapa dels espais',
    none: 'Cap espai no té activitats que hi coincideixin.',
    most: 'Aquests són els {count} espais amb més activitats. Trieu una població per veure’n tots els espais:',
    elsewhere: 'Sense població',
    zoom_in: 'Amplia',
    zoom_out: 'Redueix',
    close: 'Tanca',
    together: '{count} espais aquí: amplieu el mapa',
  },
};

const and = joinedBy('i');
const el = (text: string | number): string =>
  /^(?:[aeiouú]|11?(?!\d))/.test(`${text}`) ? `l’${text}` : `el ${text}`;
const de = (text: string): string =>
  text.startsWith('el ') ? `d${text}` : /^[aeiou]/.test(text) ? `d’${text}` : `de ${text}`;
const a = (text: string): string => (text.startsWith('el ') ? `a${text.slice(1)}` : `a ${text}`);

const numbers = ['', '', 'dos', 'tres', 'quatre', 'cinc', 'sis', 'set', 'vuit', 'nou', 'deu'];
const ordinals = '_ primer segon tercer quart cinquè sisè setè vuitè novè desè'.split(' ');
const units = { day: 'dies', week: 'setmanes', month: 'mesos', year: 'anys' };
const ofMonths = (months: readonly string[]): string => de(and(months));

export const times: TimeGrammar = {
  whole: '{hour}\u00a0h',
  past: '{hour}.{minute}\u00a0h',
  span: 'de\u00a0{from} a\u00a0{to}',
  elided: 'd’{from} a\u00a0{to}',
  partsOfDay: ['13:00', '20:00'],
};

export const typography: Typography = {
  // One o’clock is in the singular, and short dates are in short: `ds. 10 set.`
  date: said => {
    const [, weekday, rest] = /^(\p{L}+\.), (\d.*)$/u.exec(said) ?? [];
    return weekday
      ? `${weekday} ${rest!.replace(/(?<=^\d+ )(?:de |d’)/, '')}`
      : said.replaceAll(/\bles (?=1[.\u00a0])/g, 'la ');
  },
};

export const recurrence: RecurrenceGrammar = {
  and,
  or: joinedBy('o'),
  months: 'gener febrer març abril maig juny juliol agost setembre octubre novembre desembre'.split(' '),
  weekdays: 'dilluns dimarts dimecres dijous divendres dissabte diumenge'.split(' '),
  day: 'dia',
  workingDay: 'dia feiner',
  weekendDay: 'dia de cap de setmana',
  ofTheseDays: 'd’aquests dies',

  every: (interval, unit) =>
    `cada ${interval === 2 && unit === 'week' ? 'dues' : (numbers[interval] ?? interval)} ${units[unit]}`,
  everyWeekday: {
    all: 'cada dia',
    weekend: 'els caps de setmana',
    span: (first, last) => `de ${first} a ${last}`,
    list: weekdays => `cada ${and(weekdays)}`,
  },
  onWeekdays: {
    all: 'tots els dies',
    weekend: 'el cap de setmana',
    span: (first, last) => `de ${first} a ${last}`,
    list: weekdays => (weekdays.length === 1 ? `el ${weekdays[0]}` : and(weekdays)),
  },
  everyWeekdayThe: (weekday, day) => `cada ${weekday} ${day}`,
  within: (every, days) => `${every}, ${days}`,
  on: days => days,

  theDay: el,
  nth: number => el(ordinals[number] ?? `${number}è`),
  last: ['l’últim', 'el penúltim', 'l’antepenúltim'],
  nthFromEnd: (number, noun) => `${el(ordinals[number] ?? `${number}è`)} ${noun} començant pel final`,
  span: (first, last) => `${de(first)} ${a(last)}`,

  ofEach: { week: 'de cada setmana', month: 'de cada mes', year: 'de cada any' },
  ofThe: { week: 'de la setmana', month: 'del mes', year: 'de l’any' },
  eachYear: 'de cada any',
  ofMonths,
  everyOfMonths: ofMonths,
  inMonths: months => `${months.length === 1 ? 'el mes' : 'els mesos'} ${ofMonths(months)}`,
  monthSpan: (first, last) => `${de(first)} a ${last}`,
  ofMonthSpan: span => `dels mesos ${span}`,

  daysInMonth: (days, month) => `${and(days.map(el))} ${de(month)}`,
  spanInMonth: (first, last, month) => `${de(el(first))} ${a(el(last))} ${de(month)}`,
  inYear: (dates, year) => `${dates} del ${year}`,
  edge: (day, weekday) => (weekday ? `el ${weekday} ${day}` : el(day)),
  edgeInMonth: (edge, month) => `${edge} ${de(month)}`,
  range: (first, last) => [de(first), ' ', a(last)],
  at: time => `${time.startsWith('01') ? 'a la' : 'a les'} ${sayTime(times, time)}`,
  atVariousTimes: 'a diverses hores',

  since: date => `des ${de(date)}`,
  until: date => `fins ${a(date)}`,
  untilTime: time => `fins ${time.startsWith('01') ? 'a la' : 'a les'} ${sayTime(times, time)}`,
  times: count => (count === 1 ? 'una vegada' : count === 2 ? 'dues vegades' : `${count} vegades`),
  days: count => `${count} dies`,
  dates: count => `${count} dates`,
  also: dates => `i també ${dates}`,
  except: dates => `excepte ${dates}`,

  aDayCalled: name => name,
  onlyIf: conditions => `només si és ${conditions.join(' i és ')}`,
  onlyIn: months => `només ${months}`,
  onlyNth: (days, period) => `només ${days} ${recurrence.ofEach[period]}`,
};
