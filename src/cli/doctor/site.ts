import type { Config } from '../../config.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { probe } from './probe.ts';

/** Milliseconds by which clocks may differ. */
const APART = 60_000;

/** Whether the public address leads to the service, and what its proxy says of clients. */
export async function checkSite({ SITE_URL, TRUSTED_PROXIES }: Config): Promise<Finding[]> {
  if (SITE_URL === '') return [];
  const { isAlmanac, why, proxy, clock } = await probe(SITE_URL);
  if (!isAlmanac)
    return [
      problem(
        `SITE_URL: ${SITE_URL}/healthz is not answered by Almanac (${why}).`,
        'Start the service; see that the name leads to this machine and the proxy to HOST and PORT, and that its certificate is valid.',
      ),
    ];
  return [ok(`SITE_URL: Almanac answers at ${SITE_URL}`), ...ofClock(clock), ofProxy()];

  function ofProxy(): Finding {
    if (proxy === 'trusted') return ok('The proxy names the clients, and is trusted');
    if (proxy === 'untrusted')
      return problem(
        'The proxy names the clients (X-Forwarded-For), and is not among TRUSTED_PROXIES: all clients count as one.',
        `Set TRUSTED_PROXIES to its address${TRUSTED_PROXIES.length === 0 ? ', such as 127.0.0.1 for one on this machine' : ''}.`,
      );
    if (SITE_URL.startsWith('https:'))
      return problem(
        'The proxy does not name the clients: no X-Forwarded-For arrives, so all of them count as one.',
        'Let the proxy send X-Forwarded-For and X-Forwarded-Proto: docs/operating.md has lines for nginx. Caddy sends them by itself.',
      );
    return warning(
      'SITE_URL has no https: application passwords are readable on the way.',
      'Put a proxy with TLS in front, such as Caddy, and set SITE_URL to its address.',
    );
  }
}

function ofClock(clock: number | undefined): Finding[] {
  if (clock === undefined || Math.abs(clock - Date.now()) < APART) return [];
  const seconds = Math.round((Date.now() - clock) / 1000);
  return [
    problem(
      `The clocks of this machine and of the site are ${Math.abs(seconds)} seconds apart.`,
      'Set both by NTP (timedatectl set-ntp true).',
    ),
  ];
}
