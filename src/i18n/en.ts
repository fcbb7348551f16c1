import { joinedBy, type RecurrenceGrammar } from './recurrence-grammar.ts';
import { sayTime, type TimeGrammar } from './time-of-day.js';
import type { Typography } from './typography.ts';

/** The messages in English. Their type is what every other language has to provide. */
export const messages = {
  /**
   * Messages of errors by code, then what was expected of a parameter (`expected_…`).
   * Placeholders: `{names}` parameters and `{values}` values, joined by commas, `{name}` and `{other}` a parameter,
   * `{id}` an id, `{max}` a number, `{wait}` seconds.
   */
  errors: {
    rest_missing_callback_param: 'Required parameters are missing: {names}',
    rest_invalid_param: 'Parameters with an invalid value: {names}',
    rest_invalid_json: 'The request body is not valid JSON.',
    rest_callback_invalid: 'The name of the JSONP callback function is not valid.',
    rest_invalid_host:
      'The Host header is not valid: it must be sent once and hold the name or address of a host, with or without a port.',
    rest_forbidden_401: 'This operation requires signing in.',
    rest_forbidden_403: 'The user is not allowed to carry out this operation.',
    incorrect_password: 'The application password is not correct.',
    expired_password: 'The application password has expired.',
    insufficient_scope: 'This application password only allows reading.',
    invalid_username: 'No user has this name.',
    invalid_email: 'No user has this e-mail address.',
    rest_no_route: 'There is no route for this address and method.',
    rest_not_acceptable: 'None of the formats that the request accepts is available; these are: {values}.',
    rest_range_not_satisfiable: 'The file has {max} bytes: the range that was asked for is beyond them.',
    rest_invalid_namespace: 'The requested namespace does not exist.',
    internal_server_error: 'The service could not answer because of an internal error.',
    payload_too_large: 'The request body is larger than the service accepts.',
    rest_unsupported_content_encoding:
      'The Content-Encoding of the request is not supported: its body must be sent without an encoding.',
    rest_unsupported_transfer_encoding:
      'The Transfer-Encoding of the request is not supported: only chunked is supported.',
    too_many_requests: 'There were too many requests from this address; try again in {wait} seconds.',
    too_many_failures: 'There were too many failed attempts to sign in; try again in {wait} seconds.',
    uri_too_long: 'The address of the request is longer than the service accepts.',
    headers_too_large: 'The headers of the request are larger than the service accepts.',
    request_timed_out: 'The request took too long to arrive.',
    rest_precondition_failed: 'The record has changed since it was read: read it again before changing it.',
    idempotency_key_reused: 'This Idempotency-Key has already been used for another request.',
    idempotent_answer_withheld:
      'The request has already been carried out, but the record it created can no longer be read.',
    service_unavailable: 'The service is not available at the moment; try again later.',
    store_not_writable:
      'The change could not be saved: the store accepts no changes at the moment. Reading still works; try again later.',
    write_in_doubt:
      'The change may have been saved, but the store could not confirm it: check before you repeat it.',
    'rest-event-not-found': 'There is no event with the id {id}.',
    'rest-invalid-event-id': 'The record with the id {id} is not an event.',
    'event-no-longer-available': 'The event is no longer available.',
    'event-not-accessible': 'Reading this event is not allowed.',
    'event-password-protected': 'The event is protected by a password.',
    'event-is-no-series': 'The event is not a series: it does not repeat.',
    'event-is-in-trash': 'The event is already in the trash.',
    'venue-not-accessible': 'Reading this venue is not allowed.',
    'venue-is-in-trash': 'The venue is already in the trash.',
    'organizer-not-accessible': 'Reading this organizer is not allowed.',
    'organizer-is-in-trash': 'The organizer is already in the trash.',
    'could-not-create-venue': 'The venue could not be created from the data received.',
    'could-not-create-organizer': 'The organizer could not be created from the data received.',
    'could-not-update-venue': 'The venue could not be updated with the data received.',
    'could-not-update-organizer': 'The organizer could not be updated with the data received.',
    'event-archive-page-not-found': 'The list of events has no such page.',
    'venue-archive-page-not-found': 'The list of venues has no such page.',
    'organizer-archive-page-not-found': 'The list of organizers has no such page.',
    'version-archive-page-not-found': 'The history has no such page.',
    'rest-version-not-found': 'The history holds no such version.',
    'image-archive-page-not-found': 'There is no such page of images.',
    expected_missing: '{name} must be missing.',
    'trash-archive-page-not-found': 'There is no such page in the trash.',
    'rest-trash-record-not-found': 'No record with this id is in the trash.',
    term_exists: 'This name is already taken at the same level.',
    rest_taxonomy_not_hierarchical: 'Tags form no hierarchy, so a tag cannot have a parent.',
    duplicate_term_slug: 'Another category or tag already has this slug.',
    'event-tickets-not-active': 'Events cannot be filtered by tickets: no ticket system is active.',
    expected_record_types:
      '{name} must consist of one or more of these values, separated by commas: event, venue, organizer.',
    expected_integer: '{name} must be an integer.',
    expected_positive_integer: '{name} must be an integer, 1 or greater.',
    expected_number: '{name} must be a number.',
    expected_latitude: '{name} must be a latitude, between -90 and 90.',
    expected_longitude: '{name} must be a longitude, between -180 and 180.',
    expected_boolean: '{name} must be true or false, or 1 or 0.',
    expected_true_or_false: '{name} must be true or false.',
    expected_string: '{name} must be a string.',
    expected_text: '{name} must be a string that is not empty.',
    expected_date: '{name} must be a date, with or without a time, for example 2031-05-10 19:30:00.',
    expected_month: '{name} must be a month, for example 2031-05.',
    expected_end_after_start: '{name}: the event cannot end before it starts.',
    expected_time_zone: '{name} must be an IANA time zone such as Europe/Madrid or an offset such as UTC+2.',
    expected_status:
      '{name} must be publish, future, draft, pending or private; when filtering a list, also trash.',
    expected_status_public: '{name} can only be publish, because the user may not edit.',
    expected_url: '{name} must be a complete URL, for example https://example.org/agenda.',
    expected_image: '{name} must be the id or the web address of an image.',
    expected_image_right:
      '{name} must be the id of an image, because the user may not fetch images by web address.',
    rest_user_not_found: 'There is no account with this id.',
    'user-archive-page-not-found': 'The list of accounts has no such page.',
    rest_password_not_found: 'The account has no such application password.',
    last_administrator: 'This is the only administrator: give another account this role first.',
    own_account: 'Nobody removes the own account, or gives it another role: another administrator does.',
    account_has_records: '{count} records have this account as their author: send heir, or keep_records.',
    outside_limits: 'This account only adds, changes and deletes events of: {values}.',
    expected_login: '{name} must consist of letters, digits and . _ - @, 60 at most.',
    expected_line: '{name} must be one line of text, without control characters.',
    expected_email: '{name} must be an e-mail address.',
    expected_unused: '{name} belongs to another account already.',
    expected_user: '{name} must be the id of an existing user.',
    expected_author_right: '{name}: only editors may name another author.',
    expected_recurrence: '{name} must be a list of lines as in RFC 5545, or one text.',
    expected_dates: '{name} must be a list of objects, each with start_date and end_date.',
    expected_either: '{name} and {other} cannot be sent together.',
    expected_scope: '{name} must be this, following or all.',
    expected_scope_of_series:
      '{name}: a series changes as a whole; choose one of its occurrences to change only that one.',
    expected_series_outside_trash: '{name}: The series is in the trash: restore it first.',
    expected_scope_for_recurrence:
      '{name} belongs to the whole series; with scope=following or scope=all it can be changed.',
    expected_shorter_in_series:
      '{name}: in a series of {count} occurrences, description and excerpt together must not have more than {max} characters.',
    expected_shorter_translations:
      '{name}: in a series of {count} occurrences, description, excerpt and all translations together must not have more than {max} characters.',
    expected_shift: '{name}: the rule cannot be moved by this number of days; send recurrence as well.',
    expected_event: '{name} must be the id of an existing event.',
    expected_venue_ids:
      '{name} must be a list of ids of existing venues, as an array or separated by commas.',
    expected_series_ids:
      '{name} must be a list of ids of existing series, as an array or separated by commas.',
    expected_organizer_ids:
      '{name} must be a list of ids of existing organizers, as an array or separated by commas.',
    expected_venues:
      '{name} must list venues: ids of existing venues, names, or objects with the name in venue.',
    expected_organizers:
      '{name} must list organizers: ids of existing organizers, names, or objects with the name in organizer.',
    expected_categories: '{name} must list existing categories, by id, slug or name.',
    expected_tags: '{name} must list existing tags, by id, slug or name.',
    expected_new_category_right:
      '{name} includes a category that does not exist, and the user may not create categories.',
    expected_new_tag_right: '{name} includes a tag that does not exist, and the user may not create tags.',
    expected_parent: '{name} must be the id of an existing category, or 0 for the top level.',
    expected_levels: '{name} would nest categories more than {max} levels deep.',
    expected_cost: '{name} must be a number, a text or a list of numbers and texts.',
    expected_currency: '{name} must be an ISO 4217 currency code, for example EUR.',
    expected_known: '{name} is not known here, so it would have no effect.',
    expected_nothing_to_hide:
      '{name} has no effect here: the record would be public. Leave it out, or hide the record in another way.',
    expected_focal_point: '{name} must be an object with x and y, each from 0 to 100.',
    expected_object: '{name} must be a JSON object.',
    expected_levels_below: '{name} must not be nested more than {max} levels deep.',
    expected_list_of_ids: '{name} must be a list of ids, as an array or separated by commas.',
    expected_facets: '{name} must list facets, separated by commas: {values}.',
    expected_up_to: '{name} must be a whole number from 1 to {max}.',
    expected_one_of: '{name} must be one of {values}.',
    expected_some_of: '{name} must list one or more of {values}.',
    expected_interval:
      '{name} must be an interval, for example 2031-05-10/2031-05-12, 2031-05-10T18:00/PT2H or 2031-05-10/ without an end.',
    expected_order_with: '{name} can only be {values} together with {other}.',
    expected_record_id: '{name} must be the id of an existing record of this type.',
    expected_other_record: '{name} must be the id of another record of this type, which is not below it.',
    expected_record_slug: '{name} must be the slug of an existing record of this type.',
    expected_entity_tags: '{name} must be * or a list of ETags in quotes, as answers give them.',
    expected_idempotency_key:
      '{name} must be a text of 1 to 255 ASCII characters in quotes, for example a UUID.',
    expected_with: '{name} can only be given together with {other}.',
    expected_languages: '{name} must have languages as its members: {values}.',
    expected_translated: '{name} may have these members: {values}, and status.',
    expected_other_language:
      '{name} must not have texts in {value}: that is the language of the record itself.',
    expected_untranslated_language:
      '{name} must not be {value}: the record has a translation into that language, which must be removed first.',
    expected_language_of_request:
      '{name} needs a language: the path must begin with it, or i18n_language must name it.',
    expected_not_blank: '{name} must not be blank.',
    expected_max_length: '{name} must not be longer than {max} characters.',
    expected_too_many: '{name} must not have more than {max} elements.',
    expected_fewer_words: '{name} must not have more than {max} words and phrases.',
    recurrence_line: '{name}: {part} is not a line of RFC 5545, for example RRULE:FREQ=WEEKLY;BYDAY=TU.',
    recurrence_unknown_line:
      '{name}: {part} is not supported; a recurrence has the lines RRULE, RDATE and EXDATE.',
    recurrence_exrule: '{name}: EXRULE is not supported; list the excluded dates in EXDATE.',
    recurrence_second_rule: '{name} must not have more than one RRULE; further dates can be listed in RDATE.',
    recurrence_frequency_missing:
      '{name}: the rule must have FREQ, with the value DAILY, WEEKLY, MONTHLY or YEARLY.',
    recurrence_frequency: '{name}: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY, not {value}.',
    recurrence_sub_daily: '{name}: FREQ={value} is not supported; an event repeats at most once a day.',
    recurrence_time_part: '{name}: {part} is not supported; all dates of a rule have the time of the start.',
    recurrence_byweekno:
      '{name}: BYWEEKNO is not supported; list the days in BYYEARDAY, or the dates in RDATE.',
    recurrence_unknown_part: '{name}: {part} is not part of a rule.',
    recurrence_repeated_part: '{name}: the rule has {part} more than once.',
    recurrence_count_and_until: '{name}: a rule cannot have both COUNT and UNTIL.',
    recurrence_value: '{name}: {value} is not a valid value of {part}.',
    recurrence_ordinal:
      '{name}: BYDAY may number weekdays, as in {value}, only with FREQ=MONTHLY or FREQ=YEARLY.',
    recurrence_part_with_frequency: '{name}: {part} cannot be used with FREQ={value}.',
    recurrence_setpos_alone: '{name}: BYSETPOS needs another part to select from, for example BYDAY.',
    recurrence_until_before_start: '{name}: UNTIL is before the start of the event.',
    recurrence_no_dates: '{name}: the rule gives no date within four years of the start.',
    recurrence_begins_too_early:
      '{name}: until {day} the rule gives more than {value} dates. Let it begin later, or give it an end.',
    recurrence_too_many_dates: '{name}: with this {part} the rule gives more than {value} dates.',
    recurrence_zone: '{name}: {part} has the unknown time zone {value}.',
    recurrence_period: '{name}: the period {value} in {part} cannot end before it starts.',
    recurrence_too_many_values: '{name}: {part} must not list more than {value} dates.',
    recurrence_too_long: '{name}: {part} must not be longer than {value} characters.',
    rest_invalid_multipart: 'The multipart body could not be read.',
    rest_bad_request: 'The request could not be understood.',
    too_many_values: 'The request has more than {max} values.',
    image_scheme: '{name}: the address must be a complete http or https URL, without user name and password.',
    image_port: '{name}: the port of the address must be 80, 443 or 8080.',
    image_unreachable:
      '{name}: the image could not be fetched from this address, or the address is not public.',
    image_status: '{name}: there is no image at this address.',
    'image_too-large': '{name}: the image file is too large.',
    image_unused:
      '{name}: too many of your pictures are on no event yet: at most {count}, and {max} MB. Put them on events, or come back tomorrow: those that nothing shows are removed after a day.',
    image_in_use: '{name}: a record, a text, the history of a record or a proposal still needs this image.',
    image_timeout: '{name}: fetching the image took too long.',
    image_redirects: '{name}: the address of the image redirects too many times.',
    'image_not-an-image': '{name}: the file is not a complete JPEG, PNG, GIF, WebP or AVIF image.',
    image_heic: '{name}: the file is a HEIC image, as phones make them. Send it as JPEG.',
    'image_too-many-pixels': '{name}: the image has too many pixels.',
    'image_too-many-frames': '{name}: the image has too many frames or scans.',
    'image_too-costly':
      '{name}: the image takes too much memory or time to decode. Fewer pixels, or an ordinary JPEG, take less.',
  },

  /** What the members of answers mean. */
  answers: {
    global_id: 'Id that is unique across sites, made of the domain of the site and the id of the record.',
    global_id_lineage: 'Global ids that the record has had, the current one first.',
    author: 'Id of the user who is the author.',
    status: 'Status: publish, future, draft, pending, private or trash.',
    date_utc: 'Date and time of publication in UTC; all zeros if it was never published.',
    modified: 'Date and time of the last change, in the time zone of the site.',
    modified_utc: 'Date and time of the last change in UTC.',
    url: 'Web address of the page of the record.',
    rest_url: 'Address in this interface.',
    title: 'Title, as plain text.',
    description: 'Description, as safe HTML.',
    excerpt: 'Summary, as safe HTML; empty if none was written.',
    slug: 'Readable part of the web address (slug).',
    image: 'Featured image, or false if there is none.',
    all_day: 'Whether the event lasts all day.',
    start_date: 'Date and time of the start, in the time zone of the event.',
    start_date_details: 'The parts of the date and time of the start.',
    end_date: 'Date and time of the end, in the time zone of the event.',
    end_date_details: 'The parts of the date and time of the end.',
    utc_start_date: 'Date and time of the start in UTC.',
    utc_start_date_details: 'The parts of the date and time of the start in UTC.',
    utc_end_date: 'Date and time of the end in UTC.',
    utc_end_date_details: 'The parts of the date and time of the end in UTC.',
    timezone: 'Time zone of the event: an IANA name or an offset from UTC.',
    timezone_abbr: 'Abbreviation of the time zone at the start of the event, for example CET.',
    cost: 'Price as it is shown, with its currency; empty if none was given.',
    series:
      'The series to which the event belongs: its id, its addresses and its identity in calendar files. Left out, like the following members, if the event does not repeat.',
    recurrence:
      'When the series takes place: RRULE, RDATE and EXDATE lines as RFC 5545 defines them, in the wall time of the event. Occurrences in the trash are among the EXDATEs. In a list, an occurrence shows them only if they have at most 2,000 characters; by itself, it always does.',
    recurrence_id:
      'The wall time at which the rule lets the occurrence start, wherever it was moved; null for the series itself.',
    recurrence_text: 'When the series takes place, as a sentence in the language of the answer.',
    horizon:
      'Last day up to which occurrences of series without end exist; only if the list reaches beyond it and there are such series.',
    next_occurrence:
      'The occurrence that follows in the series, or null; for the series itself, the first one that has not ended. Only occurrences that everybody may see count.',
    occurrences_total: 'How many occurrences of the series everybody may see.',
    distance:
      'Kilometres between the point of the request and the nearest venue of the event; only in lists around a point.',
    cost_details: 'The parts of the price: its currency and its amounts.',
    website: 'URL of the website given.',
    show_map: 'Whether to show a map of the venue.',
    show_map_link: 'Whether to show a link to a map of the venue.',
    hide_from_listings: 'Whether the event is left out of lists.',
    sticky: 'Whether the event is pinned in the calendar view.',
    featured: 'Whether the event is featured.',
    categories: 'Categories of the event, in alphabetical order.',
    tags: 'Tags of the event, in alphabetical order.',
    venue:
      'Venue of the event: an object where there is exactly one, a list where there are several or none.',
    organizer: 'Organizers of the event, in the order given.',
    custom_fields:
      'Additional fields defined by the site, as they were sent; an empty list if there are none.',
    virtual_url: 'Address for taking part online, or null if none was given.',
    virtual_video_source:
      'Where the event is shown online, for example zoom or youtube; empty if it was not given.',
    event_status:
      'Whether the event takes place as planned: scheduled; canceled; postponed, to a date not known yet; or moved_online.',
    status_reason: 'Why the event does not take place as planned; left out if no reason was given.',
    ticket_url: 'Where tickets are sold or places booked; left out if it was not given.',
    availability:
      'Whether there are tickets or places left: available, few, sold_out, or ended once the sale is over; left out if nobody said so.',
    json_ld: 'Structured data (schema.org) as JSON-LD, to embed in a page.',
    currency_symbol: 'Symbol of the currency; empty if the price has none.',
    currency_code: 'ISO 4217 code of the currency, if known.',
    currency_position:
      'Position of the symbol: prefix, before the amount; postfix, after it; empty if there is none.',
    values: 'The amounts, as text, from the lowest to the highest.',
    year: 'Year, in four digits.',
    month: 'Month, from 01 to 12.',
    day: 'Day of the month, from 01 to 31.',
    hour: 'Hour, from 00 to 23.',
    minutes: 'Minutes, from 00 to 59.',
    seconds: 'Seconds, from 00 to 59.',
    extension: 'Extension of the image file.',
    width: 'Width in pixels.',
    height: 'Height in pixels.',
    filesize: 'Size of the file in bytes.',
    sizes: 'The smaller versions of the image, by the name of their size.',
    mime_type: 'MIME type of the file.',
    image_url: 'Web address of the image file.',
    image_id: 'Id of the image.',
    name: 'Name of the category or tag.',
    term_group: 'Group of the term, always 0.',
    term_taxonomy_id: 'Id of the term within its taxonomy.',
    taxonomy: 'Taxonomy of the term: tribe_events_cat for categories and post_tag for tags.',
    parent: 'Id of the parent category, or 0 if it has none.',
    count: 'Number of published events that carry the term.',
    filter: 'Treatment of the texts of the term, always raw: as they are stored.',
    urls: 'Addresses of the term, of its collection and, if it has one, of its parent category.',
    meta: 'Additional data of the term, always empty.',
    links: 'Links to the resources related to the term.',
    venue_name: 'Name of the venue.',
    organizer_name: 'Name of the organizer.',
    address: 'Street address.',
    city: 'City or town.',
    country: 'Country.',
    province: 'Province or region, outside the United States.',
    state: 'State, in the United States.',
    zip: 'Postal code.',
    phone: 'Telephone number.',
    stateprovince: 'State or province, according to the country.',
    email: 'E-mail address.',
    geo_lat: 'Latitude of the venue, in degrees.',
    geo_lng: 'Longitude of the venue, in degrees.',
    total: 'Number of records that match the filters.',
    total_pages: 'Number of pages of the list.',
    facets:
      'How many events of the whole list have each value, for the facets that were requested: the most frequent values first, days and months in order.',
    facet_totals: 'How many values each requested facet has, also beyond the limit.',
    next_rest_url: 'Address of the next page, if there is one, with the same filters.',
    previous_rest_url: 'Address of the previous page, if there is one, with the same filters.',
    list: 'The records of this page.',
    code: 'Code of the error, stable and independent of the language.',
    message: 'Explanation of the error, in the requested language.',
    data: 'Details of the error: the HTTP status and, where it applies, the invalid or missing parameters.',
    error_status: 'HTTP status code of the answer.',
    error_params: 'Invalid parameters, each with what was expected, or the names of missing parameters.',
    error_details: 'The error of each invalid parameter, by its name.',
    error_param: 'Name of the invalid parameter.',
    error_term_id: 'Id of the term that exists already.',
    error_additional_data: 'Ids related to the error.',
    json_error_code: 'Code of the syntax error in the JSON.',
    json_error_message: 'Syntax error in the JSON, in English.',
    color:
      'Colour of the category on pages: rose, orange, ochre, lime, green, teal, blue, violet or slate; of categories only.',
    term_description: 'Description of the term, as safe HTML; empty if none was written.',
    language: 'Language of the texts of the record itself.',
    languages: 'Language of each text, by member; left out if the record has no translations.',
    translations:
      'Texts in other languages, by language and member, drafts included; only with context=edit, for those who may edit the record.',
    alt_text: 'What the image shows, for people who do not see it; left out if nobody has said it.',
    credit: 'Who made the image, as pages show it below; left out if nobody has said it.',
    license:
      'Licence of the image: an address, or a short name such as CC BY 4.0; left out if nobody has said it.',
    focal_point: 'What crops keep, in percentages from the left and the top; left out if nobody chose it.',
  },

  /** What all resources share: paging, language, the index, the documentation and the outcomes of a request. */
  interface: {
    page: 'Page of the list to return, counted from 1.',
    per_page: 'Number of records per page; if it exceeds the maximum of the service, the maximum applies.',
    i18n_language:
      'Language of the texts of records, where they have a translation, and of descriptions and messages; it takes precedence over the language in the address.',
    namespace: 'Namespace whose routes are described.',
    context: 'Context of the request, view by default; it does not change the answer.',
    index: 'Describes the routes of the interface and the parameters they accept.',
    doc: 'Documents the interface in the OpenAPI format.',
    api_title: 'Almanac',
    api_description:
      'Almanac is a calendar service: it brings together events, the venues where they take place and the organizers who run them, sorted by categories and tags. Reading is open to everyone; creating, changing and deleting require signing in. Descriptions and messages are available in several languages; the parameter i18n_language lists them. The history, the trash and the upload of images have their own documents: /cal/history/v1/doc, /cal/trash/v1/doc and /images/doc.',
    ok_list: 'The requested page of the list.',
    ok_record: 'The requested record.',
    ok_created: 'The record that was created.',
    ok_deleted: 'The record that was deleted.',
    bad_request: 'A required parameter is missing or a parameter is not valid.',
    unauthorized: 'The operation requires signing in, or the credentials are not valid.',
    forbidden: 'Access to the record or the operation is not allowed.',
    not_found: 'The record or page does not exist.',
    not_acceptable: 'The request accepts none of the formats of the answer.',
    document:
      'The same in another format. In calendars and feeds, a venue, an organizer, a category or a tag stands for its events; all parameters of the list of events narrow them down.',
    gone: 'The record is already in the trash.',
    server_error: 'The service failed to carry out the request.',
    unavailable:
      'The service cannot carry out the request now, or its store accepts no changes; try again later.',
    free: 'Free',
    no_name: '(no name)',
    no_title: '(no title)',
    ok_updated: 'The record with its changes applied.',
    ok_described: 'The description of the interface.',
    too_large: 'The request body exceeds the maximum size.',
    unsupported_content_encoding: 'The Content-Encoding of the request body is not supported.',
    unsupported_transfer_encoding: 'The Transfer-Encoding of the request is not supported.',
    too_many: 'There were too many requests or too many failed attempts to sign in.',
    basic: 'User name or e-mail address, and an application password.',
    bearer: 'An application password alone, without a user name.',
    precondition_failed:
      'The record does not meet the condition in If-Match, If-None-Match or If-Unmodified-Since.',
    key_reused: 'The Idempotency-Key has already been used for another request.',
    header_etag: 'ETag of the record, to be sent as If-Match when the record is changed.',
    header_if_match:
      'ETag that the record must have, or a list of ETags, or *; if the record has another one, nothing is changed.',
    header_if_unmodified_since:
      'HTTP date since which the record must not have changed; it has no effect on categories and tags, or together with If-Match.',
    header_idempotency_key:
      'Key of the request, for example a UUID: a request that is repeated with the same key creates the record only once and gets the same answer.',
    strict:
      'Whether parameters and members that are not known are refused; otherwise they have no effect, and the header Almanac-Ignored names them.',
    header_prefer:
      'handling=strict does the same as strict=true, handling=lenient the same as strict=false (RFC 7240).',
    header_ignored: 'Names of the parameters and members that had no effect, because they are not known.',
    header_preference_applied: 'The preference of Prefer that was followed.',
    header_allow: 'Methods that the user may use at this address.',
    header_location: 'Address of the record that was created.',
    header_accept_encoding: 'Content codings that a request body may have: none, that is, identity.',
    header_retry_after: 'Seconds to wait before another attempt.',
    header_rate_limit: 'Remaining requests, and seconds until more are allowed, where requests are limited.',
    header_rate_limit_policy:
      'Requests allowed in a window of time, and the length of the window in seconds.',
    header_authenticate: 'Authentication scheme that is expected.',
  },

  /** The names by which readers know the schemas of the OpenAPI document. */
  schemaTitles: {
    Event: 'Event',
    Venue: 'Venue',
    Organizer: 'Organizer',
    Term: 'Term',
    Image: 'Image',
    ImageSize: 'Image size',
    CostDetails: 'Price details',
    DateDetails: 'Date details',
    Error: 'Error',
    ErrorData: 'Error details',
    ProtectedEvent: 'Protected event',
    EmbeddedTerm: 'Term of an event',
    EventList: 'List of events',
    VenueList: 'List of venues',
    OrganizerList: 'List of organizers',
    CategoryList: 'List of categories',
    TagList: 'List of tags',
    ChangeList: 'List of changes',
    Batch: 'Batch',
    Version: 'Version',
    TrashedRecord: 'Record in the trash',
    TrashList: 'List of records in the trash',
    OccurrencePlan: 'Plan of occurrences',
    Deleted: 'Deleted records',
    Account: 'Account',
    User: 'Account of the calendar',
    ImageList: 'List of images',
    ListedImage: 'Image of the list',
    UserList: 'List of accounts',
    UserPasswords: 'Application passwords of an account',
  },

  /** What the schemas of the OpenAPI document describe. */
  schemas: {
    Event: 'An event of the calendar, with its venues, organizers, categories and tags.',
    Venue: 'A place where events happen.',
    Organizer: 'A person or organization that runs events.',
    Term: 'A category or tag that labels events.',
    Image: 'A featured image, with the sizes it is available in.',
    ImageSize: 'An image in one of its sizes.',
    CostDetails: 'The parts of the price of an event: its currency and its amounts.',
    DateDetails: 'The parts of a date and time, as text with leading zeros.',
    Error: 'The reason why a request was refused.',
    ErrorData: 'The details of an error, for programs.',
    ProtectedEvent:
      'An event protected by a password, as lists show it to those without the password: without its details.',
    EmbeddedTerm: 'A category or tag, as it appears within an event.',
    List: 'A page of the list, with the totals and the links to the previous and next pages.',
    Batch: 'What one action has changed.',
    Version: 'A change, with the earlier record under the name of its type.',
    ListedImage: 'An image, with the number of records that show it.',
    TrashedRecord: 'A record in the trash, as the list shows it.',
    OccurrencePlan: 'What a change would do to the occurrences of a series.',
    Deleted: 'What was deleted when the trash was emptied.',
    Account: 'The account of a request, and what it may do.',
    User: 'An account, as administrators see it.',
    UserPasswords: 'The application passwords of an account.',
  },

  /** What the parts of the interface are about. */
  sections: {
    interface: 'The index of routes and this documentation.',
    events: 'The events of the calendar.',
    venues: 'The venues where events take place.',
    organizers: 'The people and organizations that run events.',
    categories: 'The categories of events, which can be nested.',
    tags: 'The tags of events, without any hierarchy.',
    batches: 'What one action has changed, to undo it.',
    trash: 'The records in the trash.',
    users: 'The accounts, and that of the request.',
    images: 'The images that events, venues and organizers may have.',
  },

  /** What the records of the document's examples say of themselves. */
  samples: {
    event: 'The cobla band and the giants open the festival on the square.',
    venue: 'The arcaded square in the centre.',
    organizer: 'The culture department of the city council.',
    category: 'Concerts and dances.',
    tag: 'Events held in the open air.',
  },

  /** What the fields of all records accept, unless their own section says more. */
  records: {
    id: 'Id of the record.',
    author:
      'Id of the author; by default it is the user who creates the record, and only editors may name another.',
    date: 'Date and time of publication, in the time zone of the site.',
    date_utc: 'Date and time of publication in UTC; it may be given instead of date.',
    description: 'Description, as HTML or plain text; unsafe markup is removed, and an empty text clears it.',
    status:
      'Status: publish, future, draft, pending or private; for a user who may not publish, publish and future become pending.',
    website: 'Website, as a complete URL; an empty text removes it.',
    image:
      'Featured image: the id of an image in the service, or the web address of an image to download; an empty text removes it.',
    phone: 'Telephone number; an empty text clears it.',
    slug_path: 'Slug, that is, the readable part of the address.',
  },

  /** What the fields of an event accept. */
  events: {
    title: 'Title of the event, as plain text; markup is removed.',
    start_date:
      'Date and time of the start, for example 2031-05-10 19:30:00, in the time zone of the event unless it carries an offset from UTC.',
    end_date: 'Date and time of the end, in the same format as the start and not before it.',
    date: 'Date and time of publication, in the time zone of the site; a later date schedules the publication.',
    slug: 'Readable part of the address of the event (slug); by default it is made from the title, and a number is appended if another event has it.',
    excerpt: 'Short summary of the event, as HTML or plain text; an empty text clears it.',
    timezone:
      'Time zone of the event, as an IANA name such as Europe/Madrid or an offset such as UTC+2; an empty text means the time zone of the site.',
    all_day: 'Whether the event lasts all day; it then starts at 00:00:00 and ends at 23:59:59.',
    cost: 'Price of the event, as a number or as text with or without a currency symbol; a list gives several prices, and 0 means free.',
    website: 'Website of the event, as a complete URL; an empty text or null removes it.',
    show_map: 'Whether to show a map of the venue with the event.',
    show_map_link: 'Whether to show a link to a map of the venue with the event.',
    hide_from_listings: 'Whether the event is left out of lists; it can still be read by its id or slug.',
    sticky: 'Whether the event is pinned in the calendar view; the order of lists does not change.',
    featured: 'Whether the event is featured on the site.',
    is_virtual: 'Whether the event takes place online, or also online if it has a venue.',
    virtual_url: 'Address for taking part online, as a complete URL; an empty text or null removes it.',
    virtual_video_source:
      'Where the event is shown online, for example zoom or youtube; an empty text clears it.',
    event_status:
      'Whether the event takes place as planned: scheduled, canceled, postponed or moved_online; cancelled and the words of schema.org, such as EventCancelled, are understood, too.',
    status_reason: 'Why the event does not take place as planned; an empty text clears it.',
    ticket_url:
      'Where tickets are sold or places booked, as a complete URL; an empty text or null removes it.',
    availability:
      'Whether there are tickets or places left: available, few, sold_out, or ended once the sale is over; the words of schema.org, such as SoldOut, are understood, too; an empty text or null removes it.',
    currency_code:
      'Currency of the price, as an ISO 4217 code such as EUR; an empty text or null means that of the symbol in the price or of the site.',
    custom_fields:
      'Additional fields as a JSON object, which is kept and shown as it was sent; in a form, also as text that contains the JSON; an empty object, an empty list or null removes them.',
    categories:
      'Categories of the event, by id, slug or name, in a list or separated by commas; names that do not exist are created if the user may create categories, and an empty list removes all categories.',
    tags: 'Tags of the event, by id, slug or name, in a list or separated by commas; names that do not exist are created if the user may create tags, and an empty list removes all tags.',
    venue:
      'Venues where the event takes place, by id, by name or as an object with their data; an empty list unlinks them.',
    organizer:
      'Organizers of the event in the order in which they are to appear, by id, by name or as an object with their data; an empty list unlinks them.',
    recurrence:
      'When the event repeats: lines of RFC 5545 (RRULE, RDATE, EXDATE), as a list or one text, in the time of the event unless they carry a zone; an empty list, an empty text or null makes it a single event again.',
    dates:
      'All dates of an event that takes place several times without a rule, each with start_date and end_date; an empty list or null makes it a single event again.',
    scope:
      'What a change of an occurrence reaches: this, the occurrence alone, which is the default; following, it and all later ones; or all, the whole series.',
    dry_run:
      'With true, nothing is written; the answer tells which occurrences would be added, removed, moved and kept.',
    password_write: 'Password that protects the event from now on; an empty text removes it.',
    password_read:
      'Password of the event, needed to read it if it is protected and the user may not edit it.',
    occurrence_path: 'Day of the occurrence, such as 2031-05-06; 2031-05-06-2 is the second one of the day.',
  },

  /** Arguments about the languages of records. */
  translations: {
    language: 'Language of the texts; the language of the site by default.',
    translations:
      'Texts in other languages, by language and member. Members that are left out stay as they are; null removes a text or a language. With status draft, only those who may edit the record see the translation.',
    translate:
      'Whether the texts are those of the language in the path or in i18n_language, and the record keeps its own. All other values are those of the record.',
    context: 'With edit, records that the account may edit show all their translations.',
    has_language:
      'Only records with texts in any of these languages, separated by commas: their own, or a finished translation.',
    missing_language: 'Only records with texts in none of these languages, separated by commas.',
    languages:
      'For tables (CSV): languages in which each text gets a column of its own, such as title_fr, with the texts that a record has in exactly that language.',
    separator:
      'For tables (CSV): what separates the cells: a comma, a semicolon, as spreadsheets expect it where the comma is the decimal point, or tab.',
  },

  /** What the filters of the list of events do. */
  eventFilters: {
    start_date:
      'Only events that start on this day or later, by default from about today on; with strict_dates the exact time counts.',
    end_date:
      'Only events that end on this day or earlier, by default up to about two years ahead; with strict_dates the exact time counts.',
    starts_before:
      'Only events that start before this day is over or, with strict_dates, before this exact time; the default dates then do not apply.',
    starts_after:
      'Only events that start once this day is over or, with strict_dates, after this exact time; the default dates then do not apply.',
    ends_before:
      'Only events that end before the last second of this day or, with strict_dates, before this exact time; the default dates then do not apply.',
    ends_after:
      'Only events that end once this day is over or, with strict_dates, after this exact time; the default dates then do not apply.',
    strict_dates:
      'With true, 1, yes or on, dates are exact times; otherwise they stand for whole days in the time zone of the site.',
    search:
      'Only events with all these words in their title, excerpt or description; quotation marks find an exact phrase, and a leading hyphen excludes a word.',
    categories:
      'Only events in any of these categories or their subcategories, given by id, slug or name, in a list or separated by commas.',
    tags: 'Only events with any of these tags, given by id, slug or name, in a list or separated by commas.',
    venue: 'Only events at any of these venues, given by id, in a list or separated by commas.',
    organizer: 'Only events by any of these organizers, given by id, in a list or separated by commas.',
    featured: 'With true, only featured events; with false, only the others.',
    status:
      'Only events with any of these statuses, separated by commas; users who may not edit events can only ask for publish.',
    geoloc: 'With true, only events at a venue with coordinates; with false, only the others.',
    geoloc_lat:
      'Latitude, from -90 to 90 degrees, of the point around which to search; geoloc_lng must be given too.',
    geoloc_lng:
      'Longitude, from -180 to 180 degrees, of the point around which to search; geoloc_lat must be given too.',
    geoloc_radius:
      'Maximum distance in kilometres between the venue and the point of geoloc_lat and geoloc_lng; by default, the radius configured in the service.',
    include:
      'Only the events with these ids, in a list or separated by commas; date filters no longer apply.',
    post_parent: 'Only events whose parent is the event with this id.',
    ticketed: 'With true, only events with tickets, which requires a ticket system; false does not filter.',
    when: 'Only events that are ongoing, upcoming or past, one or more of them separated by commas, or all; the default dates then do not apply.',
    overlaps:
      'Only events that run at any time within an interval START/END or START/PERIOD, of which either side may be open; a date without a time is the whole day, and the default dates then do not apply.',
    series: 'Only occurrences of these series, given by id.',
    hide_night_before:
      'With true, overlaps leaves out events that began before the interval and are over by the end of the night on its first day, as the pages of days do.',
    hide_subsequent_recurrences:
      'With true, each series is listed once, at its first occurrence that matches all other filters, and totals count it once.',
    modified_after: 'Only events that were changed after this time; a date without a time is its beginning.',
    is_virtual: 'With true, only events that take place online, too; with false, only the others.',
    has_image: 'With true, only events with a picture; with false, only the others.',
    author: 'Only events of these accounts, given by id, in a list or separated by commas.',
    with_hidden:
      'With true, events that are hidden from lists are listed, too, if the account may edit them.',
    event_status:
      'Only events with any of these statuses, separated by commas: scheduled, canceled, postponed or moved_online.',
    cost: 'Only events with any of these costs, separated by commas: free, without a cost or with a cost of 0; paid, with a price; or unknown, with words alone such as Donation.',
    city: 'Only events at a venue in any of these cities, in a list or separated by commas, regardless of case and accents.',
    postal_code: 'Only events at a venue with any of these postal codes, in a list or separated by commas.',
    country:
      'Only events at a venue in any of these countries, as the venues name them, in a list or separated by commas, regardless of case and accents.',
    orderby:
      'Order of the list: start, end, date of publication, modified, title, venue, by its name, status, distance to the point of geoloc_lat and geoloc_lng, or relevance for the search; equal events are listed by their start.',
    order:
      'Direction of the order: asc or desc; by default, date, modified and relevance are descending and the others ascending.',
    password_list:
      'Password for the protected events of the list; events with this password are shown in full, the others without their details.',
    expand:
      'In calendar files, with true, shows each occurrence of a series as an event of its own, without a rule, for programs that repeat none.',
  },

  /** What the parameters of facets do. */
  facets: {
    facets:
      'Counts of the whole list by values of these facets, separated by commas. Categories include the events of their subcategories; days and months include every event that takes place on them, within the dates of the list.',
    drill_sideways:
      'With true, each facet is counted without the filter on its own values, so that the other values can be offered too.',
    facet_limit: 'Maximum number of values of each facet, up to 1000; facet_totals tells how many there are.',
  },

  /** What the operations on events do. */
  eventOperations: {
    list: 'Lists events in the order in which they start.',
    create: 'Creates an event.',
    read: 'Shows an event.',
    update: 'Changes the given fields of an event and keeps the others.',
    delete: 'Moves an event to the trash.',
    occurrences:
      'Lists the occurrences of a series, by the same filters as the list of events; without dates, all of them.',
    occurrencesBySlug:
      'Lists the occurrences of the series with this slug, by the same filters as the list of events; without dates, all of them.',
    occurrence: 'Shows the occurrence of a series on a day.',
    readBySlug: 'Shows the event with this slug.',
    updateBySlug: 'Changes the given fields of the event with this slug and keeps the others.',
    deleteBySlug: 'Moves the event with this slug to the trash.',
  },

  /** What the fields of a venue accept. */
  venues: {
    venue: 'Name of the venue, as plain text.',
    show_map: 'Whether events at the venue show a map of it.',
    show_map_link: 'Whether events at the venue show a link to a map of it.',
    address: 'Street address of the venue; an empty text clears it.',
    city: 'City or town of the venue; an empty text clears it.',
    country: 'Country of the venue; an empty text clears it.',
    province: 'Province or region of the venue, outside the United States; an empty text clears it.',
    state: 'State of the venue, in the United States; an empty text clears it.',
    zip: 'Postal code of the venue; an empty text clears it.',
    stateprovince:
      'State or province to show; if it is not given, it is taken from state in the United States and from province elsewhere.',
    geo_lat: 'Latitude of the venue, from -90 to 90 degrees; it is given together with geo_lng.',
    geo_lng: 'Longitude of the venue, from -180 to 180 degrees; it is given together with geo_lat.',
  },

  /** What the filters of venues and organizers do. */
  contactFilters: {
    event: 'Only those of the event with this id.',
    has_events: 'With true, only those that have events; with false, only the others.',
    only_with_upcoming: 'With true, only those that have current or upcoming events.',
    status:
      'Only those with any of these statuses, separated by commas; users who may not edit them can only ask for publish.',
    has_image: 'With true, only those with a picture; with false, only the others.',
    has_location: 'With true, only venues with coordinates; with false, only the others.',
    orderby: 'Order of the list: date of publication, modified, name, or events, the number of events.',
    order: 'Direction of the order: asc or desc; by default, name is ascending and the others descending.',
  },

  /** What the filters of the list of venues do. */
  venueFilters: {
    search:
      'Only venues with all these words in their name, in their description or in one field of their address or telephone number.',
  },

  /** What the operations on venues do. */
  venueOperations: {
    list: 'Lists venues, the most recently published first.',
    create: 'Creates a venue or, if one with the same name exists, returns it.',
    read: 'Shows a venue.',
    update: 'Changes the given fields of a venue and keeps the others.',
    delete: 'Moves a venue to the trash and unlinks it from events.',
    readBySlug: 'Shows the venue with this slug.',
    updateBySlug: 'Changes the given fields of the venue with this slug and keeps the others.',
    deleteBySlug: 'Moves the venue with this slug to the trash and unlinks it from events.',
  },

  /** What the fields of an organizer accept. */
  organizers: {
    organizer: 'Name of the organizer, a person or an organization, as plain text.',
    email: 'E-mail address of the organizer; an empty text clears it.',
  },

  /** What the filters of the list of organizers do. */
  organizerFilters: {
    search:
      'Only organizers with all these words in their name, description, telephone number, e-mail address or website.',
  },

  /** What the operations on organizers do. */
  organizerOperations: {
    list: 'Lists organizers, the most recently published first.',
    create: 'Creates an organizer or, if one with the same name exists, returns it.',
    read: 'Shows an organizer.',
    update: 'Changes the given fields of an organizer and keeps the others.',
    delete: 'Moves an organizer to the trash and unlinks it from events.',
    readBySlug: 'Shows the organizer with this slug.',
    updateBySlug: 'Changes the given fields of the organizer with this slug and keeps the others.',
    deleteBySlug: 'Moves the organizer with this slug to the trash and unlinks it from events.',
  },

  /** What the fields of a category accept. */
  categories: {
    name: 'Name of the category, as plain text; it must be unique under its parent.',
    description: 'Description of the category, as text or simple HTML.',
    slug: 'Readable part of the address of the category (slug); by default it is made from the name.',
    color:
      'Colour of the category on pages; if none is sent, a new category gets that of the one above, or else one that is free.',
    parent: 'Id of the parent category; 0 places the category at the top level.',
  },

  /** What the filters of categories and tags do. */
  termFilters: {
    search: 'Only those that contain this text in their name or slug.',
    exclude: 'All except these, given by id, in a list or separated by commas.',
    include: 'Only these, given by id, in a list or separated by commas.',
    order: 'Direction of the order: asc, ascending (the default), or desc, descending.',
    post: 'Only those of the event with this id.',
    event: 'Another name of post; it takes precedence if both are given.',
    slug: 'Only the one with exactly this slug.',
  },

  /** What the filters of the list of categories do. */
  categoryFilters: {
    orderby:
      'What categories are ordered by: name (the default), id, slug, count, description, parent, term_group, include or none.',
    hide_empty:
      'Whether categories without published events are left out, unless one of their subcategories has some; true by default.',
    parent: 'Only categories directly under the one with this id; 0 means the top level.',
  },

  /** What the operations on categories do. */
  categoryOperations: {
    list: 'Lists categories.',
    create: 'Creates a category.',
    read: 'Shows a category.',
    update: 'Changes the given fields of a category and keeps the others.',
    delete: 'Deletes a category for good; its subcategories move up to its parent.',
  },

  /** What the fields of a tag accept. */
  tags: {
    name: 'Name of the tag, as plain text; it must be unique.',
    description: 'Description of the tag, as text or simple HTML.',
    slug: 'Readable part of the address of the tag (slug); by default it is made from the name.',
  },

  /** What the filters of the list of tags do. */
  tagFilters: {
    orderby:
      'What tags are ordered by: name (the default), id, slug, count, description, term_group, include or none.',
    hide_empty: 'Whether tags without published events are left out; true by default.',
  },

  /** What the operations on tags do. */
  tagOperations: {
    list: 'Lists tags.',
    create: 'Creates a tag.',
    read: 'Shows a tag.',
    update: 'Changes the given fields of a tag and keeps the others.',
    delete: 'Deletes a tag for good and removes it from its events.',
  },

  /** The history of records and the trash: what their operations do, and what these accept. */
  history: {
    list: 'Lists the changes of a record, the most recent first.',
    read: 'Shows a record as it was before a change.',
    restore: 'Restores a record to what it was before a change.',
    states: 'With true, each change has the record as it was before, like a single version.',
    batch: 'Id of the batch: all that one action has changed.',
    read_batch: 'Shows which records a batch has changed, as far as it can be undone.',
    undo_batch: 'Takes the records of a batch back to what they were before, if they were not changed since.',
    version: 'Number of the version, as given in the list of changes.',
  },

  /** What the members of a change mean. */
  changes: {
    version:
      'Number by which the earlier record can be read and restored; absent if the record did not exist before.',
    operation: 'What was done: create, update, trash, restore or delete, which is for good.',
    date: 'Date and time of the change, in the time zone of the site.',
    date_utc: 'Date and time of the change, in UTC.',
    user: 'User who made the change; null if no user did.',
    credential:
      'Credential with which the change was made; only editors, administrators and the user who made it see which application password it was, and only administrators the address of the client.',
    changed: 'The members of the record that were changed.',
    rest_url: 'Address of the version before the change.',
    records: 'The records of the batch; after undoing, those that were taken back.',
    kept: 'The records that stay as they are, each with the reason.',
    before: 'The record as it was before, if it is of this type.',
  },

  accounts: {
    read: 'Who am I, and what may I do?',
    id: 'Id of the account, as in author.',
    login: 'Login of the account.',
    email: 'E-mail address of the account, if it has one.',
    update: 'Changes when the account wants mails; administrators change the rest.',
    proposal_mail: 'When an editor gets a mail that proposals wait.',
    decision_mail: 'When whoever proposes gets a mail about what an editor has decided.',
    source_mail: 'When whoever adds a source gets a mail about one that fails again and again.',
    role: 'Role of the account.',
    credential:
      'The application password of the request: its name, what it permits (scope), and when it expires.',
    rights:
      'What the request may do: the rights of the role, as far as the application password permits them.',
    rest_url: 'Address of this answer.',
  },

  /** Merging two records into one. */
  merging: {
    merge:
      'Merges a record into another one, which all events name from then on; the other one is put into the trash, and a category or tag deleted. The batch is undone as a whole.',
    into: 'Id of the record that stays.',
    dry_run: 'Only tells what would change.',
    alike: 'Lists pairs of records that look alike and that the user may edit.',
  },

  users: {
    list: 'Lists the accounts by name, for administrators.',
    invite:
      'Adds an account and makes its invitation: a link by which it chooses a password, once, within a week. It is shown this once, and sent where there is mail.',
    read: 'Shows an account.',
    update: 'Changes an account. Another role or other limits end its sessions.',
    remove:
      'Removes an account with its passwords and sessions. Its records get another author, or stay without a person as their author.',
    invite_again:
      'Makes a new invitation of an account, in place of the one that it had: it also serves a forgotten password.',
    end_sessions: 'Ends all sessions of an account at /admin.',
    list_passwords: 'Lists the application passwords of an account, without their secrets.',
    revoke_password: 'Revokes an application password of an account.',
    name: 'What the person is called.',
    email: 'E-mail address of the account; empty to remove it.',
    language: 'Language of /admin and of mails; empty for that of the browser.',
    only_venues:
      'The account only writes events at these venues, by organizers of only_organizers, or in categories of only_categories, as ids; without any, all events.',
    only_organizers: 'The organizers of whose events the account writes, as ids.',
    only_categories: 'The categories of which the account writes events, with those below them, as ids.',
    state:
      'Whether somebody can sign in (active), or has an invitation that works (invited) or no longer does (expired).',
    events: 'Number of its events outside the trash, each series once.',
    second_factor: 'Whether the account has a second factor or a passkey.',
    created: 'When the account was added, in UTC.',
    last_seen: 'When the account was last seen, in UTC.',
    invited_until: 'Until when the invitation works, in UTC.',
    invitation:
      'The new invitation: its link, until when it works, and whether it was sent by mail. It is shown this once.',
    passwords: 'The application passwords, without their secrets.',
    heir: 'Id of the account that becomes the author of its records.',
    keep_records: 'Whether its records stay without a person as their author.',
    password: 'Id of the application password.',
  },

  trash: {
    list: 'Lists the records in the trash that the user may change.',
    read: 'Shows a record in the trash.',
    restore: 'Takes a record out of the trash and gives it back the status and the links that it had before.',
    delete: 'Deletes a record in the trash for good.',
    empty: 'Empties the trash and deletes its records for good.',
    type: 'Types of record, separated by commas: event, venue, organizer; all of them by default.',
    days: 'Number of days that a record must have been in the trash, unchanged, to be deleted.',
  },

  /** What the members of a record in the trash mean, except those that other answers have too. */
  trashed: {
    type: 'Type of the record: event, venue or organizer.',
    name: 'Title of the event, or name of the venue or organizer.',
    status_before_trash: 'Status that the record had before it was trashed.',
    rest_url: 'Address of the record in the trash.',
    deleted: 'How many records of each type were deleted for good.',
  },

  /** What a change of a series would do to its occurrences. */
  occurrencePlan: {
    added:
      'Dates that would be added; an occurrence that had vanished comes back with its id, a new one has none yet.',
    removed: 'Occurrences that would vanish.',
    moved: 'Occurrences that would keep their id at another time, with the time that they would have.',
    kept: 'Occurrences that would stay at their time.',
  },

  /** What the namespaces beside the interface are for. */
  about: {
    history:
      'The history of events, venues, organizers, categories and tags: what was changed, by whom, and what the records were before. Users who may change a record can read its history and restore any earlier version.',
    trash:
      'The records in the trash: deleted events, venues and organizers, which can be restored or deleted for good.',
    users: 'Who a request is signed in as, and what it may do; and all accounts, for administrators.',
  },

  /** What programs ask a site for at addresses that they know. */
  site: {
    robots: 'Tells crawlers that they may read everything, and where the sitemap is.',
    sitemap: 'Lists the public addresses of the site, or its own parts if there are more than 50,000.',
    part: 'Part of a sitemap that one document cannot hold, as its index names it.',
    security: 'Tells where to report weaknesses.',
    catalog: 'Lists the interfaces of the service and their descriptions.',
    index: 'Names the site and the namespaces of its interface, as WordPress does.',
  },

  /** The titles of lists. */
  lists: { venues: 'Venues', organizers: 'Organizers', categories: 'Categories', tags: 'Tags' },

  /** What calendars and feeds say of an event that does not take place as planned, or takes place online. */
  calendar: {
    /** What does not go as planned, and why. */
    because: '{name}: {value}',
    canceled: 'Cancelled',
    postponed: 'Postponed',
    moved_online: 'Moved online',
    online: 'Online',
    /** The last lines of a description. */
    organizers: 'Organized by',
    price: 'Price',
    website: 'Website',
    tickets: 'Tickets',
    available: 'available',
    few: 'few left',
    sold_out: 'sold out',
    ended: 'sale ended',
    /** Of what is free. */
    places: 'Places',
    places_available: 'places left',
    places_few: 'few places left',
    places_sold_out: 'fully booked',
    places_ended: 'registration closed',
    page: 'Details',
  },

  /** What the upload of pictures does. */
  imageUpload: {
    upload:
      'Uploads an image, sent as the request body or as the part file of a form. Its id or address can then be used as the image of records.',
    list: 'Lists the images that the account may change, newest first.',
    search:
      'Only images with these words in their alternative text, credit, licence or the name of their file.',
    unused:
      'Only images that no event, venue or organizer shows, and no proposal wants to; false: only the others.',
    alt: 'With missing, only images without an alternative text.',
    former_of: 'Only the images with the former files of the image with this id, which no other list has.',
    uses: 'How many events, venues and organizers show the image, those in the trash among them.',
    proposals:
      'How many changes that are not public, and proposals without an account, want to show the image.',
    id: 'Id of the image.',
    read: 'Shows an image to those who may change it.',
    update:
      'Changes what people read of an image: its alternative text, in any language, its focal point, credit and licence.',
    file_of:
      'Id of another image of the account that nothing shows: its file takes the place of this one, everywhere. It gets the former file, so the same request undoes it.',
    remove: 'Removes an image that no record, text or history shows, with its files. It cannot be undone.',
    alt_text: 'What the image shows, for people who do not see it, as plain text; an empty text removes it.',
    credit: 'Who made the image, as people shall read it below, as plain text; an empty text removes it.',
    license: 'Licence of the image: an address, or a short name such as CC BY 4.0; an empty text removes it.',
    focal_point: 'What crops keep, as percentages from the left and the top; null removes it.',
  },

  /** What all pages for people have. */
  pages: {
    skip: 'Skip to the content',
    views: 'Views',
    list: 'List',
    month: 'Month',
    week: 'Week',
    today: 'Today',
    map: 'Map',
    past: 'Past',
    languages: 'Languages',
    language: 'English',
    events: 'Events',
  },

  /** Pages that tell of an error. */
  errorPages: {
    not_found: 'This page is not here',
    not_found_text: 'The event may be over, or the address may be mistyped. Search for it:',
    gone: 'This event is no longer available',
    gone_text: 'It has been removed from the calendar. Search for another one:',
    not_public: 'This page is not public',
    not_public_text: 'Only those who prepare it can see it.',
    failed: 'The page could not be made',
    refused: 'The request could not be answered',
    wrong_value: 'Something in the address is not right. Go back and choose again.',
    details: 'Details',
    back: 'All upcoming events',
  },

  /** Pages with a list of events. */
  accessibility: {
    title: 'Accessibility statement',
    lead: '{name} wants everybody to be able to use this website, in accordance with {value}.',
    law_eu: 'Directive (EU) 2016/2102',
    law_es: 'the Spanish Royal Decree 1112/2018 of 7 September',
    law_fr: 'article 47 of the French law 2005-102 of 11 February 2005',
    incomplete: 'This statement is not complete yet.',
    status: 'Compliance status',
    full: 'This website is fully compliant with {value}.',
    partial: 'This website is partially compliant with {value}, with the exceptions below.',
    none: 'This website is not compliant with {value}.',
    unknown: 'It has not been assessed yet whether this website complies with {value}.',
    issues: 'Content that is not accessible',
    prepared: 'Preparation of this statement',
    dated: 'This statement was prepared on {date}.',
    tested:
      'The program of this website, Almanac, is tested with axe (WCAG 2.2 AA) in a browser, by keyboard, without scripts and at a width of 320 pixels. These tests do not cover the texts and pictures of events.',
    contact: 'Feedback and contact',
    contact_text: 'If you meet a barrier or need content in another format, write to us:',
    complaints: 'Enforcement procedure',
    complaints_text: 'If you get no answer, or one that does not satisfy you, you can complain here:',
  },

  privacy: {
    title: 'Privacy',
    lead: '{name} is responsible for this website.',
    cookies: 'Cookies',
    cookies_none: 'The public pages set no cookie and store nothing in the browser.',
    cookies_admin:
      'Those who prepare the calendar sign in at {name}: a session cookie there ends after {value} without use, and the browser keeps what is typed until the service has it.',
    log: 'Log of requests',
    log_text:
      'Of each request, the log has the time, the address asked for, the network address (IP), and the account if there is one.',
    log_kept: 'This log is kept {value}.',
    log_unknown: 'The operator has not said for how long it is kept.',
    log_security: 'The security log of {name} is kept {value}.',
    forever: 'without limit',
    proposals: 'Proposals',
    proposals_text:
      'Of those who propose an event we keep name and e-mail address, which only the editors see, until thirty days after the event. A keyed hash of the network that it came from, which does not tell it, is kept for a day.',
    third: 'Third parties',
    third_none: 'The pages ask no other server for anything.',
    third_tiles:
      'The map, and pages of events with a map, ask another server for pictures, {name}, which learns your network address. All other pages ask nobody else for anything.',
  },

  home: {
    coming: 'The coming days',
    all: 'All events',
    weeks: 'The coming weeks',
    questions: 'What people ask',
    today: 'Still today',
    tomorrow: 'Tomorrow',
    weekend: 'This weekend',
    children: 'For children',
    online: 'Online',
  },

  listPages: {
    upcoming: 'Upcoming events',
    ongoing: 'On now',
    all_ongoing: 'All {count} on now',
    running_one: '{count} event on now',
    running_other: '{count} events on now',
    past: 'Past events',
    begun: 'Already under way',
    events_one: '{count} event',
    events_other: '{count} events',
    results: 'Results for “{value}”',
    venue: 'Venue',
    organizer: 'Organizer',
    category: 'Category',
    named_so: 'Venues, organizers and categories of that name',
    today: 'Today',
    tomorrow: 'Tomorrow',
    all_day: 'all day',
    all_dates: 'Show all {count} dates',
    once: 'Show each series only once',
    more_dates_one: 'and {count} more date',
    more_dates_other: 'and {count} more dates',
    none: 'No events match your choice',
    nothing_planned: 'Nothing is planned at the moment',
    nothing_planned_text: 'New events will appear here.',
    try_without: 'Try it without one of the filters:',
    past_match_one: '{count} past event matches.',
    past_match_other: '{count} past events match.',
    see_past: 'See past events',
    categories: 'Categories: {values}.',
    pages: 'Pages',
    page: 'Page {value}',
    previous: 'Previous',
    next: 'Next',
    above: 'Categories above',
    below: 'Narrower categories',
  },

  /** The frame of all pages. */
  look: {
    agenda: 'The calendar',
    yours: 'Make it yours',
    api: 'Open data: API',
    table: 'CSV table',
    licence: 'Licence of the data:',
    propose: 'Propose an event',
    embed: 'On your own site',
    calendar: 'Subscribe to the calendar',
    feed: 'RSS feed',
    about: 'About this site',
  },

  /** What pages and their files are, for programs. */
  pageOperations: {
    page: 'Shows a page for people.',
    asset: 'A file that pages load.',
    version: 'Identifies the content of the file.',
    own_page: 'Name of a page of the operator.',
  },

  /** What the element says that shows events on other sites. */
  embedWords: {
    loading: 'Loading events',
    ongoing: 'On now',
    until: 'until {date}',
    allDay: 'all day',
    none: 'There are no events at the moment.',
    noneInMonth: 'There are no events this month.',
    eventsOf: 'Events in {month}',
    events: 'Events: {count}',
    more: '{count} more',
    shown: '{count} of {total} events',
    showMore: 'Show more events',
    all: 'Open the calendar',
    previous: 'Previous month',
    next: 'Next month',
    away: 'The events cannot be shown at the moment.',
    noSuch: 'These events cannot be found: a category or a venue may have another name now.',
    retry: 'Try again',
  },

  /** The page that shows how events come to another site. */
  embed: {
    script: 'Sends the script of the element that shows events on other sites.',
    title: 'Events on your own website',
    lead: 'Two lines show this calendar on any other website: as a list or as a month, without a frame, without cookies, and in the colours of that site.',
    view: 'View',
    list: 'List',
    month: 'Month',
    category: 'Category',
    all_categories: 'All categories',
    language: 'Language',
    compose: 'Show the code',
    line: 'The code to copy',
    howto:
      'Paste these two lines into your page, where the events should appear. The script is needed only once, however many calendars the page has. The link stands in for the calendar where scripts do not run.',
    copy: 'Copy',
    copied: 'Copied',
    result: 'The result',
    frame: 'Without scripts: a frame',
    frame_allowed: 'The sites that the calendar allows can show this frame: {names}.',
    frame_denied:
      'For a site that allows no scripts there is a frame. The operator of the calendar has to allow your site first (FRAME_ANCESTORS).',
    needs_script:
      'The events appear here once JavaScript is on. Until then, readers of your site see the link.',
  },

  /** What the cards of events and lists show. */
  cards: {
    event:
      'Draws the card of an event, the picture of links to it: its date, title and place. A protected event shows what lists show of it.',
    list: 'Draws the card of a list: the category, tag, venue or organizer that it is about, and its month; without any the name of the site.',
    month: 'Month of the list, such as 2031-05.',
    version: 'What the card shows, as pages name it: caches may keep a card that still shows this.',
  },

  /** What the pages of a month, a week and a day share. */
  calendarPages: {
    today: 'Today',
    jump: 'Go to a date',
    go: 'Go',
    date: 'Date',
    month: 'Month',
    year: 'Year',
    last_day: 'Last day',
    more: '{count} more',
    running: 'Long-running',
    running_one: '{count} event open for weeks',
    running_other: '{count} events open for weeks',
    running_others: 'More long-running events',
    none: 'No events.',
    next_event: 'What comes next',
    last_event: 'The last date announced',
    canceled: 'Cancelled',
    postponed: 'Postponed',
    moved_online: 'Moved online',
    protected: 'Protected',
    previous: 'previous',
    next: 'next',
  },

  /** The page of a month. */
  monthPages: {
    caption: '{month}: events by day',
    months: 'Months',
    this_month: 'This month',
    week: 'Week {week}',
    week_column: 'Week',
  },

  /** The page of a week. */
  weekPages: { title: 'Week {week}: {days}', weeks: 'Weeks', this_week: 'This week' },

  /** The page of a day. */
  dayPages: {
    days: 'Days',
    through: 'All day or longer',
    timed: 'At set times',
    night: 'Small hours',
    morning: 'Morning',
    afternoon: 'Afternoon',
    evening: 'Evening',
    whole_month: 'The whole month',
    whole_week: 'The whole week',
  },

  /** The page of an event. */
  eventPage: {
    whole_picture: 'Enlarge the picture',
    next_date: 'Next date:',
    next_day: '(the next day)',
    local_time: 'Your time: {value}',
    unpublished: 'Not published',
    over: 'Over',
    running: 'On now',
    featured: 'Featured',
    series: 'Series',
    canceled_text: 'This event will not take place.',
    postponed_text: 'A new date will be announced.',
    moved_online_text: 'This event now takes place online.',
    join_online: 'Take part online',
    is_online: 'This event takes place online.',
    where: 'Where',
    online: 'Online',
    price: 'Price',
    organizer: 'Organizer',
    website: 'Website',
    tags: 'Topics',
    add: 'Add to my calendar',
    add_short: 'To my calendar',
    on_map: '{name} on the map',
    directions: 'Directions',
    register: 'Register',
    more_information: 'More information',
    back: 'Back',
    ics: 'Calendar file (.ics)',
    subscribe: 'Subscribe to all dates',
    share: 'Share',
    copy: 'Copy link',
    copied: 'Link copied',
    dates: 'More dates',
    all_dates: 'All dates',
    coming_dates: 'Upcoming dates',
    past_dates: 'Past dates',
    no_dates: 'There are none.',
    similar: 'You may also like',
    locked: 'This event is protected',
    locked_text: 'Enter the password that you were given to see all about it.',
    password: 'Password',
    open: 'Show the event',
    wrong_password: 'That is not the password of this event. Check capital letters, and try again.',
    picture: 'Picture',
    medium: 'Audio or video',
    table: 'Table',
  },

  /** The form that filters lists of events. */
  filterForm: {
    title: 'Search and filter',
    search: 'Search',
    searched: 'Search: {value}',
    search_hint: 'Title or text',
    dates: 'Dates',
    from: 'From',
    to: 'To',
    categories: 'Categories',
    tags: 'Topics',
    venue: 'Venues',
    organizer: 'Organizers',
    city: 'Towns',
    cost: 'Price',
    language: 'Languages',
    free: 'Free or no price given',
    paid: 'Paid',
    unknown: 'Other',
    apply: 'Show events',
    all_values: 'All {count}',
    chosen: 'Chosen filters',
    remove: 'Remove this filter: {value}',
    clear: 'Remove all filters',
    featured: 'Highlights',
    online: 'Online',
    not_online: 'Not online',
    ongoing: 'On now',
    upcoming: 'Upcoming',
    past: 'Past',
    all: 'Past and upcoming',
    scheduled: 'As planned',
  },

  /** How to subscribe to a list of events. */
  subscribe: {
    title: 'Subscribe',
    text: 'Your calendar or feed reader then shows new events by itself.',
    text_filtered:
      'Your calendar or feed reader then shows new events by itself, with the filters chosen here.',
    calendar: 'Subscribe in your calendar',
    more: 'More options',
    google: 'Google Calendar',
    outlook: 'Outlook',
    download: 'Calendar file (.ics)',
    table: 'Table (CSV)',
  },

  /** Pages of venues and organizers. */
  contactPages: {
    venues: 'Venues',
    organizers: 'Organizers',
    venues_text: 'All venues with upcoming events.',
    organizers_text: 'All organizers with upcoming events.',
    venues_none: 'No venue has upcoming events at the moment.',
    organizers_none: 'No organizer has upcoming events at the moment.',
    most: 'These are the {count} with the most events.',
    letters: 'First letters',
    address: 'Address',
    phone: 'Telephone',
    email: 'E-mail',
    website: 'Website',
    upcoming: 'Upcoming events',
    events_one: '{count} event',
    events_other: '{count} events',
    none: 'Nothing is planned at the moment.',
    filter: 'Search and filter these events',
    past: 'Past events',
    on_map: 'See all venues on the map',
  },

  /** The map of events. */
  mapPage: {
    title: 'Events on the map',
    text_one: '{count} venue with events',
    text_other: '{count} venues with events',
    events_one: '{count} event',
    events_other: '{count} events',
    next: 'Next:',
    now: 'Now:',
    map: 'Map of the venues',
    none: 'No venue has events that match.',
    most: 'These are the {count} venues with the most events. Choose a town to see all of its venues:',
    elsewhere: 'Without a town',
    zoom_in: 'Zoom in',
    zoom_out: 'Zoom out',
    close: 'Close',
    together: '{count} venues here: zoom in',
  },
} as const;

