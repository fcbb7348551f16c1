import type { Alphabet } from '../lib/text/keys.ts';

import type { Messages } from './en.ts';
import { joinedBy, type RecurrenceGrammar } from './recurrence-grammar.ts';
import { sayTime, type TimeGrammar } from './time-of-day.js';
import type { Typography } from './typography.ts';

export const messages: Messages = {
  errors: {
    rest_missing_callback_param: 'Faltan parámetros obligatorios: {names}',
    rest_invalid_param: 'Parámetros con un valor no válido: {names}',
    rest_invalid_json: 'El cuerpo de la petición no es JSON válido.',
    rest_callback_invalid: 'El nombre de la función de retorno JSONP no es válido.',
    rest_invalid_host:
      'La cabecera Host no es válida: se espera una sola vez el nombre o la dirección de un servidor, con o sin puerto.',
    rest_forbidden_401: 'Es necesario identificarse para realizar esta operación.',
    rest_forbidden_403: 'El usuario no tiene permiso para realizar esta operación.',
    incorrect_password: 'La contraseña de aplicación no es correcta.',
    expired_password: 'La contraseña de aplicación ha caducado.',
    insufficient_scope: 'Esta contraseña de aplicación solo permite leer.',
    invalid_username: 'No hay ningún usuario con este nombre.',
    invalid_email: 'No hay ningún usuario con este correo electrónico.',
    rest_no_route: 'No hay ninguna ruta para esta dirección y este método.',
    rest_not_acceptable:
      'No está disponible ninguno de los formatos que acepta la petición; los disponibles son: {values}.',
    rest_range_not_satisfiable: 'El archivo tiene {max} bytes y no contiene el intervalo pedido.',
    rest_invalid_namespace: 'El espacio de nombres solicitado no existe.',
    internal_server_error: 'Se ha producido un error interno y el servicio no ha podido responder.',
    payload_too_large: 'El cuerpo de la petición supera el tamaño que admite el servicio.',
    rest_unsupported_content_encoding:
      'El Content-Encoding de la petición no se admite: su cuerpo se debe enviar sin codificar.',
    rest_unsupported_transfer_encoding:
      'El Transfer-Encoding de la petición no se admite: solo se admite chunked.',
    too_many_requests:
      'Se han recibido demasiadas peticiones de esta dirección; la próxima se responderá dentro de {wait} segundos.',
    too_many_failures:
      'Ha habido demasiados intentos de identificación fallidos; se puede volver a probar dentro de {wait} segundos.',
    uri_too_long: 'La dirección de la petición es más larga de lo que admite el servicio.',
    headers_too_large: 'Las cabeceras de la petición superan el tamaño que admite el servicio.',
    request_timed_out: 'La petición ha tardado demasiado en llegar.',
    rest_precondition_failed:
      'El elemento ha cambiado desde que se consultó: conviene volver a leerlo antes de modificarlo.',
    idempotency_key_reused: 'Esta Idempotency-Key ya se ha utilizado para otra petición.',
    idempotent_answer_withheld:
      'La petición ya se había atendido, pero lo que creó ya no se puede consultar.',
    service_unavailable:
      'El servicio no está disponible en estos momentos; conviene volver a intentarlo más tarde.',
    store_not_writable:
      'El cambio no se ha podido guardar: el almacén de datos no admite cambios en estos momentos. Las consultas continúan; conviene volver a intentarlo más tarde.',
    write_in_doubt:
      'Puede que el cambio se haya guardado, pero el almacén de datos no ha podido confirmarlo: conviene comprobarlo antes de repetirlo.',
    'rest-event-not-found': 'No hay ningún evento con el identificador {id}.',
    'rest-invalid-event-id': 'El elemento con el identificador {id} no es un evento.',
    'event-no-longer-available': 'El evento ya no está disponible.',
    'event-not-accessible': 'No hay permiso para consultar este evento.',
    'event-password-protected': 'El evento está protegido con una contraseña.',
    'event-is-no-series': 'El evento no es una serie: no se repite.',
    'event-is-in-trash': 'El evento ya está en la papelera.',
    'venue-not-accessible': 'No hay permiso para consultar este lugar.',
    'venue-is-in-trash': 'El lugar ya está en la papelera.',
    'organizer-not-accessible': 'No hay permiso para consultar este organizador.',
    'organizer-is-in-trash': 'El organizador ya está en la papelera.',
    'could-not-create-venue': 'No se ha podido crear el lugar con los datos recibidos.',
    'could-not-create-organizer': 'No se ha podido crear el organizador con los datos recibidos.',
    'could-not-update-venue': 'No se ha podido modificar el lugar con los datos recibidos.',
    'could-not-update-organizer': 'No se ha podido modificar el organizador con los datos recibidos.',
    'event-archive-page-not-found': 'El listado de eventos no tiene la página solicitada.',
    'venue-archive-page-not-found': 'El listado de lugares no tiene la página solicitada.',
    'organizer-archive-page-not-found': 'El listado de organizadores no tiene la página solicitada.',
    'version-archive-page-not-found': 'El historial no tiene la página solicitada.',
    'rest-version-not-found': 'El historial no conserva esta versión.',
    'image-archive-page-not-found': 'No hay tal página de imágenes.',
    expected_missing: '{name} debe ser missing.',
    'trash-archive-page-not-found': 'La papelera no tiene la página solicitada.',
    'rest-trash-record-not-found': 'El elemento solicitado no se encuentra en la papelera.',
    term_exists: 'Ya existe un elemento con este nombre en el mismo nivel.',
    rest_taxonomy_not_hierarchical: 'Las etiquetas no tienen jerarquía y no pueden depender de otra.',
    duplicate_term_slug: 'Este slug ya se utiliza en otra categoría o etiqueta.',
    'event-tickets-not-active': 'No se puede filtrar por entradas: no hay ningún sistema de entradas activo.',
    expected_record_types:
      '{name} debe constar de uno o más de estos valores, separados por comas: event, venue, organizer.',
    expected_integer: '{name} debe ser un número entero.',
    expected_positive_integer: '{name} debe ser un número entero igual o superior a 1.',
    expected_number: '{name} debe ser un número.',
    expected_latitude: '{name} debe ser una latitud, entre -90 y 90.',
    expected_longitude: '{name} debe ser una longitud, entre -180 y 180.',
    expected_boolean: '{name} debe ser true o false, o bien 1 o 0.',
    expected_true_or_false: '{name} debe ser true o false.',
    expected_string: '{name} debe ser una cadena de texto.',
    expected_text: '{name} debe ser una cadena de texto no vacía.',
    expected_date: '{name} debe ser una fecha, con o sin hora, por ejemplo 2031-05-10 19:30:00.',
    expected_month: '{name} debe ser un mes, por ejemplo 2031-05.',
    expected_end_after_start: '{name}: el evento no puede terminar antes de empezar.',
    expected_time_zone:
      '{name} debe ser una zona horaria de la IANA, como Europe/Madrid, o un desfase, como UTC+2.',
    expected_status:
      '{name} debe ser publish, future, draft, pending o private; al filtrar un listado, también trash.',
    expected_status_public: '{name} solo puede ser publish, porque el usuario no tiene permiso de edición.',
    expected_url: '{name} debe ser una URL completa, por ejemplo https://example.org/agenda.',
    expected_image: '{name} debe ser el identificador o la dirección web de una imagen.',
    expected_image_right:
      '{name} debe ser el identificador de una imagen, porque el usuario no tiene permiso para descargarlas desde una dirección web.',
    rest_user_not_found: 'No hay ninguna cuenta con este identificador.',
    'user-archive-page-not-found': 'El listado de cuentas no tiene la página solicitada.',
    rest_password_not_found: 'La cuenta no tiene esta contraseña de aplicación.',
    last_administrator: 'Es la única cuenta de administración: dé antes este rol a otra cuenta.',
    own_account: 'Nadie quita su propia cuenta ni cambia su rol: lo hace otro administrador.',
    account_has_records: '{count} elementos tienen esta cuenta como autora: envíe heir o keep_records.',
    outside_limits: 'Esta cuenta solo añade, modifica y elimina eventos de: {values}.',
    expected_login: '{name} debe tener solo letras, cifras y . _ - @, 60 como máximo.',
    expected_line: '{name} debe ser un texto de una sola línea, sin caracteres de control.',
    expected_email: '{name} debe ser una dirección de correo.',
    expected_unused: '{name} ya es de otra cuenta.',
    expected_user: '{name} debe ser el identificador de un usuario existente.',
    expected_author_right: '{name}: solo los editores pueden indicar otro autor.',
    expected_recurrence: '{name} debe ser una lista de líneas como las de la RFC 5545 o un solo texto.',
    expected_dates: '{name} debe ser una lista de objetos, cada uno con start_date y end_date.',
    expected_either: '{name} y {other} no se pueden enviar a la vez.',
    expected_scope: '{name} debe ser this, following o all.',
    expected_scope_of_series:
      '{name}: una serie se modifica entera; elija una de sus ocurrencias para modificar solo esa.',
    expected_series_outside_trash: '{name}: La serie está en la papelera: recupérela primero.',
    expected_scope_for_recurrence:
      '{name} es de toda la serie; se puede modificar con scope=following o scope=all.',
    expected_shorter_in_series:
      '{name}: en una serie de {count} ocurrencias, la descripción y el resumen juntos no pueden tener más de {max} caracteres.',
    expected_shorter_translations:
      '{name}: en una serie de {count} ocurrencias, la descripción, el resumen y todas las traducciones juntos no pueden tener más de {max} caracteres.',
    expected_shift: '{name}: la regla no se puede desplazar ese número de días; envíe también recurrence.',
    expected_event: '{name} debe ser el identificador de un evento existente.',
    expected_venue_ids:
      '{name} debe ser una lista de identificadores de lugares existentes, en un array o separados por comas.',
    expected_series_ids:
      '{name} debe ser una lista de identificadores de series existentes, en un array o separados por comas.',
    expected_organizer_ids:
      '{name} debe ser una lista de identificadores de organizadores existentes, en un array o separados por comas.',
    expected_venues:
      '{name} debe indicar lugares: identificadores existentes, nombres u objetos que incluyan el nombre en venue.',
    expected_organizers:
      '{name} debe indicar organizadores: identificadores existentes, nombres u objetos que incluyan el nombre en organizer.',
    expected_categories: '{name} debe indicar categorías existentes, por identificador, slug o nombre.',
    expected_tags: '{name} debe indicar etiquetas existentes, por identificador, slug o nombre.',
    expected_new_category_right:
      '{name} incluye una categoría que no existe, y el usuario no tiene permiso para crearla.',
    expected_new_tag_right:
      '{name} incluye una etiqueta que no existe, y el usuario no tiene permiso para crearla.',
    expected_parent: '{name} debe ser el identificador de una categoría existente, o 0 para el primer nivel.',
    expected_levels: '{name} pondría categorías a más de {max} niveles de profundidad.',
    expected_cost: '{name} debe ser un número, un texto o una lista de números y textos.',
    expected_currency: '{name} debe ser el código ISO 4217 de una moneda, por ejemplo EUR.',
    expected_known: '{name} no se conoce aquí y, por tanto, no tendría ningún efecto.',
    expected_nothing_to_hide:
      '{name} no tiene ningún efecto aquí: el registro sería público. Omítalo, u oculte el registro de otra manera.',
    expected_focal_point: '{name} debe ser un objeto con x e y, cada uno de 0 a 100.',
    expected_object: '{name} debe ser un objeto JSON.',
    expected_levels_below: '{name} no puede tener más de {max} niveles de profundidad.',
    expected_list_of_ids: '{name} debe ser una lista de identificadores, en un array o separados por comas.',
    expected_facets: '{name} debe enumerar facetas, separadas por comas: {values}.',
    expected_up_to: '{name} debe ser un número entero de 1 a {max}.',
    expected_one_of: '{name} debe ser uno de estos valores: {values}.',
    expected_some_of: '{name} debe tener uno o más de estos valores: {values}.',
    expected_interval:
      '{name} debe ser un intervalo, por ejemplo 2031-05-10/2031-05-12, 2031-05-10T18:00/PT2H o 2031-05-10/ sin final.',
    expected_order_with: '{name} solo puede ser {values} si también se indica {other}.',
    expected_record_id: '{name} debe ser el identificador de un elemento existente de este tipo.',
    expected_other_record:
      '{name} debe ser el identificador de otro elemento de este tipo que no dependa de él.',
    expected_record_slug: '{name} debe ser el slug de un elemento existente de este tipo.',
    expected_entity_tags:
      '{name} debe ser * o una lista de ETags entre comillas, como las dan las respuestas.',
    expected_idempotency_key:
      '{name} debe ser un texto de 1 a 255 caracteres ASCII entre comillas, por ejemplo un UUID.',
    expected_with: '{name} solo puede indicarse junto con {other}.',
    expected_languages: '{name} debe tener idiomas como miembros: {values}.',
    expected_translated: '{name} puede tener estos miembros: {values}, y status.',
    expected_other_language: '{name} no puede tener textos en {value}: es el idioma del propio elemento.',
    expected_untranslated_language:
      '{name} no puede ser {value}: el elemento tiene una traducción a ese idioma, que primero se debe eliminar.',
    expected_language_of_request:
      '{name} necesita un idioma: la ruta debe empezar por él, o i18n_language debe indicarlo.',
    expected_not_blank: '{name} no puede quedar en blanco.',
    expected_max_length: '{name} no puede superar los {max} caracteres.',
    expected_too_many: '{name} no puede tener más de {max} elementos.',
    expected_fewer_words: '{name} no puede tener más de {max} palabras y frases.',
    recurrence_line: '{name}: {part} no es una línea de la RFC 5545, como RRULE:FREQ=WEEKLY;BYDAY=TU.',
    recurrence_unknown_line:
      '{name}: {part} no se admite; una repetición tiene las líneas RRULE, RDATE y EXDATE.',
    recurrence_exrule: '{name}: EXRULE no se admite; indique las fechas excluidas en EXDATE.',
    recurrence_second_rule:
      '{name} no puede tener más de un RRULE; las demás fechas pueden indicarse en RDATE.',
    recurrence_frequency_missing:
      '{name}: a la regla le falta FREQ, con el valor DAILY, WEEKLY, MONTHLY o YEARLY.',
    recurrence_frequency: '{name}: FREQ debe ser DAILY, WEEKLY, MONTHLY o YEARLY, y no {value}.',
    recurrence_sub_daily:
      '{name}: FREQ={value} no se admite; un evento se repite como máximo una vez al día.',
    recurrence_time_part:
      '{name}: {part} no se admite; todas las fechas de una regla tienen la hora de inicio.',
    recurrence_byweekno:
      '{name}: BYWEEKNO no se admite; indique los días en BYYEARDAY o las fechas en RDATE.',
    recurrence_unknown_part: '{name}: {part} no forma parte de una regla.',
    recurrence_repeated_part: '{name}: la regla tiene {part} más de una vez.',
    recurrence_count_and_until: '{name}: una regla no puede tener COUNT y UNTIL a la vez.',
    recurrence_value: '{name}: {value} no es un valor válido de {part}.',
    recurrence_ordinal:
      '{name}: BYDAY solo puede numerar los días de la semana, como en {value}, con FREQ=MONTHLY o FREQ=YEARLY.',
    recurrence_part_with_frequency: '{name}: {part} no puede usarse con FREQ={value}.',
    recurrence_setpos_alone: '{name}: BYSETPOS necesita otra parte de la que elegir, por ejemplo BYDAY.',
    recurrence_until_before_start: '{name}: UNTIL es anterior al inicio del evento.',
    recurrence_no_dates: '{name}: la regla no da ninguna fecha en los cuatro años que siguen al inicio.',
    recurrence_begins_too_early:
      '{name}: hasta el {day}, la regla da más de {value} fechas. Haga que empiece más tarde o póngale un final.',
    recurrence_too_many_dates: '{name}: con este {part} la regla da más de {value} fechas.',
    recurrence_zone: '{name}: la zona horaria {value} de {part} no se conoce.',
    recurrence_period: '{name}: el período {value} de {part} no puede terminar antes de empezar.',
    recurrence_too_many_values: '{name}: {part} no puede indicar más de {value} fechas.',
    recurrence_too_long: '{name}: {part} no puede superar los {value} caracteres.',
    rest_invalid_multipart: 'No se ha podido leer el cuerpo multipart.',
    rest_bad_request: 'No se ha podido entender la petición.',
    too_many_values: 'La petición tiene más de {max} valores.',
    image_scheme: '{name}: se espera una dirección completa, http o https, sin usuario ni contraseña.',
    image_port: '{name}: el puerto de la dirección debe ser 80, 443 u 8080.',
    image_unreachable:
      '{name}: no se ha podido obtener la imagen de esta dirección, o la dirección no es pública.',
    image_status: '{name}: no hay ninguna imagen en esta dirección.',
    'image_too-large': '{name}: el archivo de la imagen es demasiado grande.',
    image_unused:
      '{name}: tiene demasiadas imágenes que aún no están en ninguna actividad: como máximo {count}, y {max} MB. Póngalas en actividades o vuelva mañana: las que nadie usa se borran al cabo de un día.',
    image_in_use:
      '{name}: un registro, un texto, el historial de un registro o una propuesta todavía necesita esta imagen.',
    image_timeout: '{name}: la imagen ha tardado demasiado en llegar.',
    image_redirects: '{name}: la dirección de la imagen redirige demasiadas veces.',
    'image_not-an-image': '{name}: el archivo no es una imagen JPEG, PNG, GIF, WebP o AVIF completa.',
    image_heic: '{name}: el archivo es una imagen HEIC, como las que hacen los móviles. Envíela en JPEG.',
    'image_too-many-pixels': '{name}: la imagen tiene demasiados píxeles.',
    'image_too-many-frames': '{name}: la imagen tiene demasiados fotogramas o pasadas.',
    'image_too-costly':
      '{name}: descodificar la imagen requiere demasiada memoria o tiempo. Con menos píxeles, o en JPEG corriente, requiere menos.',
  },

  answers: {
    global_id:
      'Identificador único en todo internet, formado por el dominio del sitio web y el identificador del elemento.',
    global_id_lineage: 'Identificadores globales que ha tenido el elemento, empezando por el actual.',
    author: 'Identificador del usuario que es su autor.',
    status: 'Estado de publicación: publish, future, draft, pending, private o trash.',
    date_utc: 'Fecha y hora de publicación en UTC; todo son ceros si no se ha publicado nunca.',
    modified: 'Fecha y hora de la última modificación, en la zona horaria del sitio web.',
    modified_utc: 'Fecha y hora de la última modificación en UTC.',
    url: 'Dirección web de la página del elemento.',
    rest_url: 'Dirección en esta interfaz.',
    title: 'Título, en texto sin formato.',
    description: 'Descripción, en HTML seguro.',
    excerpt: 'Resumen, en HTML seguro; vacío si no se ha escrito ninguno.',
    slug: 'Parte legible de la dirección web (slug).',
    image: 'Imagen destacada, o false si no la hay.',
    all_day: 'Indica si el evento dura todo el día.',
    start_date: 'Fecha y hora de inicio, en la zona horaria del evento.',
    start_date_details: 'Las partes de la fecha y hora de inicio.',
    end_date: 'Fecha y hora de finalización, en la zona horaria del evento.',
    end_date_details: 'Las partes de la fecha y hora de finalización.',
    utc_start_date: 'Fecha y hora de inicio en UTC.',
    utc_start_date_details: 'Las partes de la fecha y hora de inicio en UTC.',
    utc_end_date: 'Fecha y hora de finalización en UTC.',
    utc_end_date_details: 'Las partes de la fecha y hora de finalización en UTC.',
    timezone: 'Zona horaria del evento: un nombre de la IANA o un desfase respecto a UTC.',
    timezone_abbr: 'Abreviatura de la zona horaria en la fecha de inicio, por ejemplo CET.',
    cost: 'Precio tal como se muestra, con la moneda; vacío si no se ha indicado.',
    series:
      'La serie a la que pertenece el evento: su identificador, sus direcciones y su identidad en los archivos de calendario. Se omite, como los miembros siguientes, si el evento no se repite.',
    recurrence:
      'Cuándo se celebra la serie: líneas RRULE, RDATE y EXDATE, tal como las define la RFC 5545, en la hora local del evento. Las ocurrencias que están en la papelera figuran como EXDATE. En una lista, una ocurrencia solo las muestra si no pasan de 2.000 caracteres; por sí sola, las muestra siempre.',
    recurrence_id:
      'La hora local en la que la regla hace empezar la ocurrencia, aunque se haya movido; null para la propia serie.',
    recurrence_text: 'Cuándo se celebra la serie, en una frase en el idioma de la respuesta.',
    horizon:
      'Último día hasta el que existen las ocurrencias de series sin final; solo si el listado va más allá y hay series así.',
    next_occurrence:
      'La ocurrencia siguiente de la serie, o null; para la propia serie, la primera que no ha terminado. Solo cuentan las ocurrencias que todo el mundo puede ver.',
    occurrences_total: 'Cuántas ocurrencias de la serie puede ver todo el mundo.',
    distance:
      'Kilómetros entre el punto de la petición y el lugar más cercano del evento; solo en los listados alrededor de un punto.',
    cost_details: 'Las partes del precio: la moneda y los importes.',
    website: 'URL del sitio web indicado.',
    show_map: 'Indica si debe mostrarse un mapa del lugar.',
    show_map_link: 'Indica si debe mostrarse un enlace a un mapa del lugar.',
    hide_from_listings: 'Indica si el evento queda fuera de los listados.',
    sticky: 'Indica si el evento se fija en la vista de calendario.',
    featured: 'Indica si el evento está destacado.',
    categories: 'Categorías del evento, por orden alfabético.',
    tags: 'Etiquetas del evento, por orden alfabético.',
    venue: 'Lugar del evento: un objeto si hay uno solo, y una lista si hay varios o ninguno.',
    organizer: 'Organizadores del evento, en el orden indicado.',
    custom_fields:
      'Campos adicionales definidos por el sitio web, tal como se enviaron; una lista vacía si no los hay.',
    virtual_url: 'Dirección para participar en línea, o null si no se indicó ninguna.',
    virtual_video_source:
      'Dónde se emite el evento en línea, por ejemplo zoom o youtube; vacío si no se indicó.',
    event_status:
      'Indica si el evento se celebra según lo previsto: scheduled; canceled, cancelado; postponed, aplazado sin fecha; o moved_online, trasladado a internet.',
    status_reason:
      'Por qué el evento no se celebra según lo previsto; no aparece si no se indicó ningún motivo.',
    ticket_url: 'Dónde se venden las entradas o se hacen las reservas; se omite si no se indicó.',
    availability:
      'Si quedan entradas o plazas: available (las hay), few (quedan pocas), sold_out (agotadas) o ended (venta cerrada); se omite si no se indicó.',
    json_ld: 'Datos estructurados de schema.org en JSON-LD, para incluirlos en una página.',
    currency_symbol: 'Símbolo de la moneda; vacío si el precio no lleva ninguno.',
    currency_code: 'Código ISO 4217 de la moneda, si se conoce.',
    currency_position:
      'Posición del símbolo: prefix, delante del importe; postfix, detrás; vacío si no lo hay.',
    values: 'Los importes, como texto, de menor a mayor.',
    year: 'Año, con cuatro cifras.',
    month: 'Mes, del 01 al 12.',
    day: 'Día del mes, del 01 al 31.',
    hour: 'Hora, de las 00 a las 23.',
    minutes: 'Minutos, de 00 a 59.',
    seconds: 'Segundos, de 00 a 59.',
    extension: 'Extensión del archivo de la imagen.',
    width: 'Anchura en píxeles.',
    height: 'Altura en píxeles.',
    filesize: 'Tamaño del archivo en bytes.',
    sizes: 'Las versiones más pequeñas de la imagen, según el nombre del tamaño.',
    mime_type: 'Tipo MIME del archivo.',
    image_url: 'Dirección web del archivo de la imagen.',
    image_id: 'Identificador de la imagen.',
    name: 'Nombre de la categoría o de la etiqueta.',
    term_group: 'Grupo del término, siempre 0.',
    term_taxonomy_id: 'Identificador del término dentro de su taxonomía.',
    taxonomy: 'Taxonomía del término: tribe_events_cat para las categorías y post_tag para las etiquetas.',
    parent: 'Identificador de la categoría superior, o 0 si no tiene.',
    count: 'Número de eventos publicados que tienen asignado el término.',
    filter: 'Tratamiento de los textos del término, siempre raw: tal como están guardados.',
    urls: 'Direcciones del término, de su colección y, si la tiene, de la categoría superior.',
    meta: 'Datos adicionales del término, siempre vacíos.',
    links: 'Enlaces a los recursos relacionados con el término.',
    venue_name: 'Nombre del lugar.',
    organizer_name: 'Nombre del organizador.',
    address: 'Dirección: calle y número.',
    city: 'Población.',
    country: 'País.',
    province: 'Provincia o región, fuera de Estados Unidos.',
    state: 'Estado, en Estados Unidos.',
    zip: 'Código postal.',
    phone: 'Número de teléfono.',
    stateprovince: 'Estado o provincia, según el país.',
    email: 'Correo electrónico.',
    geo_lat: 'Latitud del lugar, en grados.',
    geo_lng: 'Longitud del lugar, en grados.',
    total: 'Número total de elementos que cumplen los filtros.',
    total_pages: 'Número total de páginas del listado.',
    facets:
      'Cuántos eventos de todo el listado hay para cada valor de las facetas pedidas: primero los valores más frecuentes, y los días y los meses en orden.',
    facet_totals: 'Cuántos valores tiene cada faceta pedida, también más allá del límite.',
    next_rest_url: 'Dirección de la página siguiente, si la hay, con los mismos filtros.',
    previous_rest_url: 'Dirección de la página anterior, si la hay, con los mismos filtros.',
    list: 'Los elementos de esta página.',
    code: 'Código del error, estable e independiente del idioma.',
    message: 'Explicación del error, en el idioma solicitado.',
    data: 'Detalles del error: el estado HTTP y, en su caso, los parámetros afectados.',
    error_status: 'Código de estado HTTP de la respuesta.',
    error_params: 'Parámetros afectados: qué se esperaba de cada uno, o los nombres de los que faltan.',
    error_details: 'El error de cada parámetro afectado, según su nombre.',
    error_param: 'Nombre del parámetro afectado.',
    error_term_id: 'Identificador del término que ya existe.',
    error_additional_data: 'Identificadores relacionados con el error.',
    json_error_code: 'Código del error de sintaxis del JSON.',
    json_error_message: 'Error de sintaxis del JSON, en inglés.',
    color:
      'Color de la categoría en las páginas: rose, orange, ochre, lime, green, teal, blue, violet o slate; solo de las categorías.',
    term_description: 'Descripción del término, en HTML seguro; vacía si no se ha escrito ninguna.',
    language: 'Idioma de los textos del propio elemento.',
    languages: 'Idioma de cada texto, por miembro; se omite si el elemento no tiene traducciones.',
    translations:
      'Textos en otros idiomas, por idioma y miembro, incluidos los borradores; solo con context=edit, para quien puede editar el elemento.',
    alt_text: 'Qué muestra la imagen, para quien no la ve; se omite si nadie lo ha dicho.',
    credit: 'Quién hizo la imagen, tal como se lee debajo; se omite si nadie lo ha dicho.',
    license:
      'Licencia de la imagen: una dirección, o un nombre corto como CC BY 4.0; se omite si nadie la ha dicho.',
    focal_point: 'Qué conservan los recortes, en porcentajes desde la izquierda y arriba; se omite si falta.',
  },

  interface: {
    page: 'Página del listado que se solicita; la primera es la 1.',
    per_page: 'Número de elementos por página; si supera el máximo del servicio, se aplica el máximo.',
    i18n_language:
      'Idioma de los textos de los elementos, cuando tienen traducción, y de las descripciones y los mensajes; prevalece sobre el idioma de la dirección.',
    namespace: 'Espacio de nombres cuyas rutas se describen.',
    context: 'Contexto de la petición, view de forma predeterminada; no altera la respuesta.',
    index: 'Describe las rutas de la interfaz y los parámetros que admiten.',
    doc: 'Documenta la interfaz en formato OpenAPI.',
    api_title: 'Almanac',
    api_description:
      'Almanac es un servicio de agenda que reúne eventos, los lugares donde se celebran y los organizadores que los impulsan, clasificados por categorías y etiquetas. La consulta está abierta a todo el mundo; para crear, modificar o eliminar contenidos es necesario identificarse. Las descripciones y los mensajes pueden pedirse en varios idiomas, que enumera el parámetro i18n_language. El historial, la papelera y la subida de imágenes tienen documentos propios: /cal/history/v1/doc, /cal/trash/v1/doc y /images/doc.',
    ok_list: 'La página solicitada del listado.',
    ok_record: 'El elemento solicitado.',
    ok_created: 'El elemento creado.',
    ok_deleted: 'El elemento eliminado.',
    bad_request: 'Falta algún parámetro obligatorio o hay alguno que no es válido.',
    unauthorized: 'La operación requiere identificarse, o las credenciales no son válidas.',
    forbidden: 'No hay permiso para acceder al elemento o realizar la operación.',
    not_found: 'El elemento o la página no existe.',
    not_acceptable: 'La petición no acepta ninguno de los formatos de la respuesta.',
    document:
      'Lo mismo en otro formato. En los calendarios y los canales, un lugar, un organizador, una categoría o una etiqueta representan sus eventos, que se pueden acotar con todos los parámetros del listado de eventos.',
    gone: 'El elemento ya está en la papelera.',
    server_error: 'El servicio ha fallado al atender la petición.',
    unavailable:
      'El servicio no puede atender ahora la petición, o el almacén no admite escrituras: se puede volver a intentar.',
    free: 'Gratis',
    no_name: '(sin nombre)',
    no_title: '(sin título)',
    ok_updated: 'El elemento con los cambios aplicados.',
    ok_described: 'La descripción de la interfaz.',
    too_large: 'El cuerpo de la petición supera el tamaño máximo.',
    unsupported_content_encoding: 'El Content-Encoding del cuerpo de la petición no se admite.',
    unsupported_transfer_encoding: 'El Transfer-Encoding de la petición no se admite.',
    too_many: 'Ha habido demasiadas peticiones o demasiados intentos de identificación fallidos.',
    basic: 'Nombre de usuario o correo electrónico, y una contraseña de aplicación.',
    bearer: 'Una contraseña de aplicación, por sí sola.',
    precondition_failed:
      'El elemento no es el que exige la cabecera If-Match, If-None-Match o If-Unmodified-Since.',
    key_reused: 'La Idempotency-Key ya se ha utilizado para otra petición.',
    header_etag: 'ETag del elemento, que se puede enviar como If-Match al modificarlo.',
    header_if_match:
      'ETag que debe tener el elemento, o una lista de ETags, o *; si tiene otro, no se cambia nada.',
    header_if_unmodified_since:
      'Fecha HTTP desde la cual el elemento no debe haber cambiado; no tiene efecto en las categorías y las etiquetas, ni si también se envía If-Match.',
    header_idempotency_key:
      'Clave de la petición, por ejemplo un UUID: si se repite la petición con la misma clave, el elemento se crea una sola vez y la respuesta es la misma.',
    strict:
      'Si se rechazan los parámetros y miembros desconocidos; si no, no tienen ningún efecto, y la cabecera Almanac-Ignored indica sus nombres.',
    header_prefer: 'handling=strict equivale a strict=true, y handling=lenient, a strict=false (RFC 7240).',
    header_ignored:
      'Nombres de los parámetros y miembros que no han tenido ningún efecto, porque no se conocen.',
    header_preference_applied: 'La preferencia de Prefer que se ha seguido.',
    header_allow: 'Métodos que el usuario puede emplear en esta dirección.',
    header_location: 'Dirección del elemento creado.',
    header_accept_encoding:
      'Codificaciones que se admiten en el cuerpo de una petición: ninguna, es decir, identity.',
    header_retry_after: 'Segundos que hay que esperar antes de volver a intentarlo.',
    header_rate_limit: 'Peticiones que quedan y segundos hasta que se admitan más, si hay un límite.',
    header_rate_limit_policy: 'Peticiones permitidas en un intervalo de tiempo, y los segundos que dura.',
    header_authenticate: 'Esquema de autenticación que se espera.',
  },

  schemaTitles: {
    Event: 'Evento',
    Venue: 'Lugar',
    Organizer: 'Organizador',
    Term: 'Término',
    Image: 'Imagen',
    ImageSize: 'Tamaño de imagen',
    CostDetails: 'Detalles del precio',
    DateDetails: 'Detalles de la fecha',
    Error: 'Error',
    ErrorData: 'Detalles del error',
    ProtectedEvent: 'Evento protegido',
    EmbeddedTerm: 'Término de un evento',
    EventList: 'Listado de eventos',
    VenueList: 'Listado de lugares',
    OrganizerList: 'Listado de organizadores',
    CategoryList: 'Listado de categorías',
    TagList: 'Listado de etiquetas',
    ChangeList: 'Listado de cambios',
    Batch: 'Lote',
    Version: 'Versión',
    TrashedRecord: 'Elemento de la papelera',
    TrashList: 'Listado de la papelera',
    OccurrencePlan: 'Plan de ocurrencias',
    Deleted: 'Elementos eliminados',
    Account: 'Cuenta',
    User: 'Cuenta de la agenda',
    ImageList: 'Listado de imágenes',
    ListedImage: 'Imagen del listado',
    UserList: 'Listado de cuentas',
    UserPasswords: 'Contraseñas de aplicación de una cuenta',
  },

  schemas: {
    Event:
      'Un evento de la agenda, con los lugares, los organizadores, las categorías y las etiquetas que tiene vinculados.',
    Venue: 'Un lugar donde se celebran eventos.',
    Organizer: 'Una persona o entidad que organiza eventos.',
    Term: 'Una categoría o una etiqueta que clasifica eventos.',
    Image: 'Una imagen destacada, con los tamaños en que está disponible.',
    ImageSize: 'Una imagen en uno de sus tamaños.',
    CostDetails: 'Las partes del precio de un evento: la moneda y los importes.',
    DateDetails: 'Las partes de una fecha y hora, como texto con ceros iniciales.',
    Error: 'La explicación de por qué no se ha atendido una petición.',
    ErrorData: 'Los datos de un error que pueden leer los programas.',
    ProtectedEvent:
      'Un evento protegido con contraseña, tal como lo ve en los listados quien no la sabe: sin los detalles.',
    EmbeddedTerm: 'Una categoría o una etiqueta, tal como aparece dentro de un evento.',
    List: 'Una página del listado, con los totales y los enlaces a las páginas contiguas.',
    Batch: 'Lo que una acción ha cambiado.',
    Version: 'Un cambio, con el elemento tal como era antes bajo el nombre de su tipo.',
    ListedImage: 'Una imagen, con el número de elementos que la muestran.',
    TrashedRecord: 'Un elemento de la papelera, tal como aparece en el listado.',
    OccurrencePlan: 'Qué haría un cambio con las ocurrencias de una serie.',
    Deleted: 'Lo que se ha eliminado al vaciar la papelera.',
    Account: 'La cuenta de una petición, y qué puede hacer.',
    User: 'Una cuenta, tal como la ve la administración.',
    UserPasswords: 'Las contraseñas de aplicación de una cuenta.',
  },

  sections: {
    interface: 'El índice de rutas y esta documentación.',
    events: 'Los eventos de la agenda.',
    venues: 'Los lugares donde se celebran los eventos.',
    organizers: 'Las personas y las entidades que organizan eventos.',
    categories: 'Las categorías de los eventos, que pueden depender unas de otras.',
    tags: 'Las etiquetas de los eventos, sin jerarquía.',
    batches: 'Lo que una acción ha cambiado, para deshacerlo.',
    trash: 'Los elementos de la papelera.',
    users: 'Las cuentas, y la de la petición.',
    images: 'Las imágenes que pueden tener los eventos, los lugares y los organizadores.',
  },

  samples: {
    event: 'La cobla y los gigantes abren la fiesta en la plaza.',
    venue: 'La plaza porticada del centro.',
    organizer: 'La concejalía de cultura.',
    category: 'Conciertos y bailes.',
    tag: 'Actos que se celebran al aire libre.',
  },

  records: {
    id: 'Identificador del elemento.',
    author:
      'Identificador del autor; de forma predeterminada es quien crea el elemento, y solo los editores pueden indicar otro.',
    date: 'Fecha y hora de publicación, en la zona horaria del sitio web.',
    date_utc: 'Fecha y hora de publicación en UTC; puede indicarse en lugar de date.',
    description:
      'Descripción, en HTML o en texto sin formato; el marcado inseguro se elimina, y un texto vacío la borra.',
    status:
      'Estado: publish, future, draft, pending o private; si el usuario no puede publicar, publish y future quedan en pending.',
    website: 'Sitio web, con la URL completa; un texto vacío lo elimina.',
    image:
      'Imagen destacada: el identificador de una imagen del servicio o la dirección web de una imagen que se descargará; un texto vacío la quita.',
    phone: 'Teléfono; un texto vacío lo borra.',
    slug_path: 'Slug, es decir, la parte legible de la dirección.',
  },

  events: {
    title: 'Título del evento, en texto sin formato; el marcado HTML se elimina.',
    start_date:
      'Fecha y hora de inicio, por ejemplo 2031-05-10 19:30:00, en la zona horaria del evento salvo que se indique un desfase respecto a UTC.',
    end_date: 'Fecha y hora de finalización, en el mismo formato que el inicio y no anterior a este.',
    date: 'Fecha y hora de publicación, en la zona horaria del sitio web; si es futura, la publicación queda programada.',
    slug: 'Parte legible de la dirección del evento (slug); si no se indica al crearlo, se forma a partir del título, y si ya está ocupada se le añade un número.',
    excerpt: 'Resumen breve del evento, en HTML o en texto sin formato; un texto vacío lo borra.',
    timezone:
      'Zona horaria del evento, con un nombre de la IANA como Europe/Madrid o un desfase como UTC+2; un texto vacío equivale a la zona del sitio web.',
    all_day:
      'Indica si el evento dura todo el día; en ese caso empieza a las 00:00:00 y termina a las 23:59:59.',
    cost: 'Precio del evento, como número o como texto con o sin símbolo de moneda; una lista indica varios precios, y 0 significa gratis.',
    website: 'Sitio web del evento, con la URL completa; un texto vacío o null lo elimina.',
    show_map: 'Indica si con el evento debe mostrarse un mapa del lugar.',
    show_map_link: 'Indica si con el evento debe mostrarse un enlace a un mapa del lugar.',
    hide_from_listings:
      'Indica si el evento queda fuera de los listados; se puede seguir leyendo por su identificador o por su slug.',
    sticky: 'Indica si el evento se fija en la vista de calendario; el orden de los listados no cambia.',
    featured: 'Indica si el evento se destaca en el sitio web.',
    is_virtual: 'Indica si el evento se celebra en línea, o también en línea si tiene un lugar.',
    virtual_url: 'Dirección para participar en línea, con la URL completa; un texto vacío o null la elimina.',
    virtual_video_source:
      'Dónde se emite el evento en línea, por ejemplo zoom o youtube; un texto vacío lo borra.',
    event_status:
      'Indica si el evento se celebra según lo previsto: scheduled, canceled, postponed o moved_online; también se entienden cancelled y los términos de schema.org, como EventCancelled.',
    status_reason: 'Por qué el evento no se celebra según lo previsto; un texto vacío borra el motivo.',
    ticket_url:
      'Dónde se venden las entradas o se hacen las reservas, con la URL completa; un texto vacío o null la elimina.',
    availability:
      'Si quedan entradas o plazas: available (las hay), few (quedan pocas), sold_out (agotadas) o ended (venta cerrada); también se entienden las palabras de schema.org, como SoldOut; un texto vacío o null lo elimina.',
    currency_code:
      'Moneda del precio, con un código ISO 4217 como EUR; un texto vacío o null equivale a la del símbolo del precio o a la del sitio web.',
    custom_fields:
      'Campos adicionales en un objeto JSON, que se guarda y se muestra tal como se envió; en un formulario, también como texto que contenga el JSON; un objeto vacío, una lista vacía o null los elimina.',
    categories:
      'Categorías del evento, por identificador, slug o nombre, en una lista o separadas por comas; las que no existen se crean si el usuario tiene permiso para ello, y una lista vacía las quita todas.',
    tags: 'Etiquetas del evento, por identificador, slug o nombre, en una lista o separadas por comas; las que no existen se crean si el usuario tiene permiso para ello, y una lista vacía las quita todas.',
    venue:
      'Lugares donde se celebra el evento, por identificador, por nombre o con un objeto que contenga sus datos; una lista vacía los desvincula.',
    organizer:
      'Organizadores del evento en el orden deseado, por identificador, por nombre o con un objeto que contenga sus datos; una lista vacía los desvincula.',
    recurrence:
      'Cuándo se repite el evento: líneas de la RFC 5545 (RRULE, RDATE, EXDATE), en una lista o en un solo texto, en la hora del evento si no indican ninguna zona; con una lista vacía, un texto vacío o null vuelve a ser un evento único.',
    dates:
      'Todas las fechas de un evento que se celebra varias veces sin seguir una regla, cada una con start_date y end_date; con una lista vacía o null vuelve a ser un evento único.',
    scope:
      'Hasta dónde llega el cambio de una ocurrencia: this, solo esa, que es el valor predeterminado; following, esa y todas las posteriores; o all, toda la serie.',
    dry_run:
      'Con true no se escribe nada: la respuesta dice qué ocurrencias se añadirían, desaparecerían, se moverían y se conservarían.',
    password_write: 'Contraseña con la que se protege el evento; un texto vacío la elimina.',
    password_read:
      'Contraseña del evento, necesaria para leerlo si está protegido y el usuario no puede editarlo.',
    occurrence_path: 'Día de la ocurrencia, como 2031-05-06; 2031-05-06-2 es la segunda del día.',
  },

  /** Argumentos sobre los idiomas de los elementos. */
  translations: {
    language: 'Idioma de los textos; de forma predeterminada, el del sitio web.',
    translations:
      'Textos en otros idiomas, por idioma y miembro. Los miembros que se omiten no cambian; null elimina un texto o un idioma. Con status draft, solo ve la traducción quien puede editar el elemento.',
    translate:
      'Indica si los textos son los del idioma de la ruta o de i18n_language, de modo que el elemento conserva los suyos. Todos los demás valores son los del elemento.',
    context: 'Con edit, los elementos que la cuenta puede editar muestran todas sus traducciones.',
    has_language:
      'Solo los elementos con textos en alguno de estos idiomas, separados por comas: los propios o una traducción terminada.',
    missing_language: 'Solo los elementos sin textos en ninguno de estos idiomas, separados por comas.',
    languages:
      'Para las tablas (CSV): idiomas en los que cada texto tiene una columna propia, como title_fr, con los textos que el elemento tiene exactamente en ese idioma.',
    separator:
      'Para las tablas (CSV): qué separa las celdas: una coma, un punto y coma, como esperan las hojas de cálculo donde la coma es el separador decimal, o tab.',
  },

  eventFilters: {
    start_date:
      'Solo los eventos que empiezan ese día o más tarde, de forma predeterminada desde hoy aproximadamente; con strict_dates cuenta la hora exacta.',
    end_date:
      'Solo los eventos que terminan ese día o antes, de forma predeterminada hasta dentro de unos dos años; con strict_dates cuenta la hora exacta.',
    starts_before:
      'Solo los eventos que empiezan antes de que acabe ese día o, con strict_dates, antes de esa hora exacta; anula las fechas predeterminadas.',
    starts_after:
      'Solo los eventos que empiezan una vez acabado ese día o, con strict_dates, después de esa hora exacta; anula las fechas predeterminadas.',
    ends_before:
      'Solo los eventos que terminan antes del último segundo de ese día o, con strict_dates, antes de esa hora exacta; anula las fechas predeterminadas.',
    ends_after:
      'Solo los eventos que terminan una vez acabado ese día o, con strict_dates, después de esa hora exacta; anula las fechas predeterminadas.',
    strict_dates:
      'Con true, 1, yes u on, las fechas se toman como horas exactas; si no, representan días enteros en la zona horaria del sitio web.',
    search:
      'Solo los eventos que contienen todas estas palabras en el título, el resumen o la descripción; las comillas buscan una frase exacta y un guion inicial excluye la palabra.',
    categories:
      'Solo los eventos de alguna de estas categorías o de sus subcategorías, indicadas por identificador, slug o nombre, en una lista o separadas por comas.',
    tags: 'Solo los eventos con alguna de estas etiquetas, indicadas por identificador, slug o nombre, en una lista o separadas por comas.',
    venue:
      'Solo los eventos de alguno de estos lugares, indicados por identificador, en una lista o separados por comas.',
    organizer:
      'Solo los eventos de alguno de estos organizadores, indicados por identificador, en una lista o separados por comas.',
    featured: 'Con true, solo los eventos destacados; con false, solo los demás.',
    status:
      'Solo los eventos en alguno de estos estados, separados por comas; quien no puede editar eventos solo puede pedir publish.',
    geoloc: 'Con true, solo los eventos en un lugar con coordenadas; con false, solo los demás.',
    geoloc_lat:
      'Latitud, de -90 a 90 grados, del punto alrededor del cual se buscan eventos; hay que indicar también geoloc_lng.',
    geoloc_lng:
      'Longitud, de -180 a 180 grados, del punto alrededor del cual se buscan eventos; hay que indicar también geoloc_lat.',
    geoloc_radius:
      'Distancia máxima en kilómetros entre el lugar y el punto de geoloc_lat y geoloc_lng; de forma predeterminada, la que tenga configurada el servicio.',
    include:
      'Solo los eventos con estos identificadores, en una lista o separados por comas; los filtros de fechas dejan de aplicarse.',
    post_parent: 'Solo los eventos que dependen del evento con este identificador.',
    ticketed:
      'Con true, solo los eventos con entradas, lo que requiere un sistema de entradas; false no filtra nada.',
    when: 'Solo los eventos en curso (ongoing), futuros (upcoming) o pasados (past), uno o más de estos valores separados por comas, o todos (all); anula las fechas predeterminadas.',
    overlaps:
      'Solo los eventos que tienen lugar en algún momento de un intervalo INICIO/FINAL o INICIO/PERÍODO, que puede quedar abierto por uno de los dos lados; una fecha sin hora es el día entero, y las fechas predeterminadas dejan de aplicarse.',
    series: 'Solo las ocurrencias de estas series, indicadas por identificador.',
    hide_night_before:
      'Con true, overlaps deja fuera los eventos que empezaron antes del intervalo y terminan antes de que acabe la noche de su primer día, como hacen las páginas de los días.',
    hide_subsequent_recurrences:
      'Con true, cada serie aparece una sola vez, en la primera ocurrencia que cumple todos los demás filtros, y los totales la cuentan una vez.',
    modified_after: 'Solo los eventos modificados después de ese momento; una fecha sin hora es su comienzo.',
    is_virtual: 'Con true, solo los eventos que se celebran también en línea; con false, solo los demás.',
    has_image: 'Con true, solo los eventos con imagen; con false, solo los demás.',
    author: 'Solo los eventos de estas cuentas, indicadas por id, en una lista o separadas por comas.',
    with_hidden:
      'Con true, también se muestran los eventos ocultos de las listas, si la cuenta puede editarlos.',
    event_status:
      'Solo los eventos con alguno de estos estados, separados por comas: scheduled, canceled, postponed o moved_online.',
    cost: 'Solo los eventos con alguno de estos costes, separados por comas: free, sin coste o con coste 0; paid, con un precio; o unknown, solo con palabras, como «Donativo».',
    city: 'Solo los eventos en un lugar de alguna de estas poblaciones, en una lista o separadas por comas, sin distinguir mayúsculas ni acentos.',
    postal_code:
      'Solo los eventos en un lugar con alguno de estos códigos postales, en una lista o separados por comas.',
    country:
      'Solo los eventos en un lugar de alguno de estos países, tal como los escriben los lugares, en una lista o separados por comas, sin distinguir mayúsculas ni acentos.',
    orderby:
      'Orden del listado: start (inicio), end (final), date (publicación), modified (modificación), title (título), venue (nombre del lugar), status (estado), distance (distancia al punto de geoloc_lat y geoloc_lng) o relevance (relevancia para la búsqueda); los que coinciden se ordenan por el inicio.',
    order:
      'Sentido del orden: asc, ascendente, o desc, descendente; de forma predeterminada, date, modified y relevance son descendentes y los demás, ascendentes.',
    password_list:
      'Contraseña para los eventos protegidos del listado; los que la tienen se muestran completos, y los demás sin los detalles.',
    expand:
      'En los archivos de calendario, con true, muestra cada fecha de una serie como un evento propio, sin regla, para los programas que no repiten ninguna.',
  },

  facets: {
    facets:
      'Recuentos de todo el listado según los valores de estas facetas, separadas por comas. Una categoría cuenta también los eventos de sus subcategorías; un día o un mes cuenta todos los eventos que tienen lugar en él, dentro de las fechas del listado.',
    drill_sideways:
      'Con true, cada faceta se cuenta sin el filtro sobre sus propios valores, para que también puedan ofrecerse los demás.',
    facet_limit: 'Número máximo de valores de cada faceta, hasta 1000; facet_totals indica cuántos hay.',
  },

  eventOperations: {
    list: 'Lista los eventos por orden de inicio.',
    create: 'Crea un evento.',
    read: 'Muestra un evento.',
    update: 'Modifica los campos indicados de un evento y conserva los demás.',
    delete: 'Envía un evento a la papelera.',
    occurrences:
      'Lista las ocurrencias de una serie, con los mismos filtros que el listado de eventos; sin fechas, todas.',
    occurrencesBySlug:
      'Lista las ocurrencias de la serie con este slug, con los mismos filtros que el listado de eventos; sin fechas, todas.',
    occurrence: 'Muestra la ocurrencia de una serie en un día.',
    readBySlug: 'Muestra el evento que tiene este slug.',
    updateBySlug: 'Modifica los campos indicados del evento que tiene este slug y conserva los demás.',
    deleteBySlug: 'Envía a la papelera el evento que tiene este slug.',
  },

  venues: {
    venue: 'Nombre del lugar, en texto sin formato.',
    show_map: 'Indica si los eventos vinculados al lugar deben mostrar un mapa de este.',
    show_map_link: 'Indica si los eventos vinculados al lugar deben mostrar un enlace a un mapa.',
    address: 'Dirección del lugar: calle y número; un texto vacío la borra.',
    city: 'Población donde se encuentra el lugar; un texto vacío la borra.',
    country: 'País donde se encuentra el lugar; un texto vacío lo borra.',
    province: 'Provincia o región del lugar, fuera de Estados Unidos; un texto vacío la borra.',
    state: 'Estado donde se encuentra el lugar, en Estados Unidos; un texto vacío lo borra.',
    zip: 'Código postal del lugar; un texto vacío lo borra.',
    stateprovince:
      'Estado o provincia que se muestra; si no se indica, se toma de state en Estados Unidos y de province en los demás países.',
    geo_lat: 'Latitud del lugar, de -90 a 90 grados; se indica junto con geo_lng.',
    geo_lng: 'Longitud del lugar, de -180 a 180 grados; se indica junto con geo_lat.',
  },

  contactFilters: {
    event: 'Solo los del evento con este identificador.',
    has_events: 'Con true, solo los que tienen eventos; con false, solo los que no tienen ninguno.',
    only_with_upcoming: 'Con true, solo los que tienen eventos en curso o próximos.',
    status:
      'Solo los que están en alguno de estos estados, separados por comas; quien no puede editarlos solo puede pedir publish.',
    has_image: 'Con true, solo los que tienen imagen; con false, solo los demás.',
    has_location: 'Con true, solo los lugares con coordenadas; con false, solo los demás.',
    orderby:
      'Orden de la lista: date (publicación), modified (modificación), name (nombre) o events (número de eventos).',
    order:
      'Sentido del orden: asc, ascendente, o desc, descendente; de forma predeterminada, name es ascendente y los demás, descendentes.',
  },

  venueFilters: {
    search:
      'Solo los lugares que contienen todas estas palabras en el nombre, en la descripción o en un mismo campo de la dirección o del teléfono.',
  },

  venueOperations: {
    list: 'Lista los lugares, empezando por los publicados más recientemente.',
    create: 'Crea un lugar o, si ya existe uno con el mismo nombre, lo devuelve.',
    read: 'Muestra un lugar.',
    update: 'Modifica los campos indicados de un lugar y conserva los demás.',
    delete: 'Envía un lugar a la papelera y lo desvincula de los eventos.',
    readBySlug: 'Muestra el lugar que tiene este slug.',
    updateBySlug: 'Modifica los campos indicados del lugar que tiene este slug y conserva los demás.',
    deleteBySlug: 'Envía a la papelera el lugar que tiene este slug y lo desvincula de los eventos.',
  },

  organizers: {
    organizer: 'Nombre del organizador, sea una persona o una entidad, en texto sin formato.',
    email: 'Correo electrónico del organizador; un texto vacío lo borra.',
  },

  organizerFilters: {
    search:
      'Solo los organizadores que contienen todas estas palabras en el nombre, la descripción, el teléfono, el correo electrónico o el sitio web.',
  },

  organizerOperations: {
    list: 'Lista los organizadores, empezando por los publicados más recientemente.',
    create: 'Crea un organizador o, si ya existe uno con el mismo nombre, lo devuelve.',
    read: 'Muestra un organizador.',
    update: 'Modifica los campos indicados de un organizador y conserva los demás.',
    delete: 'Envía un organizador a la papelera y lo desvincula de los eventos.',
    readBySlug: 'Muestra el organizador que tiene este slug.',
    updateBySlug: 'Modifica los campos indicados del organizador que tiene este slug y conserva los demás.',
    deleteBySlug: 'Envía a la papelera el organizador que tiene este slug y lo desvincula de los eventos.',
  },

  categories: {
    name: 'Nombre de la categoría, en texto sin formato; no se puede repetir dentro de una misma categoría superior.',
    description: 'Descripción de la categoría, en texto o en HTML sencillo.',
    slug: 'Parte legible de la dirección de la categoría (slug); si no se indica al crearla, se forma a partir del nombre.',
    color:
      'Color de la categoría en las páginas; si no se envía, una categoría nueva recibe el de la superior o, si no la tiene, uno libre.',
    parent: 'Identificador de la categoría superior; 0 sitúa la categoría en el primer nivel.',
  },

  termFilters: {
    search: 'Solo las que contienen este texto en el nombre o en el slug.',
    exclude: 'Todas salvo estas, indicadas por identificador, en una lista o separadas por comas.',
    include: 'Solo estas, indicadas por identificador, en una lista o separadas por comas.',
    order: 'Sentido de la ordenación: asc, ascendente (predeterminado), o desc, descendente.',
    post: 'Solo las del evento con este identificador.',
    event: 'Equivale a post, y tiene preferencia si se indican ambos.',
    slug: 'Solo la que tiene exactamente este slug.',
  },

  categoryFilters: {
    orderby:
      'Criterio de ordenación de las categorías: name (predeterminado), id, slug, count, description, parent, term_group, include o none.',
    hide_empty:
      'Indica si se omiten las categorías sin eventos publicados, salvo que los tenga alguna de sus subcategorías; de forma predeterminada, true.',
    parent:
      'Solo las categorías que dependen directamente de la que tiene este identificador; 0 pide las del primer nivel.',
  },

  categoryOperations: {
    list: 'Lista las categorías.',
    create: 'Crea una categoría.',
    read: 'Muestra una categoría.',
    update: 'Modifica los campos indicados de una categoría y conserva los demás.',
    delete:
      'Elimina definitivamente una categoría; sus subcategorías pasan a depender de la categoría superior.',
  },

  tags: {
    name: 'Nombre de la etiqueta, en texto sin formato; no se puede repetir.',
    description: 'Descripción de la etiqueta, en texto o en HTML sencillo.',
    slug: 'Parte legible de la dirección de la etiqueta (slug); si no se indica al crearla, se forma a partir del nombre.',
  },

  tagFilters: {
    orderby:
      'Criterio de ordenación de las etiquetas: name (predeterminado), id, slug, count, description, term_group, include o none.',
    hide_empty: 'Indica si se omiten las etiquetas sin eventos publicados; de forma predeterminada, true.',
  },

  tagOperations: {
    list: 'Lista las etiquetas.',
    create: 'Crea una etiqueta.',
    read: 'Muestra una etiqueta.',
    update: 'Modifica los campos indicados de una etiqueta y conserva los demás.',
    delete: 'Elimina definitivamente una etiqueta; los eventos que la tenían la pierden.',
  },

  history: {
    list: 'Lista los cambios de un elemento, del más reciente al más antiguo.',
    read: 'Muestra un elemento tal como era antes de un cambio.',
    restore: 'Devuelve un elemento al estado que tenía antes de un cambio.',
    states: 'Con true, cada cambio lleva el elemento tal como era antes, como una versión sola.',
    batch: 'Id del lote: todo lo que una acción ha cambiado.',
    read_batch: 'Muestra qué elementos ha cambiado un lote, en la medida en que se puede deshacer.',
    undo_batch: 'Devuelve los elementos de un lote a como eran antes, si no se han cambiado desde entonces.',
    version: 'Número de la versión, que da el listado de cambios.',
  },

  changes: {
    version:
      'Número con el que se puede leer y recuperar el elemento tal como era antes; falta si antes no existía.',
    operation: 'Qué se ha hecho: create, update, trash, restore o, definitivamente, delete.',
    date: 'Fecha y hora del cambio, en la zona horaria del sitio web.',
    date_utc: 'Fecha y hora del cambio, en UTC.',
    user: 'Quién lo ha hecho; null si no lo ha hecho ningún usuario.',
    credential:
      'Credencial con la que se ha hecho el cambio; solo los editores, los administradores y quien lo ha hecho ven qué contraseña de aplicación era, y solo los administradores la dirección del cliente.',
    changed: 'Los miembros del elemento que han cambiado.',
    rest_url: 'Dirección de la versión anterior al cambio.',
    records: 'Los elementos del lote; después de deshacerlo, los que han vuelto a como eran.',
    kept: 'Los elementos que se quedan como están, cada uno con el motivo.',
    before: 'El elemento tal como era antes, si es de este tipo.',
  },

  accounts: {
    read: '¿Quién soy, y qué puedo hacer?',
    id: 'Identificador de la cuenta, como en author.',
    login: 'Nombre de usuario de la cuenta.',
    email: 'Dirección de correo de la cuenta, si tiene una.',
    update: 'Cambia cuándo quiere correos la cuenta; lo demás lo cambian los administradores.',
    proposal_mail: 'Cuándo recibe un editor un correo de que hay propuestas pendientes.',
    decision_mail: 'Cuándo recibe quien propone un correo sobre lo que ha decidido un editor.',
    source_mail: 'Cuándo recibe quien añade una fuente un correo si esta falla una y otra vez.',
    role: 'Rol de la cuenta.',
    credential: 'La contraseña de aplicación de la petición: su nombre, qué permite (scope) y cuándo caduca.',
    rights:
      'Qué puede hacer la petición: los derechos del rol, en la medida en que la contraseña de aplicación los permite.',
    rest_url: 'Dirección de esta respuesta.',
  },

  merging: {
    merge:
      'Fusiona un elemento con otro, que pasa a ser el de todos los eventos; el primero va a la papelera y, si es una categoría o etiqueta, se elimina. El lote se deshace de una vez.',
    into: 'Identificador del elemento que se queda.',
    dry_run: 'Solo dice qué cambiaría.',
    alike: 'Lista las parejas de elementos que se parecen y que el usuario puede editar.',
  },

  users: {
    list: 'Muestra las cuentas por nombre, para la administración.',
    invite:
      'Añade una cuenta y crea su invitación: un enlace con el que elige una contraseña, una sola vez, durante una semana. Se muestra solo ahora, y se envía si hay correo.',
    read: 'Muestra una cuenta.',
    update: 'Modifica una cuenta. Otro rol u otros límites cierran sus sesiones.',
    remove:
      'Quita una cuenta con sus contraseñas y sesiones. Sus elementos pasan a otro autor, o se quedan sin ninguna persona como autora.',
    invite_again:
      'Crea una invitación nueva de una cuenta, en lugar de la que tenía: también sirve para una contraseña olvidada.',
    end_sessions: 'Cierra todas las sesiones de una cuenta en /admin.',
    list_passwords: 'Muestra las contraseñas de aplicación de una cuenta, sin sus secretos.',
    revoke_password: 'Revoca una contraseña de aplicación de una cuenta.',
    name: 'Cómo se llama la persona.',
    email: 'Dirección de correo de la cuenta; vacía para quitarla.',
    language: 'Idioma de /admin y de los correos; vacío para el del navegador.',
    only_venues:
      'La cuenta solo escribe eventos de estos lugares, de los organizadores de only_organizers o de las categorías de only_categories, por identificadores; sin ninguno, todos.',
    only_organizers: 'Los organizadores de los eventos que escribe la cuenta, por identificadores.',
    only_categories:
      'Las categorías de los eventos que escribe la cuenta, con las que dependen de ellas, por identificadores.',
    state:
      'Si alguien puede entrar (active), o tiene una invitación que aún vale (invited) o que ya no vale (expired).',
    events: 'Número de sus eventos fuera de la papelera, cada serie una vez.',
    second_factor: 'Si la cuenta tiene un segundo paso o una clave de acceso.',
    created: 'Cuándo se añadió la cuenta, en UTC.',
    last_seen: 'Cuándo se vio la cuenta por última vez, en UTC.',
    invited_until: 'Hasta cuándo vale la invitación, en UTC.',
    invitation:
      'La invitación nueva: su enlace, hasta cuándo vale y si se ha enviado por correo. Se muestra solo ahora.',
    passwords: 'Las contraseñas de aplicación, sin sus secretos.',
    heir: 'Identificador de la cuenta que pasa a ser autora de sus elementos.',
    keep_records: 'Si sus elementos se quedan sin ninguna persona como autora.',
    password: 'Identificador de la contraseña de aplicación.',
  },

  trash: {
    list: 'Lista los elementos de la papelera que el usuario puede modificar.',
    read: 'Muestra un elemento de la papelera.',
    restore: 'Saca un elemento de la papelera y le devuelve el estado y los enlaces que perdió en ella.',
    delete: 'Elimina definitivamente un elemento de la papelera.',
    empty: 'Vacía la papelera y elimina definitivamente sus elementos.',
    type: 'Tipos de elemento, separados por comas: event, venue, organizer; todos si no se indica.',
    days: 'Días que un elemento tiene que llevar en la papelera sin cambios para que se elimine.',
  },

  trashed: {
    type: 'Tipo de elemento: event, venue u organizer.',
    name: 'Título del evento, o nombre del lugar o del organizador.',
    status_before_trash: 'Estado que tenía el elemento antes de ir a la papelera.',
    rest_url: 'Dirección del elemento en la papelera.',
    deleted: 'Cuántos elementos de cada tipo se han eliminado definitivamente.',
  },

  occurrencePlan: {
    added:
      'Las fechas que se añadirían; una ocurrencia que había desaparecido vuelve con su identificador y una nueva todavía no lo tiene.',
    removed: 'Las ocurrencias que desaparecerían.',
    moved: 'Las ocurrencias que conservarían su identificador a otra hora, con la hora que tendrían.',
    kept: 'Las ocurrencias que se quedarían a su hora.',
  },

  about: {
    history:
      'El historial de los eventos, los lugares, los organizadores, las categorías y las etiquetas: qué se ha cambiado, quién lo ha hecho y cómo eran antes. Quien puede modificar un elemento puede consultar su historial y devolverlo a cualquier versión anterior.',
    trash:
      'Lo que hay en la papelera: eventos, lugares y organizadores que se han eliminado, que se pueden recuperar o eliminar definitivamente.',
    users:
      'Con qué cuenta se ha identificado una petición, y qué puede hacer; y todas las cuentas, para la administración.',
  },

  site: {
    robots: 'Indica a los rastreadores que pueden leerlo todo, y dónde está el mapa del sitio.',
    sitemap: 'Enumera las direcciones públicas del sitio, o sus propias partes si hay más de 50\u00a0000.',
    part: 'Parte de un mapa del sitio que no cabe en un solo documento, tal como la nombra su índice.',
    security: 'Indica dónde comunicar vulnerabilidades.',
    catalog: 'Enumera las interfaces del servicio y sus descripciones.',
    index: 'Da el nombre del sitio y los espacios de nombres de su interfaz, como hace WordPress.',
  },
  lists: { venues: 'Lugares', organizers: 'Organizadores', categories: 'Categorías', tags: 'Etiquetas' },
  calendar: {
    because: '{name}: {value}',
    canceled: 'Cancelado',
    postponed: 'Aplazado',
    moved_online: 'Ahora en línea',
    online: 'En línea',
    organizers: 'Organiza',
    price: 'Precio',
    website: 'Web',
    tickets: 'Entradas',
    available: 'disponibles',
    few: 'quedan pocas',
    sold_out: 'agotadas',
    ended: 'venta cerrada',
    places: 'Aforo',
    places_available: 'quedan plazas',
    places_few: 'quedan pocas plazas',
    places_sold_out: 'plazas agotadas',
    places_ended: 'inscripción cerrada',
    page: 'Más información',
  },

  imageUpload: {
    upload:
      'Sube una imagen, enviada como cuerpo de la petición o como parte file de un formulario. Después, su identificador o su dirección se pueden indicar como imagen de los elementos.',
    list: 'Enumera las imágenes que la cuenta puede cambiar, las más nuevas primero.',
    search:
      'Solo las imágenes con estas palabras en el texto alternativo, la autoría, la licencia o el nombre del archivo.',
    unused:
      'Solo las imágenes que ningún evento, lugar ni organizador muestra, ni ninguna propuesta quiere mostrar; false: solo las otras.',
    alt: 'Con missing, solo las imágenes sin texto alternativo.',
    former_of:
      'Solo las imágenes con los archivos anteriores de la imagen con este identificador, que no están en ninguna otra lista.',
    uses: 'Cuántos eventos, lugares y organizadores muestran la imagen, también los de la papelera.',
    proposals: 'Cuántos cambios que no son públicos y propuestas sin cuenta quieren mostrar la imagen.',
    id: 'Id de la imagen.',
    read: 'Muestra una imagen a quien puede cambiarla.',
    update:
      'Cambia lo que se lee de una imagen: su texto alternativo, en cualquier idioma, su punto de interés, su autoría y su licencia.',
    file_of:
      'Identificador de otra imagen de la cuenta que no aparece en ninguna parte: su archivo sustituye al de esta, en todas partes. Recibe el archivo anterior, así que la misma petición lo deshace.',
    remove:
      'Elimina una imagen que no aparece en ningún registro, texto ni historial, con sus archivos. No se puede deshacer.',
    alt_text: 'Qué muestra la imagen, para quien no la ve, en texto sin formato; un texto vacío lo elimina.',
    credit:
      'Quién hizo la imagen, tal como debe leerse debajo, en texto sin formato; un texto vacío lo elimina.',
    license:
      'Licencia de la imagen: una dirección, o un nombre corto como CC BY 4.0; un texto vacío la elimina.',
    focal_point: 'Qué conservan los recortes, en porcentajes desde la izquierda y arriba; null lo elimina.',
  },

  pages: {
    skip: 'Saltar al contenido',
    views: 'Vistas',
    list: 'Lista',
    month: 'Mes',
    week: 'Semana',
    today: 'Hoy',
    map: 'Mapa',
    past: 'Pasadas',
    languages: 'Idiomas',
    language: 'Español',
    events: 'Actividades',
  },

  errorPages: {
    not_found: 'Esta página no está aquí',
    not_found_text:
      'Puede que la actividad ya haya pasado o que la dirección no sea exactamente esta. Búsquela:',
    gone: 'Esta actividad ya no está disponible',
    gone_text: 'Se ha retirado de la agenda. Busque otra:',
    not_public: 'Esta página no es pública',
    not_public_text: 'Solo pueden verla quienes la preparan.',
    failed: 'No se ha podido crear la página',
    refused: 'No se ha podido atender la petición',
    wrong_value: 'Algo de la dirección no es válido. Vuelva atrás y elija de nuevo.',
    details: 'Detalles',
    back: 'Todas las próximas actividades',
  },

  accessibility: {
    title: 'Declaración de accesibilidad',
    lead: '{name} quiere que todo el mundo pueda usar este sitio web, de conformidad con {value}.',
    law_eu: 'la Directiva (UE) 2016/2102 sobre accesibilidad',
    law_es: 'el Real Decreto 1112/2018, de 7 de septiembre',
    law_fr: 'el artículo 47 de la Ley francesa 2005-102, de 11 de febrero de 2005',
    incomplete: 'Esta declaración todavía no está completa.',
    status: 'Situación de cumplimiento',
    full: 'Este sitio web es plenamente conforme con la norma {value}.',
    partial:
      'Este sitio web es parcialmente conforme con la norma {value}, con las excepciones que se indican a continuación.',
    none: 'Este sitio web no es conforme con la norma {value}.',
    unknown: 'Todavía no se ha evaluado si este sitio web cumple la norma {value}.',
    issues: 'Contenido no accesible',
    prepared: 'Preparación de la presente declaración',
    dated: 'Declaración preparada el {date}.',
    tested:
      'El programa de este sitio, Almanac, se prueba con axe (WCAG 2.2 AA) en un navegador, con el teclado, sin scripts y a 320 píxeles de ancho. Esta prueba no incluye los textos ni las imágenes de las actividades.',
    contact: 'Observaciones y datos de contacto',
    contact_text: 'Si encuentra una barrera o necesita un contenido en otro formato, escríbanos:',
    complaints: 'Procedimiento de aplicación',
    complaints_text: 'Si no recibe respuesta o no le satisface, puede reclamar aquí:',
  },

  privacy: {
    title: 'Privacidad',
    lead: 'Responsable de este sitio web: {name}.',
    cookies: 'Cookies',
    cookies_none: 'Las páginas públicas no instalan ninguna cookie ni guardan nada en el navegador.',
    cookies_admin:
      'Quien prepara la agenda entra en {name}: allí hay una cookie de sesión, que caduca tras {value} sin uso, y el navegador guarda lo que se escribe hasta que llega al servicio.',
    log: 'Registro de peticiones',
    log_text:
      'De cada petición se anota la hora, la dirección solicitada, la dirección de red (IP) y la cuenta, si la hay.',
    log_kept: 'Este registro se guarda {value}.',
    log_unknown: 'El responsable no ha indicado cuánto tiempo se guarda.',
    log_security: 'El registro de seguridad de {name} se guarda {value}.',
    forever: 'sin límite',
    proposals: 'Propuestas',
    proposals_text:
      'De quien propone una actividad guardamos el nombre y el correo, que solo ve quien edita la agenda, hasta treinta días después de la actividad. De la red de la que llegó se guarda un resumen con clave (un «hash»), que no la revela, un día.',
    third: 'Terceros',
    third_none: 'Las páginas no piden nada a ningún otro servidor.',
    third_tiles:
      'El mapa y las páginas de actividades con un mapa piden imágenes a otro servidor, {name}, que recibe su dirección de red. Las demás páginas no piden nada a nadie más.',
  },

  home: {
    coming: 'Los próximos días',
    all: 'Todas las actividades',
    weeks: 'Las próximas semanas',
    questions: 'Lo que se pregunta',
    today: 'Todavía hoy',
    tomorrow: 'Mañana',
    weekend: 'Este fin de semana',
    children: 'Para niños',
    online: 'En línea',
  },

  listPages: {
    upcoming: 'Próximas actividades',
    ongoing: 'Ahora mismo',
    all_ongoing: 'Las {count} que hay ahora mismo',
    running_one: '{count} actividad ahora mismo',
    running_other: '{count} actividades ahora mismo',
    past: 'Actividades pasadas',
    begun: 'Ya empezadas',
    events_one: '{count} actividad',
    events_other: '{count} actividades',
    results: 'Resultados de «{value}»',
    venue: 'Lugar',
    organizer: 'Organizador',
    category: 'Categoría',
    named_so: 'Lugares, organizadores y categorías con ese nombre',
    today: 'Hoy',
    tomorrow: 'Mañana',
    all_day: 'todo el día',
    all_dates: 'Mostrar las {count} fechas',
    once: 'Mostrar cada serie una sola vez',
    more_dates_one: 'y {count} fecha más',
    more_dates_other: 'y {count} fechas más',
    none: 'Ninguna actividad coincide con su selección',
    nothing_planned: 'Ahora mismo no hay nada programado',
    nothing_planned_text: 'Las actividades nuevas aparecerán aquí.',
    try_without: 'Pruebe sin alguno de los filtros:',
    past_match_one: 'Coincide {count} actividad pasada.',
    past_match_other: 'Coinciden {count} actividades pasadas.',
    see_past: 'Ver las actividades pasadas',
    categories: 'Categorías: {values}.',
    pages: 'Páginas',
    page: 'Página {value}',
    previous: 'Anterior',
    next: 'Siguiente',
    above: 'Categorías superiores',
    below: 'Categorías más concretas',
  },

  look: {
    agenda: 'La agenda',
    yours: 'Para reutilizarla',
    api: 'Datos abiertos: API',
    table: 'Tabla CSV',
    licence: 'Licencia de los datos:',
    propose: 'Proponga una actividad',
    embed: 'En su sitio web',
    calendar: 'Suscribirse al calendario',
    feed: 'Canal RSS',
    about: 'Sobre este sitio',
  },

  pageOperations: {
    page: 'Muestra una página para personas.',
    asset: 'Un archivo que cargan las páginas.',
    version: 'Identifica el contenido del archivo.',
    own_page: 'Nombre de una página del operador.',
  },
  embedWords: {
    loading: 'Cargando las actividades',
    ongoing: 'Ahora mismo',
    until: 'hasta el {date}',
    allDay: 'todo el día',
    none: 'Ahora mismo no hay ninguna actividad.',
    noneInMonth: 'Este mes no hay ninguna actividad.',
    eventsOf: 'Actividades de {month}',
    events: 'Actividades: {count}',
    more: '{count} más',
    shown: '{count} de {total} actividades',
    showMore: 'Mostrar más actividades',
    all: 'Abrir la agenda',
    previous: 'Mes anterior',
    next: 'Mes siguiente',
    away: 'Ahora mismo no se pueden mostrar las actividades.',
    noSuch: 'No se han encontrado estas actividades: quizá una categoría o un lugar haya cambiado de nombre.',
    retry: 'Volver a intentarlo',
  },

  embed: {
    script: 'Envía el script del elemento que muestra los eventos en otros sitios web.',
    title: 'Las actividades en su sitio web',
    lead: 'Con un par de líneas, esta agenda se muestra en cualquier otro sitio web: como lista o por meses, sin marcos ni cookies y con los colores de ese sitio.',
    view: 'Vista',
    list: 'Lista',
    month: 'Mes',
    category: 'Categoría',
    all_categories: 'Todas las categorías',
    language: 'Idioma',
    compose: 'Mostrar el código',
    line: 'El código para copiar',
    howto:
      'Pegue estas dos líneas en su página, donde deban aparecer las actividades. El script solo hace falta una vez, aunque la página tenga varias agendas. El enlace ocupa el lugar de la agenda donde los scripts no funcionan.',
    copy: 'Copiar',
    copied: 'Copiado',
    result: 'El resultado',
    frame: 'Sin scripts: un marco',
    frame_allowed: 'Muestran este marco los sitios que permite quien lleva la agenda: {names}.',
    frame_denied:
      'Si su sitio no admite scripts, hay un marco. Quien lleva la agenda debe permitir antes su sitio (FRAME_ANCESTORS).',
    needs_script:
      'Las actividades aparecerán aquí cuando JavaScript esté activado. Mientras tanto, quien visite su sitio verá el enlace.',
  },
  cards: {
    event:
      'Dibuja la tarjeta de un evento, la imagen de los enlaces que llevan a él: su fecha, su título y su lugar. De un evento protegido se ve lo mismo que en las listas.',
    list: 'Dibuja la tarjeta de una lista: la categoría, la etiqueta, el lugar o el organizador de que trata, y su mes; si no hay ninguno, el nombre del sitio.',
    month: 'Mes de la lista, por ejemplo 2031-05.',
    version:
      'Lo que muestra la tarjeta, tal como lo nombran las páginas: las cachés pueden conservar una tarjeta que aún lo muestra.',
  },

  calendarPages: {
    today: 'Hoy',
    jump: 'Ir a una fecha',
    go: 'Ir',
    date: 'Fecha',
    month: 'Mes',
    year: 'Año',
    last_day: 'Último día',
    more: '{count} más',
    running: 'De larga duración',
    running_one: '{count} actividad de larga duración',
    running_other: '{count} actividades de larga duración',
    running_others: 'Más actividades de larga duración',
    none: 'No hay ninguna actividad.',
    next_event: 'Lo que viene ahora',
    last_event: 'La última fecha anunciada',
    canceled: 'Cancelado',
    postponed: 'Aplazado',
    moved_online: 'Ahora en línea',
    protected: 'Protegido',
    previous: 'anterior',
    next: 'siguiente',
  },

  monthPages: {
    caption: '{month}: actividades por día',
    months: 'Meses',
    this_month: 'Este mes',
    week: 'Semana {week}',
    week_column: 'Semana',
  },

  weekPages: { title: 'Semana {week}: {days}', weeks: 'Semanas', this_week: 'Esta semana' },

  dayPages: {
    days: 'Días',
    through: 'Todo el día o más',
    timed: 'Con horario',
    night: 'Madrugada',
    morning: 'Mañana',
    afternoon: 'Tarde',
    evening: 'Noche',
    whole_month: 'Todo el mes',
    whole_week: 'Toda la semana',
  },

  eventPage: {
    whole_picture: 'Ampliar la imagen',
    next_date: 'Próxima fecha:',
    next_day: '(del día siguiente)',
    local_time: 'En su hora local: {value}',
    unpublished: 'Sin publicar',
    over: 'Terminado',
    running: 'Ahora mismo',
    featured: 'Destacado',
    series: 'Serie',
    canceled_text: 'Esta actividad no se celebrará.',
    postponed_text: 'Se anunciará la nueva fecha.',
    moved_online_text: 'Esta actividad se celebrará en línea.',
    join_online: 'Participar en línea',
    is_online: 'Esta actividad se celebra en línea.',
    where: 'Dónde',
    online: 'En línea',
    price: 'Precio',
    organizer: 'Organización',
    website: 'Sitio web',
    tags: 'Temas',
    add: 'Añadir a mi calendario',
    add_short: 'Al calendario',
    on_map: '{name} en el mapa',
    directions: 'Cómo llegar',
    register: 'Inscripción',
    more_information: 'Más información',
    back: 'Atrás',
    ics: 'Archivo de calendario (.ics)',
    subscribe: 'Suscribirse a todas las fechas',
    share: 'Compartir',
    copy: 'Copiar el enlace',
    copied: 'Enlace copiado',
    dates: 'Más fechas',
    all_dates: 'Todas las fechas',
    coming_dates: 'Próximas fechas',
    past_dates: 'Fechas pasadas',
    no_dates: 'No hay ninguna.',
    similar: 'También le puede interesar',
    locked: 'Esta actividad está protegida',
    locked_text: 'Escriba la contraseña que le han dado para verlo todo.',
    password: 'Contraseña',
    open: 'Mostrar la actividad',
    wrong_password: 'No es la contraseña de esta actividad. Compruebe las mayúsculas e inténtelo de nuevo.',
    picture: 'Imagen',
    medium: 'Audio o vídeo',
    table: 'Tabla',
  },

  filterForm: {
    title: 'Buscar y filtrar',
    search: 'Buscar',
    searched: 'Búsqueda: {value}',
    search_hint: 'Título o texto',
    dates: 'Fechas',
    from: 'Desde',
    to: 'Hasta',
    categories: 'Categorías',
    tags: 'Temas',
    venue: 'Lugares',
    organizer: 'Organizadores',
    city: 'Poblaciones',
    cost: 'Precio',
    language: 'Idiomas',
    free: 'Gratuitas o sin precio indicado',
    paid: 'De pago',
    unknown: 'Otras',
    apply: 'Mostrar las actividades',
    all_values: 'Verlo todo ({count})',
    chosen: 'Filtros elegidos',
    remove: 'Quitar este filtro: {value}',
    clear: 'Quitar todos los filtros',
    featured: 'Destacados',
    online: 'En línea',
    not_online: 'Presenciales',
    ongoing: 'Ahora mismo',
    upcoming: 'Próximas',
    past: 'Pasadas',
    all: 'Pasadas y próximas',
    scheduled: 'Según lo previsto',
  },

  subscribe: {
    title: 'Suscribirse',
    text: 'Su calendario o lector RSS mostrará las actividades nuevas por sí solo.',
    text_filtered:
      'Su calendario o lector RSS mostrará las actividades nuevas por sí solo, con los filtros elegidos aquí.',
    calendar: 'Suscribirse desde su calendario',
    more: 'Otras opciones',
    google: 'Google Calendar',
    outlook: 'Outlook',
    download: 'Archivo de calendario (.ics)',
    table: 'Tabla (CSV)',
  },

  contactPages: {
    venues: 'Lugares',
    organizers: 'Organizadores',
    venues_text: 'Todos los lugares con próximas actividades.',
    organizers_text: 'Todos los organizadores con próximas actividades.',
    venues_none: 'Ahora mismo ningún lugar tiene actividades programadas.',
    organizers_none: 'Ahora mismo ningún organizador tiene actividades programadas.',
    most: 'Estos son los {count} que tienen más actividades.',
    letters: 'Iniciales',
    address: 'Dirección',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    website: 'Sitio web',
    upcoming: 'Próximas actividades',
    events_one: '{count} actividad',
    events_other: '{count} actividades',
    none: 'Ahora mismo no hay nada programado.',
    filter: 'Buscar y filtrar estas actividades',
    past: 'Actividades pasadas',
    on_map: 'Ver todos los lugares en el mapa',
  },

  mapPage: {
    title: 'Actividades en el mapa',
    text_one: '{count} lugar con actividades',
    text_other: '{count} lugares con actividades',
    events_one: '{count} actividad',
    events_other: '{count} actividades',
    next: 'La próxima:',
    now: 'Ahora:',
    map: 'Mapa de los lugares',
    none: 'Ningún lugar tiene actividades que coincidan.',
    most: 'Estos son los {count} lugares con más actividades. Elija una población para ver todos sus lugares:',
    elsewhere: 'Sin población',
    zoom_in: 'Acercar',
    zoom_out: 'Alejar',
    close: 'Cerrar',
    together: '{count} lugares aquí: acerque el mapa',
  },
};

