/**
 * Files that stop the clock, which a service of others that lives as long as their process would take for its own, and
 * files that start processes: services that they start themselves live as long as a test, or the file.
 */
const APART = [
  'caching',
  'memory',
  'same-answers',
  'backup',
  'blocking',
  'cli',
  'copy',
  'crash',
  'disk',
  'health',
  'later-version',
  'metrics',
  'private',
  'processes',
  'replacing',
  'replicas',
  'scheduled',
  'stall',
  'start',
  'stop',
  'told-to-stop',
  'traces',
];

/** Files that send thousands of requests: each group of others has its share of them. */
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

/**
 * Groups of files that share a process, since to start one takes longer than most files do. Groups that wait come first:
 * others have the processors meanwhile. Within a group long files come last: others find little in memory, and what they
 * leave to a timer passes before the end.
 */
export function groupsOf(files: readonly string[]): string[][] {
  const named = (names: readonly string[]) =>
    names.map(name => `test/${name}.test.ts`).filter(file => files.includes(file));
  const [apart, long] = [named(APART), named(LONG)];
  const others = files.filter(file => ![...apart, ...long].includes(file));
  const busy = spread([...long, ...others], 4).map(group => group.toReversed());
  const groups = [...spread(apart, 2), ...busy];
  return groups.filter(group => group.length > 0);
}

/** What knows nothing of stores is tested once; what takes several servers, on PostgreSQL alone. */
export function isFor(store: 'PostgreSQL' | 'SQLite', file: string): boolean {
  return !(store === 'SQLite' ? OF_POSTGRES : OF_NO_STORE).test(file);
}

const OF_NO_STORE =
  /^src\/|^test\/(blocking|cli|clients|connections|cors|half-closed|hosts|json-ld|languages|method-override|openapi|packages|request-bodies|request-codings|start|stop|told-to-stop|powercut\/\w+)\.test\.ts$/;
const OF_POSTGRES = /^test\/(prepared|replicas|same-answers)\.test\.ts$/;

/** Neighbours by name, which are long or short alike, go to different parts. */
function spread(files: string[], parts: number): string[][] {
  return Array.from({ length: parts }, (_, part) => files.filter((_, at) => at % parts === part));
}