const and = joinedBy('and');

/** 11th, 12th and 13th are exceptions to 1st, 2nd and 3rd. */
const numeral = (number: number): string =>
  `${number}${(!/1\d$/.test(`${number}`) && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
const numbers = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ordinals = '_ first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const ordinal = (number: number): string => ordinals[number] ?? numeral(number);
const inMonths = (months: readonly string[]): string => `in ${and(months)}`;

export const times: TimeGrammar = {
  whole: '{hour12}\u00a0{half}',
  past: '{hour12}.{minute}\u00a0{half}',
  midnight: 'midnight',
  span: '{from}–{to}',
  apart: '{from}\u00a0– {to}',
  partsOfDay: ['12:00', '18:00'],
};

/** Times and dates are written as in Europe. */
export const typography: Typography = {
  locale: 'en-GB',
  date: said => said.replace(/(?<=^\p{L}+),(?= \d)/u, ''),
};

export const recurrence: RecurrenceGrammar = {
  and,
  or: joinedBy('or'),
  months: 'January February March April May June July August September October November December'.split(' '),
  weekdays: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
  day: 'day',
  workingDay: 'weekday',
  weekendDay: 'weekend day',
  ofTheseDays: 'of these days',

  every: (interval, unit) => `every ${numbers[interval] ?? interval} ${unit}s`,
  everyWeekday: {
    all: 'every day',
    working: 'every weekday',
    span: (first, last) => `every day from ${first} to ${last}`,
    list: weekdays => `every ${and(weekdays)}`,
  },
  onWeekdays: {
    all: 'all days',
    working: 'weekdays',
    span: (first, last) => `all days from ${first} to ${last}`,
    list: and,
  },
  everyWeekdayThe: (weekday, day) => `every ${weekday} the ${numeral(day)}`,
  within: (every, days) => `${every} on ${days}`,
  on: days => `on ${days}`,

  theDay: day => `the ${numeral(day)}`,
  nth: number => `the ${ordinal(number)}`,
  last: ['the last'],
  nthFromEnd: (number, noun) => `the ${ordinal(number)}-to-last ${noun}`,
  span: (first, last) => `from ${first} to ${last}`,

  ofEach: { week: 'of every week', month: 'of every month', year: 'of every year' },
  ofThe: { week: 'of the week', month: 'of the month', year: 'of the year' },
  eachYear: 'each year',
  ofMonths: months => `of ${and(months)}`,
  everyOfMonths: inMonths,
  inMonths,
  monthSpan: (first, last) => `from ${first} to ${last}`,
  ofMonthSpan: span => `of every month ${span}`,

  daysInMonth: (days, month) => `${and(days.map(String))} ${month}`,
  spanInMonth: (first, last, month) => `from ${first} to ${last} ${month}`,
  inYear: (dates, year) => `${dates} ${year}`,
  edge: (day, weekday) => (weekday ? `${weekday} ${day}` : `${day}`),
  edgeInMonth: (edge, month) => `${edge} ${month}`,
  range: (first, last) => [first, first.includes(' ') ? ' – ' : '–', last],
  at: time => `at ${sayTime(times, time)}`,
  atVariousTimes: 'at various times',

  since: date => `from ${date}`,
  until: date => `until ${date}`,
  untilTime: time => `until ${time === '00:00' ? times.midnight : sayTime(times, time)}`,
  times: count => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`),
  days: count => `${count} days`,
  dates: count => `${count} dates`,
  also: dates => `and also ${dates}`,
  except: dates => `except ${dates}`,

  aDayCalled: name => `a ${name}`,
  onlyIf: conditions => `only if it is ${conditions.join(' and is ')}`,
  onlyIn: months => `only ${months}`,
  onlyNth: (days, period) => `only ${days} in every ${period}`,
};

/** What every other language says: the same messages with the same placeholders. */
export type Messages = {
  readonly [Section in keyof English]: {
    readonly [Key in keyof English[Section]]: WithPlaceholders<English[Section][Key]>;
  };
};

type English = typeof messages;

/** Any text that has the placeholders of this one. */
export type WithPlaceholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? `${string}{${Name}}${string}` & WithPlaceholders<Rest>
  : string;
