import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pointIn } from './point.ts';

describe('The point that a text names', () => {
  it('It is read from numbers and from addresses of maps, and what is marked wins over what is shown', () => {
    for (const text of [
      '41.93, 2.2546',
      ' 41.93 2.2546 ',
      '41,93 2,2546',
      '41,93; 2,2546',
      '41.93°N 2.2546°E',
      '41°55\'48"N 2°15\'16.56"E',
      'geo:41.93,2.2546;u=35',
      'geo:0,0?q=41.93,2.2546(Pla%C3%A7a)',
      'https://www.openstreetmap.org/#map=17/41.93/2.2546',
      'https://www.openstreetmap.org/?mlat=41.93&mlon=2.2546#map=15/41.9/2.2',
      'https://www.google.com/maps/@41.93,2.2546,17z',
      'https://www.google.com/maps/place/Vic/@41.9,2.2,15z/data=!3m1!4b1!4m6!3m5!1s0x1:0x2!8m2!3d41.93!4d2.2546!16z',
      'https://www.google.com/maps/search/?api=1&query=41.93%2C2.2546',
      'https://maps.google.com/?q=41.93,+2.2546',
      'https://maps.apple.com/?ll=41.93,2.2546&q=Vic',
      'https://maps.apple.com/place?coordinate=41.93%2C2.2546&name=Vic',
    ])
      assert.deepEqual(pointIn(text), { lat: 41.93, lng: 2.2546 }, text);
    assert.deepEqual(pointIn('33°51′S, 71°30′O'), { lat: -33.85, lng: -71.5 });
    // As JavaScript writes what is close to the equator.
    assert.deepEqual(pointIn('1e-7, -2.5e-8'), { lat: 1e-7, lng: -2.5e-8 });
    assert.deepEqual(pointIn('-33.85,151.2'), { lat: -33.85, lng: 151.2 });
  });

  it('Nothing is guessed where there is no point', () => {
    for (const text of [
      '',
      'Vic',
      '41.93',
      '91, 2',
      '41.93, 181',
      '41,93,2,25',
      '%zz',
      'https://maps.app.goo.gl/abc',
    ])
      assert.equal(pointIn(text), undefined, text);
    assert.equal(pointIn(`https://maps.example/?q=${'1'.repeat(100_000)}`), undefined);
  });
});
