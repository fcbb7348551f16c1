import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { contrast, leastContrast, mixed, parseColour as parse, readableOn, textOn } from './colour.ts';

const parseColour = (text: string) => parse(text)?.colour;

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
    for (const wrong of [
      '',
      '#',
      'reed',
      '#ffdd0',
      '#ffdd0g',
      'ffdd0011',
      'rgb(0,0)',
      '#fff;}',
      'red;}',
      'red blue',
      'rgb(1 2 3',
      'hsl(sin(1',
    ])
      assert.equal(parseColour(wrong), undefined, wrong);
  });

  it('Colours are read as CSS writes them; those outside the screen become the nearest that it has', () => {
    for (const [sent, expected] of [
      ['red', '#ff0000'],
      ['RebeccaPurple', '#663399'],
      ['#fd0f', '#ffdd00'],
      ['#ffdd00ff', '#ffdd00'],
      ['rgb(10 20 30)', '#0a141e'],
      ['rgba(10, 20, 30, 1)', '#0a141e'],
      ['hsl(120deg 100% 25%)', '#008000'],
      ['hwb(10 20% 30%)', '#b34833'],
      ['lab(50% 40 30)', '#bb5846'],
      ['oklch(60% 0.1 240)', '#4188b6'],
    ] as const)
      assert.deepEqual(parse(sent), { colour: expected, alpha: 1 }, sent);
    assert.match(parseColour('oklch(70% 0.4 140)')!, /^#[\da-f]{6}$/);
  });

  it('One sees through a colour with less alpha; what depends on its surroundings is no colour', () => {
    for (const [sent, alpha] of [
      ['#fd08', 8 / 15],
      ['transparent', 0],
      ['rgb(0 0 0 / 50%)', 0.5],
    ] as const)
      assert.equal(parse(sent)?.alpha, alpha, sent);
    for (const wrong of ['currentColor', 'inherit', 'CanvasText', 'var(--brand)', 'light-dark(red, blue)'])
      assert.equal(parse(wrong), undefined, wrong);
    assert.equal(parse(`color-mix(in oklab, ${'color-mix(in oklab, '.repeat(1e4)}`), undefined);
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
