import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import { MAX_PATH, pathKey, pathKeyOf } from './path-key.ts';

describe('Keys of addresses', () => {
  const cases: [string, string | undefined][] = [
    ['/event/jazz/', '/event/jazz'],
    ['/Event//JAZZ', '/event/jazz'],
    ['/event/m%C3%BAsica/', '/event/m%C3%BAsica'],
    ['/event/m%c3%basica/', '/event/m%C3%BAsica'],
    ['/event/mu%CC%81sica/', '/event/m%C3%BAsica'],
    ['/event/música/', '/event/m%C3%BAsica'],
    ['/event/100%/', '/event/100%25'],
    ['/event/jazz/?ical=1', '/event/jazz'],
    ['/?post_type=tribe_events&p=5', '/?p=5'],
    ['/?p=5&utm_source=x', '/?p=5'],
    ['/?tribe_events=Jazz&eventDate=2025-04-08', '/?tribe_events=jazz&eventDate=2025-04-08'],
    ['/event/jazz/?lang=ca', '/event/jazz?lang=ca'],
    ['/', undefined],
    ['//', undefined],
    ['/?s=jazz', undefined],
    ['//host.example/event', '/host.example/event'],
    ['https://host.example/event', undefined],
    ['', undefined],
    [`/${'x'.repeat(MAX_PATH - 1)}`, `/${'x'.repeat(MAX_PATH - 1)}`],
    [`/${'x'.repeat(MAX_PATH)}`, undefined],
  ];
  for (const [address, key] of cases)
    it(`${address.slice(0, 60)} has the key ${key?.slice(0, 60)}`, () => assert.equal(pathKey(address), key));

  it('A parsed address has the key of its path and query, and one without a path has none', () => {
    assert.equal(pathKeyOf(new URL('https://host.example/event/Jazz/?lang=ca#top')), '/event/jazz?lang=ca');
    for (const address of ['mailto:info@host.example', 'tel:123', 'urn:a:b', 'data:text/plain,x'])
      assert.equal(pathKeyOf(new URL(address)), undefined, address);
  });

  it('The key of a key is the same, for any text', () =>
    fc.assert(
      fc.property(anyText, text => {
        const key = pathKey(`/${text}`);
        assert.ok(key === undefined || pathKey(key) === key, String(key));
        assert.match(key ?? '/x', /^\/[\x21-\x7e]{1,999}$/);
      }),
    ));
});
