import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { caller, eventOf, exactly } from './client.ts';
import { startService } from './service.ts';

// Scripts of any site may read public records. Only configured origins may send credentials.

const TRUSTED = ['https://www.example.org', 'http://localhost:5173'];
const service = await startService({ CORS_ORIGINS: TRUSTED.join(',') });
after(() => service[Symbol.asyncDispose]());
const { accounts, site } = service;
const call = caller(service.base);
const { body: event } = await call('POST /events', { as: accounts.editor, json: eventOf('Event') });
const V1 = '/cal/events/v1';
const PATHS = [`${V1}/events`, `${V1}/events/${event.id}`, V1, `${V1}/nothing`, '/event/event/'];

/** What a response allows scripts of an origin to do. */
async function allowed(path: string, headers: Record<string, string>, method = 'GET') {
  const answer = await exactly(site, path, headers, method);
  return {
    status: answer.status,
    origin: answer.headers['access-control-allow-origin'],
    credentials: answer.headers['access-control-allow-credentials'],
    vary: answer.headers.vary,
    etag: answer.headers.etag,
  };
}

/** Origins that look like this one, but differ. */
const alike = (origin: string): string[] => {
  const { protocol, hostname, port } = new URL(origin);
  return [
    `${origin}.evil.test`,
    `${origin}@evil.test`,
    `${origin}:1`,
    `${origin}/`,
    `${origin} `,
    ` ${origin}x`,
    ...[`${protocol}//evil.${hostname}`, `${protocol}//evil${hostname}`, `${protocol}//${hostname}.`],
    ...[origin.toUpperCase(), origin.replace(protocol, 'ftp:'), origin.replace('//', '//evil.test/')],
    ...[`${protocol}//${hostname}:${port === '' ? '443' : '5174'}`, origin.slice(0, -1), `null, ${origin}`],
    ...[origin.replace(/^http:/, 'https:').replace(/^https:\/\/www/, 'http://www'), `${origin}\t${origin}`],
  ].filter(other => other.trim() !== origin);
};

describe('CORS origins', () => {
  it('An origin that is not configured exactly may read without credentials', async () => {
    const origins = ['*', 'null', 'file://', 'https://evil.test', ...TRUSTED.flatMap(alike)];
    assert.ok(origins.length > 30);
    for (const origin of origins)
      for (const path of PATHS) {
        const found = await allowed(path, { host: 'a.test', origin });
        assert.deepEqual([found.origin, found.credentials], ['*', undefined], `${origin} ${path}`);
        assert.match(found.vary ?? '', /\bOrigin\b/, path);
      }
  });

  it('A trusted origin is named only in answers to itself, also in cached ones', async () => {
    for (const path of PATHS)
      for (const origin of ['https://evil.test', TRUSTED[0], 'https://evil.test', undefined, TRUSTED[1]]) {
        const found = await allowed(path, { host: 'a.test', ...(origin && { origin }) });
        const trusted = origin !== undefined && TRUSTED.includes(origin);
        assert.equal(found.origin, trusted ? origin : '*', path);
        assert.equal(found.credentials, trusted ? 'true' : undefined, path);
        assert.match(found.vary ?? '', /\bOrigin\b/, path);
      }
  });

  it('A 304 has the CORS headers of its origin', async () => {
    const path = `${V1}/events/${event.id}`;
    const { etag } = await allowed(path, { host: 'a.test', origin: 'https://evil.test' });
    assert.ok(etag);
    const again = (origin: string) => allowed(path, { host: 'a.test', origin, 'if-none-match': etag });
    const unchanged = await again('https://evil.test');
    assert.deepEqual([unchanged.status, unchanged.origin, unchanged.credentials], [304, '*', undefined]);
    assert.match(unchanged.vary ?? '', /\bOrigin\b/);
    const trusted = await again(TRUSTED[0]!);
    assert.deepEqual([trusted.origin, trusted.credentials], [TRUSTED[0], 'true']);
  });

  it('A preflight request allows no more than the request itself', async () => {
    const asking = {
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization',
      'access-control-request-private-network': 'true',
    };
    for (const origin of ['https://evil.test', 'null', TRUSTED[0]!])
      for (const path of PATHS) {
        const { headers } = await exactly(site, path, { host: 'a.test', origin, ...asking }, 'OPTIONS');
        const trusted = TRUSTED.includes(origin);
        assert.equal(headers['access-control-allow-origin'], trusted ? origin : '*');
        assert.equal(headers['access-control-allow-credentials'], trusted ? 'true' : undefined);
        assert.equal(headers['access-control-allow-private-network'], undefined);
        assert.ok(!headers['access-control-allow-headers']?.includes('*'));
      }
  });

  it('A refusal never asks a browser for Basic credentials', async () => {
    for (const authorization of ['Basic eDp5', 'Bearer x', '']) {
      const { status, headers } = await call('POST /events', { headers: { authorization }, json: {} });
      assert.ok(status === 401 || authorization === '', `${status}`);
      assert.ok(!/basic/i.test(headers.get('www-authenticate') ?? ''));
    }
    const { headers } = await call('POST /events', { json: eventOf('x') });
    assert.equal(headers.get('www-authenticate'), 'Bearer realm="Almanac"');
  });
});

describe('CORS without configured origins', () => {
  it('No origin has credentials, and answers do not vary by origin', async () => {
    await using open = await startService();
    for (const origin of ['https://evil.test', 'null', open.site, TRUSTED[0]!]) {
      const { headers } = await exactly(open.site, `${V1}/events`, { host: 'a.test', origin });
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(headers['access-control-allow-credentials'], undefined);
      assert.ok(!/origin/i.test(headers.vary ?? ''));
    }
  });
});
