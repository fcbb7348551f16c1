import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ask } from './client.ts';
import { Machine } from './machine.ts';
import { until } from './namespaces.ts';
import { megabytes, NEXT, type Packages, VERSION } from './packages.ts';
import { makeRoot, type Root, type Suite } from './roots.ts';
import {
  assertKept,
  createEvent,
  firstAnswer,
  passwordIn,
  type Site,
  secondsSince,
  whileReading,
} from './site.ts';
import { type Cost, costs, fetchedBy } from './tally.ts';

const ORIGIN = 'http://127.0.0.1:3000';
const NAME = 'agenda.vic.example';
const EXAMPLES = '/usr/share/doc/almanac/examples';
/** What somebody types on a bare server who has downloaded the package. */
const COMMANDS = [
  `apt-get update && apt-get install --yes ./almanac_${VERSION}_amd64.deb caddy`,
  `almanac init --name 'Agenda de Vic' --language ca --zone Europe/Madrid --url https://${NAME}`,
  // The example, with the authority of Caddy itself in the place of one on the internet.
  `sed -e s/agenda.example.org/${NAME}/ -e 's/{$/{\\n tls internal/' ${EXAMPLES}/Caddyfile >/etc/caddy/Caddyfile && systemctl reload caddy`,
] as const;
/** Where Caddy keeps the certificate of its own authority, and where the test puts that of nginx. */
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const LIVE = `/etc/letsencrypt/live/${NAME}`;
const NGINX = [
  'systemctl stop caddy && apt-get install --yes --no-install-recommends nginx-light',
  `mkdir -p ${LIVE} && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${NAME} -addext subjectAltName=DNS:${NAME} -keyout ${LIVE}/privkey.pem -out ${LIVE}/fullchain.pem`,
  `rm /etc/nginx/sites-enabled/default && sed s/agenda.example.org/${NAME}/ ${EXAMPLES}/nginx.conf >/etc/nginx/sites-enabled/almanac.conf && systemctl restart nginx`,
] as const;

/** A server with the package, and a calendar on it. */
interface Town {
  readonly machine: Machine;
  readonly site: Site;
  readonly deb: string;
  readonly nextDeb: string;
  readonly cost: Cost;
  password: string;
  /** An event that is kept through all that happens. */
  id: number;
}

/** The package on a server with systemd: from nothing to a calendar behind https, and to nothing again. */
export function debTests(suite: Suite, packages: () => Packages): void {
  describe(`The package on ${suite}`, () => {
    let town: Town;
    let root: Root;
    before(async () => {
      root = await makeRoot(suite, 'machine');
      town = await bareTown(root, packages(), suite);
    });
    after(async () => {
      await town?.machine[Symbol.asyncDispose]();
      await root?.[Symbol.asyncDispose]();
    });
    for (const [claim, prove] of CLAIMS) it(claim, () => prove(town));
  });
}

/** What holds, in the order in which it is tried. */
const CLAIMS: readonly [string, (town: Town) => Promise<void>][] = [
  ['Three commands lead from nothing to a calendar in the language of the town behind https', install],
  ['systemd finds the service little exposed', assertSandbox],
  ['A backup is made each day', assertBackup],
  ['After a restart of the machine the service answers with its data and settings', restart],
  ['Behind nginx, by the example, it answers as behind Caddy', replaceProxy],
  ['An upgrade fails no read, and keeps data and settings', town => change(town, 'upgrade', town.nextDeb)],
  ['The way back fails no read, and keeps data and settings', town => change(town, 'way back', town.deb)],
  ['Removed, it leaves data and settings', remove],
  ['Purged, it leaves the data, unless the answer is to remove them', purge],
];

async function bareTown(root: Root, { deb, nextDeb }: Packages, suite: Suite): Promise<Town> {
  const machine = await Machine.boot(root);
  const files = [deb, nextDeb].map(file => basename(file));
  for (const file of [deb, nextDeb]) await cp(file, join(root.path, 'root', basename(file)));
  const cost: Cost = {
    ...{ way: `${suite}: .deb and Caddy`, commands: COMMANDS.length, notes: [] },
    ...{ seconds: 0, fetched: await megabytes(deb), disk: -(await root.size()) },
  };
  const site: Site = {
    origin: ORIGIN,
    get inside() {
      return machine.inside;
    },
  };
  return { ...{ machine, site, cost, deb: `./${files[0]}`, nextDeb: `./${files[1]}` }, password: '', id: 0 };
}

