import fc from 'fast-check';

/** Lone surrogates, control characters and unassigned ones among them. */
export const codeUnits = fc.array(fc.nat(0xffff)).map(units => String.fromCharCode(...units));

/** Any text, also with halves of surrogate pairs. (`unit: 'binary'` says the same, and looks at all of Unicode first.) */
export const anyText = fc.string({
  unit: fc.nat(0x10ffff).map(
    point => String.fromCodePoint(point),
    character => {
      if (typeof character !== 'string' || [...character].length !== 1) throw new Error('not a character');
      return character.codePointAt(0)!;
    },
  ),
});
