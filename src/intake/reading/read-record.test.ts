import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../config.ts';
import { costDetails, costText } from '../../events/cost.ts';
import { sayWhy, spoken } from '../reason.ts';
import { readOrganizer, readVenue } from './read-contact.ts';
import { readCost, readStoredCost } from './read-plain.ts';
import { readEvent, readTerm, type SourceContext } from './read-record.ts';
import { pictureOf } from './values.ts';

const config = readConfig({});
const source: SourceContext = { config, zone: 'UTC', isExport: false, store: '', passwords: false };

const event = (members: object) =>
  readEvent(
    {
      title: 'Fair',
      start_date: '2031-05-10 10:00:00',
      end_date: '2031-05-10 11:00:00',
      timezone: 'UTC',
      ...members,
    },
    source,
  );

const patchOf = (members: object) => {
  const read = event(members);
  assert.ok('patch' in read);
  return read.patch;
};

describe('Costs of events of other sites', () => {
  const cases: [string, object, string[], string][] = [
    ['Free', { currency_symbol: '$', currency_position: 'prefix', values: ['0'] }, ['0'], 'Free'],
    ['Gratuït', { currency_symbol: '€', currency_position: 'postfix', values: ['0'] }, ['0'], 'Free'],
    ['', { currency_symbol: '', currency_position: 'prefix', values: [] }, [], ''],
    [
      '$10 &#8211; $20',
      { currency_symbol: '$', currency_position: 'prefix', values: ['10', '20'] },
      ['10', '20'],
      '$10 – $20',
    ],
    ['20€', { currency_symbol: '€', currency_position: 'postfix', values: ['20'] }, ['20'], '20€'],
    ['$20', { currency_symbol: '', currency_position: 'prefix', values: ['20'] }, ['20'], '$20'],
    [
      'Donation',
      { currency_symbol: '', currency_position: '', values: ['donation'] },
      ['donation'],
      'Donation',
    ],
    [
      '',
      { currency_symbol: '£', currency_position: 'prefix', values: ['5', '7.50'] },
      ['5', '7.50'],
      '£5 – £7.50',
    ],
  ];
  it('Prices keep the symbol of their source, also in a range, and have none where their source has none', () => {
    const symbolOf = (cost: string, currency_symbol: string, values: string[]) => {
      const cost_details = { currency_symbol, currency_position: 'prefix', values };
      return costDetails(readCost({ cost, cost_details }, config)!).currency_symbol;
    };
    assert.equal(symbolOf('£7 – £9', '£', ['7', '9']), '£');
    assert.equal(symbolOf('$12.50', '', ['12.50']), '');
    assert.equal(symbolOf('€12.50', '', ['12.50']), '€', 'another currency than that of this site');
    assert.deepEqual(costDetails(readCost({ cost: '10 – 20 €' }, config)!).values, ['10', '20']);
    assert.equal(readCost({ cost: `Free, ${'for members '.repeat(20)}` }, config), undefined);
  });

  for (const [cost, cost_details, values, text] of cases) {
    it(`The cost ${cost || 'nothing'} with ${JSON.stringify(cost_details)} is read`, () => {
      const read = readCost({ cost, cost_details }, config)!;
      assert.deepEqual(costDetails(read).values, values);
      assert.equal(costText(read, '$', 'Free'), text);
    });
  }

  it('A stored cost of an export is taken only if it is valid', () => {
    const cost = readCost({ cost: '15 € (members)' }, config)!;
    assert.deepEqual(readStoredCost(JSON.parse(JSON.stringify(cost))), cost);
    assert.equal(readStoredCost({ ...cost, text: '<script>1</script>' }), undefined);
    assert.equal(readStoredCost({ ...cost, prices: [{ ...cost.prices[0], value: 'x' }] }), undefined);
    assert.equal(readStoredCost('20'), undefined);
  });
});

