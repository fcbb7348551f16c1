/** Whether a text is a code of ISO 4217, in capitals: `EUR`. */
export const isCurrency = (code: string): boolean => CODES.has(code);

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The symbol before a price in a currency, by its code: `€`, `$`; the code and a space if it has none. */
export const symbolOf = (code: string): string =>
  symbols.getOrInsertComputed(code, () => {
    const symbol = narrowSymbol(code);
    return symbol === code ? `${code} ` : symbol;
  });

function narrowSymbol(code: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}

const symbols = new Map<string, string>();
