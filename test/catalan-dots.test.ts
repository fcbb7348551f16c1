import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventOf } from './client.ts';
import { call, editor } from './shared.ts';

// People without a middle dot on their keyboard write a full stop.

const WRITTEN = ['Excel·lent', 'Excel.lent', 'EXCEL.LENT', 'excel•lent', 'Excellent'];

const records: [string, (text: string) => object][] = [
  ['events', text => eventOf(`${text} one`)],
  ['events', text => eventOf('In a text', { description: `<p>Un dia ${text}, sí.</p>` })],
  ['venues', text => ({ venue: `${text} hall` })],
  ['venues', text => ({ venue: `Hall of ${text.length}`, city: text })],
  ['organizers', text => ({ organizer: `${text} club` })],
  ['categories', text => ({ name: `${text} kind` })],
  ['tags', text => ({ name: `${text} tag` })],
];

describe('The Catalan l·l', () => {
  for (const [collection, recordOf] of records)
    it(`Each way to write it finds all of them: ${JSON.stringify(recordOf('…'))}`, async () => {
      const made: number[] = [];
      for (const text of WRITTEN) {
        const {
          status,
          body,
          text: said,
        } = await call(`POST /${collection}`, {
          as: editor,
          json: recordOf(text),
        });
        // Venues and organizers of one name are one record, and terms of one name are refused.
        assert.ok(status === 201 || body.code === 'term_exists', said);
        if (status === 201) made.push(body.id);
      }
      for (const query of WRITTEN) {
        const { searchParams } = new URL(
          'http://x/?hide_empty=false&per_page=50&start_date=2031-05-01&end_date=2031-06-01',
        );
        searchParams.set('search', query);
        const found = (await call(`GET /${collection}?${searchParams}`)).body[collection as 'events'];
        const ids = new Set(found.map(({ id }) => id));
        assert.deepEqual(
          made.filter(id => !ids.has(id)),
          [],
          query,
        );
      }
    });

  it('A full stop elsewhere is a full stop', async () => {
    const { id } = (await call('POST /events', { as: editor, json: eventOf('Goya.la festa') })).body;
    const found = async (search: string) =>
      (await call(`GET /events?start_date=2031-05-01&end_date=2031-06-01&search=${search}`)).body.events.map(
        ({ id }) => id,
      );
    assert.deepEqual(await found('goya.la'), [id]);
    assert.deepEqual(await found('goyala'), []);
  });
});
