import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawable, escapedMarkup, shortened } from './draw-text.ts';

describe('Texts of cards', () => {
  for (const [name, text, drawn] of [
    ['letters of Europe', 'L’Hospitalet, Łódź, Ελλάδα, Київ', 'L’Hospitalet, Łódź, Ελλάδα, Київ'],
    ['emoji', 'Fira 🎉 d’estiu', 'Fira d’estiu'],
    ['letters without a glyph', '日本 – Japó', '– Japó'],
    ['controls and white space', ' a\u0000\u202e\n\tb\u2028c ', 'a b c'],
    ['a decomposed accent', 'cafe\u0301', 'café'],
  ] as const)
    it(`A text with ${name} is reduced to what can be drawn`, () => {
      assert.equal(drawable(text, 100), drawn);
    });

  it('A text is shortened at the end of a word, or within one that is long', () => {
    assert.equal(shortened('Concert de primavera', 20), 'Concert de primavera');
    assert.equal(shortened('Concert de primavera', 16), 'Concert de…');
    assert.equal(shortened('Concertdeprimavera', 8), 'Concert…');
    assert.equal(drawable('molt llarg '.repeat(400), 30), 'molt llarg molt llarg molt…');
  });

  it('No text is markup', () => {
    assert.equal(escapedMarkup(`<b a="'">&amp;`), '&#60;b a=&#34;&#39;&#34;&#62;&#38;amp;');
  });
});
