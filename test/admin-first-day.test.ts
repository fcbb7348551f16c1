import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { readStored } from '../src/site/settings-store.ts';
import { fieldsOf, signedIn } from './admin.ts';
import { caller } from './client.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const call = caller(service.base);
const as = service.accounts.editor;
const editor = await signedIn(service, 'editor');

const totalOf = async (path: string, who?: typeof as): Promise<number> =>
  (await call(`GET ${path}`, who && { as: who })).body.total;

describe('The first day', () => {
  it('An empty calendar offers to begin, and examples that the public does not see go with one click', async () => {
    const author = await signedIn(service, 'author');
    const { text } = await author.open('/');
    assert.match(text, /href="[^"]*\/admin\/events\/new\/"/);
    assert.doesNotMatch(text, /value="examples"/);
    assert.equal((await author.send('/', { do: 'examples' })).status, 403);
    assert.match((await editor.open('/')).text, /value="examples"/);
    // Whoever clicks twice gets them once.
    const clicks = await Promise.all([0, 1].map(() => editor.send('/', { do: 'examples' })));
    assert.deepEqual(
      clicks.map(({ status }) => status),
      [303, 303],
    );
    const all = await service.db.selectFrom('events').select(['title', 'start_date', 'series_id']).execute();
    const different = new Set(
      all.map(({ title, start_date, series_id }) => `${title} ${start_date} ${series_id === null}`),
    );
    assert.equal(different.size, all.length);
    const total = await totalOf('/events?when=all', as);
    assert.ok(total > 80, `${total} events`);
    for (const list of ['events?when=all', 'venues', 'organizers', 'categories?hide_empty=true'])
      assert.equal(await totalOf(`/${list}`), 0, list);
    assert.match((await editor.open('/')).text, /value="remove"[\s\S]*class="week"/);
    assert.match((await editor.open('/events/')).text, /value="remove"/);
    assert.doesNotMatch((await author.open('/events/')).text, /value="remove"/);

    const { body } = await call('GET /events?when=all&search=Blues&per_page=1', { as });
    const { id: published, venue } = body.events[0]!;
    await call(`PATCH /events/${published}`, { as, json: { status: 'publish' } });
    const removed = await Promise.all([0, 1].map(() => editor.send('/', { do: 'remove' })));
    assert.deepEqual(
      removed.map(({ status }) => status),
      [303, 303],
    );
    assert.deepEqual(
      [await totalOf('/events?when=all', as), await totalOf('/venues?status=private', as)],
      [1, 1],
    );
    assert.equal((await call(`GET /events/${published}`, { as })).body.venue.id, venue.id);
    assert.equal((await editor.open('/trash/')).text.includes('restore'), false);
    assert.doesNotMatch((await editor.open('/events/')).text, /value="remove"/);
  });
});

describe('Language, zone and currency on the first day', () => {
  it('Administrators are asked for what nobody has chosen, once, and a choice counts also if it is the default', async () => {
    await using fresh = await startService({ TIME_ZONE: undefined as never });
    const desk = await signedIn(fresh, 'administrator');
    const asked = async () => (await desk.open('/', { 'accept-language': 'ca' })).text;
    const page = await asked();
    assert.match(page, /<option value="ca" selected>/);
    assert.doesNotMatch((await (await signedIn(fresh, 'editor')).open('/')).text, /name="TIME_ZONE"/);
    // The zone of the machine suggests a currency.
    const prices = { CURRENCY_SYMBOL: '$', CURRENCY_CODE: '' };
    const fields = { ...fieldsOf({ text: page }), ...prices, LANGUAGE: 'en', SITE_NAME: 'Vic' };
    const city = await desk.send('/settings/', { ...fields, TIME_ZONE: 'Madrid' });
    assert.match(city.text, /id="TIME_ZONE-error">[^<]*: Europe\/Madrid\.</);
    const wrong = await desk.send('/settings/', { ...fields, TIME_ZONE: 'Vic' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Time zone: “Vic” cannot be used here/);
    assert.match(
      (await desk.send('/settings/', { ...fields, TIME_ZONE: 'UTC' })).to!,
      /^\/admin\/\?done=saved/,
    );
    assert.doesNotMatch(await asked(), /name="TIME_ZONE"|name="LANGUAGE"/);
    const { store } = await readStored(fresh.db);
    assert.deepEqual(Object.fromEntries(store), {
      ...{ LANGUAGE: 'en', TIME_ZONE: 'UTC', SITE_NAME: 'Vic', CURRENCY_SYMBOL: '$' },
    });
  });

  it('What the environment says is not asked', async () => {
    await using fresh = await startService({ LANGUAGE: 'fr' });
    const { text } = await (await signedIn(fresh, 'administrator')).open('/');
    assert.doesNotMatch(text, /name="TIME_ZONE"|name="LANGUAGE"/);
    await using other = await startService();
    const form = await (await signedIn(other, 'administrator')).open('/', { 'accept-language': 'ca' });
    const { CURRENCY_SYMBOL, CURRENCY_CODE } = fieldsOf(form);
    assert.deepEqual([CURRENCY_SYMBOL, CURRENCY_CODE], ['€', 'EUR']);
    assert.doesNotMatch(form.text, /name="TIME_ZONE"/);
  });

  it('A currency that nobody has chosen is asked by its zone, also where language and zone are set', async () => {
    for (const [TIME_ZONE, symbol, code] of [
      ['Europe/Madrid', '€', 'EUR'],
      ['Europe/London', '£', 'GBP'],
      ['Europe/Zurich', 'CHF', 'CHF'],
      ['Europe/Moscow', '₽', 'RUB'],
      // Nobody knows, or two are used.
      ['Europe/Simferopol', '$', ''],
    ] as const) {
      await using fresh = await startService({ LANGUAGE: 'en', TIME_ZONE });
      const desk = await signedIn(fresh, 'administrator');
      const fields = fieldsOf(await desk.open('/'));
      assert.deepEqual([fields.CURRENCY_SYMBOL, fields.CURRENCY_CODE], [symbol, code]);
      assert.match((await desk.send('/settings/', fields)).to!, /\?done=saved/);
      assert.doesNotMatch((await desk.open('/')).text, /name="CURRENCY_SYMBOL"/);
      const { store } = await readStored(fresh.db);
      assert.deepEqual([store.get('CURRENCY_SYMBOL'), store.get('CURRENCY_CODE') ?? ''], [symbol, code]);
    }
  });
});
