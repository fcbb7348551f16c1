import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { openWeb, type Web } from '../../test/web.ts';
import { ImageRefused } from '../pictures/refused.ts';
import { type FetchOptions, fetchImage } from './store.ts';

/** The allowed ports: those of the web, and those of the servers in these tests. */
const ports = ['80', '443'];

describe('Fetching images', () => {
  test('An image is fetched from an allowed private host and port', async t => {
    const { origin, host } = await serve(t, (_request, response) => response.end('bytes'));
    const fetched = await fetchImage(`${origin}/a.png?b=c`, { allow: [host], maxBytes: 5 });
    assert.deepEqual(fetched, { bytes: Buffer.from('bytes'), url: `${origin}/a.png?b=c` });
  });

  test('An image is fetched from a private host that is allowed on any port or by name', async t => {
    const { port } = await serve(t, (_request, response) => response.end('bytes'));
    const byAddress = await fetchImage(`http://127.0.0.1:${port}/`, { allow: ['127.0.0.1'], maxBytes: 9 });
    assert.equal(byAddress.bytes.toString(), 'bytes');
    const byName = await fetchImage(`http://localhost:${port}/`, { allow: ['LocalHost'], maxBytes: 9 });
    assert.equal(byName.bytes.toString(), 'bytes');
  });

  test('An image is fetched from an allowed IPv6 host in brackets', async t => {
    const { port } = await serve(t, (_request, response) => response.end('six'), '::1');
    const { bytes } = await fetchImage(`http://[::1]:${port}/`, { allow: [`[::1]:${port}`], maxBytes: 9 });
    assert.equal(bytes.toString(), 'six');
  });

  test('A fetch sends plain headers and no cookies, also after a redirect that sets one', async t => {
    const { origin, host } = await serve(t, (request, response) => {
      if (request.url === '/from') {
        return response.writeHead(302, { location: '/to', 'set-cookie': 'a=b' }).end();
      }
      response.end(JSON.stringify(request.headers));
    });
    const { bytes, url } = await fetchImage(`${origin}/from`, { allow: [host], maxBytes: 1000 });
    assert.equal(url, `${origin}/to`);
    assert.deepEqual(JSON.parse(bytes.toString()), {
      host,
      connection: 'keep-alive',
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'Almanac (+image fetch)',
    });
  });

  test('A fetch ignores the proxies of the environment', async t => {
    process.env.HTTP_PROXY = process.env.http_proxy = 'http://127.0.0.1:1';
    t.after(() => {
      delete process.env.HTTP_PROXY;
      delete process.env.http_proxy;
    });
    const { origin, host } = await serve(t, (_request, response) => response.end('direct'));
    assert.equal((await fetchImage(origin, { allow: [host], maxBytes: 9 })).bytes.toString(), 'direct');
  });
});

describe('Addresses that may be fetched', () => {
  test('An allowed port opens no other port, and an allowed name no address', async t => {
    const { host, port } = await serve(t, (_request, response) => response.end('secret'));
    await refused('address', `http://127.0.0.1:${port}/`, ['127.0.0.1:1', 'localhost', '27.0.0.1', '']);
    await refused('address', `http://localhost:${port}/`, [host, 'localhost:1', 'host']);
    await refused('address', 'http://127.0.0.1/', ['127.0.0.1:443']);
  });

  test('Ports other than those of the web are refused unless they are allowed with their host', async t => {
    const { host, port } = await serve(t, (_request, response) => response.end('bytes'));
    const web = { ports: ['80', '443', '8080'] };
    for (const address of ['9.9.9.9:22', '9.9.9.9:6379', 'example.invalid:25', `127.0.0.1:${port}`])
      await refused('port', `http://${address}/`, ['127.0.0.1:1'], web);
    const redirecting = await serve(t, (_request, response) => {
      response.writeHead(302, { location: 'http://9.9.9.9:9200/' }).end();
    });
    await refused('port', redirecting.origin, [redirecting.host], web);
    await fetchImage(`http://${host}/`, { allow: [host], maxBytes: 9 });
  });

  test('Schemes other than http and https, credentials and invalid URLs are refused', async () => {
    const addresses = [
      [
        'file:///etc/passwd',
        'ftp://127.0.0.1/',
        'data:image/png;base64,AA==',
        'gopher://127.0.0.1/',
        '//host/a',
      ],
      ['http://user:pass@127.0.0.1/', 'http://user@127.0.0.1/', 'http://', 'no picture', '', '\0', '\ud800'],
      ['http://127.0.0.1:99999/', 'http://[fe80::1%25eth0]/', 'http://1.2.3.256/'],
    ].flat();
    for (const address of addresses) await refused('scheme', address, ['127.0.0.1']);
  });

  test('An unresolvable name and a closed port are unreachable', async () => {
    await refused('unreachable', 'http://example.invalid/', []);
    await refused('unreachable', 'http://127.0.0.1:1/', ['127.0.0.1']);
    await refused('unreachable', 'https://127.0.0.1:1/', ['127.0.0.1']);
  });
});

