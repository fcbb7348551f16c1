import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { historyOf } from './changes.ts';
import { type Series, seriesOf } from './series.ts';
import { startService } from './service.ts';
import { assertSound } from './sound.ts';

const service = await startService();
after(() => assertSound(service.db).finally(() => service[Symbol.asyncDispose]()));
const { accounts, site } = service;
const { changes } = historyOf(service);
const { ask, done, ids, rows, weekly } = seriesOf(service);

/** Asserts that this account may do none of this. */
async function refuses(as: keyof typeof accounts, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const json = line.startsWith('PATCH') ? { title: 'Taken over' } : undefined;
    const { status, text } = await ask(line, { as: accounts[as], ...(json && { json }) });
    assert.equal(status, 403, `${line} ${text}`);
  }
}

const contents = async (series: number) =>
  (await rows(series)).map(({ id, title, status, series_id }) => [id, title, status, series_id]);

describe('Rights of series', () => {
  it('An author may not edit the occurrence of another author through the series', async () => {
    const { id: author } = await account('author');
    const { id: editor } = await account('editor');
    const { id } = await weekly('Shared', 3, { author });
    const [first, second] = await ids(id);
    await done(`PATCH /events/${second}`, { author: editor });
    await refuses('author', [`PATCH /events/${id}`, `PATCH /events/${first}?scope=all`]);
  });

  it('A dry run shows the place in a series only to who may read the series', async () => {
    const { id: author } = await account('author');
    const { id } = await weekly('Hidden', 2, { status: 'draft' });
    const [, second] = await rows(id);
    await done(`PATCH /events/${second!.id}`, { author, status: 'publish' });
    const places = async (as: keyof typeof accounts, line: string) => {
      const json = line.startsWith('PATCH') ? { start_date: '2031-05-13 10:00:00' } : undefined;
      const { status, text, body } = await ask(`${line} /events/${second!.id}?dry_run=true`, {
        as: accounts[as],
        ...(json && { json }),
      });
      assert.equal(status, 200, text);
      const { added, removed, moved, kept } = body as Series;
      return [...added, ...removed, ...moved, ...kept].map(one => [one.id, one.recurrence_id]);
    };
    for (const line of ['PATCH', 'DELETE']) {
      assert.deepEqual(await places('editor', line), [[second!.id, second!.recurrence_id]], line);
      assert.deepEqual(await places('author', line), [[second!.id, null]], line);
    }
  });

  it('A split is undone only by who may edit both parts', async () => {
    const { id: contributor } = await account('contributor');
    const { id } = await weekly('Parts', 4, { status: 'draft', author: contributor });
    const [, , third] = await ids(id);
    const { series } = await done(`PATCH /events/${third}?scope=following`, { status: 'publish' });
    const before = await contents(series.id);
    const [change] = await changes(`events/${id}`);
    await refuses('contributor', [`POST ${change!.rest_url}/restore`]);
    assert.deepEqual(await contents(series.id), before);
  });

  it('The trash gives a series back only to who may edit all of it', async () => {
    const { id: contributor } = await account('contributor');
    const { id } = await weekly('Thrown', 3, { status: 'draft', author: contributor });
    await done(`PATCH /events/${(await ids(id))[1]}`, { status: 'publish' });
    await done(`DELETE /events/${id}`);
    await refuses('contributor', [`POST ${site}/cal/trash/v1/${id}/restore`]);
  });
});

/** The account of this role. */
const account = (login: 'author' | 'contributor' | 'editor') =>
  service.db.selectFrom('users').select('id').where('login', '=', login).executeTakeFirstOrThrow();
