import { type Filter, inYear } from './listings.ts';

const NO_DATES = ['no date', '', '2041-13-45', ['2041-05-01']];

/**
 * What the date parameters select: whole days of the site, unless dates are strict; from today for 24 months, unless
 * one of the four relative ones is given.
 */
export const eventDates: Record<string, Filter> = {
  start_date: {
    cases: [
      { query: {}, lists: ['Soon', 'Next'] },
      { query: { start_date: '-10 days' }, lists: ['Running', 'Soon', 'Next'] },
      { query: { start_date: '+11 days' }, lists: ['Next'] },
      inYear({ start_date: '2041-05-03' }, 'Western', 'Música', 'Locked', 'Talk'),
      inYear({ start_date: '2041-05-03 21:00:00' }, 'Western', 'Música', 'Locked', 'Talk'),
      inYear({ start_date: '2041-05-02T22:00:00Z' }, 'Western', 'Música', 'Locked', 'Talk'),
      inYear({ start_date: '2041-05-08' }),
    ],
    refused: NO_DATES,
  },
  end_date: {
    cases: [
      { query: { end_date: '+9 days' }, lists: [] },
      { query: { end_date: '+31 months' }, lists: ['Soon', 'Next', 'Beyond'] },
      inYear({ end_date: '2041-05-03' }, 'Choir', 'Trio', 'Western'),
      inYear({ end_date: '2041-05-03 01:00:00' }, 'Choir', 'Trio', 'Western'),
      inYear({ end_date: '2041-05-05' }, 'Choir', 'Trio', 'Western', 'Música'),
    ],
    refused: NO_DATES,
  },
  starts_before: {
    cases: [
      { query: { starts_before: '2012-01-01' }, lists: ['Old'] },
      inYear({ starts_before: '2041-05-02' }, 'Choir', 'Trio'),
      { query: { starts_before: 'now' }, lists: ['Old', 'Running'] },
    ],
    refused: NO_DATES,
  },
  starts_after: {
    cases: [
      { query: { starts_after: '2041-05-02' }, lists: ['Western', 'Música', 'Locked', 'Talk'] },
      inYear({ starts_after: '2041-05-03' }, 'Locked', 'Talk'),
      { query: { starts_after: '2041-05-08' }, lists: [] },
    ],
    refused: NO_DATES,
  },
  ends_before: {
    cases: [
      { query: { ends_before: '2012-01-01' }, lists: ['Old'] },
      inYear({ ends_before: '2041-05-03' }, 'Choir', 'Trio'),
      inYear({ ends_before: '2041-05-04' }, 'Choir', 'Trio', 'Western'),
    ],
    refused: NO_DATES,
  },
  ends_after: {
    cases: [
      { query: { ends_after: '2041-05-03' }, lists: ['Música', 'Locked', 'Talk'] },
      inYear({ ends_after: '2041-05-06' }, 'Talk'),
      { query: { ends_after: 'now', starts_before: 'now', strict_dates: true }, lists: ['Running'] },
    ],
    refused: NO_DATES,
  },
  strict_dates: {
    cases: [
      ...['true', '1', 'yes', 'on'].map(strict_dates =>
        inYear({ strict_dates, start_date: '2041-05-03 00:00:01' }, 'Música', 'Locked', 'Talk'),
      ),
      ...['false', 'foo'].map(strict_dates =>
        inYear({ strict_dates, start_date: '2041-05-03 00:00:01' }, 'Western', 'Música', 'Locked', 'Talk'),
      ),
      inYear(
        { strict_dates: true, start_date: '2041-05-01 10:00', end_date: '2041-05-02 23:30' },
        'Choir',
        'Trio',
      ),
      inYear({ strict_dates: true, start_date: '2041-05-01 10:00:01', end_date: '2041-05-02 23:30' }, 'Trio'),
      inYear(
        { strict_dates: true, start_date: '2041-05-01 10:00', end_date: '2041-05-02 23:29:59' },
        'Choir',
      ),
      { query: { strict_dates: true, starts_after: '2041-05-06T08:00:00Z' }, lists: ['Talk'] },
      { query: { strict_dates: true, starts_after: '2041-05-06T07:59:59Z' }, lists: ['Locked', 'Talk'] },
      inYear({ strict_dates: true, starts_before: '2041-05-02 18:00' }, 'Choir'),
      inYear({ strict_dates: true, ends_before: '2041-05-03 23:59:59' }, 'Choir', 'Trio'),
      inYear({ strict_dates: true, ends_after: '2041-05-06 11:00' }, 'Talk'),
    ],
    refused: ['0', ''],
  },
};
