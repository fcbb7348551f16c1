import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type SchemaStep, steps } from '../src/db/migrate.ts';
import type { Migration } from '../src/db/migration.ts';
import { RELEASES } from '../src/db/rollback.ts';
import { manifest } from '../src/version.ts';
import { OF_NO_STORE } from './store.ts';
import { keptVersions } from './stores/places.ts';

// What docs/upgrading.md promises.

const UPGRADING = await readFile('docs/upgrading.md', 'utf8');

/** The rows of the table with these columns. */
function tableOf(...columns: string[]): string[][] {
  const [, rest = ''] = UPGRADING.split(`| ${columns.join(' | ')} |\n`);
  const lines = rest.split('\n').slice(1);
  const rows = lines.slice(
    0,
    lines.findIndex(line => !line.startsWith('|')),
  );
  return rows.map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}

describe('The promise about versions', OF_NO_STORE, () => {
  it('A version has a section of the changelog, a kept store and its last migration', async () => {
    const changelog = await readFile('CHANGELOG.md', 'utf8');
    const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);
    const released = headings.filter(heading => heading !== 'Unreleased');
    for (const version of released) assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.ok(headings.lastIndexOf('Unreleased') <= 0, 'what is not released comes first');
    assert.deepEqual(released.toReversed(), Object.keys(RELEASES));
    assert.deepEqual(keptVersions(), Object.keys(RELEASES));
    assert.ok(manifest().version >= released[0]!);
  });

  it('The documents name the last migration of each version', () => {
    const released = Object.entries(RELEASES);
    const expected = [...released, ['unreleased', Object.keys(steps).at(-1)!]].map(([version, step]) => [
      version,
      `\`${step}\``,
    ]);
    assert.deepEqual(tableOf('version', 'last migration'), expected);
  });

  it('The documents say which versions may run beside this one', () => {
    const rows = tableOf('running', 'beside it', 'reads', 'writes');
    assert.deepEqual(
      rows.map(([running]) => running),
      Object.keys(RELEASES),
    );
    for (const row of rows) assert.ok(row.every(cell => cell !== ''));
  });

  it('The documents say what a way back loses, or that there is none', async () => {
    const first = Object.values(RELEASES).at(-1)!;
    for (const name of Object.keys(steps).filter(name => name > first)) {
      const { down }: Migration = await steps[name as SchemaStep]();
      const sentence = down && ('impossible' in down ? down.impossible : down.loss);
      if (sentence !== '')
        assert.ok(UPGRADING.includes(`\n- \`${name}\`: ${sentence}\n`), `${name}: ${sentence}`);
    }
  });
});
