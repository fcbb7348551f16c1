import type { Messages } from './en.ts';
import { joinedBy, type RecurrenceGrammar } from './recurrence-grammar.ts';
import { sayTime, type TimeGrammar } from './time-of-day.js';
import type { Typography } from './typography.ts';

export const messages: Messages = {
  errors: {
    rest_missing_callback_param: 'Paramètres obligatoires manquants : {names}',
    rest_invalid_param: 'Paramètres dont la valeur n’est pas valide : {names}',
    rest_invalid_json: 'Le corps de la requête n’est pas du JSON valide.',
    rest_callback_invalid: 'Le nom de la fonction de rappel JSONP n’est pas valide.',
    rest_invalid_host:
      'L’en-tête Host n’est pas valide : le nom ou l’adresse d’un hôte, avec ou sans port, y est attendu une seule fois.',
    rest_forbidden_401: 'Vous devez vous identifier pour effectuer cette opération.',
    rest_forbidden_403: 'Vous n’avez pas l’autorisation d’effectuer cette opération.',
    incorrect_password: 'Le mot de passe d’application est incorrect.',
    expired_password: 'Le mot de passe d’application a expiré.',
    insufficient_scope: 'Ce mot de passe d’application ne permet que la lecture.',
    invalid_username: 'Aucun utilisateur ne porte ce nom.',
    invalid_email: 'Aucun utilisateur n’a cette adresse e-mail.',
    rest_no_route: 'Aucune route ne correspond à cette adresse et à cette méthode.',
    rest_not_acceptable:
      'Aucun des formats acceptés par la requête n’est disponible ; les formats disponibles sont : {values}.',
    rest_range_not_satisfiable: 'Le fichier compte {max} octets et ne contient pas l’intervalle demandé.',
    rest_invalid_namespace: 'L’espace de noms demandé n’existe pas.',
    internal_server_error: 'Une erreur interne a empêché le service de répondre.',
    payload_too_large: 'Le corps de la requête dépasse la taille acceptée par le service.',
    rest_unsupported_content_encoding:
      'Le Content-Encoding de la requête n’est pas pris en charge : son corps doit être envoyé sans encodage.',
    rest_unsupported_transfer_encoding:
      'Le Transfer-Encoding de la requête n’est pas pris en charge : seul chunked l’est.',
    too_many_requests:
      'Trop de requêtes sont venues de cette adresse ; veuillez réessayer dans {wait} secondes.',
    too_many_failures:
      'Trop de tentatives d’identification ont échoué ; veuillez réessayer dans {wait} secondes.',
    uri_too_long: 'L’adresse de la requête est plus longue que ce que le service accepte.',
    headers_too_large: 'Les en-têtes de la requête dépassent la taille acceptée par le service.',
    request_timed_out: 'La requête a mis trop de temps à arriver.',
    rest_precondition_failed:
      'L’élément a changé depuis sa consultation : il faut le relire avant de le modifier.',
    idempotency_key_reused: 'Cette Idempotency-Key a déjà servi pour une autre requête.',
    idempotent_answer_withheld:
      'La requête a déjà été traitée, mais ce qu’elle a créé n’est plus consultable.',
    service_unavailable: 'Le service est momentanément indisponible ; veuillez réessayer plus tard.',
    store_not_writable:
      'La modification n’a pas pu être enregistrée : le stockage n’accepte momentanément aucune modification. La consultation reste possible ; veuillez réessayer plus tard.',
    write_in_doubt:
      'La modification a peut-être été enregistrée, mais le stockage n’a pas pu le confirmer : il faut le vérifier avant de la répéter.',
    'rest-event-not-found': 'Aucun événement n’a l’identifiant {id}.',
    'rest-invalid-event-id': 'L’élément ayant l’identifiant {id} n’est pas un événement.',
    'event-no-longer-available': 'L’événement n’est plus disponible.',
    'event-not-accessible': 'La consultation de cet événement n’est pas autorisée.',
    'event-password-protected': 'L’événement est protégé par un mot de passe.',
    'event-is-no-series': 'L’événement n’est pas une série : il ne se répète pas.',
    'event-is-in-trash': 'L’événement se trouve déjà dans la corbeille.',
    'venue-not-accessible': 'La consultation de ce lieu n’est pas autorisée.',
    'venue-is-in-trash': 'Le lieu se trouve déjà dans la corbeille.',
    'organizer-not-accessible': 'La consultation de cet organisateur n’est pas autorisée.',
    'organizer-is-in-trash': 'L’organisateur se trouve déjà dans la corbeille.',
    'could-not-create-venue': 'Le lieu n’a pas pu être créé à partir des données reçues.',
    'could-not-create-organizer': 'L’organisateur n’a pas pu être créé à partir des données reçues.',
    'could-not-update-venue': 'Le lieu n’a pas pu être modifié avec les données reçues.',
    'could-not-update-organizer': 'L’organisateur n’a pas pu être modifié avec les données reçues.',
    'event-archive-page-not-found': 'La liste d’événements ne comporte pas la page demandée.',
    'venue-archive-page-not-found': 'La liste de lieux ne comporte pas la page demandée.',
    'organizer-archive-page-not-found': 'La liste d’organisateurs ne comporte pas la page demandée.',
    'version-archive-page-not-found': 'L’historique ne comporte pas la page demandée.',
    'rest-version-not-found': 'L’historique ne conserve pas cette version.',
    'image-archive-page-not-found': 'Cette page d’images n’existe pas.',
    expected_missing: '{name} doit être missing.',
    'trash-archive-page-not-found': 'La corbeille ne comporte pas la page demandée.',
    'rest-trash-record-not-found': 'L’élément demandé ne se trouve pas dans la corbeille.',
    term_exists: 'Un élément du même nom existe déjà à ce niveau.',
    rest_taxonomy_not_hierarchical:
      'Les étiquettes ne forment pas de hiérarchie et ne peuvent pas avoir de parent.',
    duplicate_term_slug: 'Ce slug est déjà utilisé par une autre catégorie ou étiquette.',
    'event-tickets-not-active':
      'Impossible de filtrer par billets : aucun système de billetterie n’est actif.',
    expected_record_types:
      '{name} doit se composer d’une ou plusieurs de ces valeurs, séparées par des virgules : event, venue, organizer.',
    expected_integer: '{name} doit être un nombre entier.',
    expected_positive_integer: '{name} doit être un nombre entier supérieur ou égal à 1.',
    expected_number: '{name} doit être un nombre.',
    expected_latitude: '{name} doit être une latitude, entre -90 et 90.',
    expected_longitude: '{name} doit être une longitude, entre -180 et 180.',
    expected_boolean: '{name} doit être true ou false, ou bien 1 ou 0.',
    expected_true_or_false: '{name} doit être true ou false.',
    expected_string: '{name} doit être une chaîne de caractères.',
    expected_text: '{name} doit être une chaîne de caractères non vide.',
    expected_date: '{name} doit être une date, avec ou sans heure, par exemple 2031-05-10 19:30:00.',
    expected_month: '{name} doit être un mois, par exemple 2031-05.',
    expected_end_after_start: '{name} : l’événement ne peut pas se terminer avant d’avoir commencé.',
    expected_time_zone:
      '{name} doit être un fuseau horaire IANA comme Europe/Madrid ou un décalage comme UTC+2.',
    expected_status:
      '{name} doit être publish, future, draft, pending ou private ; pour filtrer une liste, trash est aussi admis.',
    expected_status_public: '{name} ne peut être que publish sans droit de modification.',
    expected_url: '{name} doit être une URL complète, par exemple https://example.org/agenda.',
    expected_image: '{name} doit être l’identifiant ou l’adresse web d’une image.',
    expected_image_right:
      '{name} doit être l’identifiant d’une image, car vous n’avez pas le droit d’en récupérer depuis une adresse web.',
    rest_user_not_found: 'Aucun compte ne porte cet identifiant.',
    'user-archive-page-not-found': 'La liste des comptes ne comporte pas la page demandée.',
    rest_password_not_found: 'Le compte n’a pas ce mot de passe d’application.',
    last_administrator:
      'C’est le seul compte d’administration : donnez d’abord les mêmes droits à un autre compte.',
    own_account:
      'Personne ne supprime son propre compte ni n’en change le rôle : un autre administrateur s’en charge.',
    account_has_records: '{count} éléments ont ce compte pour auteur : envoyez heir ou keep_records.',
    outside_limits: 'Ce compte n’ajoute, ne modifie et ne supprime que des événements de : {values}.',
    expected_login: '{name} ne doit comporter que des lettres, des chiffres et . _ - @, 60 au maximum.',
    expected_line: '{name} doit être un texte d’une seule ligne, sans caractère de contrôle.',
    expected_email: '{name} doit être une adresse électronique.',
    expected_unused: '{name} appartient déjà à un autre compte.',
    expected_user: '{name} doit être l’identifiant d’un utilisateur existant.',
    expected_author_right: '{name} : seuls les éditeurs peuvent désigner un autre auteur.',
    expected_recurrence: '{name} doit être une liste de lignes au sens de la RFC 5545, ou un seul texte.',
    expected_dates: '{name} doit être une liste d’objets ayant chacun start_date et end_date.',
    expected_either: '{name} et {other} ne peuvent pas être envoyés ensemble.',
    expected_scope: '{name} doit être this, following ou all.',
    expected_scope_of_series:
      '{name} : une série se modifie en entier ; choisissez une de ses occurrences pour ne modifier que celle-ci.',
    expected_series_outside_trash: '{name} : La série se trouve dans la corbeille : restaurez-la d’abord.',
    expected_scope_for_recurrence:
      '{name} concerne toute la série ; scope=following ou scope=all permet de le modifier.',
    expected_shorter_in_series:
      '{name} : dans une série de {count} occurrences, la description et le résumé ne doivent pas dépasser ensemble {max} caractères.',
    expected_shorter_translations:
      '{name} : dans une série de {count} occurrences, la description, le résumé et toutes les traductions ne doivent pas dépasser ensemble {max} caractères.',
    expected_shift:
      '{name} : la règle ne peut pas être décalée de ce nombre de jours ; envoyez aussi recurrence.',
    expected_event: '{name} doit être l’identifiant d’un événement existant.',
    expected_venue_ids:
      '{name} doit être une liste d’identifiants de lieux existants, en tableau ou séparés par des virgules.',
    expected_series_ids:
      '{name} doit être une liste d’identifiants de séries existantes, en tableau ou séparés par des virgules.',
    expected_organizer_ids:
      '{name} doit être une liste d’identifiants d’organisateurs existants, en tableau ou séparés par des virgules.',
    expected_venues:
      '{name} doit indiquer des lieux : identifiants existants, noms ou objets contenant le nom dans venue.',
    expected_organizers:
      '{name} doit indiquer des organisateurs : identifiants existants, noms ou objets contenant le nom dans organizer.',
    expected_categories: '{name} doit indiquer des catégories existantes, par identifiant, slug ou nom.',
    expected_tags: '{name} doit indiquer des étiquettes existantes, par identifiant, slug ou nom.',
    expected_new_category_right:
      '{name} contient une catégorie qui n’existe pas, et vous n’avez pas le droit d’en créer.',
    expected_new_tag_right:
      '{name} contient une étiquette qui n’existe pas, et vous n’avez pas le droit d’en créer.',
    expected_parent: '{name} doit être l’identifiant d’une catégorie existante, ou 0 pour le premier niveau.',
    expected_levels: '{name} placerait des catégories à plus de {max} niveaux de profondeur.',
    expected_cost: '{name} doit être un nombre, un texte ou une liste de nombres et de textes.',
    expected_currency: '{name} doit être le code ISO 4217 d’une devise, par exemple EUR.',
    expected_known: '{name} n’est pas connu ici et n’aurait donc aucun effet.',
    expected_nothing_to_hide:
      '{name} n’a aucun effet ici : l’enregistrement serait public. Ne l’envoyez pas, ou masquez l’enregistrement autrement.',
    expected_focal_point: '{name} doit être un objet avec x et y, chacun de 0 à 100.',
    expected_object: '{name} doit être un objet JSON.',
    expected_levels_below: '{name} ne doit pas comporter plus de {max} niveaux d’imbrication.',
    expected_list_of_ids:
      '{name} doit être une liste d’identifiants, dans un tableau ou séparés par des virgules.',
    expected_facets: '{name} doit énumérer des facettes, séparées par des virgules : {values}.',
    expected_up_to: '{name} doit être un nombre entier de 1 à {max}.',
    expected_one_of: '{name} doit être l’une de ces valeurs : {values}.',
    expected_some_of: '{name} doit contenir une ou plusieurs de ces valeurs : {values}.',
    expected_interval:
      '{name} doit être un intervalle, par exemple 2031-05-10/2031-05-12, 2031-05-10T18:00/PT2H ou 2031-05-10/ sans fin.',
    expected_order_with: '{name} ne peut être {values} qu’avec {other}.',
    expected_record_id: '{name} doit être l’identifiant d’un élément existant de ce type.',
    expected_other_record:
      '{name} doit être l’identifiant d’un autre élément de ce type, qui n’en dépend pas.',
    expected_record_slug: '{name} doit être le slug d’un élément existant de ce type.',
    expected_entity_tags:
      '{name} doit être * ou une liste d’ETags entre guillemets, tels que les réponses les donnent.',
    expected_idempotency_key:
      '{name} doit être un texte de 1 à 255 caractères ASCII entre guillemets, par exemple un UUID.',
    expected_with: '{name} ne peut être indiqué qu’avec {other}.',
    expected_languages: '{name} doit avoir des langues pour membres : {values}.',
    expected_translated: '{name} peut avoir ces membres : {values}, et status.',
    expected_other_language:
      '{name} ne peut pas avoir de textes en {value} : c’est la langue de l’élément lui-même.',
    expected_untranslated_language:
      '{name} ne peut pas être {value} : l’élément a une traduction dans cette langue, qu’il faut d’abord supprimer.',
    expected_language_of_request:
      '{name} exige une langue : le chemin doit commencer par elle, ou i18n_language doit la nommer.',
    expected_not_blank: '{name} ne peut pas être vide.',
    expected_max_length: '{name} ne doit pas dépasser {max} caractères.',
    expected_too_many: '{name} ne doit pas contenir plus de {max} éléments.',
    expected_fewer_words: '{name} ne doit pas contenir plus de {max} mots et expressions.',
    recurrence_line:
      '{name} : {part} n’est pas une ligne de la RFC 5545, par exemple RRULE:FREQ=WEEKLY;BYDAY=TU.',
    recurrence_unknown_line:
      '{name} : {part} n’est pas pris en charge ; une récurrence se compose des lignes RRULE, RDATE et EXDATE.',
    recurrence_exrule: '{name} : EXRULE n’est pas pris en charge ; indiquez les dates exclues dans EXDATE.',
    recurrence_second_rule:
      '{name} ne peut pas avoir plus d’un RRULE ; les autres dates peuvent être indiquées dans RDATE.',
    recurrence_frequency_missing:
      '{name} : il manque FREQ à la règle, avec la valeur DAILY, WEEKLY, MONTHLY ou YEARLY.',
    recurrence_frequency: '{name} : FREQ doit être DAILY, WEEKLY, MONTHLY ou YEARLY, et non {value}.',
    recurrence_sub_daily:
      '{name} : FREQ={value} n’est pas pris en charge ; un événement se répète au plus une fois par jour.',
    recurrence_time_part:
      '{name} : {part} n’est pas pris en charge ; toutes les dates d’une règle ont l’heure du début.',
    recurrence_byweekno:
      '{name} : BYWEEKNO n’est pas pris en charge ; indiquez les jours dans BYYEARDAY ou les dates dans RDATE.',
    recurrence_unknown_part: '{name} : {part} ne fait pas partie d’une règle.',
    recurrence_repeated_part: '{name} : la règle contient {part} plus d’une fois.',
    recurrence_count_and_until: '{name} : une règle ne peut pas avoir à la fois COUNT et UNTIL.',
    recurrence_value: '{name} : {value} n’est pas une valeur valide de {part}.',
    recurrence_ordinal:
      '{name} : BYDAY ne peut numéroter les jours de la semaine, comme dans {value}, qu’avec FREQ=MONTHLY ou FREQ=YEARLY.',
    recurrence_part_with_frequency: '{name} : {part} ne peut pas être utilisé avec FREQ={value}.',
    recurrence_setpos_alone:
      '{name} : BYSETPOS a besoin d’une autre partie dans laquelle choisir, par exemple BYDAY.',
    recurrence_until_before_start: '{name} : UNTIL est antérieur au début de l’événement.',
    recurrence_no_dates: '{name} : la règle ne donne aucune date dans les quatre ans qui suivent le début.',
    recurrence_begins_too_early:
      '{name} : jusqu’au {day}, la règle donne plus de {value} dates. Faites-la commencer plus tard, ou donnez-lui une fin.',
    recurrence_too_many_dates: '{name} : avec ce {part}, la règle donne plus de {value} dates.',
    recurrence_zone: '{name} : le fuseau horaire {value} de {part} est inconnu.',
    recurrence_period:
      '{name} : la période {value} de {part} ne peut pas se terminer avant d’avoir commencé.',
    recurrence_too_many_values: '{name} : {part} ne doit pas indiquer plus de {value} dates.',
    recurrence_too_long: '{name} : {part} ne doit pas dépasser {value} caractères.',
    rest_invalid_multipart: 'Le corps multipart n’a pas pu être lu.',
    rest_bad_request: 'La requête n’a pas pu être comprise.',
    too_many_values: 'La requête contient plus de {max} valeurs.',
    image_scheme:
      '{name} : une adresse complète en http ou https est attendue, sans identifiant ni mot de passe.',
    image_port: '{name} : le port de l’adresse doit être 80, 443 ou 8080.',
    image_unreachable:
      '{name} : l’image n’a pas pu être récupérée à cette adresse, ou l’adresse n’est pas publique.',
    image_status: '{name} : aucune image ne se trouve à cette adresse.',
    'image_too-large': '{name} : le fichier de l’image est trop volumineux.',
    image_unused:
      '{name} : trop de vos images ne sont encore sur aucun événement : {count} au plus, et {max} Mo. Placez-les sur des événements ou revenez demain : celles que rien ne montre sont supprimées après un jour.',
    image_in_use:
      '{name} : une fiche, un texte, l’historique d’une fiche ou une proposition a encore besoin de cette image.',
    image_timeout: '{name} : la récupération de l’image a pris trop de temps.',
    image_redirects: '{name} : l’adresse de l’image redirige trop de fois.',
    'image_not-an-image': '{name} : le fichier n’est pas une image JPEG, PNG, GIF, WebP ou AVIF complète.',
    image_heic: '{name} : le fichier est une image HEIC, comme en font les téléphones. Envoyez-la en JPEG.',
    'image_too-many-pixels': '{name} : l’image contient trop de pixels.',
    'image_too-many-frames': '{name} : l’image contient trop de trames ou de passes.',
    'image_too-costly':
      '{name} : le décodage de l’image demande trop de mémoire ou de temps. Moins de pixels, ou un JPEG ordinaire, en demandent moins.',
  },

  answers: {
    global_id:
      'Identifiant unique d’un site à l’autre, composé du domaine du site et de l’identifiant de l’élément.',
    global_id_lineage: 'Identifiants globaux que l’élément a portés, à commencer par l’actuel.',
    author: 'Identifiant de l’utilisateur qui en est l’auteur.',
    status: 'Statut : publish, future, draft, pending, private ou trash.',
    date_utc: 'Date et heure de publication en UTC ; uniquement des zéros en l’absence de publication.',
    modified: 'Date et heure de la dernière modification, dans le fuseau horaire du site.',
    modified_utc: 'Date et heure de la dernière modification en UTC.',
    url: 'Adresse web de la page de l’élément.',
    rest_url: 'Adresse dans cette interface.',
    title: 'Titre, en texte brut.',
    description: 'Description, en HTML sûr.',
    excerpt: 'Résumé, en HTML sûr ; vide si aucun n’a été rédigé.',
    slug: 'Partie lisible de l’adresse web (slug).',
    image: 'Image mise en avant, ou false s’il n’y en a pas.',
    all_day: 'Indique si l’événement dure toute la journée.',
    start_date: 'Date et heure de début, dans le fuseau horaire de l’événement.',
    start_date_details: 'Les composantes de la date et heure de début.',
    end_date: 'Date et heure de fin, dans le fuseau horaire de l’événement.',
    end_date_details: 'Les composantes de la date et heure de fin.',
    utc_start_date: 'Date et heure de début en UTC.',
    utc_start_date_details: 'Les composantes de la date et heure de début en UTC.',
    utc_end_date: 'Date et heure de fin en UTC.',
    utc_end_date_details: 'Les composantes de la date et heure de fin en UTC.',
    timezone: 'Fuseau horaire de l’événement : un nom IANA ou un décalage par rapport à UTC.',
    timezone_abbr: 'Abréviation du fuseau horaire à la date de début, par exemple CET.',
    cost: 'Prix tel qu’il est affiché, avec sa devise ; vide s’il n’est pas indiqué.',
    series:
      'La série à laquelle appartient l’événement : son identifiant, ses adresses et son identité dans les fichiers de calendrier. Omise, comme les membres suivants, si l’événement ne se répète pas.',
    recurrence:
      'Quand la série a lieu : lignes RRULE, RDATE et EXDATE, telles que les définit la RFC 5545, en heure locale de l’événement. Les occurrences placées dans la corbeille y figurent comme EXDATE. Dans une liste, une occurrence ne les montre que si elles n’ont pas plus de 2 000 caractères ; seule, elle les montre toujours.',
    recurrence_id:
      'L’heure locale à laquelle la règle fait commencer l’occurrence, même si elle a été déplacée ; null pour la série elle-même.',
    recurrence_text: 'Quand la série a lieu, en une phrase dans la langue de la réponse.',
    horizon:
      'Dernier jour pour lequel existent des occurrences des séries sans fin ; seulement si la liste va au-delà et qu’il y a de telles séries.',
    next_occurrence:
      'L’occurrence suivante de la série, ou null ; pour la série elle-même, la première qui n’est pas terminée. Seules comptent les occurrences que tout le monde peut voir.',
    occurrences_total: 'Le nombre d’occurrences de la série que tout le monde peut voir.',
    distance:
      'Kilomètres entre le point de la requête et le lieu le plus proche de l’événement ; seulement dans les listes autour d’un point.',
    cost_details: 'Les composantes du prix : la devise et les montants.',
    website: 'URL du site web indiqué.',
    show_map: 'Indique si un plan du lieu doit être affiché.',
    show_map_link: 'Indique si un lien vers un plan du lieu doit être affiché.',
    hide_from_listings: 'Indique si l’événement est exclu des listes.',
    sticky: 'Indique si l’événement est épinglé dans la vue du calendrier.',
    featured: 'Indique si l’événement est mis en avant.',
    categories: 'Catégories de l’événement, par ordre alphabétique.',
    tags: 'Étiquettes de l’événement, par ordre alphabétique.',
    venue: 'Lieu de l’événement : un objet s’il n’y en a qu’un, une liste s’il y en a plusieurs ou aucun.',
    organizer: 'Organisateurs de l’événement, dans l’ordre indiqué.',
    custom_fields:
      'Champs supplémentaires définis par le site, tels qu’ils ont été envoyés ; une liste vide s’il n’y en a pas.',
    virtual_url: 'Adresse pour participer en ligne, ou null si aucune n’a été indiquée.',
    virtual_video_source:
      'Service qui diffuse l’événement en ligne, par exemple zoom ou youtube ; vide s’il n’a pas été indiqué.',
    event_status:
      'Indique si l’événement a lieu comme prévu : scheduled ; canceled, annulé ; postponed, reporté à une date inconnue ; ou moved_online, déplacé en ligne.',
    status_reason:
      'Raison pour laquelle l’événement n’a pas lieu comme prévu ; absente si aucune n’a été indiquée.',
    ticket_url: 'Où acheter des billets ou réserver des places ; absent si rien n’a été indiqué.',
    availability:
      'S’il reste des billets ou des places : available (oui), few (quelques-uns), sold_out (complet) ou ended (vente terminée) ; absent si rien n’a été indiqué.',
    json_ld: 'Données structurées de schema.org en JSON-LD, à intégrer dans une page.',
    currency_symbol: 'Symbole de la devise ; vide si le prix n’en comporte pas.',
    currency_code: 'Code ISO 4217 de la devise, s’il est connu.',
    currency_position:
      'Position du symbole : prefix, avant le montant ; postfix, après ; vide s’il n’y en a pas.',
    values: 'Les montants, sous forme de texte, du plus bas au plus élevé.',
    year: 'Année, sur quatre chiffres.',
    month: 'Mois, de 01 à 12.',
    day: 'Jour du mois, de 01 à 31.',
    hour: 'Heure, de 00 à 23.',
    minutes: 'Minutes, de 00 à 59.',
    seconds: 'Secondes, de 00 à 59.',
    extension: 'Extension du fichier de l’image.',
    width: 'Largeur en pixels.',
    height: 'Hauteur en pixels.',
    filesize: 'Taille du fichier en octets.',
    sizes: 'Les versions réduites de l’image, selon le nom de leur taille.',
    mime_type: 'Type MIME du fichier.',
    image_url: 'Adresse web du fichier de l’image.',
    image_id: 'Identifiant de l’image.',
    name: 'Nom de la catégorie ou de l’étiquette.',
    term_group: 'Groupe du terme, toujours 0.',
    term_taxonomy_id: 'Identifiant du terme au sein de sa taxonomie.',
    taxonomy: 'Taxonomie du terme : tribe_events_cat pour les catégories et post_tag pour les étiquettes.',
    parent: 'Identifiant de la catégorie parente, ou 0 s’il n’y en a pas.',
    count: 'Nombre d’événements publiés auxquels le terme est attribué.',
    filter: 'Traitement des textes du terme, toujours raw : tels qu’ils sont enregistrés.',
    urls: 'Adresses du terme, de sa collection et, le cas échéant, de sa catégorie parente.',
    meta: 'Données supplémentaires du terme, toujours vides.',
    links: 'Liens vers les ressources associées au terme.',
    venue_name: 'Nom du lieu.',
    organizer_name: 'Nom de l’organisateur.',
    address: 'Adresse : numéro et rue.',
    city: 'Ville.',
    country: 'Pays.',
    province: 'Province ou région, hors des États-Unis.',
    state: 'État, aux États-Unis.',
    zip: 'Code postal.',
    phone: 'Numéro de téléphone.',
    stateprovince: 'État ou province, selon le pays.',
    email: 'Adresse e-mail.',
    geo_lat: 'Latitude du lieu, en degrés.',
    geo_lng: 'Longitude du lieu, en degrés.',
    total: 'Nombre total d’éléments correspondant aux filtres.',
    total_pages: 'Nombre total de pages de la liste.',
    facets:
      'Nombre d’événements de toute la liste pour chaque valeur des facettes demandées : les valeurs les plus fréquentes d’abord, les jours et les mois dans l’ordre.',
    facet_totals: 'Nombre de valeurs de chaque facette demandée, y compris au-delà de la limite.',
    next_rest_url: 'Adresse de la page suivante, s’il y en a une, avec les mêmes filtres.',
    previous_rest_url: 'Adresse de la page précédente, s’il y en a une, avec les mêmes filtres.',
    list: 'Les éléments de cette page.',
    code: 'Code de l’erreur, stable et indépendant de la langue.',
    message: 'Explication de l’erreur, dans la langue demandée.',
    data: 'Détails de l’erreur : le statut HTTP et, le cas échéant, les paramètres en cause.',
    error_status: 'Code de statut HTTP de la réponse.',
    error_params: 'Paramètres en cause : ce qui était attendu de chacun, ou les noms de ceux qui manquent.',
    error_details: 'L’erreur de chaque paramètre en cause, selon son nom.',
    error_param: 'Nom du paramètre en cause.',
    error_term_id: 'Identifiant du terme qui existe déjà.',
    error_additional_data: 'Identifiants liés à l’erreur.',
    json_error_code: 'Code de l’erreur de syntaxe dans le JSON.',
    json_error_message: 'Erreur de syntaxe dans le JSON, en anglais.',
    color:
      'Couleur de la catégorie dans les pages : rose, orange, ochre, lime, green, teal, blue, violet ou slate ; des catégories seulement.',
    term_description: 'Description du terme, en HTML sûr ; vide si aucune n’a été rédigée.',
    language: 'Langue des textes de l’élément lui-même.',
    languages: 'Langue de chaque texte, par membre ; absente si l’élément n’a pas de traduction.',
    translations:
      'Textes dans d’autres langues, par langue et par membre, brouillons compris ; seulement avec context=edit, pour qui peut modifier l’élément.',
    alt_text: 'Ce que montre l’image, pour qui ne la voit pas ; omis si personne ne l’a dit.',
    credit: 'Qui a fait l’image, tel qu’on le lit dessous ; omis si personne ne l’a dit.',
    license:
      'Licence de l’image : une adresse, ou un nom court comme CC BY 4.0 ; omise si personne ne l’a dite.',
    focal_point:
      'Ce que les recadrages gardent, en pourcentages depuis la gauche et le haut ; omis par défaut.',
  },

  interface: {
    page: 'Page de la liste à renvoyer, numérotée à partir de 1.',
    per_page:
      'Nombre d’éléments par page ; s’il dépasse le maximum du service, c’est ce maximum qui s’applique.',
    i18n_language:
      'Langue des textes des éléments, s’ils sont traduits, ainsi que des descriptions et des messages ; elle l’emporte sur celle de l’adresse.',
    namespace: 'Espace de noms dont les routes sont décrites.',
    context: 'Contexte de la requête, view par défaut ; il ne modifie pas la réponse.',
    index: 'Décrit les routes de l’interface et les paramètres qu’elles acceptent.',
    doc: 'Documente l’interface au format OpenAPI.',
    api_title: 'Almanac',
    api_description:
      'Almanac est un service d’agenda qui réunit des événements, les lieux qui les accueillent et les organisateurs qui les portent, classés par catégories et par étiquettes. La consultation est ouverte à tous ; pour créer, modifier ou supprimer des contenus, vous devez vous identifier. Les descriptions et les messages sont disponibles en plusieurs langues, énumérées par le paramètre i18n_language. L’historique, la corbeille et l’envoi d’images ont leurs propres documents : /cal/history/v1/doc, /cal/trash/v1/doc et /images/doc.',
    ok_list: 'La page demandée de la liste.',
    ok_record: 'L’élément demandé.',
    ok_created: 'L’élément créé.',
    ok_deleted: 'L’élément supprimé.',
    bad_request: 'Un paramètre obligatoire manque ou un paramètre n’est pas valide.',
    unauthorized:
      'L’opération nécessite une identification, ou les identifiants de connexion ne sont pas valides.',
    forbidden: 'L’accès à l’élément ou l’opération n’est pas autorisé.',
    not_found: 'L’élément ou la page n’existe pas.',
    not_acceptable: 'La requête n’accepte aucun des formats de la réponse.',
    document:
      'La même chose dans un autre format. Dans les calendriers et les flux, un lieu, un organisateur, une catégorie ou une étiquette représentent leurs événements, que tous les paramètres de la liste d’événements permettent de restreindre.',
    gone: 'L’élément se trouve déjà dans la corbeille.',
    server_error: 'Le service n’a pas pu traiter la requête.',
    unavailable:
      'Le service ne peut pas traiter la requête pour l’instant, ou ses données ne peuvent être modifiées : vous pouvez réessayer.',
    free: 'Gratuit',
    no_name: '(sans nom)',
    no_title: '(sans titre)',
    ok_updated: 'L’élément avec les modifications appliquées.',
    ok_described: 'La description de l’interface.',
    too_large: 'Le corps de la requête dépasse la taille maximale.',
    unsupported_content_encoding: 'Le Content-Encoding du corps de la requête n’est pas pris en charge.',
    unsupported_transfer_encoding: 'Le Transfer-Encoding de la requête n’est pas pris en charge.',
    too_many: 'Les requêtes ou les tentatives d’identification manquées ont été trop nombreuses.',
    basic: 'Nom d’utilisateur ou adresse e-mail, et un mot de passe d’application.',
    bearer: 'Un mot de passe d’application, à lui seul.',
    precondition_failed:
      'L’élément n’est pas celui qu’exige l’en-tête If-Match, If-None-Match ou If-Unmodified-Since.',
    key_reused: 'L’Idempotency-Key a déjà servi pour une autre requête.',
    header_etag: 'ETag de l’élément, à envoyer comme If-Match lors d’une modification.',
    header_if_match:
      'ETag que doit avoir l’élément, ou une liste d’ETags, ou * ; s’il en a un autre, rien n’est modifié.',
    header_if_unmodified_since:
      'Date HTTP depuis laquelle l’élément ne doit pas avoir changé ; sans effet sur les catégories et les étiquettes, ou si If-Match est aussi envoyé.',
    header_idempotency_key:
      'Clé de la requête, par exemple un UUID : renvoyée avec la même clé, elle ne crée l’élément qu’une fois et reçoit la même réponse.',
    strict:
      'Si les paramètres et les membres inconnus sont refusés ; sinon, ils n’ont aucun effet, et l’en-tête Almanac-Ignored en donne les noms.',
    header_prefer: 'handling=strict équivaut à strict=true, et handling=lenient à strict=false (RFC 7240).',
    header_ignored:
      'Noms des paramètres et des membres qui n’ont eu aucun effet, parce qu’ils ne sont pas connus.',
    header_preference_applied: 'La préférence de Prefer qui a été suivie.',
    header_allow: 'Méthodes que l’utilisateur peut employer à cette adresse.',
    header_location: 'Adresse de l’élément créé.',
    header_accept_encoding: 'Encodages admis pour le corps d’une requête : aucun, c’est-à-dire identity.',
    header_retry_after: 'Nombre de secondes à attendre avant un nouvel essai.',
    header_rate_limit:
      'Requêtes restantes et secondes avant que d’autres soient admises, si leur nombre est limité.',
    header_rate_limit_policy: 'Requêtes permises dans un intervalle de temps, et sa durée en secondes.',
    header_authenticate: 'Schéma d’authentification attendu.',
  },

  schemaTitles: {
    Event: 'Événement',
    Venue: 'Lieu',
    Organizer: 'Organisateur',
    Term: 'Terme',
    Image: 'Image',
    ImageSize: 'Taille d’image',
    CostDetails: 'Détails du prix',
    DateDetails: 'Détails de la date',
    Error: 'Erreur',
    ErrorData: 'Détails de l’erreur',
    ProtectedEvent: 'Événement protégé',
    EmbeddedTerm: 'Terme d’un événement',
    EventList: 'Liste d’événements',
    VenueList: 'Liste de lieux',
    OrganizerList: 'Liste d’organisateurs',
    CategoryList: 'Liste de catégories',
    TagList: 'Liste d’étiquettes',
    ChangeList: 'Liste de modifications',
    Batch: 'Ensemble de modifications',
    Version: 'Version',
    TrashedRecord: 'Élément de la corbeille',
    TrashList: 'Liste de la corbeille',
    OccurrencePlan: 'Plan des occurrences',
    Deleted: 'Éléments supprimés',
    Account: 'Compte',
    User: 'Compte du calendrier',
    ImageList: 'Liste des images',
    ListedImage: 'Image de la liste',
    UserList: 'Liste des comptes',
    UserPasswords: 'Mots de passe d’application d’un compte',
  },

  schemas: {
    Event: 'Un événement de l’agenda, avec ses lieux, ses organisateurs, ses catégories et ses étiquettes.',
    Venue: 'Un lieu qui accueille des événements.',
    Organizer: 'Une personne ou un organisme qui organise des événements.',
    Term: 'Une catégorie ou une étiquette qui classe des événements.',
    Image: 'Une image mise en avant, avec les tailles disponibles.',
    ImageSize: 'Une image dans l’une de ses tailles.',
    CostDetails: 'Les composantes du prix d’un événement : la devise et les montants.',
    DateDetails: 'Les composantes d’une date et heure, en texte avec zéros initiaux.',
    Error: 'L’explication du refus d’une requête.',
    ErrorData: 'Les données d’une erreur, lisibles par un programme.',
    ProtectedEvent:
      'Un événement protégé par mot de passe, tel que les listes l’affichent sans ce mot de passe : sans ses détails.',
    EmbeddedTerm: 'Une catégorie ou une étiquette, telle qu’elle apparaît au sein d’un événement.',
    List: 'Une page de la liste, avec les totaux et les liens vers les pages voisines.',
    Batch: 'Ce qu’une action a modifié.',
    Version: 'Une modification, avec l’élément tel qu’il était avant sous le nom de son type.',
    ListedImage: 'Une image, avec le nombre d’éléments qui l’affichent.',
    TrashedRecord: 'Un élément de la corbeille, tel que la liste l’affiche.',
    OccurrencePlan: 'Ce qu’une modification ferait des occurrences d’une série.',
    Deleted: 'Ce qui a été supprimé en vidant la corbeille.',
    Account: 'Le compte d’une requête, et ce qu’il peut faire.',
    User: 'Un compte, tel que le voit l’administration.',
    UserPasswords: 'Les mots de passe d’application d’un compte.',
  },

  sections: {
    interface: 'L’index des routes et cette documentation.',
    events: 'Les événements de l’agenda.',
    venues: 'Les lieux qui accueillent les événements.',
    organizers: 'Les personnes et les organismes qui organisent des événements.',
    categories: 'Les catégories des événements, qui peuvent dépendre les unes des autres.',
    tags: 'Les étiquettes des événements, sans hiérarchie.',
    batches: 'Ce qu’une action a modifié, pour l’annuler.',
    trash: 'Les éléments de la corbeille.',
    users: 'Les comptes, et celui de la requête.',
    images: 'Les images que peuvent avoir les événements, les lieux et les organisateurs.',
  },

  samples: {
    event: 'La cobla et les géants ouvrent la fête sur la place.',
    venue: 'La place à arcades du centre.',
    organizer: 'Le service culturel de la mairie.',
    category: 'Concerts et bals.',
    tag: 'Événements en plein air.',
  },

  records: {
    id: 'Identifiant de l’élément.',
    author:
      'Identifiant de l’auteur ; par défaut, il s’agit de l’utilisateur qui crée l’élément, et seuls les éditeurs peuvent en désigner un autre.',
    date: 'Date et heure de publication, dans le fuseau horaire du site.',
    date_utc: 'Date et heure de publication en UTC, à indiquer à la place de date si besoin.',
    description:
      'Description, en HTML ou en texte brut ; le balisage dangereux est supprimé, et un texte vide l’efface.',
    status:
      'Statut : publish, future, draft, pending ou private ; si l’utilisateur ne peut pas publier, publish et future deviennent pending.',
    website: 'Site web, sous forme d’URL complète ; un texte vide le supprime.',
    image:
      'Image mise en avant : l’identifiant d’une image du service ou l’adresse web d’une image à récupérer ; un texte vide la retire.',
    phone: 'Numéro de téléphone ; un texte vide l’efface.',
    slug_path: 'Slug, c’est-à-dire la partie lisible de l’adresse.',
  },

  events: {
    title: 'Titre de l’événement, en texte brut ; le balisage HTML est supprimé.',
    start_date:
      'Date et heure de début, par exemple 2031-05-10 19:30:00, dans le fuseau horaire de l’événement sauf si un décalage par rapport à UTC est indiqué.',
    end_date: 'Date et heure de fin, au même format que le début et jamais antérieures à celui-ci.',
    date: 'Date et heure de publication, dans le fuseau horaire du site ; si elles sont à venir, la publication est programmée.',
    slug: 'Partie lisible de l’adresse de l’événement (slug) ; si elle manque à la création, elle est tirée du titre, et un numéro y est ajouté si elle est déjà prise.',
    excerpt: 'Résumé de l’événement en quelques lignes, en HTML ou en texte brut ; un texte vide l’efface.',
    timezone:
      'Fuseau horaire de l’événement, sous la forme d’un nom IANA comme Europe/Madrid ou d’un décalage comme UTC+2 ; un texte vide équivaut au fuseau du site.',
    all_day:
      'Indique si l’événement dure toute la journée ; il commence alors à 00:00:00 et se termine à 23:59:59.',
    cost: 'Prix de l’événement, sous forme de nombre ou de texte avec ou sans symbole monétaire ; une liste donne plusieurs prix, et 0 signifie gratuit.',
    website: 'Site web de l’événement, sous forme d’URL complète ; un texte vide ou null le supprime.',
    show_map: 'Indique si un plan du lieu doit être affiché avec l’événement.',
    show_map_link: 'Indique si un lien vers un plan du lieu doit être affiché avec l’événement.',
    hide_from_listings:
      'Indique si l’événement est exclu des listes ; il reste lisible par son identifiant ou par son slug.',
    sticky:
      'Indique si l’événement est épinglé dans la vue du calendrier ; l’ordre des listes ne change pas.',
    featured: 'Indique si l’événement est mis en avant sur le site.',
    is_virtual: 'Indique si l’événement a lieu en ligne, ou aussi en ligne s’il a un lieu.',
    virtual_url:
      'Adresse pour participer en ligne, sous forme d’URL complète ; un texte vide ou null la supprime.',
    virtual_video_source:
      'Service qui diffuse l’événement en ligne, par exemple zoom ou youtube ; un texte vide l’efface.',
    event_status:
      'Indique si l’événement a lieu comme prévu : scheduled, canceled, postponed ou moved_online ; cancelled et les termes de schema.org, comme EventCancelled, sont également acceptés.',
    status_reason: 'Raison pour laquelle l’événement n’a pas lieu comme prévu ; un texte vide l’efface.',
    ticket_url:
      'Où acheter des billets ou réserver des places, en URL complète ; un texte vide ou null la supprime.',
    availability:
      'S’il reste des billets ou des places : available (oui), few (quelques-uns), sold_out (complet) ou ended (vente terminée) ; les mots de schema.org, comme SoldOut, sont compris aussi ; un texte vide ou null le supprime.',
    currency_code:
      'Devise du prix, sous forme de code ISO 4217 comme EUR ; un texte vide ou null désigne celle du symbole du prix ou celle du site.',
    custom_fields:
      'Champs supplémentaires sous forme d’objet JSON, conservé et affiché tel qu’il a été envoyé ; dans un formulaire, également sous forme de texte contenant le JSON ; un objet vide, une liste vide ou null les supprime.',
    categories:
      'Catégories de l’événement, par identifiant, slug ou nom, dans une liste ou séparées par des virgules ; les noms inconnus sont créés si l’utilisateur en a le droit, et une liste vide les retire toutes.',
    tags: 'Étiquettes de l’événement, par identifiant, slug ou nom, dans une liste ou séparées par des virgules ; les noms inconnus sont créés si l’utilisateur en a le droit, et une liste vide les retire toutes.',
    venue:
      'Lieux où se tient l’événement, par identifiant, par nom ou sous forme d’objet contenant leurs données ; une liste vide les dissocie.',
    organizer:
      'Organisateurs de l’événement dans l’ordre voulu, par identifiant, par nom ou sous forme d’objet contenant leurs données ; une liste vide les dissocie.',
    recurrence:
      'Quand l’événement se répète : des lignes de la RFC 5545 (RRULE, RDATE, EXDATE), en liste ou en un seul texte, à l’heure de l’événement si elles n’indiquent pas de fuseau ; une liste vide, un texte vide ou null en refait un événement unique.',
    dates:
      'Toutes les dates d’un événement qui a lieu plusieurs fois sans suivre de règle, chacune avec start_date et end_date ; une liste vide ou null en refait un événement unique.',
    scope:
      'Ce que touche la modification d’une occurrence : this, cette occurrence seule, par défaut ; following, celle-ci et toutes les suivantes ; ou all, toute la série.',
    dry_run:
      'Avec true, rien n’est écrit : la réponse indique quelles occurrences seraient ajoutées, supprimées, déplacées et conservées.',
    password_write: 'Mot de passe qui protège désormais l’événement ; un texte vide le supprime.',
    password_read:
      'Mot de passe de l’événement, nécessaire pour le lire s’il est protégé et si l’utilisateur ne peut pas le modifier.',
    occurrence_path:
      'Jour de l’occurrence, par exemple 2031-05-06 ; 2031-05-06-2 désigne la deuxième du jour.',
  },

  /** Arguments sur les langues des éléments. */
  translations: {
    language: 'Langue des textes ; par défaut, celle du site.',
    translations:
      'Textes dans d’autres langues, par langue et par membre. Les membres omis restent inchangés ; null supprime un texte ou une langue. Avec status draft, seules les personnes qui peuvent modifier l’élément voient la traduction.',
    translate:
      'Indique si les textes sont ceux de la langue du chemin ou d’i18n_language, l’élément gardant les siens. Toutes les autres valeurs sont celles de l’élément.',
    context: 'Avec edit, les éléments que le compte peut modifier affichent toutes leurs traductions.',
    has_language:
      'Uniquement les éléments qui ont des textes dans l’une de ces langues, séparées par des virgules : les leurs ou une traduction terminée.',
    missing_language:
      'Uniquement les éléments sans textes dans aucune de ces langues, séparées par des virgules.',
    languages:
      'Pour les tableaux (CSV) : langues dans lesquelles chaque texte a sa propre colonne, par exemple title_fr, avec les textes que l’élément a exactement dans cette langue.',
    separator:
      'Pour les tableaux (CSV) : ce qui sépare les cellules : une virgule, un point-virgule, comme l’attendent les tableurs là où la virgule est le séparateur décimal, ou tab.',
  },

  eventFilters: {
    start_date:
      'Uniquement les événements qui commencent ce jour-là ou plus tard, par défaut à partir d’aujourd’hui environ ; avec strict_dates, l’heure exacte compte.',
    end_date:
      'Uniquement les événements qui se terminent ce jour-là ou plus tôt, par défaut dans les deux ans environ ; avec strict_dates, l’heure exacte compte.',
    starts_before:
      'Uniquement les événements qui commencent avant la fin de ce jour ou, avec strict_dates, avant cette heure exacte ; les dates par défaut ne s’appliquent plus.',
    starts_after:
      'Uniquement les événements qui commencent une fois ce jour terminé ou, avec strict_dates, après cette heure exacte ; les dates par défaut ne s’appliquent plus.',
    ends_before:
      'Uniquement les événements qui se terminent avant la dernière seconde de ce jour ou, avec strict_dates, avant cette heure exacte ; les dates par défaut ne s’appliquent plus.',
    ends_after:
      'Uniquement les événements qui se terminent une fois ce jour terminé ou, avec strict_dates, après cette heure exacte ; les dates par défaut ne s’appliquent plus.',
    strict_dates:
      'Avec true, 1, yes ou on, les dates désignent des heures exactes ; sinon, elles désignent des jours entiers dans le fuseau horaire du site.',
    search:
      'Uniquement les événements dont le titre, le résumé ou la description contiennent tous ces mots ; les guillemets cherchent une expression exacte et un trait d’union initial exclut un mot.',
    categories:
      'Uniquement les événements de l’une de ces catégories ou de leurs sous-catégories, indiquées par identifiant, slug ou nom, dans une liste ou séparées par des virgules.',
    tags: 'Uniquement les événements portant l’une de ces étiquettes, indiquées par identifiant, slug ou nom, dans une liste ou séparées par des virgules.',
    venue:
      'Uniquement les événements de l’un de ces lieux, indiqués par identifiant, dans une liste ou séparés par des virgules.',
    organizer:
      'Uniquement les événements de l’un de ces organisateurs, indiqués par identifiant, dans une liste ou séparés par des virgules.',
    featured: 'Avec true, uniquement les événements mis en avant ; avec false, uniquement les autres.',
    status:
      'Uniquement les événements ayant l’un de ces statuts, séparés par des virgules ; sans droit de modification, seul publish peut être demandé.',
    geoloc:
      'Avec true, uniquement les événements dont le lieu a des coordonnées ; avec false, uniquement les autres.',
    geoloc_lat:
      'Latitude, de -90 à 90 degrés, du point autour duquel chercher des événements ; geoloc_lng doit aussi être indiqué.',
    geoloc_lng:
      'Longitude, de -180 à 180 degrés, du point autour duquel chercher des événements ; geoloc_lat doit aussi être indiqué.',
    geoloc_radius:
      'Distance maximale en kilomètres entre le lieu et le point de geoloc_lat et geoloc_lng ; par défaut, celle que prévoit la configuration du service.',
    include:
      'Uniquement les événements ayant ces identifiants, dans une liste ou séparés par des virgules ; les filtres de dates ne s’appliquent plus.',
    post_parent: 'Uniquement les événements rattachés à l’événement ayant cet identifiant.',
    ticketed:
      'Avec true, uniquement les événements avec billets, ce qui suppose un système de billetterie ; false ne filtre rien.',
    when: 'Uniquement les événements en cours (ongoing), à venir (upcoming) ou passés (past), une ou plusieurs de ces valeurs séparées par des virgules, ou tous (all) ; les dates par défaut ne s’appliquent plus.',
    overlaps:
      'Uniquement les événements qui ont lieu à un moment d’un intervalle DÉBUT/FIN ou DÉBUT/DURÉE, dont un côté peut rester ouvert ; une date sans heure désigne le jour entier, et les dates par défaut ne s’appliquent plus.',
    series: 'Uniquement les occurrences de ces séries, indiquées par identifiant.',
    hide_night_before:
      'Avec true, overlaps laisse de côté les événements qui ont commencé avant l’intervalle et sont finis à la fin de la nuit de son premier jour, comme le font les pages des jours.',
    hide_subsequent_recurrences:
      'Avec true, chaque série ne figure qu’une fois, à sa première occurrence qui remplit tous les autres filtres, et les totaux la comptent une fois.',
    modified_after:
      'Uniquement les événements modifiés après ce moment ; une date sans heure en désigne le début.',
    is_virtual:
      'Avec true, uniquement les événements qui ont aussi lieu en ligne ; avec false, uniquement les autres.',
    has_image: 'Avec true, seulement les événements avec une image ; avec false, seulement les autres.',
    author:
      'Seulement les événements de ces comptes, indiqués par id, dans une liste ou séparés par des virgules.',
    with_hidden:
      'Avec true, les événements masqués des listes sont aussi affichés, si le compte peut les modifier.',
    event_status:
      'Uniquement les événements ayant l’un de ces statuts, séparés par des virgules : scheduled, canceled, postponed ou moved_online.',
    cost: 'Uniquement les événements ayant l’un de ces coûts, séparés par des virgules : free, sans coût ou avec un coût de 0 ; paid, avec un prix ; ou unknown, avec des mots seuls, comme « Don ».',
    city: 'Uniquement les événements dans un lieu de l’une de ces villes, dans une liste ou séparées par des virgules, sans tenir compte de la casse ni des accents.',
    postal_code:
      'Uniquement les événements dans un lieu ayant l’un de ces codes postaux, dans une liste ou séparés par des virgules.',
    country:
      'Uniquement les événements dans un lieu de l’un de ces pays, tels que les lieux les écrivent, dans une liste ou séparés par des virgules, sans tenir compte de la casse ni des accents.',
    orderby:
      'Ordre de la liste : start (début), end (fin), date (publication), modified (modification), title (titre), venue (nom du lieu), status (état), distance (distance au point de geoloc_lat et geoloc_lng) ou relevance (pertinence pour la recherche) ; à égalité, les événements sont classés par leur début.',
    order:
      'Sens de l’ordre : asc, croissant, ou desc, décroissant ; par défaut, date, modified et relevance sont décroissants et les autres, croissants.',
    password_list:
      'Mot de passe pour les événements protégés de la liste ; ceux auxquels il correspond sont affichés en entier, les autres sans leurs détails.',
    expand:
      'Dans les fichiers de calendrier, avec true, montre chaque date d’une série comme un événement à part, sans règle, pour les programmes qui n’en répètent aucune.',
  },

  facets: {
    facets:
      'Décomptes de toute la liste selon les valeurs de ces facettes, séparées par des virgules. Une catégorie compte aussi les événements de ses sous-catégories ; un jour ou un mois compte tous les événements qui s’y déroulent, dans les limites des dates de la liste.',
    drill_sideways:
      'Avec true, chaque facette est comptée sans le filtre sur ses propres valeurs, afin que les autres valeurs puissent aussi être proposées.',
    facet_limit:
      'Nombre maximal de valeurs de chaque facette, 1000 au plus ; facet_totals indique combien il y en a.',
  },

  eventOperations: {
    list: 'Liste les événements par ordre de début.',
    create: 'Crée un événement.',
    read: 'Affiche un événement.',
    update: 'Modifie les champs indiqués d’un événement et conserve les autres.',
    delete: 'Place un événement dans la corbeille.',
    occurrences:
      'Liste les occurrences d’une série, avec les mêmes filtres que la liste des événements ; sans dates, toutes.',
    occurrencesBySlug:
      'Liste les occurrences de la série portant ce slug, avec les mêmes filtres que la liste des événements ; sans dates, toutes.',
    occurrence: 'Affiche l’occurrence d’une série à une date donnée.',
    readBySlug: 'Affiche l’événement qui porte ce slug.',
    updateBySlug: 'Modifie les champs indiqués de l’événement qui porte ce slug et conserve les autres.',
    deleteBySlug: 'Place dans la corbeille l’événement qui porte ce slug.',
  },

  venues: {
    venue: 'Nom du lieu, en texte brut.',
    show_map: 'Indique si les événements associés au lieu doivent en afficher un plan.',
    show_map_link: 'Indique si les événements associés au lieu doivent afficher un lien vers un plan.',
    address: 'Adresse du lieu : numéro et rue ; un texte vide l’efface.',
    city: 'Ville où se trouve le lieu ; un texte vide l’efface.',
    country: 'Pays où se trouve le lieu ; un texte vide l’efface.',
    province: 'Province ou région du lieu, hors des États-Unis ; un texte vide l’efface.',
    state: 'État où se trouve le lieu, aux États-Unis ; un texte vide l’efface.',
    zip: 'Code postal du lieu ; un texte vide l’efface.',
    stateprovince:
      'État ou province à afficher ; à défaut, la valeur vient de state aux États-Unis et de province ailleurs.',
    geo_lat: 'Latitude du lieu, de -90 à 90 degrés, à indiquer conjointement avec geo_lng.',
    geo_lng: 'Longitude du lieu, de -180 à 180 degrés, à indiquer conjointement avec geo_lat.',
  },

  contactFilters: {
    event: 'Uniquement ceux de l’événement ayant cet identifiant.',
    has_events:
      'Avec true, uniquement ceux qui ont des événements ; avec false, uniquement ceux qui n’en ont pas.',
    only_with_upcoming: 'Avec true, uniquement ceux qui ont des événements en cours ou à venir.',
    status:
      'Uniquement ceux qui ont l’un de ces statuts, séparés par des virgules ; sans droit de modification, seul publish peut être demandé.',
    has_image: 'Avec true, uniquement ceux qui ont une image ; avec false, uniquement les autres.',
    has_location: 'Avec true, uniquement les lieux avec des coordonnées ; avec false, uniquement les autres.',
    orderby:
      'Ordre de la liste : date (publication), modified (modification), name (nom) ou events (nombre d’événements).',
    order:
      'Sens de l’ordre : asc, croissant, ou desc, décroissant ; par défaut, name est croissant et les autres, décroissants.',
  },

  venueFilters: {
    search:
      'Uniquement les lieux dont le nom, la description ou un même champ de l’adresse ou du téléphone contient tous ces mots.',
  },

  venueOperations: {
    list: 'Liste les lieux, en commençant par les derniers publiés.',
    create: 'Crée un lieu ou, s’il en existe déjà un du même nom, renvoie celui-ci.',
    read: 'Affiche un lieu.',
    update: 'Modifie les champs indiqués d’un lieu et conserve les autres.',
    delete: 'Place un lieu dans la corbeille et le dissocie des événements.',
    readBySlug: 'Affiche le lieu qui porte ce slug.',
    updateBySlug: 'Modifie les champs indiqués du lieu qui porte ce slug et conserve les autres.',
    deleteBySlug: 'Place dans la corbeille le lieu qui porte ce slug et le dissocie des événements.',
  },

  organizers: {
    organizer: 'Nom de l’organisateur, personne ou organisme, en texte brut.',
    email: 'Adresse e-mail de l’organisateur ; un texte vide l’efface.',
  },

  organizerFilters: {
    search:
      'Uniquement les organisateurs dont le nom, la description, le téléphone, l’adresse e-mail ou le site web contient tous ces mots.',
  },

  organizerOperations: {
    list: 'Liste les organisateurs, en commençant par les derniers publiés.',
    create: 'Crée un organisateur ou, s’il en existe déjà un du même nom, renvoie celui-ci.',
    read: 'Affiche un organisateur.',
    update: 'Modifie les champs indiqués d’un organisateur et conserve les autres.',
    delete: 'Place un organisateur dans la corbeille et le dissocie des événements.',
    readBySlug: 'Affiche l’organisateur qui porte ce slug.',
    updateBySlug: 'Modifie les champs indiqués de l’organisateur qui porte ce slug et conserve les autres.',
    deleteBySlug: 'Place dans la corbeille l’organisateur qui porte ce slug et le dissocie des événements.',
  },

  categories: {
    name: 'Nom de la catégorie, en texte brut ; il ne peut pas apparaître deux fois sous une même catégorie parente.',
    description: 'Description de la catégorie, en texte ou en HTML simple.',
    slug: 'Partie lisible de l’adresse de la catégorie (slug) ; si elle manque à la création, elle est tirée du nom.',
    color:
      'Couleur de la catégorie dans les pages ; sans elle, une nouvelle catégorie reçoit celle de la catégorie parente, ou sinon une couleur libre.',
    parent: 'Identifiant de la catégorie parente ; 0 place la catégorie au premier niveau.',
  },

  termFilters: {
    search: 'Uniquement celles dont le nom ou le slug contient ce texte.',
    exclude: 'Toutes sauf celles-ci, indiquées par identifiant, dans une liste ou séparées par des virgules.',
    include: 'Uniquement celles-ci, indiquées par identifiant, dans une liste ou séparées par des virgules.',
    order: 'Sens du tri : asc, croissant (par défaut), ou desc, décroissant.',
    post: 'Uniquement celles de l’événement ayant cet identifiant.',
    event: 'Équivaut à post, et l’emporte si les deux sont indiqués.',
    slug: 'Uniquement celle qui porte exactement ce slug.',
  },

  categoryFilters: {
    orderby:
      'Critère de tri des catégories : name (par défaut), id, slug, count, description, parent, term_group, include ou none.',
    hide_empty:
      'Indique si les catégories sans événement publié sont omises, à moins que l’une de leurs sous-catégories n’en ait ; true par défaut.',
    parent:
      'Uniquement les catégories directement rattachées à celle qui a cet identifiant ; 0 demande celles du premier niveau.',
  },

  categoryOperations: {
    list: 'Liste les catégories.',
    create: 'Crée une catégorie.',
    read: 'Affiche une catégorie.',
    update: 'Modifie les champs indiqués d’une catégorie et conserve les autres.',
    delete:
      'Supprime définitivement une catégorie ; ses sous-catégories sont rattachées à sa catégorie parente.',
  },

  tags: {
    name: 'Nom de l’étiquette, en texte brut ; aucune autre étiquette ne peut le porter.',
    description: 'Description de l’étiquette, en texte ou en HTML simple.',
    slug: 'Partie lisible de l’adresse de l’étiquette (slug) ; si elle manque à la création, elle est tirée du nom.',
  },

  tagFilters: {
    orderby:
      'Critère de tri des étiquettes : name (par défaut), id, slug, count, description, term_group, include ou none.',
    hide_empty: 'Indique si les étiquettes sans événement publié sont omises ; true par défaut.',
  },

  tagOperations: {
    list: 'Liste les étiquettes.',
    create: 'Crée une étiquette.',
    read: 'Affiche une étiquette.',
    update: 'Modifie les champs indiqués d’une étiquette et conserve les autres.',
    delete: 'Supprime définitivement une étiquette ; les événements qui la portaient la perdent.',
  },

  history: {
    list: 'Liste les modifications d’un élément, de la plus récente à la plus ancienne.',
    read: 'Affiche un élément tel qu’il était avant une modification.',
    restore: 'Rend à un élément l’état qu’il avait avant une modification.',
    states:
      'Avec true, chaque modification contient l’élément tel qu’il était avant, comme une version seule.',
    batch: 'Id du lot : tout ce qu’une action a modifié.',
    read_batch: 'Montre quels éléments un lot a modifiés, dans la mesure où il peut être annulé.',
    undo_batch:
      'Ramène les éléments d’un lot à ce qu’ils étaient avant, s’ils n’ont pas été modifiés depuis.',
    version: 'Numéro de la version, que donne la liste des modifications.',
  },

  changes: {
    version:
      'Numéro sous lequel l’élément tel qu’il était avant peut être lu et rétabli ; absent s’il n’existait pas encore.',
    operation: 'Ce qui a été fait : create, update, trash, restore ou, définitivement, delete.',
    date: 'Date et heure de la modification, dans le fuseau horaire du site.',
    date_utc: 'Date et heure de la modification, en UTC.',
    user: 'Qui l’a faite ; null si aucun utilisateur n’en est l’auteur.',
    credential:
      'Moyen d’identification utilisé pour la modification ; seuls les éditeurs, les administrateurs et son auteur voient de quel mot de passe d’application il s’agit, et seuls les administrateurs l’adresse du client.',
    changed: 'Les membres de l’élément qui ont été modifiés.',
    rest_url: 'Adresse de la version antérieure à la modification.',
    records: 'Les éléments du lot ; après l’annulation, ceux qui ont été ramenés.',
    kept: 'Les éléments qui restent tels quels, chacun avec la raison.',
    before: 'L’élément tel qu’il était avant, s’il est de ce type.',
  },

  accounts: {
    read: 'Qui suis-je, et que puis-je faire ?',
    id: 'Identifiant du compte, comme dans author.',
    login: 'Identifiant de connexion du compte.',
    email: 'Adresse électronique du compte, s’il en a une.',
    update: 'Modifie quand le compte veut des courriels ; les administrateurs modifient le reste.',
    proposal_mail: 'Quand un éditeur reçoit un courriel disant que des propositions attendent.',
    decision_mail: 'Quand qui propose reçoit un courriel sur la décision d’un éditeur.',
    source_mail: 'Quand qui ajoute une source reçoit un courriel sur ses échecs répétés.',
    role: 'Rôle du compte.',
    credential:
      'Le mot de passe d’application de la requête : son nom, ce qu’il permet (scope) et sa date d’expiration.',
    rights:
      'Ce que la requête peut faire : les droits du rôle, dans la mesure où le mot de passe d’application les permet.',
    rest_url: 'Adresse de cette réponse.',
  },

  merging: {
    merge:
      'Fusionne un élément avec un autre, qui devient celui de tous les événements ; le premier va à la corbeille, ou est supprimé si c’est une catégorie ou une étiquette. Le lot s’annule d’un coup.',
    into: 'Identifiant de l’élément qui reste.',
    dry_run: 'Dit seulement ce qui changerait.',
    alike: 'Liste les paires d’éléments qui se ressemblent et que l’utilisateur peut modifier.',
  },

  users: {
    list: 'Liste les comptes par nom, pour l’administration.',
    invite:
      'Ajoute un compte et crée son invitation : un lien pour choisir un mot de passe, une seule fois, dans la semaine. Il n’est montré que cette fois, et envoyé s’il y a un serveur de courrier.',
    read: 'Affiche un compte.',
    update: 'Modifie un compte. D’autres droits ou limites ferment ses sessions.',
    remove:
      'Supprime un compte avec ses mots de passe et ses sessions. Ses éléments passent à un autre auteur, ou restent sans personne pour auteur.',
    invite_again:
      'Crée une nouvelle invitation d’un compte, à la place de la précédente : elle sert aussi pour un mot de passe oublié.',
    end_sessions: 'Ferme toutes les sessions d’un compte dans /admin.',
    list_passwords: 'Liste les mots de passe d’application d’un compte, sans leurs secrets.',
    revoke_password: 'Révoque un mot de passe d’application d’un compte.',
    name: 'Comment s’appelle la personne.',
    email: 'Adresse électronique du compte ; vide pour la retirer.',
    language: 'Langue de /admin et des courriels ; vide pour celle du navigateur.',
    only_venues:
      'Le compte n’écrit que des événements de ces lieux, des organisateurs que nomme only_organizers ou des catégories que nomme only_categories, par identifiants ; sans aucun, tous.',
    only_organizers: 'Les organisateurs des événements que le compte écrit, par identifiants.',
    only_categories:
      'Les catégories des événements que le compte écrit, avec celles qui en dépendent, par identifiants.',
    state:
      'Si quelqu’un peut se connecter (active), ou a une invitation encore valable (invited) ou qui ne l’est plus (expired).',
    events: 'Nombre de ses événements hors de la corbeille, chaque série une fois.',
    second_factor: 'Si le compte a une deuxième étape ou une clé d’accès.',
    created: 'Quand le compte a été ajouté, en UTC.',
    last_seen: 'Quand le compte a été vu pour la dernière fois, en UTC.',
    invited_until: 'Jusqu’à quand l’invitation est valable, en UTC.',
    invitation:
      'La nouvelle invitation : son lien, jusqu’à quand il est valable et s’il a été envoyé par courriel. Elle n’est montrée que cette fois.',
    passwords: 'Les mots de passe d’application, sans leurs secrets.',
    heir: 'Identifiant du compte qui devient l’auteur de ses éléments.',
    keep_records: 'Si ses éléments restent sans personne pour auteur.',
    password: 'Identifiant du mot de passe d’application.',
  },

  trash: {
    list: 'Liste les éléments de la corbeille que l’utilisateur peut modifier.',
    read: 'Affiche un élément de la corbeille.',
    restore: 'Sort un élément de la corbeille et lui rend le statut et les liens qu’il y avait perdus.',
    delete: 'Supprime définitivement un élément de la corbeille.',
    empty: 'Vide la corbeille et en supprime définitivement les éléments.',
    type: 'Types d’élément, séparés par des virgules : event, venue, organizer ; tous si rien n’est indiqué.',
    days: 'Nombre de jours qu’un élément doit avoir passés dans la corbeille, inchangé, pour être supprimé.',
  },

  trashed: {
    type: 'Type d’élément : event, venue ou organizer.',
    name: 'Titre de l’événement, ou nom du lieu ou de l’organisateur.',
    status_before_trash: 'Statut de l’élément avant sa mise à la corbeille.',
    rest_url: 'Adresse de l’élément dans la corbeille.',
    deleted: 'Nombre d’éléments de chaque type définitivement supprimés.',
  },

  occurrencePlan: {
    added:
      'Les dates qui seraient ajoutées ; une occurrence qui avait disparu revient avec son identifiant, une nouvelle n’en a pas encore.',
    removed: 'Les occurrences qui disparaîtraient.',
    moved:
      'Les occurrences qui garderaient leur identifiant à un autre moment, avec l’heure qu’elles auraient.',
    kept: 'Les occurrences qui resteraient à leur heure.',
  },

  about: {
    history:
      'L’historique des événements, des lieux, des organisateurs, des catégories et des étiquettes : ce qui a été modifié, par qui, et ce qu’ils étaient avant. Qui peut modifier un élément peut en consulter l’historique et en rétablir toute version antérieure.',
    trash:
      'Le contenu de la corbeille : les événements, les lieux et les organisateurs supprimés, à rétablir ou à supprimer définitivement.',
    users:
      'Le compte avec lequel une requête est identifiée, et ce qu’elle peut faire ; et tous les comptes, pour l’administration.',
  },

  site: {
    robots: 'Indique aux robots qu’ils peuvent tout lire, et où se trouve le plan du site.',
    sitemap: 'Énumère les adresses publiques du site, ou ses propres parties s’il y en a plus de 50 000.',
    part: 'Partie d’un plan du site trop long pour un seul document, telle que son index la nomme.',
    security: 'Indique où signaler des failles de sécurité.',
    catalog: 'Énumère les interfaces du service et leurs descriptions.',
    index: 'Donne le nom du site et les espaces de noms de son interface, comme le fait WordPress.',
  },
  lists: { venues: 'Lieux', organizers: 'Organisateurs', categories: 'Catégories', tags: 'Étiquettes' },
  calendar: {
    because: '{name} : {value}',
    canceled: 'Annulé',
    postponed: 'Reporté',
    moved_online: 'Désormais en ligne',
    online: 'En ligne',
    organizers: 'Organisé par',
    price: 'Tarif',
    website: 'Site web',
    tickets: 'Billets',
    available: 'disponibles',
    few: 'derniers billets',
    sold_out: 'complet',
    ended: 'vente terminée',
    places: 'Places',
    places_available: 'disponibles',
    places_few: 'dernières places',
    places_sold_out: 'complet',
    places_ended: 'inscriptions closes',
    page: 'En savoir plus',
  },

  imageUpload: {
    upload:
      'Envoie une image, comme corps de la requête ou comme partie file d’un formulaire. Son identifiant ou son adresse peut ensuite être indiqué comme image des éléments.',
    list: 'Énumère les images que le compte peut modifier, les plus récentes d’abord.',
    search:
      'Seulement les images avec ces mots dans leur texte alternatif, leur crédit, leur licence ou le nom de leur fichier.',
    unused:
      'Seulement les images qu’aucun événement, lieu ni organisateur n’affiche, et qu’aucune proposition ne veut afficher ; false : seulement les autres.',
    alt: 'Avec missing, seulement les images sans texte alternatif.',
    former_of:
      'Seulement les images qui ont les anciens fichiers de l’image ayant cet identifiant, absentes des autres listes.',
    uses: 'Combien d’événements, de lieux et d’organisateurs affichent l’image, corbeille comprise.',
    proposals: 'Combien de changements non publics et de propositions sans compte veulent afficher l’image.',
    id: 'Id de l’image.',
    read: 'Affiche une image à qui peut la modifier.',
    update:
      'Modifie ce qu’on lit d’une image : son texte alternatif, dans n’importe quelle langue, son point d’intérêt, son crédit et sa licence.',
    file_of:
      'Identifiant d’une autre image du compte que rien ne montre : son fichier remplace celui-ci, partout. Elle reçoit l’ancien fichier, si bien que la même requête l’annule.',
    remove:
      'Supprime une image qu’aucune fiche, aucun texte et aucun historique ne montre, avec ses fichiers. C’est irréversible.',
    alt_text: 'Ce que montre l’image, pour qui ne la voit pas, en texte brut ; un texte vide le supprime.',
    credit: 'Qui a fait l’image, tel qu’on doit le lire dessous, en texte brut ; un texte vide le supprime.',
    license: 'Licence de l’image : une adresse, ou un nom court comme CC BY 4.0 ; un texte vide la supprime.',
    focal_point: 'Ce que les recadrages gardent, en pourcentages depuis la gauche et le haut ; null l’ôte.',
  },

  pages: {
    skip: 'Aller au contenu',
    views: 'Vues',
    list: 'Liste',
    month: 'Mois',
    week: 'Semaine',
    today: 'Aujourd’hui',
    map: 'Carte',
    past: 'Passés',
    languages: 'Langues',
    language: 'Français',
    events: 'Événements',
  },

  errorPages: {
    not_found: 'Cette page est introuvable',
    not_found_text: 'L’événement est peut-être passé, ou l’adresse contient une erreur. Cherchez-le :',
    gone: 'Cet événement n’est plus disponible',
    gone_text: 'Il a été retiré de l’agenda. Cherchez-en un autre :',
    not_public: 'Cette page n’est pas publique',
    not_public_text: 'Seules les personnes qui la préparent peuvent la voir.',
    failed: 'La page n’a pas pu être créée',
    refused: 'La requête n’a pas pu être traitée',
    wrong_value: 'Quelque chose dans l’adresse ne va pas. Revenez en arrière et choisissez à nouveau.',
    details: 'Détails',
    back: 'Tous les événements à venir',
  },

  accessibility: {
    title: 'Déclaration d’accessibilité',
    lead: '{name} souhaite que chacun puisse utiliser ce site, conformément à {value}.',
    law_eu: 'la directive (UE) 2016/2102',
    law_es: 'l’ordonnance royale espagnole 1112/2018 du 7 septembre',
    law_fr: 'l’article 47 de la loi nº 2005-102 du 11 février 2005',
    incomplete: 'Cette déclaration n’est pas encore complète.',
    status: 'État de conformité',
    full: 'Ce site est en conformité totale avec {value}.',
    partial:
      'Ce site est en conformité partielle avec {value}, en raison des exceptions énumérées ci-dessous.',
    none: 'Ce site n’est pas en conformité avec {value}.',
    unknown: 'La conformité de ce site avec {value} n’a pas encore été évaluée.',
    issues: 'Contenus non accessibles',
    prepared: 'Établissement de cette déclaration',
    dated: 'Cette déclaration a été établie le {date}.',
    tested:
      'Le logiciel de ce site, Almanac, est testé avec axe (WCAG 2.2 AA) dans un navigateur, au clavier, sans script et à 320 pixels de large. Ces tests ne portent pas sur les textes et les images des événements.',
    contact: 'Retour d’information et contact',
    contact_text:
      'Si vous rencontrez un obstacle ou avez besoin d’un contenu sous une autre forme, écrivez-nous :',
    complaints: 'Voies de recours',
    complaints_text:
      'Si vous n’obtenez pas de réponse, ou si elle ne vous satisfait pas, vous pouvez adresser une réclamation ici :',
  },

  privacy: {
    title: 'Confidentialité',
    lead: 'Responsable de ce site : {name}.',
    cookies: 'Cookies',
    cookies_none: 'Les pages publiques ne déposent aucun cookie et n’enregistrent rien dans le navigateur.',
    cookies_admin:
      'Les personnes qui préparent l’agenda se connectent à {name} : un cookie de session y expire après {value} sans utilisation, et le navigateur conserve ce qui est saisi jusqu’à ce que le service l’ait reçu.',
    log: 'Journal des requêtes',
    log_text:
      'Pour chaque requête, le journal note l’heure, l’adresse demandée, l’adresse réseau (IP) et le compte, s’il y en a un.',
    log_kept: 'Durée de conservation du journal : {value}.',
    log_unknown: 'Le responsable n’a pas indiqué combien de temps il est conservé.',
    log_security: 'Durée de conservation du journal de sécurité de {name} : {value}.',
    forever: 'sans limite',
    proposals: 'Propositions',
    proposals_text:
      'De qui propose un événement, nous gardons le nom et l’adresse électronique, que seule la rédaction voit, jusqu’à trente jours après l’événement. Une empreinte à clé du réseau d’origine (un « hash »), qui ne le révèle pas, est gardée un jour.',
    third: 'Tiers',
    third_none: 'Les pages ne demandent rien à aucun autre serveur.',
    third_tiles:
      'La carte et les pages d’événements avec une carte demandent des images à un autre serveur, {name}, qui reçoit votre adresse réseau. Les autres pages ne demandent rien à personne d’autre.',
  },

  home: {
    coming: 'Les prochains jours',
    all: 'Tous les événements',
    weeks: 'Les prochaines semaines',
    questions: 'Ce qu’on demande',
    today: 'Encore aujourd’hui',
    tomorrow: 'Demain',
    weekend: 'Ce week-end',
    children: 'Pour les enfants',
    online: 'En ligne',
  },

  listPages: {
    upcoming: 'Événements à venir',
    ongoing: 'En ce moment',
    all_ongoing: 'Les {count} événements en cours',
    running_one: '{count} événement en ce moment',
    running_other: '{count} événements en ce moment',
    past: 'Événements passés',
    begun: 'Déjà commencés',
    events_one: '{count} événement',
    events_other: '{count} événements',
    results: 'Résultats pour « {value} »',
    venue: 'Lieu',
    organizer: 'Organisateur',
    category: 'Catégorie',
    named_so: 'Lieux, organisateurs et catégories de ce nom',
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    all_day: 'toute la journée',
    all_dates: 'Afficher les {count} dates',
    once: 'Chaque série une seule fois',
    more_dates_one: 'et {count} autre date',
    more_dates_other: 'et {count} autres dates',
    none: 'Aucun événement ne correspond à votre choix',
    nothing_planned: 'Rien n’est prévu pour le moment',
    nothing_planned_text: 'Les nouveaux événements apparaîtront ici.',
    try_without: 'Essayez sans l’un des filtres :',
    past_match_one: '{count} événement passé correspond.',
    past_match_other: '{count} événements passés correspondent.',
    see_past: 'Voir les événements passés',
    categories: 'Catégories : {values}.',
    pages: 'Pages',
    page: 'Page {value}',
    previous: 'Précédente',
    next: 'Suivante',
    above: 'Catégories supérieures',
    below: 'Catégories plus précises',
  },

  look: {
    agenda: 'L’agenda',
    yours: 'Pour la réutiliser',
    api: 'Données ouvertes : API',
    table: 'Tableau CSV',
    licence: 'Licence des données :',
    propose: 'Proposer un événement',
    embed: 'Sur votre site',
    calendar: 'S’abonner au calendrier',
    feed: 'Flux RSS',
    about: 'À propos de ce site',
  },

  pageOperations: {
    page: 'Affiche une page destinée aux personnes.',
    asset: 'Un fichier que les pages chargent.',
    version: 'Identifie le contenu du fichier.',
    own_page: 'Nom d’une page de l’exploitant.',
  },
  embedWords: {
    loading: 'Chargement des événements',
    ongoing: 'En ce moment',
    until: 'jusqu’au {date}',
    allDay: 'toute la journée',
    none: 'Il n’y a aucun événement pour le moment.',
    noneInMonth: 'Il n’y a aucun événement ce mois-ci.',
    eventsOf: 'Événements en {month}',
    events: 'Événements : {count}',
    more: '{count} de plus',
    shown: '{count} événements sur {total}',
    showMore: 'Afficher plus d’événements',
    all: 'Ouvrir l’agenda',
    previous: 'Mois précédent',
    next: 'Mois suivant',
    away: 'Les événements ne peuvent pas être affichés pour le moment.',
    noSuch: 'Ces événements sont introuvables : une catégorie ou un lieu a peut-être changé de nom.',
    retry: 'Réessayer',
  },

  embed: {
    script: 'Envoie le script de l’élément qui affiche les événements sur d’autres sites.',
    title: 'Les événements sur votre site',
    lead: 'Deux lignes suffisent pour afficher cet agenda sur un autre site : en liste ou par mois, sans cadre, sans cookies et aux couleurs de ce site.',
    view: 'Vue',
    list: 'Liste',
    month: 'Mois',
    category: 'Catégorie',
    all_categories: 'Toutes les catégories',
    language: 'Langue',
    compose: 'Afficher le code',
    line: 'Le code à copier',
    howto:
      'Collez ces deux lignes dans votre page, là où les événements doivent apparaître. Le script n’est nécessaire qu’une fois, même si la page contient plusieurs agendas. Le lien remplace l’agenda là où les scripts ne fonctionnent pas.',
    copy: 'Copier',
    copied: 'Copié',
    result: 'Le résultat',
    frame: 'Sans script : un cadre',
    frame_allowed: 'Les sites que l’agenda autorise peuvent afficher ce cadre : {names}.',
    frame_denied:
      'Si votre site n’admet pas les scripts, il existe un cadre. L’exploitant de l’agenda doit d’abord autoriser votre site (FRAME_ANCESTORS).',
    needs_script:
      'Les événements apparaîtront ici une fois JavaScript activé. En attendant, les visiteurs de votre site voient le lien.',
  },
  cards: {
    event:
      'Dessine la carte d’un événement, l’image des liens qui y mènent : sa date, son titre et son lieu. D’un événement protégé, elle montre ce qu’en montrent les listes.',
    list: 'Dessine la carte d’une liste : la catégorie, l’étiquette, le lieu ou l’organisateur dont elle traite, et son mois ; à défaut, le nom du site.',
    month: 'Mois de la liste, par exemple 2031-05.',
    version:
      'Ce que montre la carte, tel que le nomment les pages : les caches peuvent conserver une carte qui le montre encore.',
  },

  calendarPages: {
    today: 'Aujourd’hui',
    jump: 'Aller à une date',
    go: 'Afficher',
    date: 'Date',
    month: 'Mois',
    year: 'Année',
    last_day: 'Dernier jour',
    more: '{count} de plus',
    running: 'De longue durée',
    running_one: '{count} événement de longue durée',
    running_other: '{count} événements de longue durée',
    running_others: 'Autres événements de longue durée',
    none: 'Aucun événement.',
    next_event: 'Ce qui vient ensuite',
    last_event: 'La dernière date annoncée',
    canceled: 'Annulé',
    postponed: 'Reporté',
    moved_online: 'Désormais en ligne',
    protected: 'Protégé',
    previous: 'plus tôt',
    next: 'plus tard',
  },

  monthPages: {
    caption: '{month} : événements par jour',
    months: 'Mois',
    this_month: 'Ce mois-ci',
    week: 'Semaine {week}',
    week_column: 'Semaine',
  },

  weekPages: { title: 'Semaine {week} : {days}', weeks: 'Semaines', this_week: 'Cette semaine' },

  dayPages: {
    days: 'Jours',
    through: 'Toute la journée ou plus',
    timed: 'Avec horaire',
    night: 'Nuit',
    morning: 'Matin',
    afternoon: 'Après-midi',
    evening: 'Soir',
    whole_month: 'Tout le mois',
    whole_week: 'Toute la semaine',
  },

  eventPage: {
    whole_picture: 'Agrandir l’image',
    next_date: 'Prochaine date :',
    next_day: '(le lendemain)',
    local_time: 'À votre heure locale : {value}',
    unpublished: 'Non publié',
    over: 'Terminé',
    running: 'En ce moment',
    featured: 'À la une',
    series: 'Série',
    canceled_text: 'Cet événement n’aura pas lieu.',
    postponed_text: 'Une nouvelle date sera annoncée.',
    moved_online_text: 'Cet événement se déroulera en ligne.',
    join_online: 'Participer en ligne',
    is_online: 'Cet événement se déroule en ligne.',
    where: 'Où',
    online: 'En ligne',
    price: 'Tarif',
    organizer: 'Organisation',
    website: 'Site web',
    tags: 'Thèmes',
    add: 'Ajouter à mon agenda',
    add_short: 'À l’agenda',
    on_map: '{name} sur la carte',
    directions: 'Itinéraire',
    register: 'Inscription',
    more_information: 'Plus d’informations',
    back: 'Retour',
    ics: 'Fichier d’agenda (.ics)',
    subscribe: 'S’abonner à toutes les dates',
    share: 'Partager',
    copy: 'Copier le lien',
    copied: 'Lien copié',
    dates: 'Autres dates',
    all_dates: 'Toutes les dates',
    coming_dates: 'Prochaines dates',
    past_dates: 'Dates passées',
    no_dates: 'Il n’y en a pas.',
    similar: 'À découvrir aussi',
    locked: 'Cet événement est protégé',
    locked_text: 'Saisissez le mot de passe qui vous a été donné pour tout voir.',
    password: 'Mot de passe',
    open: 'Afficher l’événement',
    wrong_password: 'Ce n’est pas le mot de passe de cet événement. Vérifiez les majuscules et réessayez.',
    picture: 'Image',
    medium: 'Audio ou vidéo',
    table: 'Tableau',
  },

  filterForm: {
    title: 'Rechercher et filtrer',
    search: 'Rechercher',
    searched: 'Recherche : {value}',
    search_hint: 'Titre ou texte',
    dates: 'Dates',
    from: 'Du',
    to: 'Au',
    categories: 'Catégories',
    tags: 'Thèmes',
    venue: 'Lieux',
    organizer: 'Organisateurs',
    city: 'Communes',
    cost: 'Tarif',
    language: 'Langues',
    free: 'Gratuits ou sans tarif indiqué',
    paid: 'Payants',
    unknown: 'Autres',
    apply: 'Afficher les événements',
    all_values: 'Tout afficher ({count})',
    chosen: 'Filtres choisis',
    remove: 'Retirer ce filtre : {value}',
    clear: 'Retirer tous les filtres',
    featured: 'À la une',
    online: 'En ligne',
    not_online: 'Sur place',
    ongoing: 'En ce moment',
    upcoming: 'À venir',
    past: 'Passés',
    all: 'Passés et à venir',
    scheduled: 'Comme prévu',
  },

  subscribe: {
    title: 'S’abonner',
    text: 'Votre agenda ou votre lecteur de flux affichera de lui-même les nouveaux événements.',
    text_filtered:
      'Votre agenda ou votre lecteur de flux affichera de lui-même les nouveaux événements, avec les filtres choisis ici.',
    calendar: 'S’abonner depuis votre agenda',
    more: 'Autres options',
    google: 'Google Agenda',
    outlook: 'Outlook',
    download: 'Fichier d’agenda (.ics)',
    table: 'Tableau (CSV)',
  },

  contactPages: {
    venues: 'Lieux',
    organizers: 'Organisateurs',
    venues_text: 'Tous les lieux qui accueilleront bientôt un événement.',
    organizers_text: 'Tous les organisateurs d’événements à venir.',
    venues_none: 'Aucun lieu n’a d’événement à venir pour le moment.',
    organizers_none: 'Aucun organisateur n’a d’événement à venir pour le moment.',
    most: 'Voici les {count} qui ont le plus d’événements.',
    letters: 'Initiales',
    address: 'Adresse',
    phone: 'Téléphone',
    email: 'Courriel',
    website: 'Site web',
    upcoming: 'Événements à venir',
    events_one: '{count} événement',
    events_other: '{count} événements',
    none: 'Rien n’est prévu pour le moment.',
    filter: 'Rechercher et filtrer ces événements',
    past: 'Événements passés',
    on_map: 'Voir tous les lieux sur la carte',
  },

  mapPage: {
    title: 'Les événements sur la carte',
    text_one: '{count} lieu avec des événements',
    text_other: '{count} lieux avec des événements',
    events_one: '{count} événement',
    events_other: '{count} événements',
    next: 'Le prochain :',
    now: 'En ce moment :',
    map: 'Carte des lieux',
    none: 'Aucun lieu n’a d’événement correspondant.',
    most: 'Voici les {count} lieux qui ont le plus d’événements. Choisissez une commune pour voir tous ses lieux :',
    elsewhere: 'Sans commune',
    zoom_in: 'Zoomer',
    zoom_out: 'Dézoomer',
    close: 'Fermer',
    together: '{count} lieux ici : zoomez',
  },
};

