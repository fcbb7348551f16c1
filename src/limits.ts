/**
 * What requests may hold and take at most. These limits are part of the interface, or good for every machine; those that
 * depend on the site are settings, in config.ts. docs/operating.md lists those of both that a client may meet.
 */

/** Characters of the target of a request, its path and query: 1,000 ids and what a link repeats of them fit. */
export const MAX_URL = 16_384;
/** Bytes of a request before its body: the target and all headers. */
export const MAX_HEAD = 32_768;

/** Bytes of a body that comes with a read or a deletion, or from a client without the right to write. */
export const MAX_SMALL_BODY = 16_384;

/** Clients of which something is remembered: what they asked in a while, how often they failed to sign in. */
export const MAX_CLIENTS = 100_000;
/** Requests that wait on one connection for the answers before theirs. */
export const MAX_PIPELINED = 100;

/** Nested arrays and objects of a JSON body, as PHP's parser takes. */
export const MAX_JSON_DEPTH = 512;
/** Values of a body or a query: members and items of JSON, pairs of a form, parts of a multipart form. */
export const MAX_VALUES = 20_000;
/** Brackets in a name of a form: deeper ones are part of the name. */
export const MAX_FORM_DEPTH = 8;

/** Values of a list: ids, slugs and names in filters, members in `_fields`. */
export const MAX_ITEMS = 1000;
/** Words and phrases of a search. */
export const MAX_SEARCH_TERMS = 50;
/** Venues, organizers, categories or tags of one event: lists show all of them. */
export const MAX_LINKED = 50;
/** Levels of categories. */
export const MAX_LEVELS = 50;

/** Characters of a slug, a search or another single line. */
export const MAX_LINE = 1000;
/** Characters of the title of an event and of the name of a venue, an organizer or a term: no real one is as long. */
export const MAX_TITLE = 5000;
/** Characters of an address in a field. */
export const MAX_ADDRESS = 2000;
/** Characters of a description or an excerpt of an event. */
export const MAX_TEXT = 200_000;
/** Characters of a description of a venue or an organizer: each event that names them shows it. */
export const MAX_NAMED_TEXT = 20_000;
/** Characters of a description of a category or a tag. */
export const MAX_TERM_TEXT = 100_000;

/** Frames of an animation, and scans of a JPEG: each takes its time, however few bytes it has. */
export const MAX_FRAMES = 3000;
export const MAX_SCANS = 100;
/** Pixels of a side of a picture, the most that a JPEG may have. */
export const MAX_SIDE = 65_535;

/**
 * Rows of a table that a list goes through at once on the embedded store; through more of them a thread of its own goes.
 * Each may hold the longest texts, which have to be passed on the way to the columns behind them.
 */
export const MAX_ROWS_AT_ONCE = 200;
/** Lists that the store itself has to find at the same time, where that may take long, and those that wait for it. */
export const MAX_LONG_READS = 8;
export const MAX_LONG_READS_WAITING = 1000;

/** Bodies and texts of one account that wait until others have been parsed or cleaned in the background. */
export const MAX_JOBS_WAITING = 20;

/** Pictures that are fetched at the same time, and that are decoded and written: each takes a thread, and memory. */
export const MAX_FETCHES = 8;
export const MAX_DECODINGS = 2;
/** Pictures that wait for either of these. */
export const MAX_PICTURES_WAITING = 100;
/** Passwords of events that wait until the hashes of others, which are slow on purpose, have been derived. */
export const MAX_PASSWORDS_WAITING = 30;
