import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../../config.ts';
import { wordsIn } from '../words.ts';
import { counted } from './plural.ts';

const config = readConfig({});

it('numbers choose the form of a text by the rules of its language', () => {
  const said = (language: 'ca' | 'en' | 'fr' | 'es', count: number) =>
    counted(wordsIn('listPages', { language, config }), 'events', count, language);
  assert.deepEqual(
    [0, 1, 2].map(count => said('en', count)),
    ['0 events', '1 event', '2 events'],
  );
  assert.deepEqual(
    [0, 1, 2].map(count => said('fr', count)),
    ['0 événement', '1 événement', '2 événements'],
  );
  assert.equal(said('ca', 1), '1 activitat');
  assert.equal(said('es', 1_000_000), '1.000.000 actividades');
});