async function install({ machine, site, cost }: Town): Promise<void> {
  const began = performance.now();
  for (const [at, command] of COMMANDS.entries()) {
    cost.fetched += fetchedBy(await machine.runWell(command, at === 0));
    if (at > 0) continue;
    await firstAnswer(site);
    cost.notes.push(`first answer after ${secondsSince(began).toFixed(1)} s`);
  }
  await untilCatalan(machine, AUTHORITY);
  cost.seconds = secondsSince(began);
  cost.disk += await machine.root.size();
  costs.push(cost);
}

async function assertSandbox({ machine }: Town): Promise<void> {
  for (const unit of ['almanac', 'almanac-backup']) {
    const judged = await machine.runWell(`systemd-analyze security ${unit}.service`);
    assert.match(judged, /exposure level .*: (0\.\d|1\.[0-5]) /);
  }
}

async function assertBackup(town: Town): Promise<void> {
  const { machine, site } = town;
  town.password = passwordIn(await machine.runWell('journalctl --unit=almanac --output=cat --no-pager'));
  town.id = await createEvent(site, town.password);
  await machine.runWell('systemctl start almanac-backup.service');
  assert.match(await machine.runWell('ls /var/backups/almanac'), /^almanac-.*Z\.tar\n$/);
  assert.match(await machine.runWell('systemctl list-timers --no-pager'), /almanac-backup\.timer/);
}

async function restart({ machine, site, id }: Town): Promise<void> {
  await machine.reboot();
  await untilCatalan(machine, AUTHORITY);
  await assertKept(site, id);
}

async function replaceProxy({ machine }: Town): Promise<void> {
  for (const [at, command] of NGINX.entries()) await machine.runWell(command, at === 0);
  const page = await untilCatalan(machine, `${LIVE}/fullchain.pem`);
  assert.ok(page.includes(`https://${NAME}/`));
}

async function change({ machine, site, id, password, cost }: Town, step: string, deb: string): Promise<void> {
  const seen = await whileReading(site, id, () =>
    machine.runWell(`apt-get install --yes --allow-downgrades ${deb}`),
  );
  const installed = await machine.runWell('dpkg-query --show almanac');
  assert.match(installed, new RegExp(`\\t${RegExp.escape(step === 'upgrade' ? NEXT : VERSION)}\\n`));
  assert.deepEqual(seen.failures, []);
  const longest = (seen.longest / 1000).toFixed(1);
  cost.notes.push(`${step}: ${seen.answered} reads, 0 failed, longest ${longest} s`);
  await createEvent(site, password);
  await assertKept(site, id);
}

async function remove({ machine, site, id, deb }: Town): Promise<void> {
  await machine.runWell('apt-get remove --yes almanac');
  assert.equal((await ask(site.inside, { url: `${ORIGIN}/up` })).status, 0);
  await machine.runWell(`apt-get install --yes ${deb}`);
  await firstAnswer(site);
  await assertKept(site, id);
}

const DATA = '/var/lib/almanac/almanac.sqlite';

async function purge({ machine, site, deb }: Town): Promise<void> {
  assert.match(await machine.runWell('apt-get purge --yes almanac'), /stays in \/var\/lib\/almanac/);
  await machine.runWell(`test -e ${DATA} && test ! -e /etc/almanac.conf && test ! -e /usr/lib/almanac`);
  await machine.runWell(`apt-get install --yes ${deb}`);
  await firstAnswer(site);
  await machine.runWell('echo almanac almanac/purge-data boolean true | debconf-set-selections');
  await machine.runWell('apt-get purge --yes almanac');
  const others = ['/root', '/var/log', '/etc/nginx', '/var/tmp'].map(path => `-not -path '${path}/*'`);
  assert.equal(await machine.runWell(`find / -xdev -name '*almanac*' ${others.join(' ')}`), '');
}

/** Resolves to the page behind https, once it is as the town wants it. */
async function untilCatalan(machine: Machine, certificate: string): Promise<string> {
  return until('the page behind https', async () => {
    const ca = await readFile(join(machine.root.path, certificate), 'utf8').catch(() => '');
    const asked = { url: `https://${NAME}/`, headers: { accept: 'text/html' }, ca };
    const { status, body } = await ask(machine.inside, asked);
    const isTheirs = /<html[^>]* lang="ca"/.test(body) && body.includes('Agenda de Vic');
    return status === 200 && isTheirs ? body : undefined;
  });
}
