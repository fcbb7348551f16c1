import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Cost, costDetails, costText, NO_COST, offeredPrice, parseCost, schemaPrice } from './cost.ts';

function parsed(input: unknown): Cost {
  const cost = parseCost(input);
  assert.ok(cost, 'refused');
  return cost;
}

/** Input, text on a site whose symbol is $, symbol, position, values, price for schema.org, currency code. */
type Row = [unknown, string, string, string, string[], string?, string?];

describe('Costs as clients send them', () => {
  const rows: Row[] = [
    ['20', '$20', '', '', ['20'], '20'],
    [20, '$20', '', '', ['20'], '20'],
    ['20.50', '$20.50', '', '', ['20.50'], '20.50'],
    [20.5, '$20.5', '', '', ['20.5'], '20.5'],
    ['20$', '20$', '$', 'postfix', ['20'], '20'],
    ['$20', '$20', '$', 'prefix', ['20'], '20'],
    ['€20', '€20', '€', 'prefix', ['20'], '20', 'EUR'],
    ['20 €', '20€', '€', 'postfix', ['20'], '20', 'EUR'],
    ['USD 20', 'USD20', 'USD', 'prefix', ['20'], '20', 'USD'],
    ['20 USD', '20USD', 'USD', 'postfix', ['20'], '20', 'USD'],
    ['0$', 'Free', '$', 'postfix', ['0'], '0'],
    ['0.00', 'Free', '', '', ['0.00'], '0'],
    ['0', 'Free', '', '', ['0'], '0'],
    [0, 'Free', '', '', ['0'], '0'],
    ['free', 'free', '', '', ['free'], '0'],
    ['Free', 'Free', '', '', ['free'], '0'],
    ['abc', 'abc', '', '', ['abc']],
    ['Donation', 'Donation', '', '', ['donation']],
    ['10-20', '$10 – $20', '', '', ['10', '20'], '10'],
    ['$10 - $20', '$10 – $20', '', '', ['10', '20'], '10'],
    ['10 or 20', '$10 – $20', '', '', ['10', '20'], '10'],
    [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30'], '0'],
    [[10, 20], '$10 – $20', '', '', ['10', '20'], '10'],
    [['20', '10'], '$10 – $20', '', '', ['10', '20'], '10'],
    [['5$', '9$'], '5$ – 9$', '$', 'postfix', ['5', '9'], '5'],
    [['free', '10$'], '10$', '$', 'postfix', ['free', '10'], '0'],
    ['10,20', '$10,20', '', '', ['10.20'], '10.20'],
    ['$1,000', '$1,000', '$', 'prefix', ['1000'], '1000'],
    ['1,000.50', '$1,000.50', '', '', ['1000.50'], '1000.50'],
    ['5,50 7,50', '$5,50 – $7,50', '', '', ['5.50', '7.50'], '5.50'],
    ['-5', '-5', '-', 'prefix', ['5'], '5'],
    ['<b>5</b>', '$5', '', '', ['5'], '5'],
    ['', '', '', '', []],
    [[], '', '', '', []],
    [null, '', '', '', []],
    // Either price in its own currency.
    [['$10', '20€'], '$10 – 20€', '', '', ['10', '20'], '10'],
  ];
  table(rows);
});

describe('Costs as people write them', () => {
  const rows: Row[] = [
    ['10€ / 8€', '8€ – 10€', '€', 'postfix', ['8', '10'], '8', 'EUR'],
    ['de 5 a 10 €', '5€ – 10€', '€', 'postfix', ['5', '10'], '5', 'EUR'],
    ['Des de 5 fins a 10 €', '5€ – 10€', '€', 'postfix', ['5', '10'], '5', 'EUR'],
    ['10–20 €', '10€ – 20€', '€', 'postfix', ['10', '20'], '10', 'EUR'],
    ['€10 to €20', '€10 – €20', '', '', ['10', '20'], '10', 'EUR'],
    [['10', '20€'], '10€ – 20€', '€', 'postfix', ['10', '20'], '10', 'EUR'],
    [['10 €', '10,00 €'], '10€', '€', 'postfix', ['10'], '10', 'EUR'],
    ['A partir de 12€', 'A partir de 12€', '€', 'postfix', ['12'], '12', 'EUR'],
    ['10 euros', '10 euros', '€', 'postfix', ['10'], '10', 'EUR'],
    [
      '15 EUR (anticipada) / 18 EUR (taquilla)',
      '15 EUR (anticipada) / 18 EUR (taquilla)',
      'EUR',
      'postfix',
      ['15', '18'],
      '15',
      'EUR',
    ],
    ['Gratuït', 'Gratuït', '', '', ['gratuit'], '0'],
    ['Entrada lliure', 'Entrada lliure', '', '', ['entrada-lliure'], '0'],
    ['Gratis fins a 12 anys', 'Gratis fins a 12 anys', '', '', ['gratis-fins-a-12-anys'], '0'],
    ['Entrada de franc', 'Entrada de franc', '', '', ['entrada-de-franc'], '0'],
    ['Sense cost, cal inscripció', 'Sense cost, cal inscripció', '', '', ['sense-cost-cal-inscripcio'], '0'],
    ['8 €, sin coste adicional', '8 €, sin coste adicional', '€', 'postfix', ['8'], '8', 'EUR'],
    ['Al aire libre: 5 €', 'Al aire libre: 5 €', '€', 'postfix', ['5'], '5', 'EUR'],
    ['Concert à l’air libre', 'Concert à l’air libre', '', '', ['concert-a-lair-libre']],
    ['Teatre Lliure, 20 €', 'Teatre Lliure, 20 €', '€', 'postfix', ['20'], '20', 'EUR'],
    ['Entrée libre', 'Entrée libre', '', '', ['entree-libre'], '0'],
    ['12€50', '12,50€', '€', 'postfix', ['12.50'], '12.50', 'EUR'],
    ['12€50 / 8€', '8€ – 12,50€', '€', 'postfix', ['8', '12.50'], '8', 'EUR'],
    ['5€10€', '5€ – 10€', '€', 'postfix', ['5', '10'], '5', 'EUR'],
    ['12 €, gratis < 6 anys', '12 €, gratis < 6 anys', '€', 'postfix', ['12'], '0', 'EUR'],
    ['5 entrades 10 €', '5 entrades 10 €', '€', 'postfix', ['10'], '10', 'EUR'],
    ['2x1 a les 21:00, 50%', '2x1 a les 21:00, 50%', '', '', ['2x1-a-les-2100-50']],
    ['1.000 €', '1.000€', '€', 'postfix', ['1000'], '1000', 'EUR'],
    ['1.000,50 €', '1.000,50€', '€', 'postfix', ['1000.50'], '1000.50', 'EUR'],
    ['1 000,50 €', '1 000,50€', '€', 'postfix', ['1000.50'], '1000.50', 'EUR'],
    ["1'000.50 CHF", "1'000.50CHF", 'CHF', 'postfix', ['1000.50'], '1000.50', 'CHF'],
    ["10'50 €", "10'50€", '€', 'postfix', ['10.50'], '10.50', 'EUR'],
    ['1,234,567', '$1,234,567', '', '', ['1234567'], '1234567'],
    ['0.500', '$0.500', '', '', ['0.500'], '0.500'],
    ['.50', '$.50', '', '', ['0.50'], '0.50'],
    [1.125, '$1.125', '', '', ['1.125'], '1.125'],
    ['5, 10, 15', '$5 – $15', '', '', ['5', '10', '15'], '5'],
    ['5,10,15', '$5 – $15', '', '', ['5', '10', '15'], '5'],
    ['1.2.3', '1.2.3', '', '', ['1-2-3']],
    ['US$ 20', 'US$20', 'US$', 'prefix', ['20'], '20', 'USD'],
    ['£5/£3', '£3 – £5', '£', 'prefix', ['3', '5'], '3', 'GBP'],
    ['120 kr', '120kr', 'kr', 'postfix', ['120'], '120'],
    [['Donation', 'Members only'], 'Donation, Members only', '', '', ['donation', 'members-only']],
    ['???', '???', '', '', []],
  ];
  table(rows);
});

function table(rows: Row[]): void {
  for (const [input, text, symbol, position, values, price, code = ''] of rows) {
    test(`The cost ${JSON.stringify(input)} is parsed and shown as "${text}"`, () => {
      const cost = parsed(input);
      const details = { currency_symbol: symbol, currency_code: '', currency_position: position, values };
      assert.equal(costText(cost, '$', 'Free'), text);
      assert.equal(JSON.stringify(costDetails(cost)), JSON.stringify(details));
      assert.equal(schemaPrice(cost), price);
      assert.equal(cost.code, code);
    });
  }
}

test('The currency symbol and the word for free are those of the site', () => {
  assert.equal(costText(parsed(['0', '20']), '€', 'Gratuït'), 'Gratuït – €20');
  assert.equal(costText(parsed('$10 - $20'), '€', 'Gratuït'), '$10 – $20');
});

test('An offer is free only if nobody pays', () => {
  for (const [cost, price] of [
    ['Members free, others $5', '5'],
    ['12 €, gratis < 6 anys', '12'],
    [['0', '20'], '20'],
    ['Free', '0'],
    ['0', '0'],
    ['10 / 8', '8'],
    ['Donation', undefined],
    ['Free for members; 10', undefined],
    ['Free until 12', undefined],
    [['Free', 'Others 10'], '10'],
  ] as const)
    assert.equal(offeredPrice(parsed(cost)), price, String(cost));
});

test('An empty cost is NO_COST', () => {
  for (const input of [null, undefined, '', ' ', [], [''], '<b></b>'])
    assert.equal(parseCost(input), NO_COST);
});

describe('Refused costs', () => {
  const inputs: Record<string, unknown> = {
    'a nested list': [['5']],
    'an object': { price: 5 },
    'a boolean': true,
    'a list with null': [null],
    'a list of more than 50 pieces': Array.from({ length: 51 }, () => 5),
    'a piece of more than 200 characters': '5'.repeat(201),
    'an infinite number': Number.POSITIVE_INFINITY,
    'a number too large to be a price': 1e21,
  };
  for (const [name, input] of Object.entries(inputs))
    test(`A cost that is ${name} is refused`, () => assert.equal(parseCost(input), undefined));
});

test('Any parsed cost has clean text, finite prices in order and a decimal schema.org price', () => {
  const PARTS = [
    '1',
    '20',
    '000',
    ',',
    '.',
    ' ',
    '€',
    '$',
    'USD',
    '-',
    '/',
    'free',
    'to',
    'de',
    '(',
    'x',
    '%',
    ':',
    "'",
    '<',
    'b>',
    '&lt;',
  ];
  const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map(parts => parts.join(''));
  const input = fc.oneof(text, fc.array(fc.oneof(text, fc.double(), fc.string())), fc.anything());
  const check = (value: unknown) => {
    const cost = parseCost(value);
    if (!cost) return;
    assert.deepEqual(JSON.parse(JSON.stringify(cost)), cost);
    assert.doesNotMatch(costText(cost, '$', 'Free'), /<[a-z/!?]/i);
    assert.match(schemaPrice(cost) ?? '0', /^\d+(?:\.\d+)?$/);
    const numbers = cost.prices.map(price => Number(price.value));
    assert.ok(numbers.every(Number.isFinite));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    assert.ok(costDetails(cost).values.every(item => item !== ''));
  };
  fc.assert(fc.property(input, check), { numRuns: 2000 });
});
