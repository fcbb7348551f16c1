/**
 * Files that run apart from the shared service. Some stop the clock, which would disturb that service. Others start
 * processes. The services that these files start live no longer than a test or the file.
 */
const APART = [
  'caching',
  'calendar-pages',
  'memory',
  'memory-limit',
  'page-clock',
  'questions',
  'whole-days-changes',
  'same-answers',
  'backup',
  'blocking',
  'cli',
  'copy',
  'crash',
  'demo',
  'doctor',
  'disk',
  'failover',
  'health',
  'later-version',
  'lose',
  'many',
  'metrics',
  'migration-copies',
  'missing-parts',
  'migrations',
  'orphans',
  'private',
  'processes',
  'release',
  'replacing',
  'rollback',
  'scheduled',
  'stall',
  'start',
  'stop',
  'stores',
  'terminal',
  'told-to-stop',
  'traces',
  'translation-drafts',
  'upgrades',
  'workers',
];

/** Files that send thousands of requests. They are spread over the groups. */
const LONG = [
  'operations',
  'malformed',
  'rights',
  'operations/combinations',
  'fuzz',
  'properties',
  'injection',
  'reference/cases',
];

/** Whether a file needs a browser: one process runs them all, with one browser, on one store. */
export const needsBrowser = (file: string): boolean => /^test\/(browser\/|embed)/.test(file);

/**
 * Groups of files that share a process, because starting one takes longer than most files. Groups that mostly wait
 * come first, so that others use the processors meanwhile. Within a group long files come last: the others find
 * little in memory, and their timers have run before the end.
 * @param parts processes for each kind of files: each loads and compiles the whole service
 */
export function groupsOf(files: readonly string[], parts: number): string[][] {
  const named = (names: readonly string[]) =>
    names.map(name => `test/${name}.test.ts`).filter(file => files.includes(file));
  const [apart, long] = [named(APART), named(LONG)];
  const inBrowser = files.filter(needsBrowser);
  const others = files.filter(file => ![...apart, ...long, ...inBrowser].includes(file));
  const busy = spread([...long, ...others], parts).map(group => group.toReversed());
  const groups = [...spread(apart, parts), inBrowser, ...busy];
  return groups.filter(group => group.length > 0);
}

/**
 * Files that do not touch the store run once, and so do those of pages and pictures, which ask it nothing that the
 * interface does not ask: `pages-events` compares all lists of pages with it on both stores. Pages of the administration
 * have no SQL: what they ask of accounts, sessions and drafts is asked on both stores by the other files of the
 * administration. Others ask much, but nothing that files which run on both stores do not ask: `written-back`,
 * `sheet-import`, zones and translations. Files that need several servers run on PostgreSQL only.
 */
export function isFor(store: 'PostgreSQL' | 'SQLite', file: string): boolean {
  if (store === 'PostgreSQL' && needsBrowser(file)) return false;
  return !(store === 'SQLite' ? OF_POSTGRES : OF_NO_STORE).test(file);
}

const OF_NO_STORE =
  /^src\/|^test\/((calendar|event|list|map|month|place)-pages|admin-(desk|events|first-day|hostile|list|preview|rights|translations|week)|arenas|blocking|bundle|calendar-(agreement|expansion|return)|cards|cli|clients|connections|cors|csv-separator|demo|discovery|documents|duplicates|entered|extensions|formats|formats\/[\w-]+|half-closed|history-commands|hosts|install|json-ld|languages|large-answers|many|memory-limit|method-override|missing-parts|no-name|openapi|output|packages|page-(addresses|clock|data|headers|size)|picture-process|record-formats|release|recurrence|request-bodies|request-codings|search-engines|series-(addresses|calendars|documents|limits|structured-data|translations)|settings-table|sheet-import|site-(design|words)|start|stop|terminal|told-to-stop|translated-formats|translation-properties|translations|webp|written-back|young-heap|zones|zones-of-imports|powercut\/\w+)\.test\.ts$/;
const OF_POSTGRES = /^test\/(failover|prepared|same-answers)\.test\.ts$/;

/** Distributes neighbours by name, which are of similar length, over different parts. */
function spread(files: string[], parts: number): string[][] {
  return Array.from({ length: parts }, (_, part) => files.filter((_, at) => at % parts === part));
}
