import assert from 'node:assert/strict';
import { it } from 'node:test';
import { languages } from '../i18n/language.ts';
import { ImageRefused } from '../pictures/refused.ts';
import { because, becausePicture, type Reason, sayWhy, spoken } from './reason.ts';

it('A reason is told in each language, also one within another', () => {
  const why = because('in_sheet', { sheet: 'Maig', why: because('same_row', { row: 7 }) });
  assert.deepEqual(
    languages.map(language => sayWhy(why, language)),
    [
      'full «Maig»: és la mateixa activitat que la fila 7',
      'sheet “Maig”: it is the same event as row 7',
      'feuille «\u00a0Maig\u00a0»\u00a0: c’est le même événement que la ligne 7',
      'hoja «Maig»: es la misma actividad que la fila 7',
    ],
  );
});

it('Why a picture is missing is told without saying whether its host is private', () => {
  const why = becausePicture(new ImageRefused('address'), 'http://10.0.0.1/a.jpg');
  const said = sayWhy(because('lacks_picture', { why }), 'es');
  assert.match(said, /^le falta la imagen: http:..10\.0\.0\.1.a\.jpg: /);
  assert.deepEqual(why.code, becausePicture(new ImageRefused('unreachable'), '').code);
});

it('A reason that a later version has kept is its code', () => {
  assert.equal(sayWhy({ code: 'of_tomorrow' } as unknown as Reason, 'ca'), 'of_tomorrow');
  assert.deepEqual(spoken({ why: because('no_date'), other: 'as it is', list: [because('empty')] }), {
    ...{ why: 'it has no date', other: 'as it is', list: ['it is empty'] },
  });
});

it('A value is bounded, however long a source has made it', () => {
  assert.ok(sayWhy(because('not_a_date', { text: 'x'.repeat(10_000) }), 'en').length < 400);
});
