import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeStore, startChild } from './child.ts';
import { caller, eventOf } from './client.ts';

test('what was answered is there after the process was killed', async () => {
  await using store = await makeStore();
  const answered: number[] = [];
  const begun = Array.from({ length: 3 }, (_, number) => `Round ${number}`);
  for (const title of begun) {
    await using child = await startChild(store);
    const call = caller(child.base);
    const clients = Array.from({ length: 8 }, async () => {
      for (let mine = 0; ; mine++) {
        const { status, body } = await call('POST /events', {
          as: store.accounts.editor,
          json: eventOf(title),
        });
        assert.equal(status, 201);
        answered.push(body.id);
        if (mine === 10) child.process.kill('SIGKILL');
      }
    });
    await Promise.allSettled(clients);
  }
  const db = await store.open();
  const rows = await db.selectFrom('events').select(['id', 'slug']).execute();
  await db.destroy();
  const there = new Set(rows.map(({ id }) => id));
  assert.ok(answered.length > 10 * begun.length);
  assert.deepEqual(
    answered.filter(id => !there.has(id)),
    [],
  );
});
