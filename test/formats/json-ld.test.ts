import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventRecord } from '../../src/events/event.ts';
import { jsonLd } from '../../src/formats/json-ld/events.ts';
import { languages } from '../../src/i18n/language.ts';
import { bareEvent, datesIn, documentOf, HOSTILE, SITE, sampleEvent } from './documents.ts';
import { missingRecommended, missingRequired } from './rules/event-result.ts';

type Node = Record<string, unknown>;

const nodeOf = (event: Partial<EventRecord>): Node =>
  JSON.parse(documentOf(jsonLd, [sampleEvent(event)], { single: true })) as Node;

const graphOf = (document: string): Node[] => (JSON.parse(document) as { '@graph': Node[] })['@graph'];

describe('The JSON-LD of an event', () => {
  for (const language of languages)
    it(`has what search engines require and recommend (${language})`, () => {
      const node = JSON.parse(
        documentOf(jsonLd, [sampleEvent({}, language)], { single: true, language }),
      ) as Node;
      assert.equal(node['@context'], 'https://schema.org');
      assert.deepEqual(missingRequired(node), []);
      assert.deepEqual(missingRecommended(node), []);
    });

  it('has an address for a venue of which only the name is known', () => {
    const { venues } = sampleEvent();
    const nowhere = { address: '', city: '', zip: '', country: '', province: '', geo_lat: null };
    const node = nodeOf({ venues: [{ ...venues[0]!, ...nowhere }] });
    assert.deepEqual(missingRequired(node), []);
    assert.equal((node.location as Node).address, 'Plaça Major');
    assert.equal('geo' in (node.location as Node), false);
  });

  it('has all venues and organizers', () => {
    const { venues, organizers } = sampleEvent();
    const node = nodeOf({ venues: [...venues, ...venues], organizers: [...organizers, ...organizers] });
    assert.deepEqual(missingRequired(node), []);
    assert.equal((node.location as Node[]).length, 2);
    assert.equal((node.organizer as Node[]).length, 2);
  });

  it('leaves out what an event does not have', () => {
    const { '@context': _, ...node } = JSON.parse(
      documentOf(jsonLd, [bareEvent()], { single: true }),
    ) as Node;
    const known = ['@type', '@id', 'name', 'image', 'url', 'startDate', 'endDate', 'eventStatus'];
    assert.deepEqual(Object.keys(node), known);
    // The service draws a picture of an event without one.
    assert.deepEqual(node.image, [`${SITE}/cards/events/${bareEvent().id}`]);
    assert.deepEqual(missingRequired(node), ['location']);
  });

  it('has dates with the offset of the zone, and days for an event that lasts all day', () => {
    const dates = datesIn('Asia/Kathmandu', '+05:45', '2031-05-10 00:00:00', '2031-05-12 23:59:59');
    assert.equal(nodeOf(dates).startDate, '2031-05-10T00:00:00+05:45');
    const node = nodeOf({ ...dates, all_day: 1 });
    assert.deepEqual([node.startDate, node.endDate], ['2031-05-10', '2031-05-12']);
  });

  it('says that an event is free if all of its prices are 0', () => {
    const price = { typed: '0', value: '0', symbol: '', position: '' };
    const cost = { prices: [price], words: [], text: '', symbol: '', position: '', code: '', free: true };
    const free = nodeOf({ cost: JSON.stringify(cost) });
    assert.equal(free.isAccessibleForFree, true);
    const partly = nodeOf({ cost: JSON.stringify({ ...cost, prices: [{ ...price, value: '5' }] }) });
    assert.equal('isAccessibleForFree' in partly, false);
    assert.equal((partly.offers as Node).price, '5');
  });

  const online = { '@type': 'VirtualLocation', url: 'https://meet.example/1' };
  const virtual = { is_virtual: 1, virtual_url: online.url };

  it('leads to an event that takes place online', () => {
    const node = nodeOf({ ...virtual, venues: [] });
    assert.deepEqual([...missingRequired(node), ...missingRecommended(node)], []);
    assert.deepEqual(node.location, online);
    assert.equal(node.eventAttendanceMode, 'https://schema.org/OnlineEventAttendanceMode');
  });

  it('leads to the page of an online event whose address is not known', () => {
    const node = nodeOf({ is_virtual: 1, venues: [] });
    assert.deepEqual(node.location, { ...online, url: `${SITE}/event/festa-major/` });
  });

  it('has both places of an event that takes place online as well', () => {
    const node = nodeOf(virtual);
    assert.deepEqual(missingRequired(node), []);
    assert.equal((node.location as Node[]).length, 2);
    assert.equal(node.eventAttendanceMode, 'https://schema.org/MixedEventAttendanceMode');
  });

  const statuses = {
    scheduled: 'Scheduled',
    canceled: 'Cancelled',
    postponed: 'Postponed',
    moved_online: 'MovedOnline',
  };
  for (const [event_status, status] of Object.entries(statuses) as [EventRecord['event_status'], string][])
    it(`says that an event is ${event_status}`, () => {
      const node = nodeOf({ event_status });
      assert.deepEqual([...missingRequired(node), ...missingRecommended(node)], []);
      assert.equal(node.eventStatus, `https://schema.org/Event${status}`);
    });

  it('leads from the former venue of an event that was moved online', () => {
    const node = nodeOf({ ...virtual, event_status: 'moved_online' });
    assert.deepEqual(node.location, online);
    assert.equal(node.eventAttendanceMode, 'https://schema.org/OnlineEventAttendanceMode');
  });

  it('has the currency that the event names', () => {
    assert.equal((nodeOf({ currency_code: 'CHF' }).offers as Node).priceCurrency, 'CHF');
    assert.equal((nodeOf({}).offers as Node).priceCurrency, 'EUR');
  });

  it('leads to the tickets, and says whether there are any left, also without a price', () => {
    const tickets = { ticket_url: 'https://tickets.example/', availability: 'sold_out' } as const;
    const offers = { url: tickets.ticket_url, availability: 'https://schema.org/SoldOut' };
    const priced = nodeOf(tickets).offers as Node;
    assert.deepEqual([priced.price, priced.url, priced.availability], ['5', ...Object.values(offers)]);
    assert.deepEqual((nodeOf({ ...tickets, cost: null }).offers as Node).url, offers.url);
    assert.equal(
      (nodeOf({ availability: 'few' }).offers as Node).availability,
      'https://schema.org/LimitedAvailability',
    );
  });

  it('can stand within a page, whatever its texts are', () => {
    for (const text of HOSTILE) {
      const document = documentOf(jsonLd, [sampleEvent({ title: text, description: text })], {
        single: true,
      });
      assert.ok(document.isWellFormed());
      assert.doesNotMatch(document, /<\/?script|<!--/i);
      assert.equal((JSON.parse(document) as Node).name, text.toWellFormed());
    }
  });

  it('shows nothing of what a password hides', () => {
    const password = { password_hash: 'hash' };
    const bare = { ...bareEvent({ ...password, website: '' }), all_day: 1 };
    assert.equal(documentOf(jsonLd, [sampleEvent(password)]), documentOf(jsonLd, [bare]));
  });
});

describe('The JSON-LD of a list', () => {
  it('is a graph of a page with its neighbours, and its events', () => {
    const pages = { self: `${SITE}/e?page=2`, next: `${SITE}/e?page=3`, previous: `${SITE}/e` };
    const [page, ...events] = graphOf(
      documentOf(jsonLd, [sampleEvent(), sampleEvent({ id: 16, slug: 'b' })], pages),
    );
    assert.equal(page!['@type'], 'CollectionPage');
    assert.deepEqual(page!['http://www.w3.org/ns/hydra/core#next'], { '@id': pages.next });
    assert.deepEqual(page!['http://www.w3.org/ns/hydra/core#previous'], { '@id': pages.previous });
    assert.deepEqual(
      events.map(({ url }) => url),
      [`${SITE}/event/festa-major/`, `${SITE}/event/b/`],
    );
    for (const event of events)
      assert.deepEqual([...missingRequired(event), ...missingRecommended(event)], []);
  });

  it('is a graph of a page if it is empty', () => {
    assert.equal(graphOf(documentOf(jsonLd, [])).length, 1);
  });
});
