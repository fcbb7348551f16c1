import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError, readSettings } from '../config.ts';
import { readConfigFile } from './file.ts';

/** Calls `use` with a folder that has a file of this content. */
async function withFile(
  content: string | Uint8Array,
  use: (folder: string, path: string) => void,
  name = 'almanac.conf',
): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'almanac-conf-'));
  const path = join(folder.path, name);
  await writeFile(path, content);
  use(folder.path, path);
}

const textIn = (file: ReturnType<typeof readConfigFile>) => file?.values.get('SITE_NAME')?.text;

describe('The file of settings', () => {
  it('almanac.conf in DATA_DIR is read, wherever DATA_DIR was set', () =>
    withFile("SITE_NAME='Agenda de Vic' # the town\n", (DATA_DIR, path) => {
      for (const file of [readConfigFile({ DATA_DIR }, {}), readConfigFile({}, { 'data-dir': DATA_DIR })])
        assert.deepEqual([file?.path, textIn(file)], [path, 'Agenda de Vic']);
      assert.equal(readConfigFile({ DATA_DIR: join(DATA_DIR, 'other') }, {}), undefined);
    }));

  it('An empty DATA_DIR is none: the file is that of the default folder, not of the current one', async () => {
    const before = process.cwd();
    await withFile('SITE_NAME=here', folder => {
      process.chdir(folder);
      assert.equal(readConfigFile({ DATA_DIR: '' }, {}), undefined);
      process.chdir(before);
    });
  });

  it('A file that is named takes its place: the flag wins over the variable', () =>
    withFile('SITE_NAME=in the folder', DATA_DIR =>
      withFile(
        'SITE_NAME=named\nDATA_DIR=/srv/agenda',
        (_, path) => {
          assert.equal(textIn(readConfigFile({ DATA_DIR }, { config: path })), 'named');
          assert.equal(textIn(readConfigFile({ DATA_DIR, ALMANAC_CONFIG: path }, {})), 'named');
          assert.equal(
            textIn(readConfigFile({ DATA_DIR, ALMANAC_CONFIG: '/none' }, { config: path })),
            'named',
          );
          assert.equal(textIn(readConfigFile({ DATA_DIR, ALMANAC_CONFIG: '' }, {})), 'in the folder');
          const config = readSettings({
            environment: {},
            file: readConfigFile({ DATA_DIR }, { config: path }),
          });
          assert.equal(config.DATA_DIR, '/srv/agenda');
        },
        'named.conf',
      ),
    ));

  it('A named file that cannot be read is refused', () =>
    withFile('', folder => {
      assert.throws(() => readConfigFile({}, { config: '/none/x.conf' }), {
        name: 'ConfigError',
        message: '--config: /none/x.conf cannot be read (ENOENT).',
      });
      assert.throws(() => readConfigFile({ ALMANAC_CONFIG: folder }, {}), {
        message: `ALMANAC_CONFIG: ${folder} cannot be read (EISDIR).`,
      });
    }));

  it('A pipe in place of the file is refused at once, and /dev/null is an empty file', () =>
    withFile('', folder => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      assert.throws(() => readConfigFile({}, { config: pipe }), { message: `--config: ${pipe} is no file.` });
      assert.equal(readConfigFile({}, { config: '/dev/null' })?.values.size, 0);
    }));

  const wrong: [string | Uint8Array, string][] = [
    ['PORT=80\n\nSITE NAME=x', ', line 3: expected NAME=value, or a comment that begins with #.'],
    ['PORT=80\nPORT=81', ', line 2: PORT is in line 1 already.'],
    ['DATA_DIR=/srv', ', line 1: DATA_DIR cannot be set in a file that is found in DATA_DIR. '],
    [Uint8Array.of(0x41, 0x3d, 0xe9), ': expected text in UTF-8.'],
    ['#\nSITENAME=x', ', line 2: there is no setting SITENAME. Did you mean SITE_NAME?'],
    ['NAME=x', ', line 1: there is no setting NAME. Did you mean SITE_NAME?'],
    ['LANG=ca', ', line 1: there is no setting LANG. Did you mean LANGUAGE?'],
    ['site_name=x', ', line 1: there is no setting site_name. Did you mean SITE_NAME?'],
    ['COFFEE=x', ', line 1: there is no setting COFFEE.'],
  ];
  for (const [content, message] of wrong)
    it(`A file with a fault is refused with its path, its line, and what is wrong${message}`, () =>
      withFile(content, (DATA_DIR, path) =>
        assert.throws(
          () => readSettings({ file: readConfigFile({ DATA_DIR }, {}) }),
          (error: unknown) => error instanceof ConfigError && error.message.startsWith(path + message),
        ),
      ));

  it('An invalid value is refused with the file and the line', () =>
    withFile('# the town\nTIME_ZONE=Vic', (DATA_DIR, path) =>
      assert.throws(() => readSettings({ file: readConfigFile({ DATA_DIR }, {}) }), {
        message: `TIME_ZONE: expected a time zone such as Europe/Madrid or UTC+2, not "Vic" (${path}, line 2)`,
      }),
    ));
});
