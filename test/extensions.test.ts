import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uidOf } from '../src/events/event.ts';
import { plainFields } from '../src/events/plain-fields.ts';
import { publishDue } from '../src/jobs/publish.ts';
import { storeId } from '../src/records/store-id.ts';
import { type Body, caller, eventOf } from './client.ts';
import { startDocumented } from './documented.ts';
import { startService } from './service.ts';
import { OF_NO_STORE } from './store.ts';

const { service, undocumented, call, done, changes, before, restore } = await startDocumented();
const { db, accounts } = service;
const { administrator, editor } = accounts;

/** The members that sites have by extensions, as clients read them. */
interface Extended extends Body {
  is_virtual: boolean;
  virtual_url: string | null;
  event_status: string;
  cost: string;
  cost_details: { currency_code: string; currency_symbol: string };
  json_ld: { location: unknown; eventStatus: string; eventAttendanceMode: string; offers: object };
}

const NAMES = [
  ...['custom_fields', 'is_virtual', 'virtual_url', 'virtual_video_source', 'event_status'],
  ...['status_reason', 'currency_code', 'ticket_url', 'availability'],
] as const;

/** The members of an answer that belong to extensions. */
const extensionsOf = (shown: object) =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => (NAMES as readonly string[]).includes(name)));

const UNSET = {
  ...{ custom_fields: [], is_virtual: false, virtual_url: null, virtual_video_source: '' },
  event_status: 'scheduled',
};

const SENT = {
  custom_fields: {
    room: { label: 'Room', value: 'Green <b>&</b> "big"' },
    floors: [1, { two: null }],
    '': 0,
  },
  ...{ is_virtual: true, virtual_url: 'https://meet.example/a?b=1&c=2', virtual_video_source: 'zoom' },
  ...{ event_status: 'moved_online', status_reason: 'A storm is coming', currency_code: 'CHF' },
  ...{ ticket_url: 'https://tickets.example/jazz?a=1&b=2', availability: 'few' },
};

let made = 0;
const write = async (line: string, json: object) => {
  const { status, body, text } = await call(line, { as: editor, json });
  assert.ok(status < 300, text);
  return body as Extended;
};
const create = (members: Record<string, unknown> = {}) =>
  write('POST /events', eventOf(`Extended ${++made}`, members));
const read = async (id: number) => (await call(`GET /events/${id}`)).body as Extended;
const listed = async (id: number) => (await call(`GET /events?include=${id}`)).body.events[0] as Extended;

