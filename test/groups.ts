/**
 * Files that stop the clock: services of others, which live as long as their process, would take that time for theirs.
 * The service of the first does so, too; the others start one for each test.
 */
const STOPPING_THE_CLOCK = ['caching', 'memory', 'same-answers'];

/** Files that start processes: they share a process with one another, which waits most of the time. */
const STARTING = [
  'backup',
  'cli',
  'copy',
  'crash',
  'disk',
  'health',
  'metrics',
  'processes',
  'replacing',
  'replicas',
  'scheduled',
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
  const [clock, starting, long] = [named(STOPPING_THE_CLOCK), named(STARTING), named(LONG)];
  const others = files.filter(file => ![...clock, ...starting, ...long].includes(file));
  const busy = spread([...long, ...others], 4).map(group => group.toReversed());
  const groups = [...spread(starting, 2), ...busy, clock];
  return groups.filter(group => group.length > 0);
}

/** What knows nothing of stores is tested once; what takes several servers, on PostgreSQL alone. */
export function isFor(store: 'PostgreSQL' | 'SQLite', file: string): boolean {
  return !(store === 'SQLite' ? OF_POSTGRES : OF_NO_STORE).test(file);
}

const OF_NO_STORE =
  /^src\/|^test\/(cli|clients|connections|cors|hosts|json-ld|languages|openapi|packages|start|stop|told-to-stop)\.test\.ts$/;
const OF_POSTGRES = /^test\/(prepared|replicas|same-answers)\.test\.ts$/;

/** Neighbours by name, which are long or short alike, go to different parts. */
function spread(files: string[], parts: number): string[][] {
  return Array.from({ length: parts }, (_, part) => files.filter((_, at) => at % parts === part));
}
