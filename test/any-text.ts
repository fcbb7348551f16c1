import fc from 'fast-check';

/** Texts with lone surrogates, control characters and unassigned ones. */
export const codeUnits = fc.array(fc.nat(0xffff)).map(units => String.fromCharCode(...units));

/**
 * Any text, including halves of surrogate pairs. (`unit: 'binary'` gives the same, but first looks at all of
 * Unicode.)
 */
export const anyText = fc.string({
  unit: fc.nat(0x10ffff).map(
    point => String.fromCodePoint(point),
    character => {
      if (typeof character !== 'string' || [...character].length !== 1) throw new Error('not a character');
      return character.codePointAt(0)!;
    },
  ),
});
