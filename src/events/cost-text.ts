import type { EventRow } from '../db/tables.ts';
import type { Language } from '../i18n/language.ts';
import { interfaceWords } from '../i18n/messages.ts';
import type { View } from '../records/members.ts';
import { eventCost, storedCost, symbolFor } from './stored-cost.ts';

/**
 * What an event costs, as its reader's language writes prices: `12 €`, `5–10 €`. Other texts than prices, and prices of
 * several currencies, are as they were typed. The interface itself has all as typed.
 */
export function costText(event: Pick<EventRow, 'cost' | 'currency_code'>, view: View): string {
  const { config, language } = view;
  const { prices, text } = storedCost(event);
  const symbols = new Set(prices.map(({ symbol }) => (symbol || symbolFor(event, config)).trim()));
  const [symbol] = symbols;
  if (text !== '' || symbols.size !== 1 || !symbol || symbol === '-') return eventCost(event, view);
  const [lowest, highest] = [prices[0]!, prices.at(-1)!].map(({ value }) => Number(value)) as [
    number,
    number,
  ];
  const free = lowest === 0 ? [interfaceWords.free[language]] : [];
  const paid = [...new Set([lowest, highest])].filter(price => price > 0).map(numberIn(language).format);
  return [...free, ...(paid.length > 0 ? [withSymbol(paid.join('–'), symbol, view)] : [])].join(' – ');
}

/** Signs stand close before a price, words and all that follows it beside a no-break space. */
function withSymbol(amount: string, symbol: string, { config, language }: View): string {
  const position = config.CURRENCY_POSITION ?? positionIn(language);
  if (position === 'postfix') return `${amount}\u00a0${symbol}`;
  return `${symbol}${/[\p{L}.]$/u.test(symbol) ? '\u00a0' : ''}${amount}`;
}

const numbers = new Map<Language, Intl.NumberFormat>();

const numberIn = (language: Language): Intl.NumberFormat =>
  numbers.getOrInsertComputed(
    language,
    () =>
      new Intl.NumberFormat(language, {
        ...{ minimumFractionDigits: 2, maximumFractionDigits: 20, trailingZeroDisplay: 'stripIfInteger' },
      }),
  );

const positions = new Map<Language, 'prefix' | 'postfix'>();

const positionIn = (language: Language): 'prefix' | 'postfix' =>
  positions.getOrInsertComputed(language, () => {
    const [first] = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).formatToParts(1);
    return first?.type === 'currency' ? 'prefix' : 'postfix';
  });
