import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { datedName, keepNewest } from './backup.ts';

describe('Backups that are named by their times', () => {
  it('The name of a backup has its time in UTC', () => {
    assert.equal(datedName(new Date('2026-11-27T07:15:10.123Z')), 'almanac-2026-11-27T071510Z.tar');
  });

  it('The oldest are removed, and nothing else', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'almanac-dated-'));
    const backups = [3, 1, 2].map(day => datedName(new Date(Date.UTC(2026, 10, day))));
    const others = [
      'almanac.tar',
      'almanac-2026-11-01.tar',
      'almanac-2026-11-01T000000Z.tar.part-x',
      'notes',
    ];
    for (const name of [...backups, ...others]) await writeFile(join(folder.path, name), '');
    assert.deepEqual(await keepNewest(folder.path, 2), ['almanac-2026-11-01T000000Z.tar']);
    assert.deepEqual(await keepNewest(folder.path, 2), []);
    assert.deepEqual(
      (await readdir(folder.path)).sort(),
      [...backups.filter(name => !name.includes('-01T')), ...others].sort(),
    );
  });
});
