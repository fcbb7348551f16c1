import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../config.ts';
import { languages } from '../i18n/language.ts';
import { parseCost } from './cost.ts';
import { costText } from './cost-text.ts';
import { costColumn } from './stored-cost.ts';

const config = readConfig({ CURRENCY_SYMBOL: '€' });
const said = (typed: unknown, settings = config, currency_code = ''): string[] =>
  languages.map(language => {
    const event = { cost: costColumn(parseCost(typed)!), currency_code };
    return costText(event, { config: settings, language } as never).replaceAll(/[\u00a0\u202f]/g, '~');
  });

it('Prices are written as each language does, and other texts as they were typed', () => {
  for (const [typed, expected] of [
    ['12€', ['12~€', '€12', '12~€', '12~€']],
    [
      ['5', '10'],
      ['5–10~€', '€5–10', '5–10~€', '5–10~€'],
    ],
    ['€12.50', ['12,50~€', '€12.50', '12,50~€', '12,50~€']],
    ['1500', ['1.500~€', '€1,500', '1~500~€', '1500~€']],
    ['0', ['Gratuït', 'Free', 'Gratuit', 'Gratis']],
    [
      [0, 30],
      ['Gratuït – 30~€', 'Free – €30', 'Gratuit – 30~€', 'Gratis – 30~€'],
    ],
    ['20 CHF', ['20~CHF', 'CHF~20', '20~CHF', '20~CHF']],
    ['15 € (members)', Array(4).fill('15 € (members)')],
    ['Donation', Array(4).fill('Donation')],
    [['5 €', '$6'], Array(4).fill('5€ – $6')],
    ['', Array(4).fill('')],
  ] as const)
    assert.deepEqual(said(typed), expected, `${typed}`);
  assert.deepEqual(said('7', config, 'GBP'), ['7~£', '£7', '7~£', '7~£']);
});

it('The site may set the side of the currency', () => {
  const set = (CURRENCY_POSITION: string) => readConfig({ CURRENCY_SYMBOL: '€', CURRENCY_POSITION });
  assert.deepEqual(said(['5', '10'], set('prefix')), Array(4).fill('€5–10'));
  assert.deepEqual(said('12€', set('postfix')), Array(4).fill('12~€'));
  assert.throws(() => set('above'), /prefix/);
});
