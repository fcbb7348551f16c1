import { counters, gauges, histograms } from './metrics.ts';

/** Bucket bounds in seconds, from a cached answer to longer than anybody waits. */
const DURATIONS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export const requests = counters(
  'almanac_http_requests_total',
  'Requests answered.',
  ...['route', 'method', 'status'],
);
export const requestDuration = histograms(
  'almanac_http_request_duration_seconds',
  'Time from a request having been read until its answer was handed to the connection.',
  DURATIONS,
  ...['route', 'method'],
);
export const requestsInProgress = gauges(
  'almanac_http_requests_in_progress',
  'Requests that are being worked on.',
).of();
export const requestsAborted = counters(
  'almanac_http_requests_aborted_total',
  'Requests whose client went away before the answer.',
).of();
export const blockingRequests = counters(
  'almanac_http_requests_blocking_total',
  'Requests that kept all others waiting for more than 50 ms.',
  'route',
);
export const connections = gauges('almanac_http_connections', 'Open connections of clients.').of();

export const answersWaiting = gauges(
  'almanac_large_answers_waiting',
  'Large answers that wait for their turn to be made.',
  'kind',
);
export const unsentBytes = gauges(
  'almanac_unsent_bytes',
  'Memory that is taken by answers that are made and not yet sent.',
).of();

export const cacheLookups = counters(
  'almanac_cache_lookups_total',
  'Looks for what is kept: whole answers, and parts of them.',
  ...['cache', 'result'],
);
export const cacheBytes = gauges('almanac_cache_bytes', 'Memory that is taken by what is kept.', 'cache');

export const statementDuration = histograms(
  'almanac_store_statement_duration_seconds',
  'Time of a statement, once it has a connection.',
  DURATIONS,
  'kind',
);
export const statementErrors = counters(
  'almanac_store_statement_errors_total',
  'Statements that failed: the store was unavailable, another transaction won, or anything else.',
  'reason',
);
export const commitDuration = histograms(
  'almanac_store_commit_duration_seconds',
  'Time until a commit was on disk.',
  DURATIONS,
).of();
export const commitTransactions = histograms(
  'almanac_store_commit_transactions',
  'Transactions that shared a commit.',
  [1, 2, 4, 8, 16, 32, 64],
).of();
export const storeWaiting = gauges(
  'almanac_store_waiting',
  'Transactions that wait for their turn to write (embedded store), or whatever waits for a connection (PostgreSQL).',
).of();
export const storeConnections = gauges(
  'almanac_store_connections',
  'Connections to PostgreSQL servers.',
  'state',
);

export const indexEvents = gauges('almanac_index_events', 'Events in the index in memory.')
  .combinedBy('most')
  .of();
export const indexReady = gauges(
  'almanac_index_ready',
  'Whether events, and words in them, are found in memory.',
  'index',
).combinedBy('least');
export const indexPending = gauges(
  'almanac_index_pending',
  'Changed events that have not been merged into the index yet.',
)
  .combinedBy('most')
  .of();

export const pictureDuration = histograms(
  'almanac_picture_duration_seconds',
  'Time of fetching a picture, of making and storing its sizes, and of making the WebP form of a file.',
  DURATIONS,
  'step',
);
export const picturesInProgress = gauges(
  'almanac_pictures_in_progress',
  'Pictures that are being fetched, or made and stored.',
  'step',
);
export const pictureFetches = counters(
  'almanac_picture_fetches_total',
  'Pictures fetched, and why some were not.',
  'result',
);

export const ready = gauges('almanac_ready', 'Whether /readyz answers 200.').combinedBy('most').of();
