import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { titleKey } from '../lib/text/keys.ts';
import { alphabetOf, languages } from './language.ts';

/** Titles with the letters that languages might sort by rules of their own. */
const TITLES = `
  L’avar, L’hivern, La lluna, Lluna, Luxe, Llibre, col·legi, collar, Col·lecció, coloms, Àvia, avi, avió, caça, caçador,
  cacau, cacera, Ànima, any, anyada, Nit, ní, nyu, pingüí, pinguin, raïm, rai, 10 anys, 1714, Orgue, The Naïve,
  The naive one, Café, cafe noir, Cafes, Rôle, role play, Æsop, aeon, Aesthetic, Coöperate, cooper, resume, résumé 2, Zoo,
  x-ray, xray, Piñata, pinata b, 7 days, A, Œuvre, oeuf, Œil, office, Cœur, coeur sacré, coffre, ça, Ça ira, cacao,
  Çà et là, cote, côté, coté b, côte a, Été, eté, étage, Elle, L’Avare, L’été, La nuit, Noël, Noe, Ÿ, yeux, Ægir, aérer,
  aegis, Où, ou bien, Ñandú, ñu, Nz, nube, Nuño, Nunzio, nuevo, Año, ano, anual, anzuelo, añil, caña, canal, Chico, cielo,
  coche, Llama, luz, Lluvia, lobo, Él, el, árbol, arco, Mañana, manzana, Manana, O, ñoño, nono, 20 años, 20 anos
`
  .trim()
  .split(/,\s+/);

describe('The order of titles', () => {
  for (const language of languages)
    it(`Titles in ${language} are sorted as their alphabet has it, whatever their case and accents`, () => {
      const { compare } = new Intl.Collator(language, { sensitivity: 'base' });
      const alphabet = alphabetOf(language);
      for (const one of TITLES)
        for (const other of TITLES) {
          const [a, b] = [titleKey(one, alphabet), titleKey(other, alphabet)];
          assert.equal(a < b ? -1 : Number(a > b), Math.sign(compare(one, other)), `${one}, ${other}`);
        }
    });
});
