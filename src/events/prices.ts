import { isCurrencyWord, signOfName } from './currencies.ts';

export interface Price extends Amount {
  /** A currency sign or code as typed (`€`, `US$`, `EUR`, `kr`), or ''. */
  symbol: string;
  position: PriceToken['position'];
}

export interface PriceReading {
  prices: Price[];
  /** Whether prices are the ends of a range: `5 - 10`, `from 5 to 10`. */
  range: boolean;
  /** Whether the text says more than its prices: `15 € (members)`. */
  saysMore: boolean;
  /** Whether the text has a word for "free of charge". */
  free: boolean;
}

export function readPrices(text: string): PriceReading {
  const free = FREE.test(text);
  const tokens = tokensOf(text.replaceAll(CENTS_BEHIND_SIGN, '$1,$2€'));
  const groups = groupsOf(tokens);
  const inCurrency = groups.filter(({ numbers }) => numbers.some(({ symbol }) => symbol !== ''));
  // A number without a currency beside prices with one is an age or a quantity; so is the number of "free until 12".
  const priced = inCurrency.length > 0 ? inCurrency : free ? [] : groups;
  const shown = new Set(priced.flatMap(group => [...group.numbers, ...group.connectors]));
  return {
    prices: priced.flatMap(({ numbers }) => numbers.flatMap(pricesOf)),
    range: priced.some(({ connectors }) => connectors.some(({ text }) => RANGE.has(text.toLowerCase()))),
    saysMore: tokens.some(token => !shown.has(token) && !showsInPrice(token)),
    free,
  };
}

const FREE = new RegExp(
  [
    String.raw`(?<![\p{L}-])(?:free|gratis|gratu[iï]t\p{L}{0,3}|de franc|kostenlos)(?!\p{L})`,
    // Neither the open air nor the Teatre Lliure of Barcelona is free of charge.
    String.raw`(?<![\p{L}-]|\b(?:aire?|teatre) )(?:lliure|libre)(?!\p{L})`,
    // Not "sin coste adicional".
    String.raw`(?<!\p{L})(?:no charge|sense cost|sin coste)(?=\s*(?:$|[^\p{L}\s]))`,
  ].join('|'),
  'iu',
);
/** The cents of `12€50`, as French writes it. */
const CENTS_BEHIND_SIGN = /(?<![\d.,'’])(\d+)€(\d\d)(?![\d.,'’]|\s?€)/g;
const RANGE = new Set(['-', '–', '—', 'to', 'a', 'à', 'fins', 'hasta', 'bis']);
const JOINING = new Set([...RANGE, 'and', 'e', 'et', 'i', 'o', 'oder', 'or', 'ou', 'u', 'und', 'y']);
const ANNOUNCING = new Set(["d'", 'd’', 'de', 'des', 'desde', 'du', 'between', 'entre', 'from', 'von']);

interface PriceGroup {
  numbers: PriceToken[];
  /** The tokens between the numbers (`to`, `/`), and the words that announce them (`from`). */
  connectors: PriceToken[];
}

/** Groups numbers that have only connectors between them. */
function groupsOf(tokens: PriceToken[]): PriceGroup[] {
  const groups: PriceGroup[] = [];
  let gap: PriceToken[] = [];
  let announcing: PriceToken[] = [];
  for (const token of tokens) {
    if (token.kind !== 'number') {
      if (!token.attached) gap.push(token);
      continue;
    }
    const group = groups.at(-1);
    if (group && gap.every(joins)) {
      group.numbers.push(token);
      group.connectors.push(...announcing, ...gap);
    } else {
      announcing = gap.slice(gap.findLastIndex(({ text }) => !ANNOUNCING.has(text.toLowerCase())) + 1);
      groups.push({ numbers: [token], connectors: [] });
    }
    gap = [];
  }
  return groups;
}

const joins = ({ kind, text }: PriceToken) =>
  kind === 'joiner' || (kind === 'word' && JOINING.has(text.toLowerCase()));

const showsInPrice = (token: PriceToken) =>
  token.kind === 'joiner' || (token.attached && signOfName(token.text) === undefined);

const pricesOf = ({ text, symbol, position }: PriceToken): Price[] =>
  amountsOf(text).map(amount => ({ ...amount, symbol, position }));

interface PriceToken {
  kind: 'number' | 'symbol' | 'word' | 'joiner' | 'other';
  text: string;
  /** Whether this token follows the one before without a space. */
  glued: boolean;
  /** For a symbol: whether it belongs to a number. */
  attached: boolean;
  /** For a number: its currency sign or code, or ''. */
  symbol: string;
  position: '' | 'prefix' | 'postfix';
}