describe('What sites tell of events by extensions', () => {
  it('An event of which nothing is told has the members that clients read without asking', async () => {
    const event = await create();
    assert.deepEqual(extensionsOf(event), UNSET);
    assert.deepEqual(extensionsOf(await read(event.id)), UNSET);
    assert.deepEqual(extensionsOf(await listed(event.id)), UNSET);
    const names = Object.keys(await read(event.id));
    // Further plain fields may stand among them.
    const known = names.filter(name => name in UNSET || !(name in plainFields));
    assert.deepEqual(known.slice(known.indexOf('organizer') + 1), [...Object.keys(UNSET), 'json_ld']);
  });

  it('What is sent as JSON is shown everywhere, and an update without it keeps it', async () => {
    const event = await create(SENT);
    assert.deepEqual(extensionsOf(event), SENT);
    assert.deepEqual(extensionsOf(await read(event.id)), SENT);
    assert.deepEqual(extensionsOf(await listed(event.id)), SENT);
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const updated = await write(`${method} /events/${event.id}`, { title: `Renamed by ${method}` });
      assert.deepEqual(extensionsOf(updated), SENT);
    }
  });

  it('A form sends custom fields in brackets or as the text of their JSON', async () => {
    const form = {
      ...{ title: 'A form', start_date: '2031-05-10 18:00', end_date: '2031-05-10 20:00' },
      ...{ is_virtual: '1', virtual_url: 'https://meet.example', event_status: 'EventPostponed' },
      ...{ status_reason: '<b>Rain</b>', currency_code: 'eur' },
      ...{ ticket_url: 'https://tickets.example', availability: 'https://schema.org/SoldOut' },
      ...{ 'custom_fields[room][label]': 'Room', 'custom_fields[floors][]': '1' },
    };
    const { body } = await call('POST /events', { as: editor, form });
    assert.deepEqual(extensionsOf(body), {
      ...{ custom_fields: { room: { label: 'Room' }, floors: ['1'] }, is_virtual: true },
      ...{ virtual_url: 'https://meet.example', virtual_video_source: '', event_status: 'postponed' },
      ...{ status_reason: 'Rain', currency_code: 'EUR' },
      ...{ ticket_url: 'https://tickets.example', availability: 'sold_out' },
    });
    const text = { custom_fields: JSON.stringify(SENT.custom_fields) };
    const updated = await call(`POST /events/${body.id}`, { as: editor, form: text });
    assert.deepEqual(extensionsOf(updated.body).custom_fields, SENT.custom_fields);
  });

  it('Everything can be cleared again', async () => {
    const { id } = await create(SENT);
    const cleared = await write(`PUT /events/${id}`, {
      ...{ custom_fields: {}, is_virtual: false, virtual_url: null, virtual_video_source: '' },
      ...{ event_status: 'scheduled', status_reason: '', currency_code: null },
      ...{ ticket_url: null, availability: null },
    });
    assert.deepEqual(extensionsOf(cleared), UNSET);
    const emptied = await create(SENT);
    const empty = {
      ...{ custom_fields: '', virtual_url: '', event_status: '', currency_code: '' },
      ...{ ticket_url: '', availability: '' },
    };
    const { is_virtual, virtual_video_source, status_reason } = SENT;
    assert.deepEqual(extensionsOf(await write(`POST /events/${emptied.id}`, empty)), {
      ...{ ...UNSET, is_virtual, virtual_video_source, status_reason },
    });
  });

  it('A custom field may have any name', async () => {
    const custom_fields = JSON.parse('{"__proto__":{"a":1},"constructor":2,"\\u0000":"\\ud800"}');
    const { id } = await create({ custom_fields });
    const shown = extensionsOf(await read(id)).custom_fields as object;
    assert.deepEqual(Object.entries(shown), Object.entries(custom_fields));
    assert.equal(({} as { a?: number }).a, undefined);
  });

  const deep = (levels: number): object => (levels === 1 ? { end: 1 } : { next: deep(levels - 1) });
  const refused: readonly (readonly [name: string, value: unknown])[] = [
    ...[2, 'perhaps', {}].map(value => ['is_virtual', value] as const),
    ...['meet.example', 'javascript:alert(1)', 5, {}, []].map(value => ['virtual_url', value] as const),
    ...[{}, ['zoom'], 'z'.repeat(1001)].map(value => ['virtual_video_source', value] as const),
    ...['off', 'EventOver', 7, {}, ['canceled'], 'c'.repeat(1e5)].map(
      value => ['event_status', value] as const,
    ),
    ...['tickets.example', 'javascript:alert(1)', 5, []].map(value => ['ticket_url', value] as const),
    ...['gone', 'EventSoldOut', 7, {}, ['few']].map(value => ['availability', value] as const),
    ...[{}, 'r'.repeat(1001)].map(value => ['status_reason', value] as const),
    ...['EURO', 'E', 'ZZZ', '€', 978, {}].map(value => ['currency_code', value] as const),
    ...['text', '[1]', '{', 5, true, ['a'], deep(11), { long: 'x'.repeat(20_000) }].map(
      value => ['custom_fields', value] as const,
    ),
    ['custom_fields', { escaped: '\u0001'.repeat(5000) }],
  ];
  it('A wrong value is refused by the name of its parameter, on create and on update', async () => {
    const { id } = await create();
    for (const [name, value] of refused) {
      const json = { [name]: value };
      const said = JSON.stringify(json).slice(0, 60);
      for (const [line, sent] of [
        ['POST /events', eventOf('Refused', json)],
        [`PATCH /events/${id}`, json],
      ] as const) {
        const { status, body } = await call(line, { as: editor, json: sent });
        assert.equal(status, 400, said);
        assert.deepEqual(Object.keys(body.data.params), [name], said);
        assert.match(body.data.params[name]!, new RegExp(`^${name} `), said);
      }
    }
    assert.deepEqual(extensionsOf(await read(id)), UNSET);
    await create({ custom_fields: deep(10) });
  });

  it('A form whose custom fields are not UTF-8 is refused', async () => {
    const { id } = await create();
    for (const body of ['custom_fields=%ff', 'custom_fields[a]=%ff', 'custom_fields[a][b]=%ff']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await call(`POST /events/${id}`, { as: editor, body, headers });
      assert.deepEqual([answer.status, Object.keys(answer.body.data.params)], [400, ['custom_fields']]);
    }
  });

  it('A password hides all of it but whether the event takes place', async () => {
    const { id } = await create(SENT);
    await call(`POST /events/${id}`, { as: administrator, json: { password: 'sesame' } });
    const masked = { ...UNSET, is_virtual: null, virtual_url: '', event_status: 'moved_online' };
    assert.deepEqual(extensionsOf(await listed(id)), masked);
    const opened = await call(`GET /events/${id}?password=sesame`);
    assert.deepEqual(extensionsOf(opened.body), SENT);
  });

  it('The history names each change, shows the former values and restores them', async () => {
    const { id } = await create(SENT);
    await write(`POST /events/${id}`, { event_status: 'canceled', custom_fields: null, virtual_url: '' });
    const [change] = await changes(`events/${id}`);
    assert.deepEqual(change!.changed.toSorted(), ['custom_fields', 'event_status', 'virtual_url']);
    const former = await before(change!);
    assert.deepEqual(extensionsOf(former.event), SENT);
    await restore(change!);
    assert.deepEqual(extensionsOf(await read(id)), SENT);
  });

  it('Every answer is documented', OF_NO_STORE, () => assert.deepEqual([...new Set(undocumented)], []));
});

