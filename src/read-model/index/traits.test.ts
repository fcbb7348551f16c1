import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventStatuses } from '../../db/tables.ts';
import { stateOf, traitsOf } from './states.ts';
import { fingerprintOf, flag, having, inBoth, oneOf, type Traits, traitNames, traits } from './traits.ts';

/** Every event that differs in its traits. */
const all = traitNames.reduce<Partial<Traits>[]>(
  (some, name) => some.flatMap(one => traits[name].values.map(value => ({ ...one, [name]: value }))),
  [{}],
) as Traits[];

describe('Traits of events', () => {
  it('Each combination of traits has a state of its own, from which the same traits follow', () => {
    const states = all.map(stateOf);
    assert.equal(new Set(states).size, all.length);
    assert.deepEqual(states.map(traitsOf), all);
    assert.deepEqual(states.map(traitsOf).map(stateOf), states, 'asked again');
    assert.ok(states.every(state => state < 2 ** 16));
  });

  it('Queries that both restrict a trait find together what both find', () => {
    const free = having({ cost: ['free', 'unknown'], featured: [true] }).traits;
    const paid = having({ cost: ['paid', 'unknown'], virtual: [false] }).traits;
    const both = having({ cost: ['unknown'], featured: [true], virtual: [false] }).traits;
    assert.deepEqual({ ...inBoth(free, paid) }, { ...inBoth(both, {}) });
    assert.deepEqual({ ...inBoth(paid, free) }, { ...inBoth({}, both) });
    const { featured } = inBoth(having({ featured: [true] }).traits, having({ featured: [false] }).traits);
    assert.equal(featured, 0, 'no event is both');
  });

  it('A table with other traits, values or columns, or with the same in another order, has another fingerprint', () => {
    const { featured, virtual, cost, eventStatus, ...others } = traits;
    const tables = [
      traits,
      { ...others, featured, virtual, cost },
      { ...traits, another: flag('all_day') },
      { ...others, virtual, featured, cost, eventStatus },
      { ...traits, featured: flag('all_day') },
      { ...traits, cost: { ...cost, column: eventStatus.column } },
      { ...traits, eventStatus: { ...eventStatus, values: eventStatus.values.toReversed() } },
      { ...traits, featured: { ...featured, stored: featured.stored.toReversed() } },
    ];
    assert.equal(new Set(tables.map(fingerprintOf)).size, tables.length);
    assert.equal(fingerprintOf({ ...traits }), fingerprintOf(traits));
  });

  it('A trait without a column, or without one of its values, does not compile', () => {
    assert.deepEqual(oneOf('event_status', eventStatuses).values, eventStatuses);
    // @ts-expect-error
    oneOf('event_status', ['scheduled', 'canceled', 'postponed']);
    // @ts-expect-error
    oneOf('event_status', [...eventStatuses, 'rained_off']);
    // @ts-expect-error
    flag('stickyy');
  });
});
