/** Whether a text is a code of ISO 4217, in capitals: `EUR`. */
export const isCurrency = (code: string): boolean => CODES.has(code);

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The symbol before a price in a currency, by its code: `€`, `$`; the code and a space if it has none. */
export function symbolOf(code: string): string {
  const known = symbols.get(code);
  if (known !== undefined) return known;
  const symbol = narrowSymbol(code);
  const prefix = symbol === code ? `${code} ` : symbol;
  symbols.set(code, prefix);
  return prefix;
}

function narrowSymbol(code: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}

const symbols = new Map<string, string>();
