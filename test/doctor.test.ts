import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { makeStore, startChild } from './child.ts';
import { almanac, almanacHere, type Ended } from './command.ts';
import { ownFolder } from './folder.ts';
import { freePort } from './postgres.ts';
import { OF_NO_STORE } from './store.ts';

// `almanac doctor`: what a beginner gets wrong, with real ports, folders, proxies and stores.

interface Found {
  status: 'ok' | 'warning' | 'problem';
  what: string;
  remedy?: string;
}

const folder = await ownFolder();
const NOBODY = 65_534;

/** Runs the command; resolves to its exit status and what it has found. */
async function doctor(
  settings: Record<string, string>,
  run: (settings: Record<string, string>, ...words: string[]) => Promise<Ended> = almanacHere,
) {
  const environment = { PORT: '0', DATA_DIR: join(folder, 'nothing-yet'), ...settings };
  const { code, out, errors } = await run(environment, 'doctor', '--json');
  assert.equal(errors, '');
  const found: Found[] = JSON.parse(out);
  const problems = found.filter(({ status }) => status === 'problem');
  assert.equal(code, problems.length > 0 ? 1 : 0);
  for (const { status, what, remedy } of found) assert.equal(remedy === undefined, status === 'ok', what);
  return { code, found, problems: problems.map(({ what }) => what), all: found.map(({ what }) => what) };
}

const warningsOf = ({ found }: { found: Found[] }) =>
  found.flatMap(({ status, what }) => (status === 'warning' ? [what] : []));

