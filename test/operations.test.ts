import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { addresses } from './operations/addresses.ts';
import { events } from './operations/event-fields.ts';
import { eventList } from './operations/event-list.ts';
import { indexProbes } from './operations/index-probes.ts';
import { operations } from './operations/interface.ts';
import { languages } from './operations/languages.ts';
import { listings } from './operations/listings.ts';
import { passwords } from './operations/passwords.ts';
import { organizers, venues } from './operations/place-fields.ts';
import { contactList } from './operations/place-list.ts';
import { isProbed, pairName, probesRun } from './operations/probes.ts';
import { createSamples } from './operations/samples.ts';
import { categories, tags } from './operations/term-fields.ts';
import { categoryList, tagList } from './operations/term-list.ts';
import { createWorld } from './operations/world.ts';
import { writes } from './operations/writes.ts';
import { openGallery } from './pictures.ts';
import { startService } from './service.ts';

// Every operation with every parameter, and the effect of each parameter on matching and other records.

const services = await Promise.all([startService(), startService(), startService()]);
after(() => Promise.all(services.map(one => one[Symbol.asyncDispose]())));
const { origin: pictures, ...gallery } = await openGallery();
after(() => gallery[Symbol.asyncDispose]());
const [first, second, samples] = await Promise.all([
  createWorld(services[0], pictures),
  createWorld(services[1], pictures),
  createSamples(services[2]),
]);

describe('Operations', { concurrency: 4 }, () => {
  describe('The index and what all operations share', () => {
    indexProbes(first);
    languages(first, [events, venues, organizers, categories, tags]);
  });
  describe('Events', () => {
    addresses(first, events);
    passwords(first);
    writes(first, events);
  });
  describe('Records that events refer to', () => {
    for (const kind of [venues, organizers, categories, tags]) {
      addresses(second, kind);
      writes(second, kind);
    }
  });
  describe('Lists', () => {
    listings(samples, eventList(samples));
    listings(samples, contactList(samples, '/venues'));
    listings(samples, contactList(samples, '/organizers'));
    listings(samples, categoryList(samples));
    listings(samples, tagList(samples));
  });
});

it('Every parameter of every operation was probed', () => {
  assert.equal(operations.length, 52);
  const pairs = operations.flatMap(operation =>
    operation.parameters
      .filter(({ name }) => isProbed(operation, name))
      .map(({ name }) => pairName(operation, name)),
  );
  assert.deepEqual(
    pairs.filter(name => !probesRun().has(name)),
    [],
  );
  assert.deepEqual(
    [...probesRun().keys()].filter(name => !pairs.includes(name)),
    [],
  );
});
