/** Files that run in a process of their own: long ones, and those that stop the clock or measure their process. */
const ALONE = [
  'operations',
  'operations/combinations',
  'malformed',
  'memory',
  'properties',
  'replicas',
  'reference/cases',
  'fuzz',
  'rights',
  'caching',
  'health',
  'injection',
  'metrics',
  'same-answers',
  'traces',
  'transfer',
];

/** Files that start processes: they share a process with one another, which waits most of the time. */
const STARTING = [
  'backup',
  'cli',
  'copy',
  'crash',
  'disk',
  'processes',
  'replacing',
  'scheduled',
  'start',
  'stop',
];

/** Groups of files that share a process: to start one takes longer than most files do. Long groups come first. */
export function groupsOf(files: readonly string[]): string[][] {
  const named = (names: readonly string[]) =>
    names.map(name => `test/${name}.test.ts`).filter(file => files.includes(file));
  const [alone, starting] = [named(ALONE), named(STARTING)];
  const others = files.filter(file => !alone.includes(file) && !starting.includes(file));
  const groups = [...spread(starting, 2), ...spread(others, 3), ...alone.map(file => [file])];
  return groups.filter(group => group.length > 0);
}

/** What knows nothing of stores is tested once; what takes several servers, on PostgreSQL alone. */
export function isFor(store: 'PostgreSQL' | 'SQLite', file: string): boolean {
  return !(store === 'SQLite' ? OF_POSTGRES : OF_NO_STORE).test(file);
}

const OF_NO_STORE =
  /^src\/|^test\/(cli|connections|cors|hosts|json-ld|languages|openapi|packages|start|stop)\.test\.ts$/;
const OF_POSTGRES = /^test\/(prepared|replicas|same-answers)\.test\.ts$/;

/** Neighbours by name, which are long or short alike, go to different parts. */
function spread(files: string[], parts: number): string[][] {
  return Array.from({ length: parts }, (_, part) => files.filter((_, at) => at % parts === part));
}