describe('Records of other sites', () => {
  it('An imported event has a plain title and a clean description', () => {
    const patch = patchOf({
      title: 'Run Club &#8211; <b>Elsewhere</b> &amp; Co',
      description: '<p data-key="1" onclick="x()">Hi<script>1</script></p>',
      slug: 'run-club',
    });
    assert.equal(patch.title, 'Run Club – Elsewhere & Co');
    assert.equal(patch.description?.includes('script'), false);
    assert.equal(patch.slug, 'run-club');
  });

  it('An imported website has a safe scheme', () => {
    const website = (said: unknown) =>
      patchOf({ website: said, url: 'https://a.example/event/fair/' }).website;
    assert.equal(website('www.fair.example'), 'https://www.fair.example');
    assert.equal(website('fair.example/a?b=1&amp;c=2'), 'https://fair.example/a?b=1&c=2');
    assert.equal(website('//fair.example'), 'https://fair.example');
    assert.equal(website('javascript:alert(1)'), '');
    assert.equal(website('at the door'), '');
    assert.equal(website('https://a.example/event/fair/'), undefined);
    assert.equal(website(undefined), '');
  });

  it('An imported event has what its site tells by extensions', () => {
    const custom_fields = { room: { label: 'Room', value: '<b>Green</b>' } };
    const { is_virtual, virtual_url, virtual_video_source, event_status, status_reason, ...rest } = patchOf({
      ...{ is_virtual: 'yes', virtual_url: 'meet.example/1?a=1&amp;b=2', virtual_video_source: 'zoom' },
      ...{ event_status: 'https://schema.org/EventCancelled', status_reason: 'Storm &amp; flood' },
      custom_fields,
    });
    assert.deepEqual(
      { is_virtual, virtual_url, virtual_video_source, event_status, status_reason },
      {
        ...{ is_virtual: true, virtual_url: 'https://meet.example/1?a=1&b=2', virtual_video_source: 'zoom' },
        ...{ event_status: 'canceled', status_reason: 'Storm & flood' },
      },
    );
    assert.deepEqual(rest.custom_fields, custom_fields);
    const bare = patchOf({ is_virtual: null, virtual_url: null, event_status: '', custom_fields: [] });
    assert.deepEqual(
      [bare.is_virtual, bare.virtual_url, bare.event_status, bare.custom_fields],
      [false, null, 'scheduled', []],
    );
  });

  it('What cannot be read of it is told', () => {
    const read = event({
      ...{ virtual_url: 'at the door', event_status: 'over', custom_fields: 'text' },
      ...{ cost_details: { currency_code: 'COINS' }, is_virtual: true },
    });
    assert.ok('patch' in read);
    assert.deepEqual(spoken(read.notes), [
      'its custom_fields cannot be read and was left out: "text"',
      'its virtual_url cannot be read and was left out: "at the door"',
      'its event_status cannot be read and was left out: "over"',
      'its currency cannot be read and was left out: COINS',
    ]);
    assert.equal(read.patch.is_virtual, true);
  });

  it('An imported event has the currency of its cost, unless this site shows it anyway', () => {
    const code = (members: object, settings = {}) => {
      const read = readEvent(
        { title: 'Fair', start_date: '2031-05-10 10:00:00', ...members },
        { ...source, config: readConfig(settings) },
      );
      assert.ok('patch' in read);
      return read.patch.currency_code;
    };
    const euros = { cost: '20', cost_details: { currency_code: 'EUR', values: ['20'] } };
    assert.equal(code(euros), 'EUR');
    assert.equal(code(euros, { CURRENCY_CODE: 'EUR' }), '');
    assert.equal(code(euros, { CURRENCY_CODE: 'CHF' }), 'EUR');
    assert.equal(code({ ...euros, currency_code: 'EUR' }, { CURRENCY_CODE: 'EUR' }), 'EUR');
    assert.equal(code({ cost: '20' }, { CURRENCY_CODE: 'CHF' }), '');
  });

  it('An imported event has its status, or draft where the status is unknown', () => {
    assert.equal(patchOf({ status: 'private' }).status, 'private');
    assert.equal(patchOf({ status: 'auto-draft' }).status, 'draft');
    assert.equal(patchOf({}).status, 'publish');
  });

  it('An imported record with a password is private, since its password is not imported', () => {
    for (const name of ['password', 'post_password']) {
      assert.equal(patchOf({ [name]: 'abc' }).status, 'private');
      assert.equal(patchOf({ [name]: 'abc', status: 'draft' }).status, 'draft');
      assert.equal(patchOf({ [name]: '' }).status, 'publish');
      const venue = readVenue({ venue: 'Hall', [name]: 'abc' }, source);
      assert.ok('patch' in venue && venue.notes.some(note => sayWhy(note, 'en').includes('password')));
      assert.equal(venue.patch.status, 'private');
    }
  });

  it('An imported event or term without a name, or an event behind a password, is refused', () => {
    assert.deepEqual(spoken(event({ title: ' <i></i> ' })), { refused: 'it has no title' });
    assert.deepEqual(spoken(event({ all_day: null, description: '' })), {
      refused: 'a password protects it at its source',
    });
    assert.deepEqual(spoken(readTerm({ name: '<b> </b>' })), { refused: 'it has no name' });
  });

  it('An imported venue or organizer without a name is called so, in the language of the store', () => {
    const named = (read: ReturnType<typeof readVenue> | ReturnType<typeof readOrganizer>) => {
      assert.ok('patch' in read);
      return [read.patch.name, ...spoken(read.notes)];
    };
    const spanish = { ...source, config: readConfig({ LANGUAGE: 'es' }) };
    const note = (name: string) => `it has no name: it was named “${name}”`;
    assert.deepEqual(named(readVenue({ id: 1 }, source)), ['(no name)', note('(no name)')]);
    assert.deepEqual(named(readVenue({ id: 1, city: 'Vic' }, spanish)), [
      '(sin nombre)',
      note('(sin nombre)'),
    ]);
    assert.deepEqual(named(readOrganizer({ id: '1' }, source)), ['(no name)', note('(no name)')]);
    const address = '12 Main Street';
    assert.deepEqual(named(readVenue({ id: 1, address, city: 'Vic' }, source)), [address, note(address)]);
    assert.deepEqual(spoken(readVenue({ city: 'Vic' }, source)), { refused: 'it has no name' });
    assert.deepEqual(named(readVenue({ address, json_ld: { name: 'Hall &amp; Bar' } }, source)), [
      'Hall & Bar',
    ]);
  });

  it('An imported venue keeps what is known of its place', () => {
    const read = readVenue(
      { id: 1, city: 'Springfield', state: 'GA', stateprovince: 'GA', geo_lat: '33.7', geo_lng: 361 },
      source,
    );
    assert.ok('patch' in read);
    const { stateprovince, geo_lat, geo_lng, show_map } = read.patch.own;
    assert.deepEqual(
      { stateprovince, geo_lat, geo_lng, show_map },
      { stateprovince: null, geo_lat: 33.7, geo_lng: null, show_map: 1 },
    );
  });

  it('The members beside the interface are believed only in exports', () => {
    const almanac = { password_hash: 'abc', website: null, created_utc: '2030-01-01 00:00:00' };
    const [foreign, own] = [source, { ...source, isExport: true, passwords: true }].map(context =>
      readEvent({ title: 'Fair', start_date: '2031-05-10 10:00:00', website: '', almanac }, context),
    );
    assert.ok(foreign && own && 'patch' in foreign && 'patch' in own);
    assert.equal(foreign.patch.password_hash, null);
    assert.equal(own.patch.password_hash, 'abc');
    assert.deepEqual(own.patch.kept, { date_at: 1893456000, date_floats: 1, website: null });
  });

  it('An imported picture has an address of the web', () => {
    assert.equal(
      pictureOf({ image: { url: 'https://a.example/b.png?c=1&amp;d=2' } }),
      'https://a.example/b.png?c=1&d=2',
    );
    assert.equal(pictureOf({ image: 'http://a.example/b.png' }), 'http://a.example/b.png');
    for (const image of [false, null, undefined, {}, { url: ' ' }]) assert.equal(pictureOf({ image }), '');
  });

  it('A relative address of a picture belongs to the record’s own address', () => {
    const url = 'https://a.example/town/event/fair/';
    const rest_url = 'https://b.example/wp-json/tribe/events/v1/events/7';
    for (const [said, whole] of [
      ['/wp-content/x.jpg', 'https://a.example/wp-content/x.jpg'],
      ['x.jpg', 'https://a.example/town/event/fair/x.jpg'],
      ['../../my x.jpg', 'https://a.example/town/my%20x.jpg'],
      ['//cdn.example/x.jpg?a=1&amp;b=2', 'https://cdn.example/x.jpg?a=1&b=2'],
    ])
      assert.equal(pictureOf({ url, rest_url, image: { url: said } }), whole);
    assert.equal(pictureOf({ rest_url, image: '/x.jpg' }), 'https://b.example/x.jpg');
  });

  it('What is no address of a picture is kept, so that its failure is reported', () => {
    for (const image of ['file:///etc/passwd', 'data:image/png;base64,', '/x.jpg'])
      assert.equal(pictureOf({ image }), image);
    assert.equal(pictureOf({ url: 'https://a.example/', image: 7 }), '7');
  });

  it('Relative links and pictures in texts lead to where they led at the source, except in exports', () => {
    const members = {
      ...{ url: 'https://a.example/event/fair/', website: '/fair' },
      description: '<p><a href="/map">x</a> <img src="x.jpg" /></p>',
      excerpt: '<a href="#top">x</a>',
    };
    const patch = patchOf(members);
    assert.equal(
      patch.description,
      '<p><a href="https://a.example/map">x</a> <img src="https://a.example/event/fair/x.jpg" /></p>',
    );
    assert.equal(patch.excerpt, '<p><a href="#top">x</a></p>');
    assert.equal(patch.website, 'https://a.example/fair');
    const dated = { title: 'Fair', start_date: '2031-05-10 10:00:00', ...members };
    const own = readEvent(dated, { ...source, isExport: true });
    assert.ok('patch' in own);
    assert.equal(own.patch.description, members.description);
  });
});
