// Keeps the store of the current version in a folder named by it, for both engines, with what the interface answers
// about it. Run this once for each release, before its version number changes:
//
//   node bin/run.mjs test/stores/make.ts
//
// A kept store never changes. Where the answers change on purpose, `--answers` records those about all kept stores anew;
// their difference is reviewed like code.
import { cp, mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { gzipSync } from 'node:zlib';
import { copyStoreFile } from '../../src/backup/store.ts';
import { version } from '../../src/version.ts';
import { startService } from '../service.ts';
import { openEmbedded } from '../store.ts';
import { askAll } from './answers.ts';
import { fill, secretsOf, setLogTimes } from './content.ts';
import { dumpAsPostgres } from './dump.ts';
import { serveKept, unpackStore } from './open.ts';
import { FILES, folderOf, keptVersions } from './places.ts';
import { packService } from './service.ts';
import { MADE, SETTINGS } from './settings.ts';

if (!process.argv.includes('--answers')) await make(version());
for (const kept of keptVersions()) await recordAnswers(kept);

/** Makes the store of this version. A store that is kept already is not replaced. */
async function make(version: string): Promise<void> {
  const kept = folderOf(version);
  await mkdir(kept);
  mock.timers.enable({ apis: ['Date'], now: MADE });
  await using work = await mkdtempDisposable(join(tmpdir(), 'almanac-store-'));
  const file = join(work.path, 'almanac.sqlite');
  await using service = await startService(SETTINGS, openEmbedded);
  await fill(service, async (name, text) => {
    await writeFile(join(work.path, name), text);
    return join(work.path, name);
  });
  await setLogTimes(service.db, MADE / 1000);
  await copyStoreFile(join(service.config.DATA_DIR, 'almanac.sqlite'), file);
  await writeFile(join(kept, FILES.sqlite), gzipSync(await readFile(file), { level: 9 }));
  await writeFile(join(kept, FILES.postgres), await dumpAsPostgres(file, MADE / 1000));
  await writeFile(join(kept, FILES.service), await packService());
  await writeFile(join(kept, FILES.secrets), asJson(secretsOf(service.accounts)));
  await cp(join(service.config.DATA_DIR, FILES.images), join(kept, FILES.images), { recursive: true });
  mock.timers.reset();
  console.log(`${kept}: ${(await readdir(kept)).join(', ')}`);
}

async function recordAnswers(version: string): Promise<void> {
  await using work = await mkdtempDisposable(join(tmpdir(), 'almanac-store-'));
  await unpackStore(version, work.path);
  await using kept = await serveKept(version, await openEmbedded(work.path), work.path);
  const answers = await askAll(kept.site, kept.readers);
  await writeFile(join(folderOf(version), FILES.answers), asJson(answers));
  console.log(`${version}: ${Object.keys(answers).length} answers`);
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
