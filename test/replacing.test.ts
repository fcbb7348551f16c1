import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBalancer } from './balancer.ts';
import { makeStore, startChild } from './child.ts';
import { caller, eventOf } from './client.ts';
import type { Account } from './service.ts';
import { SERVER } from './store.ts';

// Processes that are replaced one after the other, while requests come all the time.

const EVER = '?start_date=2000-01-01&end_date=2099-12-31';

/** What clients were answered that did not get what they asked for, and how many events they made. */
interface Seen {
  wrong: string[];
  answered: number;
  made: number;
}

/** Asks until told to stop: reads, a signed read, and a write that must neither be lost nor done twice. */
async function client(site: string, as: Account, seen: Seen, isOver: () => boolean): Promise<void> {
  const call = caller(`${site}/cal/events/v1`);
  while (!isOver()) {
    const made = await call('POST /events', { as, json: eventOf('Replaced') });
    if (made.status === 201) seen.made++;
    const answers = [
      made,
      await call(`GET /events/${made.body.id}`),
      await call(`GET /events${EVER}`),
      await call('GET /events?status=draft', { as }),
    ];
    seen.answered += answers.length;
    for (const { status, text } of answers) if (status >= 300) seen.wrong.push(`${status} ${text}`);
  }
}

describe('processes that are replaced one after the other', { skip: SERVER === undefined }, () => {
  it('fail no request, whether a balancer keeps connections to them or asks how they are', async () => {
    await using store = await makeStore();
    const as = store.accounts.editor;
    const settings = { DRAIN_SECONDS: '1' };
    const children = await Promise.all([1, 2].map(() => startChild(store, settings)));
    const ports = children.map(({ site }) => Number(new URL(site).port));
    await using keeping = await openBalancer(ports, { keep: 3, asks: false });
    await using asking = await openBalancer(ports, { keep: 0, asks: true });
    const seen: Seen = { wrong: [], answered: 0, made: 0 };
    let over = false;
    const clients = [keeping, keeping, keeping, asking, asking].map(({ site }) =>
      client(site, as, seen, () => over),
    );
    try {
      for (const [at, port] of ports.entries()) {
        children[at]!.process.kill('SIGTERM');
        assert.equal(await children[at]!.ended, 0);
        children[at] = await startChild(store, { ...settings, PORT: `${port}` });
      }
      over = true;
      await Promise.all(clients);
      assert.deepEqual([...keeping.failures, ...asking.failures, ...seen.wrong], []);
      const { body } = await caller(children[0]!.base)(`GET /events${EVER}`);
      assert.deepEqual([body.total, seen.answered >= 40], [seen.made, true]);
    } finally {
      over = true;
      await Promise.all(children.map(child => child[Symbol.asyncDispose]()));
    }
  });
});