/** Listens until the end of the file; resolves to the port. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  after(() => server.close());
  await new Promise(resolve => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

/** Passes requests on to a service, with these headers. */
const proxyTo = (site: string, headers: Record<string, string>) =>
  createServer((incoming, outgoing) => {
    const onward = request(site + incoming.url, { headers: { ...incoming.headers, ...headers } }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.end();
  });

describe('The doctor', OF_NO_STORE, () => {
  it('A new machine is well, and stays as it is', async () => {
    const before = await readdir(folder);
    const { code, found } = await doctor({});
    assert.equal(code, 0);
    assert.ok(found.length >= 5 && found.every(({ status }) => status === 'ok'));
    assert.deepEqual(await readdir(folder), before);
    const { out } = await almanacHere({ PORT: '0', DATA_DIR: join(folder, 'nothing-yet') }, 'doctor');
    assert.match(out, /^ok {7}Almanac \S+ on Node \d+\.\d+\.\d+\nok {7}The clock: /);
  });

  it('A port that another program uses is a problem, and one on which Almanac answers is none', async () => {
    const other = await listen(createServer((_, response) => response.end('hello')));
    const mute = await listen(createTcpServer(socket => void socket.end()));
    for (const port of [other, mute]) {
      const { problems } = await doctor({ PORT: String(port) });
      assert.deepEqual(problems, [`PORT: another program uses port ${port} on 127.0.0.1`]);
    }
    const home = join(folder, 'running');
    await using child = await startChild({ folder: home, url: '' }, { METRICS_PORT: '0' });
    const { port } = new URL(child.site);
    const { code, all } = await doctor({ PORT: port, DATA_DIR: home });
    assert.deepEqual([code, all.includes(`PORT: Almanac answers on port ${port}`)], [0, true]);
    const { problems } = await doctor({ HOST: '203.0.113.9', PORT: port, SITE_URL: '' });
    assert.match(problems[0]!, /^PORT: HOST: 203\.0\.113\.9 is no address of this machine/);
  });

  it('Settings that contradict each other are named', async () => {
    const { problems } = await doctor({
      ...{ PORT: '7011', METRICS_PORT: '7011', HEADER_TIMEOUT: '200', REQUEST_TIMEOUT: '100' },
      ...{ MAX_TRANSIT_BYTES: '1000000', SITE_LOGO: 'missing.png' },
    });
    assert.deepEqual(
      ['METRICS_PORT', 'HEADER_TIMEOUT', 'A body', 'SITE_LOGO'].map(
        name => problems.filter(what => what.startsWith(name)).length,
      ),
      [1, 1, 1, 1],
    );
    const { found } = await doctor({ SITENAME: 'x', HOST: '0.0.0.0', ACCESSIBILITY_STATUS: 'full' });
    const warnings = warningsOf({ found });
    assert.match(warnings[0]!, /^SITENAME .* SITE_NAME\?$/);
    assert.match(warnings[1]!, /^HOST is 0\.0\.0\.0, .* no SITE_URL\.$/);
    assert.match(warnings[2]!, /^The statement at \/accessibility\/ is incomplete: SITE_OWNER, /);
  });

  it('A folder of another account, and one that others can read, are told', async context => {
    const open = join(folder, 'open');
    await mkdir(open);
    await chmod(open, 0o755);
    assert.match(
      warningsOf(await doctor({ DATA_DIR: open }))[0]!,
      /^Other accounts of this machine may look into/,
    );
    const file = join(folder, 'file');
    await writeFile(file, '');
    assert.match((await doctor({ DATA_DIR: join(file, 'below') })).problems[0]!, /^DATA_DIR: .*ENOTDIR/);
    if (process.getuid?.() !== 0) return context.skip('only root can give files away');
    await chmod(open, 0o700);
    await writeFile(join(open, 'notes.txt'), '');
    await chown(join(open, 'notes.txt'), NOBODY, NOBODY);
    const { problems } = await doctor({ DATA_DIR: open });
    assert.deepEqual(problems, [`notes.txt in ${open}: not of the account that owns the folder.`]);
  });

  it('A store without its log, a damaged one and pictures that it does not know are told, and nothing is changed', async () => {
    const home = join(folder, 'home');
    await using child = await startChild({ folder: home, url: '' });
    const alone = join(folder, 'alone');
    await mkdir(alone, { mode: 0o700 });
    await copyFile(join(home, 'almanac.sqlite'), join(alone, 'almanac.sqlite'));
    const before = await readFile(join(alone, 'almanac.sqlite'));
    assert.match((await doctor({ DATA_DIR: alone })).problems[0]!, /almanac\.sqlite is empty, as a copy is/);
    assert.ok(before.equals(await readFile(join(alone, 'almanac.sqlite'))));
    assert.deepEqual(await readdir(alone), ['almanac.sqlite'], 'a log would make it a new store');
    child.process.kill('SIGTERM');
    await child.ended;
    assert.equal((await doctor({ DATA_DIR: home })).code, 0);
    await mkdir(join(home, 'images/0123456789abcdef01234567'), { recursive: true });
    assert.match(
      warningsOf(await doctor({ DATA_DIR: home }))[0]!,
      /^The store knows nothing of 1 of 1 pictures/,
    );
    const bytes = await readFile(join(home, 'almanac.sqlite'));
    bytes.fill(0xff, 8192, 40_960);
    await writeFile(join(home, 'almanac.sqlite'), bytes);
    assert.match((await doctor({ DATA_DIR: home })).problems.join(), /damaged/);
  });

  it('The public address is asked for the service, and the proxy for the names of clients', async () => {
    const away = `http://127.0.0.1:${await freePort()}`;
    assert.match(
      (await doctor({ SITE_URL: away })).problems[0]!,
      /\/healthz is not answered by Almanac \(ECONNREFUSED\)/,
    );
    const stored = join(folder, 'stored');
    await almanacHere({ DATA_DIR: stored }, 'init', '--url', away, '--name', 'Agenda');
    assert.match(
      (await doctor({ DATA_DIR: stored })).problems[0]!,
      /is not answered by Almanac/,
      'a setting of the store',
    );
    await almanacHere({ DATA_DIR: stored }, 'settings', 'set', 'EVENTS_SLUG', 'agenda');
    assert.match(
      (await doctor({ DATA_DIR: stored, EVENT_SLUG: 'agenda' })).problems[0]!,
      /^The service does not start with the settings of its store\. EVENTS?_SLUG: /,
      'a setting of the store that clashes with another one',
    );
    const other = await listen(createServer((_, response) => response.writeHead(404).end()));
    assert.match(
      (await doctor({ SITE_URL: `http://127.0.0.1:${other}` })).problems[0]!,
      /by Almanac \(404\)/,
    );

    for (const [trusted, expected] of [
      ['', /is not among TRUSTED_PROXIES/],
      ['127.0.0.1', undefined],
    ] as const) {
      await using child = await startChild(
        { folder: join(folder, `behind-${trusted}`), url: '' },
        { TRUSTED_PROXIES: trusted },
      );
      const named = await listen(proxyTo(child.site, { 'x-forwarded-for': '192.0.2.7' }));
      const { problems, all } = await doctor({ SITE_URL: `http://127.0.0.1:${named}` });
      if (expected) assert.match(problems[0]!, expected);
      else assert.ok(problems.length === 0 && all.includes('The proxy names the clients, and is trusted'));
    }
  });

  it('A proxy with TLS that does not name the clients is a problem', async context => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    const made = await promisify(execFile)('openssl', [
      ...words,
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', cert],
    ]).catch(() => undefined);
    if (!made) return context.skip('there is no openssl that makes a certificate');
    await using child = await startChild({ folder: join(folder, 'tls'), url: '' });
    const options = { key: await readFile(key), cert: await readFile(cert) };
    const port = await listen(
      createTlsServer(options, async (incoming, outgoing) => {
        const answer = await fetch(child.site + incoming.url);
        outgoing.writeHead(answer.status).end(await answer.text());
      }),
    );
    const SITE_URL = `https://127.0.0.1:${port}`;
    // A process reads its certificates when it starts.
    const alone = almanac.bind(undefined, folder);
    const { problems } = await doctor({ SITE_URL, NODE_EXTRA_CA_CERTS: cert }, alone);
    assert.match(problems[0]!, /^The proxy does not name the clients: no X-Forwarded-For arrives/);
    assert.match((await doctor({ SITE_URL })).problems[0]!, /not answered by Almanac \(\w*SELF_SIGNED\w*\)/);
  });
});

describe('The doctor and PostgreSQL', () => {
  it('A server that answers is told with its version, and one that does not is a problem', async context => {
    await using store = await makeStore();
    if (!store.url) return context.skip('this store is embedded');
    const { code, all } = await doctor({ DATA_DIR: store.folder, DATABASE_URL: store.url });
    assert.deepEqual(
      [code, all.some(what => /^DATABASE_URL: PostgreSQL \d+ answers$/.test(what))],
      [0, true],
    );
    const away = `postgres://127.0.0.1:${await freePort()}/none`;
    const { problems } = await doctor({ DATABASE_URL: away });
    assert.match(problems[0]!, /^DATABASE_URL: the store does not answer \(ECONNREFUSED\)/);
    const many = await doctor({ DATA_DIR: store.folder, DATABASE_URL: store.url, DATABASE_POOL: '1000' });
    assert.match(many.problems[0]!, /^DATABASE_POOL is 1000, and PostgreSQL \d+ takes \d+ connections\.$/);
  });
});
