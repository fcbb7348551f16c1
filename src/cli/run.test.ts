import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exposedBy } from './run.ts';

describe('Command lines that show a password', () => {
  it('A password in an address is reported by its flag, or as an argument', () => {
    for (const address of [
      ...['postgres://u:hunter2@host/base', 'postgresql://:hunter2@host', 'postgres://u:p@ss@h:1,h:2/base'],
      ...['postgres://host/base?user=u&password=hunter2', 'postgres://a/b,postgres://u:hunter2@c/d'],
      ...['https://u:hunter2@agenda.example.org/'],
    ]) {
      assert.equal(exposedBy({ 'database-url': address, json: true }, []), '--database-url', address);
      assert.equal(exposedBy({ from: address, to: address }, []), '--from, --to');
      assert.equal(exposedBy({}, ['x', address]), 'an argument');
    }
  });

  it('An address without a password is not reported', () => {
    for (const address of [
      ...['postgres://user@host/base', 'postgres://host:5432,other:5432/base', 'sqlite:data/a:b@c.sqlite'],
      ...['https://agenda.example.org:8080/a@b', 'maria@example.org', '', 'postgres:///base?host=/run'],
    ])
      assert.equal(exposedBy({ from: address, json: true }, [address]), undefined, address);
  });
});
