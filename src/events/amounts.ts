/** A number as it was typed, and its normalized value: `1.000,50` and `1000.50`. */
export interface Amount {
  typed: string;
  value: string;
}

/** The source of a regular expression that finds the numbers that `amountsOf` reads. */
export const AMOUNTS = [
  /\d{1,3}(?:[ '’]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?/,
  /\d+['’]\d{1,2}(?!\d)/,
  /\d+(?:[.,]\d+)*/,
  /\.\d+/,
]
  .map(form => form.source)
  .join('|');

/**
 * Reads digits with separators. A comma, point, apostrophe or space before exactly three digits separates thousands:
 * prices have no thousandths. Otherwise it is the decimal separator. Commas between more than two numbers (`10,20,30`)
 * separate prices.
 * @returns one amount, several for a list, none if the text is not a number (`1.2.3`)
 */
export function amountsOf(typed: string): Amount[] {
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