describe('The currency of an event', () => {
  it('Details of the cost have the code of the event; without a setting, none of the site', async () => {
    const codeOf = async (members: Record<string, unknown>) =>
      (await create(members)).cost_details.currency_code;
    assert.equal(await codeOf({ cost: '20 €' }), '');
    assert.equal(await codeOf({ cost: '20', currency_code: 'CHF' }), 'CHF');
    assert.equal(await codeOf({ currency_code: 'CHF' }), 'CHF');
  });

  it('A price without a symbol has that of the event’s own currency', async () => {
    const costOf = async (members: Record<string, unknown>) => (await create(members)).cost;
    assert.equal(await costOf({ cost: '20' }), '$20');
    assert.equal(await costOf({ cost: '20', currency_code: 'EUR' }), '€20');
    assert.equal(await costOf({ cost: '20', currency_code: 'CHF' }), 'CHF 20');
    assert.equal(await costOf({ cost: '20 kr', currency_code: 'SEK' }), '20kr');
  });

  it('A site that sets its code tells it of all prices that name no other currency', async () => {
    await using french = await startService({ CURRENCY_SYMBOL: '€', CURRENCY_CODE: 'EUR' });
    const ask = caller(french.base);
    const shown = async (members: Record<string, unknown>) => {
      const json = eventOf('Priced', members);
      const { body } = await ask('POST /events', { as: french.accounts.editor, json });
      const single = (await ask(`GET /events/${body.id}`)).body as Extended;
      const { priceCurrency } = (single.json_ld.offers ?? {}) as { priceCurrency?: string };
      return [single.cost_details.currency_code, priceCurrency];
    };
    assert.deepEqual(await shown({ cost: '20' }), ['EUR', 'EUR']);
    assert.deepEqual(await shown({ cost: '20 €' }), ['EUR', 'EUR']);
    assert.deepEqual(await shown({ cost: '£20' }), ['GBP', 'GBP']);
    assert.deepEqual(await shown({ cost: '20 kr' }), ['', 'USD']);
    assert.deepEqual(await shown({ cost: '20 kr', currency_code: 'SEK' }), ['SEK', 'SEK']);
    assert.deepEqual(await shown({}), ['EUR', undefined]);
  });
});

