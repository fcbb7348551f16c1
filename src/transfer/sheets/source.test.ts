import assert from 'node:assert/strict';
import dns from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { describe, it, mock } from 'node:test';
import { readConfig } from '../../config.ts';
import { SourceError, type SourceItem } from '../../intake/source-item.ts';
import { readSite } from '../sites/read-site.ts';
import { Visitor } from '../sites/visitor.ts';
import { isRowsRedirect, rowsAddress } from './source.ts';

describe('Addresses of Google Sheets', () => {
  const at = 'https://docs.google.com/spreadsheets';
  for (const [copied, rows] of [
    ['/d/1aB-c_9/edit#gid=0', '/d/1aB-c_9/export?format=csv&gid=0'],
    ['/d/1aB-c_9/edit?gid=7#gid=7', '/d/1aB-c_9/export?format=csv&gid=7'],
    ['/d/1aB-c_9/edit?usp=sharing', '/d/1aB-c_9/export?format=xlsx'],
    ['/d/1aB-c_9', '/d/1aB-c_9/export?format=xlsx'],
    ['/u/0/d/1aB-c_9/htmlview', '/d/1aB-c_9/export?format=xlsx'],
    ['/d/e/2PACX-1v/pubhtml', '/d/e/2PACX-1v/pub?output=xlsx'],
    ['/d/e/2PACX-1v/pubhtml?gid=5&single=true', '/d/e/2PACX-1v/pub?single=true&output=csv&gid=5'],
    ['/d/e/2PACX-1v/pub?output=csv', '/d/e/2PACX-1v/pub?output=csv'],
    ['/d/1aB-c_9/export?format=tsv', '/d/1aB-c_9/export?format=tsv'],
    ['/d/1aB-c_9/gviz/tq?tqx=out:csv', '/d/1aB-c_9/gviz/tq?tqx=out:csv'],
  ] as const)
    it(`${copied} is read as ${rows}`, () => {
      assert.equal(rowsAddress(new URL(at + copied)).href, at + rows);
    });

  it('An address of a domain is read, and those of other sites are as they are', () => {
    const own = rowsAddress(new URL('https://docs.google.com/a/example.org/spreadsheets/d/1aB/edit#gid=3'));
    assert.equal(own.href, `${at}/d/1aB/export?format=csv&gid=3`);
    const other = 'https://example.org/spreadsheets/d/1aB/edit#gid=3';
    assert.equal(rowsAddress(new URL(other)).href, other);
  });

  it('Its rows may come from the host of Google that has them, and from no other', () => {
    const [from, rows] = [new URL(`${at}/d/1/export`), 'doc-0s-sheets.googleusercontent.com'];
    assert.ok(isRowsRedirect(from, new URL(`https://${rows}/export/x`)));
    assert.ok(!isRowsRedirect(from, new URL(`http://${rows}/export/x`)));
    assert.ok(!isRowsRedirect(from, new URL('https://googleusercontent.com.example.org/')));
    assert.ok(!isRowsRedirect(new URL('https://example.org/'), new URL(`https://${rows}/`)));
  });
});

describe('A stand-in for Google Sheets', () => {
  /** Reads an address as an import does, from a server that stands for the whole web. */
  async function read(
    copied: string,
    answers: Readonly<Record<string, readonly [number, Record<string, string>, string]>>,
  ) {
    const server = createServer((request, response) => {
      const [status, headers, body] = answers[request.url!] ?? [404, {}, ''];
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const here = { address: '127.0.0.1', family: 4 };
    mock.method(dns, 'lookup', (_: string, __: unknown, done: (error: null, found: object[]) => void) =>
      done(null, [here]),
    );
    mock.method(dns.promises, 'lookup', async () => [here]);
    syncBuiltinESMExports();
    const address = rowsAddress(new URL(copied.replace('docs.google.com', `docs.google.com:${port}`)));
    await using guest = new Visitor({ named: address, allow: [], pauseMs: 1, signal: undefined });
    try {
      const items: SourceItem[] = [];
      for await (const item of readSite(guest, address, readConfig({}), 'here')) items.push(item);
      return items;
    } finally {
      mock.restoreAll();
      syncBuiltinESMExports();
      server.close();
    }
  }

  const copied = 'http://docs.google.com/spreadsheets/d/1aB/edit#gid=7';
  const path = '/spreadsheets/d/1aB/export?format=csv&gid=7';

  it('The rows of the sheet that was open are read', async () => {
    const items = await read(copied, {
      [path]: [200, { 'content-type': 'text/csv' }, 'Nom,Quan\nFira,2031-05-06\n'],
    });
    assert.deepEqual(
      items.flatMap(item => ('record' in item ? item.record.title : [])),
      ['Fira'],
    );
  });

  for (const [what, answer] of [
    [
      'leads to a page to sign in',
      [302, { location: 'https://accounts.google.com/v3/signin/identifier?x' }, ''],
    ],
    ['is a page', [200, { 'content-type': 'text/html; charset=utf-8' }, '<title>Sign in</title>']],
  ] as const)
    it(`A private sheet, whose answer ${what}, is told as such`, async () => {
      await assert.rejects(read(copied, { [path]: answer }), (error: unknown) => {
        assert.ok(error instanceof SourceError && typeof error.why !== 'string');
        return error.why.code === 'login_page';
      });
    });
});
