import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../../config.ts';
import { html } from '../../lib/html.ts';
import { attribution, smallMap } from './small-map.ts';

it('an attribution is its text and its links to the web, and nothing else', () => {
  const cases = {
    '© Maps & us': '© Maps &amp; us',
    '&copy; <a href="https://maps.example/a?b=1&amp;c=2" target="_blank">Maps</a> contributors':
      '© <a href="https://maps.example/a?b=1&amp;c=2">Maps</a> contributors',
    "<a href='https://a.example/'>A</a>, <a href='http://b.example/'><b>B</b></a>":
      '<a href="https://a.example/">A</a>, <a href="http://b.example/">B</a>',
    '<a href="javascript:alert(1)">x</a><script>alert(1)</script>': 'x',
  };
  for (const [text, expected] of Object.entries(cases))
    assert.equal(html`${attribution(text)}`.text, expected);
});

it('the tiles of a small map cover it, and the middle of it is the venue', () => {
  const config = readConfig({ TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' });
  const mapAt = (geo_lat: number | null, geo_lng: number | null, settings = config) =>
    smallMap({ name: 'Hall', geo_lat, geo_lng } as never, { config: settings, language: 'en' } as never)
      ?.text;
  for (const [lat, lng] of [
    [41.9301, 2.2546],
    [-33.86, 151.21],
    [0, 179.9999],
    [84.9, -180],
  ] as const) {
    const tiles = [...mapAt(lat, lng)!.matchAll(/\/16\/(\d+)\/(\d+)\.png" x="(-?\d+)" y="(-?\d+)"/g)].map(
      ([, ...numbers]) => numbers.map(Number) as [number, number, number, number],
    );
    const tileAt = (x: number, y: number) =>
      tiles.find(([, , left, top]) => left <= x && x < left + 256 && top <= y && y < top + 256);
    for (const x of [0, 168, 335]) for (const y of [0, 105, 209]) assert.ok(tileAt(x, y), `${x}, ${y}`);
    const phi = (lat * Math.PI) / 180;
    const column = Math.floor(((lng + 180) / 360) * 2 ** 16);
    const row = Math.floor(((1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2) * 2 ** 16);
    assert.deepEqual(tileAt(168, 105)!.slice(0, 2), [column, row]);
    assert.ok(tiles.every(([x]) => x >= 0 && x < 2 ** 16));
  }
  assert.equal(mapAt(89, 0), undefined);
  assert.equal(mapAt(null, null), undefined);
  assert.equal(mapAt(1, 2, readConfig({})), undefined);
});