describe('Structured data', () => {
  const found = async (members: Record<string, unknown>) => {
    const { id } = await create(members);
    const { json_ld, url } = await read(id);
    const { location, eventStatus, eventAttendanceMode } = json_ld;
    const types = [location ?? []].flat().map(part => (part as Record<string, string>)['@type']);
    return { url, location, types, mode: eventAttendanceMode.slice(19), status: eventStatus.slice(19) };
  };
  const venue = { venue: { venue: 'Hall', city: 'Vic' } };

  it('It says where an event takes place', async () => {
    const at = await found(venue);
    assert.deepEqual([at.types, at.mode], [['Place'], 'OfflineEventAttendanceMode']);
    const online = await found({ is_virtual: true, virtual_url: 'https://meet.example/1' });
    assert.deepEqual(online.location, { '@type': 'VirtualLocation', url: 'https://meet.example/1' });
    assert.equal(online.mode, 'OnlineEventAttendanceMode');
    const both = await found({ ...venue, is_virtual: true });
    assert.deepEqual([both.types, both.mode], [['Place', 'VirtualLocation'], 'MixedEventAttendanceMode']);
    assert.deepEqual((both.location as object[])[1], { '@type': 'VirtualLocation', url: both.url });
    const moved = await found({ ...venue, event_status: 'moved_online' });
    assert.deepEqual([moved.types, moved.mode], [['VirtualLocation'], 'OnlineEventAttendanceMode']);
  });

  it('It says whether an event takes place as planned', async () => {
    const statuses = ['scheduled', 'cancelled', 'postponed', 'moved_online'];
    const said = await Promise.all(
      statuses.map(async event_status => (await found({ event_status })).status),
    );
    assert.deepEqual(said, ['EventScheduled', 'EventCancelled', 'EventPostponed', 'EventMovedOnline']);
  });
});

describe('The identity and the revision for calendar files', () => {
  const rowOf = (id: number) =>
    db.selectFrom('events').select(['id', 'uid', 'sequence']).where('id', '=', id).executeTakeFirstOrThrow();
  const sequenceOf = async (id: number) => (await rowOf(id)).sequence;

  it('Each write of an event raises its revision, also a restoration and the trash', async () => {
    const { id } = await create();
    assert.equal(await sequenceOf(id), 0);
    await write(`POST /events/${id}`, { title: 'Once' });
    await write(`POST /events/${id}`, { title: 'Twice' });
    assert.equal(await sequenceOf(id), 2);
    const [latest] = await changes(`events/${id}`);
    await restore(latest!);
    assert.equal(await sequenceOf(id), 3);
    await done(`DELETE /events/${id}`, editor);
    assert.equal(await sequenceOf(id), 4);
  });

  it('Concurrent writes count each', async () => {
    const { id } = await create();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => write(`POST /events/${id}`, { title: `Title ${n}` })),
    );
    assert.equal(await sequenceOf(id), 8);
  });

  it('A scheduled event that is published has a new revision', async () => {
    const { id } = await create({ status: 'future', date: '2040-01-01 00:00:00' });
    await publishDue(db, service.config, Date.UTC(2040, 1, 1) / 1000);
    assert.equal(await sequenceOf(id), 1);
  });

  it('No change of the revision is told by the history, and a write that changes nothing is no revision', async () => {
    const { id } = await create();
    await write(`POST /events/${id}`, { title: 'Told' });
    await write(`POST /events/${id}`, { title: 'Told' });
    assert.deepEqual(
      (await changes(`events/${id}`)).map(({ changed }) => changed),
      [['title'], []],
    );
    assert.equal(await sequenceOf(id), 1);
  });

  it('Answers show neither, and the identity is the id at this store', async () => {
    const event = await create();
    for (const shown of [event, await read(event.id), await listed(event.id)])
      assert.ok(!('uid' in shown) && !('sequence' in shown));
    const store = await storeId(db);
    assert.match(store, /^[\da-f-]{36}$/);
    assert.equal(await storeId(db), store);
    assert.equal(uidOf(await rowOf(event.id), store), `${event.id}@${store}`);
    assert.equal(uidOf({ id: event.id, uid: 'kept@elsewhere' }, store), 'kept@elsewhere');
  });
});
