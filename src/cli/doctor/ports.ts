import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { type Finding, ok, probe, problem, reasonOf } from './finding.ts';

/** Whether the service can listen, or does already. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT } = config;
  const ports = [{ setting: 'PORT', host: HOST, port: PORT }];
  if (METRICS_PORT !== undefined)
    ports.push({ setting: 'METRICS_PORT', host: METRICS_HOST, port: METRICS_PORT });
  const found: Finding[] = [];
  // One after the other, because each port is taken for a moment.
  for (const place of ports) if (place.port !== 0) found.push(await checkPort(place, config));
  return found;
}

interface ListenAddress {
  readonly setting: string;
  readonly host: string;
  readonly port: number;
}

async function checkPort({ setting, host, port }: ListenAddress, config: Config): Promise<Finding> {
  const code = await failureToListen(host, port);
  if (code === undefined) return ok(`${setting}: ${port} on ${host} is free`);
  const remedies: Record<string, [what: string, remedy: string]> = {
    EADDRINUSE: [
      `another program uses port ${port} on ${host}`,
      `Stop it (ss -ltnp 'sport = :${port}' names it), or choose another ${setting}.`,
    ],
    EACCES: [
      `this account may not use port ${port}`,
      `Choose one from 1024 on, behind a proxy; or give the service the capability CAP_NET_BIND_SERVICE.`,
    ],
  };
  if (code === 'EADDRINUSE' && (await isOurs(setting, host, port, config)))
    return ok(`${setting}: Almanac answers on port ${port}`);
  const name = setting.replace('PORT', 'HOST');
  const [what, remedy] = remedies[code] ?? [
    `${name}: ${host} is no address of this machine (${code})`,
    `Set ${name} to an address of this machine, or to 0.0.0.0 for all.`,
  ];
  return problem(`${setting}: ${what}`, remedy);
}

/** The code of the error if nobody can listen there. */
async function failureToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
    await new Promise(closed => server.close(closed));
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

async function isOurs(setting: string, host: string, port: number, { SITE_URL }: Config): Promise<boolean> {
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const origin = `http://${here.includes(':') ? `[${here}]` : here}:${port}`;
  if (setting === 'METRICS_PORT')
    return fetch(`${origin}/metrics`)
      .then(async response => (await response.text()).includes('almanac_'))
      .catch(() => false);
  const path = SITE_URL && new URL(SITE_URL).pathname.replace(/\/$/, '');
  return (await probe(`${origin}${path}`)).isAlmanac;
}
