import { color, serializeRGB } from '@csstools/css-color-parser';
import { parseComponentValue } from '@csstools/css-parser-algorithms';
import { tokenize } from '@csstools/css-tokenizer';

/**
 * Reads a colour as CSS writes it: by name, or by a function. What the screen cannot show becomes what is nearest to it.
 * Its alpha is from 0 to 1. Undefined for anything else, such as `currentColor`. `colour.ts` loads this file later.
 */
export default function parseCss(text: string): { channels: number[]; alpha: number } | undefined {
  let isWhole = true;
  const onParseError = () => {
    isWhole = false;
  };
  const value = parseComponentValue(tokenize({ css: text }, { onParseError }), { onParseError });
  // The library throws at a function of calc() that is left open.
  const found = isWhole && value ? color(value) : undefined;
  if (!found || typeof found.alpha !== 'number') return undefined;
  const opaque = serializeRGB({ ...found, alpha: 1 }).toString();
  return { channels: (opaque.match(/\d+/g) ?? []).map(channel => Number(channel) / 255), alpha: found.alpha };
}