describe('Redirects', () => {
  test('Each target of a redirect is checked like the first address', async t => {
    const other = await serve(t, (_request, response) => response.end('secret'));
    const targets = [
      ['address', `http://127.0.0.1:${other.port}/`],
      ['address', `http://localhost:${other.port}/`],
      ['address', `http://2130706433:${other.port}/`],
      ['address', `//[::ffff:7f00:1]:${other.port}/`],
      ['address', 'http://169.254.169.254/latest/meta-data/'],
      ['scheme', 'file:///etc/passwd'],
      ['scheme', 'http://user:pass@127.0.0.1/'],
      ['scheme', 'http://['],
    ] as const;
    for (const [code, location] of targets) {
      const { origin, host } = await serve(t, (_request, response) => {
        response.writeHead(302, { location }).end();
      });
      await refused(code, origin, [host]);
    }
    assert.equal(other.connections(), 0);
  });

  test('Five redirects are followed, and six are refused', async t => {
    const { origin, host } = await serve(t, (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) return response.end('there');
      response.writeHead(307, { location: `/${left - 1}` });
      // The body of a redirect is ignored, even if it never ends.
      response.write('moved');
    });
    const { bytes, url } = await fetchImage(`${origin}/5`, { allow: [host], maxBytes: 9 });
    assert.deepEqual([bytes.toString(), url], ['there', `${origin}/0`]);
    await refused('redirects', `${origin}/6`, [host]);
    await refused('redirects', `${origin}/1`, [host], { maxRedirects: 0 });
  });
});

describe('Responses of image hosts', () => {
  test('A status other than 200 and a redirect without a target are refused', async t => {
    const { origin, host } = await serve(t, (request, response) => {
      response.writeHead(Number(request.url?.slice(1))).flushHeaders();
      response.write('x');
    });
    for (const status of [201, 204, 206, 302, 304, 403, 404, 500]) {
      await refused('status', `${origin}/${status}`, [host]);
    }
  });

  test('Too many bytes are refused, announced or not', async t => {
    const { origin, host } = await serve(t, (request, response) => {
      if (request.url === '/announced') return response.writeHead(200, { 'content-length': 11 }).write('x');
      const flood = () => {
        while (!response.destroyed && response.write(Buffer.alloc(4096)));
      };
      response.on('drain', flood);
      flood();
    });
    await refused('too-large', `${origin}/announced`, [host], { maxBytes: 10 });
    await refused('too-large', `${origin}/flood`, [host], { maxBytes: 100_000 });
  });

  test('A body shorter than announced is refused', async t => {
    const { origin, host } = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-length': 11 }).write('x', () => response.destroy());
    });
    await refused('unreachable', origin, [host]);
  });

  test('One deadline covers silence, a slow body and slow redirects', async t => {
    const { origin, host } = await serve(t, (request, response) => {
      if (request.url === '/silence') return;
      if (request.url === '/trickle') {
        const drip = setInterval(() => response.write('x'), 20);
        return response.on('close', () => clearInterval(drip));
      }
      setTimeout(() => response.writeHead(302, { location: '/slow' }).end(), 60);
    });
    for (const path of ['/silence', '/trickle', '/slow']) {
      await refused('timeout', `${origin}${path}`, [host], { timeoutMs: 150 });
    }
  });

  test('The message of a failed fetch reveals no internals', async () => {
    const failure = await fetchImage('http://127.0.0.1:1/', { allow: ['127.0.0.1'], maxBytes: 1 }).catch(
      e => e,
    );
    assert.ok(failure instanceof ImageRefused);
    assert.equal(failure.name, 'ImageRefused');
    assert.doesNotMatch(failure.message, /127|ECONN|undici/);
    assert.match(String(failure.cause), /ECONNREFUSED/);
  });
});

async function refused(
  code: ImageRefused['code'],
  address: string,
  allow: string[],
  limits: Partial<FetchOptions> = {},
): Promise<void> {
  await assert.rejects(
    fetchImage(address, { allow, maxBytes: 1000, timeoutMs: 5000, ports, ...limits }),
    error => {
      assert.ok(error instanceof ImageRefused);
      assert.equal(error.code, code, `${address}: ${error.cause}`);
      return true;
    },
  );
}

/** A server for one test. It can close at the end only if no connection is left open. */
async function serve(t: TestContext, answer: RequestListener, address?: string): Promise<Web> {
  const web = await openWeb(answer, address);
  ports.push(String(web.port));
  t.after(() => web.close());
  return web;
}
