import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { documentedConf } from '../packaging/conf.ts';
import { makeDeb } from '../packaging/deb.ts';
import { readConfigFile } from '../src/config/file.ts';
import { readSettings, settingNames } from '../src/config.ts';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import { ENVIRONMENT } from './child.ts';
import { RUN } from './command.ts';
import { ownFolder } from './folder.ts';
import { isSent, parseDockerfile, readImage } from './install/dockerfile.ts';
import { OF_NO_STORE } from './store.ts';

// What of the package and of the image can be tried without a root of Debian, in seconds: their files are whole and fit
// together. `npm run installtest` installs them.

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await ownFolder();
const read = (name: string) => readFile(join(root, name), 'utf8');
const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
const needsDpkg = { skip: !hasDpkg && 'dpkg-deb is missing, which Debian has' };

describe('The package for Debian', OF_NO_STORE, () => {
  const options = {
    ...{ epoch: 1_800_000_000, commit: undefined, architecture: 'amd64', version: '1.2.3' },
    ...{ release: join(folder, 'release'), runtime: join(folder, 'runtime') },
  };
  const content = join(folder, 'content');

  before(async () => {
    for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'THIRD-PARTY.txt', 'bin/almanac.mjs']) {
      await mkdir(join(options.release, 'bin'), { recursive: true });
      await writeFile(join(options.release, name), `the release's ${name}`);
    }
    await mkdir(join(options.runtime, 'bin'), { recursive: true });
    await writeFile(join(options.runtime, 'bin/node'), 'a program');
    await writeFile(join(options.runtime, 'LICENSE'), 'of Node');
  });

  it(
    'Two runs make the same bytes, whatever the modes and times of the files that it is made of',
    needsDpkg,
    async () => {
      const made = async (name: string) => {
        await makeDeb(join(folder, name), join(folder, `${name}.draft`), options);
        return readFile(join(folder, name));
      };
      const first = await made('one.deb');
      await chmod(join(options.release, 'README.md'), 0o600);
      await writeFile(join(options.runtime, 'LICENSE'), 'of Node');
      assert.ok(first.equals(await made('other.deb')));
    },
  );

  it('All that its units, its account and its commands need is in it', needsDpkg, async () => {
    await makeDeb(join(folder, 'whole.deb'), join(folder, 'whole.draft'), options);
    await run('dpkg-deb', ['--raw-extract', join(folder, 'whole.deb'), content]);
    const units = join(content, 'usr/lib/systemd/system');
    const names = (await readdir(units)).sort();
    const expected = ['almanac-backup.service', 'almanac-backup.timer', 'almanac.service', 'almanac.socket'];
    assert.deepEqual(names, expected);
    for (const name of names.filter(name => name.endsWith('.service'))) {
      const text = await readFile(join(units, name), 'utf8');
      const [, program] = /^ExecStart=(\S+)/m.exec(text)!;
      await readFile(join(content, program!));
      assert.match(text, /^User=almanac\n[\s\S]*^SystemCallFilter=@system-service$/m, name);
      assert.doesNotMatch(text, /#include/);
    }
    const postinst = await readFile(join(content, 'DEBIAN/postinst'), 'utf8');
    for (const name of names.filter(name => name !== 'almanac-backup.service'))
      assert.ok(postinst.includes(name), name);
    for (const name of ['postinst', 'prerm', 'postrm'])
      await run('sh', ['-n', join(content, 'DEBIAN', name)]);
    const command = await readFile(join(content, 'usr/bin/almanac'), 'utf8');
    const paths = command.match(/\/usr\/lib\/[\w./]+/g)!;
    assert.equal(paths.length, 2);
    for (const path of paths) await readFile(join(content, path));
    for (const name of ['THIRD-PARTY.txt', 'NODE-LICENSE.txt'])
      await readFile(join(content, 'usr/lib/almanac', name));
    await run('md5sum', ['--check', '--quiet', 'DEBIAN/md5sums'], { cwd: content });
  });

  it('Its file of settings is valid as it is, and with each of its comments as a setting', async () => {
    const file = join(folder, 'almanac.conf');
    await writeFile(file, documentedConf());
    const config = (text?: string) => readSettings({ file: readConfigFile({}, { config: text ?? file }) });
    assert.deepEqual(config().TRUSTED_PROXIES.length, 1);
    await writeFile(file, documentedConf().replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
    assert.deepEqual({ ...config(), TRUSTED_PROXIES: [] }, { ...readSettings({}), TRUSTED_PROXIES: [] });
    const named = [...documentedConf().matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    assert.deepEqual(named.length, settingNames.length - 3);
  });
});

describe('The image', OF_NO_STORE, () => {
  it('The Dockerfile is one that the reader carries out, and every file that it copies is sent', async () => {
    const { steps, image } = readImage(await read('Dockerfile'), { TARGETARCH: 'amd64' });
    assert.match(image.from, /^debian:\w+-slim$/);
    assert.deepEqual(
      [image.ports, image.volumes, image.env.PORT, image.env.DATA_DIR],
      [['80'], ['/storage'], '80', '/storage'],
    );
    assert.notEqual(image.user, 'root');
    const ignore = await read('.dockerignore');
    const copied = steps.flatMap(step => (step.kind === 'copy' ? step.from : []));
    for (const path of copied) assert.ok((await read(path)).startsWith('#!') && isSent(ignore, path), path);
    assert.deepEqual(copied.filter(path => /(pre-backup|post-restore)$/.test(path)).length, 2);
    for (const path of ['src/app.ts', 'data/almanac.sqlite', 'release/almanac-0.1.0.tgz', '.git/HEAD'])
      assert.equal(isSent(ignore, path), false, path);
    assert.ok(isSent(ignore, 'release/almanac_0.1.0_amd64.deb'));
  });

  it('The reader refuses what it does not know', async () => {
    const text = await read('Dockerfile');
    for (const [from, to] of [
      ['STOPSIGNAL SIGTERM', 'ONBUILD RUN true'],
      ['ENTRYPOINT ["almanac"]', 'ENTRYPOINT almanac'],
      ['COPY --chmod=755', 'COPY --chown=1'],
      ['RUN --mount=type=bind', 'RUN --mount=type=secret'],
      ['ENV HOST=0.0.0.0', 'ENV HOST="$ADDRESS"'],
      ['ARG TARGETARCH', 'ARG OTHER'],
      ['USER almanac', ''],
    ] as const) {
      assert.ok(text.includes(from), from);
      assert.throws(() => readImage(text.replace(from, to), { TARGETARCH: 'amd64' }), Error, to);
    }
    assert.throws(() => parseDockerfile('FROM debian\nADD x /x'), /ADD/);
  });

  it('The hooks of ONCE keep the calendar of the moment before the copy', async () => {
    const [data, bin] = [join(folder, 'storage'), join(folder, 'hook-bin')];
    await mkdir(bin);
    await writeFile(join(folder, 'almanac.mjs'), RUN.replace('slice(1)', 'slice(2)'));
    await writeFile(
      join(bin, 'almanac'),
      `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'almanac.mjs')}' "$@"\n`,
      { mode: 0o755 },
    );
    const hook = (name: string) =>
      run('sh', [join(root, 'packaging/image', name)], {
        env: { ...ENVIRONMENT, PATH: `${bin}:${process.env.PATH}`, DATA_DIR: data },
      });
    const open = () => openSqlite(join(data, 'almanac.sqlite'));
    const setting = (name: string) => async () => {
      const db = await open();
      await db.insertInto('settings').values({ name, value: 'x' }).execute();
      await db.destroy();
    };
    await setting('before')();
    await mkdir(join(data, 'images'));
    await hook('pre-backup');
    await setting('after')();
    await writeFile(join(data, 'almanac.conf'), 'LANGUAGE=ca\n');
    await hook('post-restore');
    const db = await open();
    const names = (await db.selectFrom('settings').select('name').execute()).map(({ name }) => name);
    await db.destroy();
    assert.deepEqual([names.includes('before'), names.includes('after')], [true, false]);
    const left = await readdir(data);
    assert.deepEqual(
      [left.includes('backup.tar'), left.includes('.restored'), left.includes('almanac.conf')],
      [false, false, true],
    );
    await hook('post-restore');
    assert.deepEqual((await readdir(data)).sort(), left.sort(), 'a whole copy stays as it is');
  });
});

describe('The examples', OF_NO_STORE, () => {
  it('Each setting in an example is one', async () => {
    const others = ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'PGPASSWORD', 'MALLOC_ARENA_MAX'];
    for (const name of await readdir(join(root, 'packaging/examples'))) {
      const text = await read(`packaging/examples/${name}`);
      const found = text.match(/(?<=^ +)[A-Z][A-Z_]+(?=:)|\b[A-Z][A-Z_]+(?==)/gm) ?? [];
      assert.equal(found.length > 0, /^(compose|checkout)/.test(name), name);
      const unknown = found.filter(word => ![...settingNames, ...others].some(known => known === word));
      assert.deepEqual(unknown, [], name);
    }
  });
});
