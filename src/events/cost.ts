import { slugify } from '../lib/text/slugs.ts';
import { plainText } from '../lib/text/text.ts';
import { currencyCode } from './currencies.ts';
import { type Price, type PriceReading, readPrices } from './prices.ts';

/** The cost of an event, as it is stored in JSON. All texts are plain text. */
export interface Cost {
  /** The distinct prices, the lowest first. A price without a symbol is in the currency of the site. */
  prices: Price[];
  /** Texts without numbers: `Donation`. */
  words: string[];
  /** The whole text as typed, if it says more than its prices: `15 € (members)`; otherwise ''. */
  text: string;
  /** The common symbol of the prices; '' if there is none or if they differ. */
  symbol: string;
  position: Price['position'];
  /** The ISO 4217 code of the prices, if they have one currency: `EUR`; otherwise ''. */
  code: string;
  /** Whether a word says that some pay nothing. */
  free: boolean;
}

/** The unknown cost, for null, '' and []. It is stored as null. */
export const NO_COST: Cost = {
  prices: [],
  words: [],
  text: '',
  symbol: '',
  position: '',
  code: '',
  free: false,
};

const MAX_PIECES = 50;
const MAX_LENGTH = 200;
/** Characters with markup, of one piece and of all pieces. Cleaning that many takes a few milliseconds. */
const MAX_TYPED = 2000;
const MAX_TYPED_IN_ALL = 10_000;

/**
 * Reads the `cost` of an event: a number, a text or a list of these.
 * @returns NO_COST if it is empty; undefined if it is invalid, has more than 50 pieces, a piece of more than 200
 *   characters, or more than 10,000 characters with its markup
 */
export function parseCost(input: unknown): Cost | undefined {
  const pieces: unknown[] = Array.isArray(input) ? input : [input ?? ''];
  const typed = pieces.reduce(
    (sum: number, piece) => sum + (typeof piece === 'string' ? piece.length : 0),
    0,
  );
  if (pieces.length > MAX_PIECES || typed > MAX_TYPED_IN_ALL) return undefined;
  const read: CostPiece[] = [];
  for (const piece of pieces) {
    const found = typeof piece === 'number' ? readNumber(piece) : readText(piece);
    if (found === undefined) return undefined;
    if (found.text !== '') read.push(found);
  }
  return read.length === 0 ? NO_COST : costOf(read);
}

/**
 * The cost for people: `$20`, `Free – 30$`, `Donation`. Plain text, safe as HTML.
 * @param siteSymbol the prefix of prices that were typed without a symbol
 * @param freeWord the word for a price of 0
 */
export function costText({ prices, words, text }: Cost, siteSymbol: string, freeWord: string): string {
  const [lowest] = prices;
  const highest = prices.at(-1);
  if (text !== '' || !lowest || !highest) return text || words.join(', ');
  const print = (price: Price) => (Number(price.value) === 0 ? freeWord : priceText(price, siteSymbol));
  const [from, to] = [print(lowest), print(highest)];
  return from === to ? from : `${from} – ${to}`;
}

export interface CostDetails {
  currency_symbol: string;
  currency_code: string;
  currency_position: Price['position'];
  values: string[];
}

/** The member `cost_details`: words as slugs, then the numbers, the lowest first. */
export function costDetails({ prices, words, symbol, position }: Cost, currency_code = ''): CostDetails {
  const values = [...words.map(slugify).filter(Boolean), ...prices.map(({ value }) => value)];
  return {
    currency_symbol: symbol,
    currency_code,
    currency_position: position,
    values: [...new Set(values)],
  };
}

/** The lowest price for a schema.org offer: `12.50`, `0` if some pay nothing; undefined if unknown. */
export function schemaPrice({ prices, free }: Cost): string | undefined {
  const lowest = prices[0]?.value;
  return free || Number(lowest) === 0 ? '0' : lowest;
}

/**
 * The price of an offer as search engines show it: the lowest that is paid, `0` only if nobody pays, since they take it
 * for free entry; undefined if unknown. A number beside "free" may be a price as well as an age: `Free for members; 10`.
 */
export function offeredPrice(cost: Cost): string | undefined {
  const paid = cost.prices.find(({ value }) => Number(value) > 0)?.value;
  if (paid !== undefined) return paid;
  return cost.free && /\p{Nd}/u.test(`${cost.words.join()}${cost.text}`) ? undefined : schemaPrice(cost);
}

interface CostPiece extends PriceReading {
  text: string;
}

function readText(piece: unknown): CostPiece | undefined {
  if (typeof piece !== 'string' || piece.length > MAX_TYPED) return undefined;
  const text = plainText(piece);
  return text.length > MAX_LENGTH ? undefined : { text, ...readPrices(text) };
}

/** The point of a JSON number is always a decimal point: 1.125 is not 1125. */
function readNumber(number: number): CostPiece | undefined {
  const text = String(number);
  const value = text.replace('-', '');
  if (!/^[\d.]+$/.test(value)) return undefined;
  const sign =
    number < 0 ? ({ symbol: '-', position: 'prefix' } as const) : ({ symbol: '', position: '' } as const);
  return { text, prices: [{ typed: value, value, ...sign }], range: false, saysMore: false, free: false };
}

function costOf(pieces: CostPiece[]): Cost {
  const typed = pieces.flatMap(({ prices }) => prices);
  const symbols = new Set(typed.map(({ symbol }) => symbol).filter(Boolean));
  const marked = symbols.size === 1 ? typed.find(({ symbol }) => symbol !== '') : undefined;
  const { symbol, position } = marked ?? ({ symbol: '', position: '' } as const);
  // As clients expect, the details of a range with prefixed symbols, `$10 - $20`, have no symbol.
  const withoutSymbol = position === 'prefix' && pieces.some(({ range }) => range);
  return {
    prices: inOrder(marked ? typed.map(price => ({ ...price, symbol, position })) : typed),
    words: pieces.filter(({ prices }) => prices.length === 0).map(({ text }) => text),
    text: pieces.some(({ prices, saysMore }) => prices.length > 0 && saysMore) ? joined(pieces) : '',
    symbol: withoutSymbol ? '' : symbol,
    position: withoutSymbol ? '' : position,
    code: currencyCode(symbol),
    free: pieces.some(({ free }) => free),
  };
}

const joined = (pieces: CostPiece[]) => pieces.map(({ text }) => text).join(', ');

/** The distinct prices in ascending order, each as it was typed first. */
function inOrder(prices: Price[]): Price[] {
  const different = new Map<string, Price>();
  for (const price of prices) {
    const key = `${Number(price.value)} ${price.symbol}`;
    if (!different.has(key)) different.set(key, price);
  }
  return [...different.values()].sort((a, b) => Number(a.value) - Number(b.value));
}

function priceText({ typed, symbol, position }: Price, siteSymbol: string): string {
  if (symbol === '') return siteSymbol + typed;
  return position === 'postfix' ? typed + symbol : symbol + typed;
}
