import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventOf } from '../client.ts';
import { CODE, FORMULAS } from './payloads.ts';
import { administrator, call, db, editor } from './site.ts';

/** Characters with a meaning in SQL patterns, full-text queries or regular expressions. Here they are literal. */
const SIGNS = ['%', '_', '*', '?', '.', '\\', '^', '$', '|', ':', "'", '[a', '(a+)+$', '{1}', '%20', 'ı'];

const NAMED = {
  events: (name: string) => eventOf(name),
  venues: (name: string) => ({ venue: name }),
  organizers: (name: string) => ({ organizer: name }),
  categories: (name: string) => ({ name }),
  tags: (name: string) => ({ name }),
};

const EVERYTHING = 'hide_empty=false&start_date=2031-01-01&end_date=2032-01-01';

describe('Special characters in searches', () => {
  for (const [collection, fieldsOf] of Object.entries(NAMED))
    it(`A search for special characters in ${collection} takes them literally`, async () => {
      const found = async (search: string) => {
        const query = new URLSearchParams({ search });
        return (await call(`GET /${collection}?${query}&${EVERYTHING}`)).body.total;
      };
      for (const name of ['besXafter', 'besafter', 'besaaaaafter'])
        assert.equal((await call(`POST /${collection}`, { as: editor, json: fieldsOf(name) })).status, 201);
      for (const sign of SIGNS) {
        const name = `bes${sign}after`;
        assert.equal((await call(`POST /${collection}`, { as: editor, json: fieldsOf(name) })).status, 201);
        assert.equal(await found(name), 1, name);
      }
    });

  it('A search takes no longer because of its characters', async () => {
    const began = performance.now();
    for (const search of [
      'a'.repeat(900),
      '"'.repeat(900),
      '-"'.repeat(400),
      `${'a'.repeat(900)}!`,
      '\u0301'.repeat(900),
    ])
      for (const collection of Object.keys(NAMED))
        await call(`GET /${collection}?${new URLSearchParams({ search })}`);
    assert.ok(performance.now() - began < 10_000);
  });
});

describe('SQL injection', () => {
  it('No argument of a list is read as SQL', async () => {
    const { routes } = (await call('GET ')).body;
    const counts = async () =>
      Promise.all(
        (['events', 'venues', 'organizers', 'terms', 'users'] as const).map(table =>
          db.selectFrom(table).select(db.fn.countAll().as('count')).executeTakeFirstOrThrow(),
        ),
      );
    const before = await counts();
    for (const collection of Object.keys(NAMED)) {
      const { endpoints } = Object.entries(routes).find(([path]) => path.endsWith(`/${collection}`))![1];
      const names = endpoints
        .filter(({ methods }) => methods.includes('GET'))
        .flatMap(({ args }) => Object.keys(args));
      const { total } = (await call(`GET /${collection}`)).body;
      assert.ok(names.length > 3);
      for (const name of names)
        for (const said of [
          "1' or '1'='1",
          '1); drop table events; --',
          'id desc, (select 1)',
          '1 union select 1',
        ]) {
          const { status, body } = await call(`GET /${collection}?${new URLSearchParams({ [name]: said })}`);
          if (status === 200) assert.ok(body.total <= total, `${name} ${said}`);
        }
    }
    assert.deepEqual(await counts(), before);
  });

  it('No login is read as SQL', async () => {
    for (const said of [...CODE, ...FORMULAS]) {
      const credentials = Buffer.from(`${said}:${administrator.app_password}`).toString('base64');
      const { status } = await call('GET /events?status=draft', {
        headers: { authorization: `Basic ${credentials}` },
      });
      assert.equal(status, 401, said);
    }
  });
});
