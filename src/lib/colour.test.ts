import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { contrast, leastContrast, mixed, parseColour, readableOn, textOn } from './colour.ts';

/** Hues in degrees, from the largest and the smallest channel. */
function hueOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16)) as [
    ...[number, number, number],
  ];
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map(number => `#${number.toString(16).padStart(6, '0')}`);

describe('Colours', () => {
  it('Colours are read with three or six digits, with or without the mark', () => {
    assert.deepEqual(['#fd0', 'FD0', '#FFDD00', ' ffdd00 '].map(parseColour), Array(4).fill('#ffdd00'));
    for (const wrong of ['', '#', 'red', '#ffdd0', '#ffdd0g', '#ffdd0011', 'rgb(0,0,0)', '#fff;}'])
      assert.equal(parseColour(wrong), undefined, wrong);
  });

  it('The contrast of colours is that of the examples of WCAG', () => {
    for (const [one, other, expected] of [
      ['#000000', '#ffffff', 21],
      ['#ffffff', '#ffffff', 1],
      ['#777777', '#ffffff', 4.48],
      ['#767676', '#ffffff', 4.54],
      ['#ff0000', '#ffffff', 4.0],
      ['#0000ff', '#ffffff', 8.59],
      ['#ffff00', '#ffffff', 1.07],
    ] as const) {
      assert.equal(Math.round(contrast(one, other) * 100) / 100, expected, `${one} ${other}`);
      assert.equal(contrast(other, one), contrast(one, other));
    }
  });

  it('Black or white can be read on every colour', () => {
    assert.deepEqual(['#ffdd00', '#1a0033', '#808080'].map(textOn), ['#000000', '#ffffff', '#000000']);
    fc.assert(fc.property(anyColour, colour => contrast(colour, textOn(colour)) >= 4.5));
  });

  it('A colour is made readable on each background, and stays as it is where it can be read', () => {
    const schemes = [
      ['#ffffff', '#f5f6f4', '#fff8d0'],
      ['#14181b', '#1d2226', '#302c10'],
    ];
    fc.assert(
      fc.property(anyColour, fc.constantFrom(...schemes), (colour, backgrounds) => {
        const readable = readableOn(backgrounds, colour, 4.5);
        assert.match(readable, /^#[\da-f]{6}$/);
        assert.ok(leastContrast(readable, backgrounds) >= 4.5, `${colour} → ${readable}`);
        if (leastContrast(colour, backgrounds) >= 4.5) assert.equal(readable, colour);
        // No further than needed.
        else assert.ok(leastContrast(readable, backgrounds) < 4.75, `${colour} → ${readable}`);
      }),
      { numRuns: 500 },
    );
  });

  it('A colour that is made readable keeps its hue', () => {
    for (const colour of ['#ffdd00', '#4b0082', '#e4002b', '#00a651'])
      for (const background of ['#ffffff', '#14181b']) {
        const turned = Math.abs(hueOf(readableOn([background], colour, 4.5)) - hueOf(colour));
        assert.ok(Math.min(turned, 360 - turned) < 25, `${colour} on ${background}: ${turned}°`);
      }
  });

  it('A mix has the share of each colour', () => {
    assert.equal(mixed('#ffffff', '#000000', 0.5), '#808080');
    assert.equal(mixed('#ff0000', '#ffffff', 0.1), '#ffe6e6');
  });
});
