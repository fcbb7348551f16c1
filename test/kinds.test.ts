import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { publishDue } from '../src/jobs/publish.ts';
import { authoredTypes, KINDS, type KindDeclaration, type KindName, kindNames } from '../src/kinds.ts';
import { recordsOf, removeUser } from '../src/records/authors.ts';
import type { Account } from './account.ts';
import { type Body, caller, eventOf } from './client.ts';
import { picture } from './pictures.ts';
import { startService } from './service.ts';

// A kind of records is declared once, and then in every list of kinds.

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { db, site, base, config, accounts } = service;
const { author, editor } = accounts;
const ask = caller(base);

async function done(line: string, json?: object, as: Account = editor): Promise<Body> {
  const { status, text, body } = await ask(line, { as, ...(json && { json }) });
  assert.ok(status < 300, `${line}: ${status} ${text}`);
  return body;
}

const upload = async (as: Account): Promise<Body> =>
  (
    await ask(`POST ${site}/images`, {
      ...{ as, body: await picture(9, 9), headers: { 'content-type': 'image/png' } },
    })
  ).body;

/** Makes a record of each kind. */
const make: Record<KindName, (name: string, as?: Account, fields?: object) => Promise<Body>> = {
  event: (name, as, fields) => done('POST /events', eventOf(name, { ...fields }), as),
  venue: (venue, as, fields) => done('POST /venues', { venue, ...fields }, as),
  organizer: (organizer, as, fields) => done('POST /organizers', { organizer, ...fields }, as),
  category: (name, as) => done('POST /categories', { name }, as),
  tag: (name, as) => done('POST /tags', { name }, as),
  image: (_, as = editor) => upload(as),
};

for (const type of kindNames) {
  const { table, logged, isPublished, hasHistory, linkedAs, archive, collection } = KINDS[type];

  describe(`A record of the kind "${type}"`, () => {
    it('Triggers write each change of its row to the change log', async () => {
      const { id } = await make[type](`Logged ${type}`);
      const row = sql`${sql.table(table)} where id = ${id}`;
      const changes = async () => {
        const log = sql<{ total: number }>`select count(*) as total from changes
          where type = ${logged} and record_id = ${id}`;
        return Number((await log.execute(db)).rows[0]!.total);
      };
      const inserted = await changes();
      await sql`update ${sql.table(table)} set id = id where id = ${id}`.execute(db);
      const updated = await changes();
      await sql`delete from ${row}`.execute(db);
      assert.deepEqual([inserted > 0, updated, await changes()], [true, inserted + 1, inserted + 2]);
    });

    if (isPublished)
      it('It is published when it is due, and then put into the trash', async () => {
        const date = '2041-01-01 00:00:00';
        const { id, status } = await make[type](`Due ${type}`, editor, { date, status: 'publish' });
        assert.equal(status, 'future');
        await publishDue(db, config, Date.UTC(2042, 0) / 1000);
        assert.equal((await done(`GET /${collection}/${id}`)).status, 'publish');
        await done(`DELETE /${collection}/${id}`);
        const { trash } = (await done(`GET ${site}/cal/trash/v1?type=${type}`)) as unknown as {
          trash: Body[];
        };
        assert.ok(trash.some(entry => entry.id === id));
      });

    if (hasHistory)
      it('Its former values are kept', async () => {
        const { id } = await make[type](`Changed ${type}`);
        assert.equal((await done(`GET ${site}/cal/history/v1/${collection}/${id}`)).total, 1);
      });

    if (linkedAs)
      it('It is a value of a facet of the events that link to it', async () => {
        const { id } = await make[type](`Linked ${type}`);
        await done('POST /events', eventOf('Linking', { [linkedAs]: linkedAs === 'venue' ? id : [id] }));
        const { facets } = (await done(
          `GET /events?facets=${linkedAs}&start_date=2000-01-01&end_date=2099-01-01`,
        )) as unknown as {
          facets: Record<string, Body[]>;
        };
        assert.ok(facets[linkedAs]!.some(value => value.id === id));
      });

    if (archive)
      it('It has a page at its address', async () => {
        const { slug } = await make[type](`Shown ${type}`);
        const { status } = await ask(`GET ${site}/${archive}/${slug}/`, { headers: { accept: 'text/html' } });
        assert.equal(status, 200);
      });
  });
}

describe('The table of kinds', () => {
  it('An account leaves the records of each kind with authors to its heir', async () => {
    const made = new Map<KindName, Body>();
    for (const type of authoredTypes) made.set(type, await make[type](`Left ${type}`, author));
    assert.equal(await recordsOf(db, author.id), authoredTypes.length);
    await removeUser(db, author.id, editor.id, { viewer: undefined, config, now: 1 });
    for (const [type, { id }] of made) {
      const row = db.selectFrom(KINDS[type].table as 'events').select('author_id');
      assert.equal((await row.where('id', '=', id).executeTakeFirst())?.author_id, editor.id, type);
    }
  });

  it('A kind does not compile where a part of it is forgotten', () => {
    const { event, ...others } = KINDS;
    // @ts-expect-error a kind
    others satisfies Record<KindName, KindDeclaration>;
    const { table: _, ...untabled } = event;
    // @ts-expect-error its table
    untabled satisfies KindDeclaration;
    const { logged: __, ...unlogged } = event;
    // @ts-expect-error its type in the change log
    unlogged satisfies KindDeclaration;
    const { archive: ___, ...unaddressed } = event;
    // @ts-expect-error where its pages lie
    unaddressed satisfies KindDeclaration;
  });
});
