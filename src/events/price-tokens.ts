import { AMOUNTS, amountsOf } from './amounts.ts';
import { isCurrencyWord, signOfName } from './currencies.ts';

export interface Token {
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
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
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

function kindOf(text: string, { number, symbol, word, joiner }: Record<string, string> = {}): Token['kind'] {
  if (number !== undefined) return amountsOf(text).length > 0 ? 'number' : 'other';
  if (symbol !== undefined) return 'symbol';
  if (word !== undefined) return isCurrencyWord(text) ? 'symbol' : 'word';
  return joiner === undefined ? 'other' : 'joiner';
}

/** Whether a number is a quantity, as in `2x1`, `18h` and `1r`. */
function isQuantity(token: Token, i: number, tokens: Token[]): boolean {
  const [before, after] = [tokens[i - 1], tokens[i + 1]];
  if (token.kind !== 'number') return false;
  if (after?.kind === 'word' && after.glued) return true;
  return token.glued && before?.kind === 'word' && !/['’]$/.test(before.text);
}

/** Attaches each symbol to a neighbouring number, first on the side where the first symbol has its number. */
function attachSymbols(tokens: Token[]): void {
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
