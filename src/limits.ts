/**
 * Limits on the size and cost of requests. These limits are part of the interface, or suit every machine; limits that
 * depend on the site are settings, in config.ts. docs/operating.md lists those of both kinds that a client may meet.
 */

/** Characters of a request's path and query: 1,000 ids fit, and so do the links that repeat them. */
export const MAX_URL = 16_384;
/** Bytes of a request before its body: the target and all headers. */
export const MAX_HEAD = 32_768;

/** Bytes of the body of a read or deletion, or of a client without the right to write. */
export const MAX_SMALL_BODY = 16_384;

/** Maximum number of clients with counted requests or failed sign-ins. */
export const MAX_CLIENTS = 100_000;
/** Pipelined requests that wait on one connection. */
export const MAX_PIPELINED = 100;

/** Nested arrays and objects of a JSON body, as PHP's parser takes. */
export const MAX_JSON_DEPTH = 512;
/** Values of a body or a query: members and items of JSON, pairs of a form, parts of a multipart form. */
export const MAX_VALUES = 20_000;
/** Nested brackets in the name of a form field: deeper ones are part of the name. */
export const MAX_FORM_DEPTH = 8;

/** Values of a list: ids, slugs and names in filters, members in `_fields`. */
export const MAX_ITEMS = 1000;
/** Values of a facet in an answer. */
export const MAX_FACET_VALUES = 1000;
/** Words and phrases of a search. */
export const MAX_SEARCH_TERMS = 50;
/** Venues, organizers, categories or tags of one event, because lists show all of them. */
export const MAX_LINKED = 50;
/** Levels of categories. */
export const MAX_LEVELS = 50;

/** Characters of a slug, a search or another single line. */
export const MAX_LINE = 1000;
/** Of a credit, and of a licence. */
export const MAX_CREDIT = 200;
/** Characters of an event's title, and of the name of a venue, organizer or term: no real one is as long. */
export const MAX_TITLE = 5000;
/** Characters of an address in a field. */
export const MAX_ADDRESS = 2000;
/** Characters of a description or an excerpt of an event. */
export const MAX_TEXT = 200_000;
/** Characters of the descriptions and excerpts of all occurrences of a series together. */
export const MAX_SERIES_TEXT = 20_000_000;
/** Characters of a recurrence that each occurrence shows in a list; the series alone shows a longer one. */
export const MAX_LISTED_RECURRENCE = 2000;
/** Characters of the JSON of an event's custom fields, and levels of objects and lists in it. */
export const MAX_CUSTOM_FIELDS = 20_000;
export const MAX_CUSTOM_LEVELS = 10;
/** Characters of a description of a venue or an organizer, which each of its events shows. */
export const MAX_NAMED_TEXT = 20_000;
/** Characters of a description of a category or a tag. */
export const MAX_TERM_TEXT = 100_000;

/** Events of a document that is not divided into pages, such as a calendar: the rest is in further parts. */
export const MAX_DOCUMENT_EVENTS = 100_000;

/** Frames of an animation, and scans of a JPEG: each takes time to decode, however few bytes it has. */
export const MAX_FRAMES = 3000;
export const MAX_SCANS = 100;
/** Pixels of a side of a picture: the maximum for a JPEG. */
export const MAX_SIDE = 65_535;

/**
 * Rows of a table that a list query may scan in the serving thread of the embedded store; longer scans run on a thread
 * of their own. Each row may contain the longest texts, which SQLite must skip to reach the columns after them.
 */
export const MAX_ROWS_AT_ONCE = 200;
/** Concurrent long list queries on the store, and those that wait. */
export const MAX_LONG_READS = 8;
export const MAX_LONG_READS_WAITING = 1000;
/** Those among them that read the texts of many events. */
export const MAX_TEXT_READS = 2;

/** Records of a document that is made without waiting for a place among the large answers. */
export const MAX_SMALL_DOCUMENT = 200;
/**
 * Large answers that are made at once, and those that wait: calendars, tables, and lists of long texts. Each may take
 * tens of megabytes while it is made.
 */
export const MAX_LARGE_ANSWERS = 2;
export const MAX_LARGE_ANSWERS_WAITING = 1000;

/** Waiting background jobs of one account: bodies to parse, and texts to clean. */
export const MAX_JOBS_WAITING = 20;

/**
 * Pictures that are fetched at the same time, each of which is in memory until it is stored, and those of one account
 * that wait.
 */
export const MAX_FETCHES = 4;
export const MAX_FETCHES_WAITING = 100;
/** Pictures of one account that wait to be decoded: the whole service decodes one at a time. */
export const MAX_PICTURES_WAITING = 100;
/** Pictures that a contributor has uploaded and put on nothing yet, and their bytes. After a day they are removed. */
export const MAX_UNUSED_PICTURES = 50;
export const MAX_UNUSED_PICTURE_BYTES = 200_000_000;
/** Bytes of uploads on the disk while they arrive and wait. */
export const MAX_SPOOLED_BYTES = 1_000_000_000;
/** Files of pictures that wait for their WebP form: some seconds, after which the file itself is sent. */
export const MAX_WEBP_WAITING = 30;
/** Cards of events and lists that wait to be drawn: some seconds. */
export const MAX_CARDS_WAITING = 60;
/** Event passwords that wait for their hash, which is slow on purpose. */
export const MAX_PASSWORDS_WAITING = 30;

/** Proposals of the public: of one network or e-mail address in an hour and in a day, and of all together in a day. */
export const MAX_PROPOSALS_HOUR = 10;
export const MAX_PROPOSALS_DAY = 30;
export const MAX_PROPOSALS_IN_ALL = 300;
/** Characters of the text of one. */
export const MAX_PROPOSED_TEXT = 4000;
/** Bytes of the form of one: a text that is several times too long is shown again, and told so. */
export const MAX_PROPOSAL_BODY = 65_536;
/** Bytes of its picture, and how often one may be sent. */
export const MAX_PROPOSED_PICTURE = 10_000_000;
export const MAX_PROPOSED_PICTURES = 10;