/** Splits a line about prices into tokens, and attaches each symbol to its number. */
function tokensOf(text: string): PriceToken[] {
  const tokens: PriceToken[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(TOKEN)) {
    const kind = kindOf(found, groups);
    tokens.push({ kind, text: found, glued: index === end, attached: false, symbol: '', position: '' });
    end = index + found.length;
  }
  for (const quantity of tokens.filter(isQuantity)) quantity.kind = 'other';
  // The reference takes a minus at the very beginning as the symbol.
  if (tokens[0]?.text === '-' && tokens[1]?.kind === 'number' && tokens[1].glued) tokens[0].kind = 'symbol';
  attachSymbols(tokens);
  return tokens;
}

/** The source of a regular expression that finds the numbers that `amountsOf` reads. */
const AMOUNTS = [
  /\d{1,3}(?:[ '’]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?/,
  /\d+['’]\d{1,2}(?!\d)/,
  /\d+(?:[.,]\d+)*/,
  /\.\d+/,
]
  .map(form => form.source)
  .join('|');

const TOKEN = new RegExp(
  [
    // Times, percentages and dates are not prices.
    String.raw`\d+:\d+|\d+(?:[.,]\d+)*\s?[%‰]|\d\d?/\d\d?/\d{4}(?!\d)|\d{4}-\d\d-\d\d(?!\d)`,
    `(?<number>${AMOUNTS})`,
    String.raw`(?<symbol>(?:(?<!\p{L})[A-Z]{1,3})?\p{Sc})`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}'’·.]*)`,
    '(?<joiner>[-–—/|,;&])',
    String.raw`\S`,
  ].join('|'),
  'gu',
);

function kindOf(
  text: string,
  { number, symbol, word, joiner }: Record<string, string> = {},
): PriceToken['kind'] {
  if (number !== undefined) return amountsOf(text).length > 0 ? 'number' : 'other';
  if (symbol !== undefined) return 'symbol';
  if (word !== undefined) return isCurrencyWord(text) ? 'symbol' : 'word';
  return joiner === undefined ? 'other' : 'joiner';
}

/** Whether a number is a quantity, as in `2x1`, `18h` and `1r`. */
function isQuantity(token: PriceToken, i: number, tokens: PriceToken[]): boolean {
  const [before, after] = [tokens[i - 1], tokens[i + 1]];
  if (token.kind !== 'number') return false;
  if (after?.kind === 'word' && after.glued) return true;
  return token.glued && before?.kind === 'word' && !/['’]$/.test(before.text);
}

/** Attaches each symbol to a neighbouring number, first on the side where the first symbol has its number. */
function attachSymbols(tokens: PriceToken[]): void {
  const leads =
    tokens.findIndex(({ kind }) => kind === 'symbol') < tokens.findIndex(({ kind }) => kind === 'number');
  tokens.forEach((token, i) => {
    if (token.kind !== 'symbol') return;
    const neighbours = leads ? [tokens[i + 1], tokens[i - 1]] : [tokens[i - 1], tokens[i + 1]];
    const number = neighbours.find(neighbour => neighbour?.kind === 'number' && neighbour.symbol === '');
    if (!number) return;
    token.attached = true;
    number.symbol = signOfName(token.text) ?? token.text;
    number.position = number === tokens[i + 1] ? 'prefix' : 'postfix';
  });
}

/** A number as it was typed, and its normalized value: `1.000,50` and `1000.50`. */
interface Amount {
  typed: string;
  value: string;
}

/**
 * Reads digits with separators. A comma, point, apostrophe or space before exactly three digits separates thousands:
 * prices have no thousandths. Otherwise it is the decimal separator. Commas between more than two numbers (`10,20,30`)
 * separate prices.
 * @returns one amount, several for a list, none if the text is not a number (`1.2.3`)
 */
function amountsOf(typed: string): Amount[] {
  const grouped = GROUPED.exec(typed);
  if (grouped) {
    const [, whole = '', , fraction] = grouped;
    const digits = whole.replace(/\D/g, '');
    return [{ typed, value: fraction === undefined ? digits : `${digits}.${fraction}` }];
  }
  if (/^\d*(?:[.,'’]\d+)?$/.test(typed)) {
    return [{ typed, value: typed.replace(/[,'’]/, '.').replace(/^\./, '0.') }];
  }
  return typed.includes(',') ? typed.split(',').flatMap(amountsOf) : [];
}

const GROUPED = /^([1-9]\d{0,2}([.,' ’])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;