const and = joinedBy('et');
const vowel = /^[aeiou]/;
const de = (text: string): string =>
  text.startsWith('le ') ? `du ${text.slice(3)}` : vowel.test(text) ? `d’${text}` : `de ${text}`;
const au = (text: string): string => (text.startsWith('le ') ? `au ${text.slice(3)}` : `à ${text}`);
const le = (day: number): string => (day === 1 ? 'le 1er' : `le ${day}`);

const numbers = ['', '', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix'];
const ordinals =
  '_ premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième'.split(' ');
const nth = (number: number): string => `le ${ordinals[number] ?? `${number}e`}`;
const units = {
  day: 'tous les # jours',
  week: 'toutes les # semaines',
  month: 'tous les # mois',
  year: 'tous les # ans',
};
const allOfThem = (weekday: string): string => `${weekday}s`;

export const times: TimeGrammar = {
  whole: '{hour}\u00a0h',
  past: '{hour}\u00a0h\u00a0{minute}',
  span: 'de\u00a0{from} à\u00a0{to}',
  partsOfDay: ['12:00', '18:00'],
};

export const typography: Typography = {
  text: typed => typed.replaceAll(/ (?=[:;!?»])|(?<=«) |(?<=\d) (?=\d{3})/g, '\u00a0'),
  // Intl knows no `1er`.
  date: said => said.replaceAll(/(?<=^|\p{L}\.? |–\s?)1(?=[\s–])/gu, '1er'),
};

export const recurrence: RecurrenceGrammar = {
  and,
  or: joinedBy('ou'),
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche'.split(' '),
  day: 'jour',
  workingDay: 'jour ouvré',
  weekendDay: 'jour de week-end',
  ofTheseDays: 'de ces jours',

  every: (interval, unit) => units[unit].replace('#', `${numbers[interval] ?? interval}`),
  everyWeekday: {
    all: 'tous les jours',
    span: (first, last) => `du ${first} au ${last}`,
    list: weekdays => `tous les ${and(weekdays.map(allOfThem))}`,
  },
  onWeekdays: {
    all: 'tous les jours',
    span: (first, last) => `du ${first} au ${last}`,
    list: weekdays => and(weekdays.map(weekday => `le ${weekday}`)),
  },
  everyWeekdayThe: (weekday, day) => `tous les ${allOfThem(weekday)} ${le(day).slice(3)}`,
  within: (every, days) => `${every}, ${days}`,
  on: days => days,

  theDay: le,
  nth,
  last: ['le dernier', 'l’avant-dernier'],
  nthFromEnd: (number, noun) => `${nth(number)} ${noun} en partant de la fin`,
  span: (first, last) => `${de(first)} ${au(last)}`,

  ofEach: { week: 'de chaque semaine', month: 'de chaque mois', year: 'de chaque année' },
  ofThe: { week: 'de la semaine', month: 'du mois', year: 'de l’année' },
  eachYear: 'de chaque année',
  ofMonths: months => (months.length === 1 ? de(months[0]!) : `des mois ${and(months.map(de))}`),
  everyOfMonths: months => and(months.map(de)),
  inMonths: months => and(months.map(month => `en ${month}`)),
  monthSpan: (first, last) => `${de(first)} à ${last}`,
  ofMonthSpan: span => `des mois ${span}`,

  daysInMonth: (days, month) => `${and(days.map(le))} ${month}`,
  spanInMonth: (first, last, month) => `${de(le(first))} ${au(le(last))} ${month}`,
  inYear: (dates, year) => `${dates} ${year}`,
  edge: (day, weekday) => (weekday ? le(day).replace('le', `le ${weekday}`) : le(day)),
  edgeInMonth: (edge, month) => `${edge} ${month}`,
  range: (first, last) => [de(first), ' ', au(last)],
  at: time => `à ${sayTime(times, time)}`,
  atVariousTimes: 'à diverses heures',

  since: date => `à partir ${de(date)}`,
  until: date => `jusqu’${au(date)}`,
  untilTime: time => `jusqu’à ${sayTime(times, time)}`,
  times: count => `${count === 1 ? 'une' : count === 2 ? 'deux' : count} fois`,
  days: count => `${count} jours`,
  dates: count => `${count} dates`,
  also: dates => `ainsi que ${dates}`,
  except: dates => `sauf ${dates}`,

  aDayCalled: name => `un ${name.replaceAll(/, | ou /g, '$&un ')}`,
  onlyIf: conditions => `uniquement si c’est ${conditions.join(' et si c’est ')}`,
  onlyIn: months => `uniquement ${months}`,
  onlyNth: (days, period) => `uniquement ${days} ${recurrence.ofEach[period]}`,
};
