import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, glob, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ownFolder } from '../test/folder.ts';

const ROOT = join(import.meta.dirname, '..');

/** Tables that must name each kind, beside that of the kinds: the compiler finds one in which a kind is missing. */
const COMPLETE = [
  'src/api/history.ts',
  'src/api/site/sitemap-sections.ts',
  'src/contacts/store.ts',
  'src/events/links.ts',
  'src/formats/json/facets.ts',
  'src/history/kinds.ts',
  'src/intake/plans/plan-contact.ts',
  'src/read-model/caches.ts',
  'src/read-model/facet-records.ts',
  'src/records/slug.ts',
  'src/search/facets.ts',
  'src/trash/unused-images.ts',
];

describe('A kind of records that is added to the table', () => {
  let copy: string;

  before(async () => {
    copy = await ownFolder();
    await cp(join(ROOT, 'src'), join(copy, 'src'), {
      recursive: true,
      filter: source => !source.endsWith('.test.ts'),
    });
    await cp(join(ROOT, 'package.json'), join(copy, 'package.json'));
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const { compilerOptions } = JSON.parse(await readFile(join(ROOT, 'tsconfig.json'), 'utf8'));
    await writeFile(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: COMPLETE }));
    await addPerformers(copy);
  });

  it('It compiles only once each table of kinds has it', async () => {
    const compiler = join(ROOT, 'node_modules/.bin/tsc');
    const output = await promisify(execFile)(compiler, ['--noEmit', '--singleThreaded'], { cwd: copy }).then(
      () => '',
      error => String(error.stdout),
    );
    const missing = new Set([...output.matchAll(/^(src\/[\w/.-]+)\(/gm)].map(([, file]) => file!));
    assert.deepEqual(
      COMPLETE.filter(file => !missing.has(file)),
      [],
    );
  });

  it('It is in every list of kinds', async () => {
    const kinds: Record<string, readonly string[]> = await import(join(copy, 'src/kinds.ts'));
    for (const list of ['kindNames', 'publishedTypes', 'contactTypes', 'authoredTypes', 'versionedTypes'])
      assert.ok(kinds[list]!.includes('performer'), list);
    for (const list of ['linkedTypes', 'writtenTypes']) assert.ok(kinds[list]!.includes('performer'), list);
    for (const list of ['contactTables', 'linkedTables'])
      assert.ok(kinds[list]!.includes('performers'), list);
    const { facetNames } = await import(join(copy, 'src/search/filter.ts'));
    assert.ok(facetNames.includes('performer'));
  });
});

/** Adds performers as a kind like organizers, with the type of their table. */
async function addPerformers(copy: string): Promise<void> {
  const change = async (file: string, ...changes: [string, string][]) => {
    let text = await readFile(join(copy, file), 'utf8');
    for (const [from, to] of changes) {
      assert.ok(text.includes(from), `${file} has "${from}"`);
      text = text.replace(from, to);
    }
    await writeFile(join(copy, file), text);
  };
  await change(
    'src/kinds.ts',
    ["readonly table: 'events'", "readonly table: 'performers' | 'events'"],
    ["readonly collection: 'events'", "readonly collection: 'performers' | 'events'"],
    ["readonly logged: 'event'", "readonly logged: 'performer' | 'event'"],
    ["readonly linkedAs: 'venue'", "readonly linkedAs: 'performer' | 'venue'"],
    ["RecordType = 'event'", "RecordType = 'performer' | 'event'"],
    [
      '  category: {',
      `  performer: {
        ...{ table: 'performers', collection: 'performers', logged: 'performer', reference: 'performer' },
        ...{ isAuthored: true, isPublished: true, hasHistory: true, linkedAs: 'performer', archive: 'performer' },
      },
      category: {`,
    ],
  );
  await change('src/db/tables.ts', [
    '  organizers: OrganizersTable;',
    '  organizers: OrganizersTable;\n  performers: OrganizersTable;',
  ]);
}

it('No list of kinds is written by hand', async () => {
  const { KINDS } = await import('./kinds.ts');
  const names = new Set<string>([
    ...Object.keys(KINDS),
    ...Object.values(KINDS).map(kind => kind.collection),
  ]);
  const found: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: ROOT })) {
    // A released migration never changes.
    if (/\.test\.ts$|^src\/(kinds\.ts|db\/migrations\/|i18n\/)/.test(file)) continue;
    const text = await readFile(join(ROOT, file), 'utf8');
    for (const [list] of text.matchAll(/\[\s*(?:'[^']*',?\s*)+\]/g))
      if ([...list.matchAll(/'([^']*)'/g)].filter(([, name]) => names.has(name!)).length > 1)
        if (!found.includes(file)) found.push(file);
  }
  // The columns of a table, and the fields and filters of a form, are in an order of their own. Feeds and pages have
  // members of schema.org.
  assert.deepEqual(found.sort(), [
    'src/admin/events/filters.ts',
    'src/admin/events/values.ts',
    'src/formats/csv/events.ts',
    'src/transfer/feeds/event.ts',
    'src/transfer/feeds/markup.ts',
  ]);
});
