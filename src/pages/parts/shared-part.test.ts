import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSettings } from '../../config.ts';
import type { BareCall } from '../../http/call.ts';
import { RequestClock } from '../../input/context.ts';
import { html } from '../../lib/html.ts';
import { addressAt } from '../../site/address.ts';
import { sharedPart } from './shared-part.ts';

it('A part is written anew after a change, when its time is over, in another language and for whoever has signed in', async () => {
  const config = readSettings({});
  const readModel = { version: 1 };
  let written = 0;
  const write = async ({ clock }: BareCall) => html`${clock.minute()} ${++written}`;
  const callAt = (instant: number, more = {}) => {
    const clock = new RequestClock(instant, 'UTC');
    const call = {
      config,
      readModel,
      clock,
      language: 'en',
      address: addressAt('http://town.example'),
      ...more,
    };
    // What a part needs of a call.
    return call as unknown as BareCall;
  };
  const part = async (call: BareCall) => (await sharedPart(call, 'questions', write)).text;
  assert.equal(await part(callAt(120)), '120 1');
  const later = callAt(179);
  assert.equal(await part(later), '120 1');
  assert.deepEqual(later.clock.period, { since: 120, until: 180 }, 'the page holds no longer than its part');
  assert.equal(await part(callAt(180)), '180 2');
  assert.equal(await part(callAt(181, { language: 'ca' })), '180 3');
  assert.equal(await part(callAt(182, { viewer: { id: 1 } })), '180 4');
  assert.equal(await part(callAt(183)), '180 2');
  readModel.version = 2;
  assert.equal(await part(callAt(184)), '180 5');
  assert.equal(await part(callAt(185, { config: readSettings({}) })), '180 6');
  const everySecond = async ({ clock }: BareCall) => {
    clock.narrow();
    return html`${++written}`;
  };
  for (const expected of ['7', '8'])
    assert.equal((await sharedPart(callAt(186), 'weeks', everySecond)).text, expected);
});
