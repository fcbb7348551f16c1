/**
 * The order of the folders, and of the files beside them, in src/: each may import only what stands before it.
 * docs/decisions/2026-11-22-one-way-through-the-house.md says why.
 */
const layers = [
  'lib',
  'workers',
  'i18n',
  'recurrence',
  'when',
  'kinds',
  'config',
  'limits',
  'version',
  'errors',
  'observability',
  'db',
  'fulltext',
  'read-model',
  'users',
  'pictures',
  'site',
  'net',
  'mail',
  'background',
  'input',
  'records',
  'images',
  'contacts',
  'venues',
  'organizers',
  'terms',
  'events',
  'series',
  'history',
  'trash',
  'settings',
  'search',
  'formats',
  'reading',
  'intake',
  'transfer',
  'http',
  'api',
  'pages',
  'demo',
  'admin',
  'backup',
  'jobs',
  'app',
  'cli',
];

/** Files that start by themselves: the command, threads and processes. Nothing imports them. */
const programs = '^src/cli/main\\.ts$|-(thread|process)\\.ts$|/thread\\.ts$';

/** What pages load in a browser. */
const browsers = '^src/(pages/scripts|pages/embed/element|admin/scripts)/';

const inLayers = names => `^src/(${names.join('|')})(/|\\.ts$)`;

const onlyDownwards = layers.slice(0, -1).map((layer, at) => ({
  name: `${layer} imports only what stands below it`,
  severity: 'error',
  from: { path: inLayers([layer]), pathNot: '\\.test\\.ts$' },
  to: { path: inLayers(layers.slice(at + 1)) },
}));

export default {
  forbidden: [
    ...onlyDownwards,
    {
      name: 'each folder has its place in the order',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: inLayers(layers) },
    },
    {
      name: 'pages and the interface are beside each other',
      severity: 'error',
      from: { path: '^src/pages/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/api/' },
    },
    { name: 'no circle of files', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'every file is used',
      severity: 'error',
      from: { path: programs },
      to: { path: '^src/', pathNot: `${programs}|${browsers}|\\.test\\.ts$`, reachable: false },
    },
  ],
  options: {
    // Imports of types count as well.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};