const and = joinedBy('y');
const del = (text: string): string => (text.startsWith('el ') ? `d${text}` : `de ${text}`);
const al = (text: string): string => (text.startsWith('el ') ? `a${text.slice(1)}` : `a ${text}`);
const el = (day: number): string => `el ${day}`;

const numbers = ['', '', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'];
/** As they are before a noun. */
const ordinals = '_ primer segundo tercer cuarto quinto sexto séptimo octavo noveno décimo'.split(' ');
const numeral = (number: number): string => `${number}${/(?:(?<!1)1|3)$/.test(`${number}`) ? '.er' : '.º'}`;
const nth = (number: number): string => `el ${ordinals[number] ?? numeral(number)}`;
const units = { day: 'días', week: 'semanas', month: 'meses', year: 'años' };
const ofMonths = (months: readonly string[]): string => `de ${and(months)}`;

export const times: TimeGrammar = {
  whole: '{hour}:{minute}\u00a0h',
  past: '{hour}:{minute}\u00a0h',
  span: 'de\u00a0{from} a\u00a0{to}',
  partsOfDay: ['13:00', '20:00'],
};

export const typography: Typography = {
  // One o’clock is in the singular.
  date: said => said.replaceAll('las 1:', 'la 1:'),
};

export const recurrence: RecurrenceGrammar = {
  and,
  or: joinedBy('o'),
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  ),
  weekdays: 'lunes martes miércoles jueves viernes sábado domingo'.split(' '),
  day: 'día',
  workingDay: 'día laborable',
  weekendDay: 'día de fin de semana',
  ofTheseDays: 'de estos días',

  every: (interval, unit) => `cada ${numbers[interval] ?? interval} ${units[unit]}`,
  everyWeekday: {
    all: 'todos los días',
    weekend: 'los fines de semana',
    span: (first, last) => `de ${first} a ${last}`,
    list: weekdays => `cada ${and(weekdays)}`,
  },
  onWeekdays: {
    all: 'todos los días',
    weekend: 'el fin de semana',
    span: (first, last) => `de ${first} a ${last}`,
    list: weekdays => (weekdays.length === 1 ? `el ${weekdays[0]}` : and(weekdays)),
  },
  everyWeekdayThe: (weekday, day) => `cada ${weekday} ${day}`,
  within: (every, days) => `${every}, ${days}`,
  on: days => days,

  theDay: el,
  nth,
  last: ['el último', 'el penúltimo', 'el antepenúltimo'],
  nthFromEnd: (number, noun) => `${nth(number)} ${noun} empezando por el final`,
  span: (first, last) => `${del(first)} ${al(last)}`,

  ofEach: { week: 'de cada semana', month: 'de cada mes', year: 'de cada año' },
  ofThe: { week: 'de la semana', month: 'del mes', year: 'del año' },
  eachYear: 'de cada año',
  ofMonths,
  everyOfMonths: ofMonths,
  inMonths: months => `en ${and(months)}`,
  monthSpan: (first, last) => `de ${first} a ${last}`,
  ofMonthSpan: span => `de los meses ${span}`,

  daysInMonth: (days, month) => `${and(days.map(el))} de ${month}`,
  spanInMonth: (first, last, month) => `del ${first} al ${last} de ${month}`,
  inYear: (dates, year) => `${dates} de ${year}`,
  edge: (day, weekday) => (weekday ? `el ${weekday} ${day}` : el(day)),
  edgeInMonth: (edge, month) => `${edge} de ${month}`,
  range: (first, last) => [del(first), ' ', al(last)],
  at: time => `${time.startsWith('01') ? 'a la' : 'a las'} ${sayTime(times, time)}`,
  atVariousTimes: 'a distintas horas',

  since: date => `desde ${date}`,
  until: date => `hasta ${date}`,
  untilTime: time => `hasta ${time.startsWith('01') ? 'la' : 'las'} ${sayTime(times, time)}`,
  times: count => (count === 1 ? 'una vez' : count === 2 ? 'dos veces' : `${count} veces`),
  days: count => `${count} días`,
  dates: count => `${count} fechas`,
  also: dates => `y también ${dates}`,
  except: dates => `excepto ${dates}`,

  aDayCalled: name => name,
  onlyIf: conditions => `solo si es ${conditions.join(' y es ')}`,
  onlyIn: months => `solo ${months}`,
  // Without a noun behind them, the first and the third have their full form.
  onlyNth: (days, period) =>
    `solo ${days.replaceAll(/\b(primer|tercer)\b/g, '$1o').replaceAll('.er', '.º')} ${recurrence.ofEach[period]}`,
};

export const alphabet: Alphabet = 'spanish';
