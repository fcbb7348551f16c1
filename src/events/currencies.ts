import { isCurrency } from '../lib/currency.ts';

/** Whether a word is a currency code or abbreviation: `EUR`, `kr`. Codes must be in capitals. */
export function isCurrencyWord(word: string): boolean {
  return isCurrency(word) || ABBREVIATIONS.has(word.toLowerCase()) || NAMES.has(word.toLowerCase());
}

/** The sign of a currency name (`euros`): prices are printed with the sign, not the name. */
export function signOfName(word: string): string | undefined {
  return NAMES.get(word.toLowerCase());
}

/** The ISO 4217 code of an unambiguous symbol; '' for `$`, `kr` and others. */
export function currencyCode(symbol: string): string {
  const code = symbol.toUpperCase();
  return isCurrency(code) ? code : (CODES_OF_SIGNS.get(symbol) ?? '');
}

const ABBREVIATIONS = new Set([
  ...['chf', 'eur', 'fr', 'fr.', 'ft', 'gbp', 'kr', 'kr.', 'kč', 'lei', 'usd', 'zł'],
  ...['лв', 'лв.', 'руб', 'руб.', 'дин', 'дин.', '元', '円', '원'],
]);

const NAMES = new Map([
  ['euro', '€'],
  ['euros', '€'],
]);

const CODES_OF_SIGNS = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['US$', 'USD'],
  ['CA$', 'CAD'],
  ['AU$', 'AUD'],
  ['NZ$', 'NZD'],
  ['R$', 'BRL'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₪', 'ILS'],
  ['₩', 'KRW'],
]);
