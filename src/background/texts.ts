import { searchable } from '../lib/text/search-terms.ts';
import { escapedTextOf, richText, termText } from '../lib/text/text.ts';
import { inBackground, type Owner } from './background.ts';

/** The conversions of texts, by the names of their jobs. */
const conversions = { richText, termText, searchable, escapedTextOf };

type Conversion = keyof typeof conversions;

/** Texts up to this many characters are converted immediately: the worst markup takes 8 ms. */
const SHORT = 4000;

/**
 * Converts a text; a long one in the background.
 * @throws Overloaded if too many jobs of this owner are already waiting
 */
export const convert = (owner: Owner, name: Conversion, text: string): string | Promise<string> =>
  text.length <= SHORT ? conversions[name](text) : inBackground(owner, name, [text]);

/**
 * Long texts that are converted before a transaction, which must not wait for the background because other writers wait
 * for it.
 */
export class PreparedTexts {
  readonly #converted: Record<Conversion, Map<string, string>> = {
    richText: new Map(),
    termText: new Map(),
    searchable: new Map(),
    escapedTextOf: new Map(),
  };

  /**
   * Converts the long texts that are not converted yet.
   * @throws Overloaded if too many jobs of this owner are already waiting
   */
  async prepare(owner: Owner, name: Conversion, texts: readonly string[]): Promise<void> {
    const converted = this.#converted[name];
    for (const text of texts)
      if (text.length > SHORT && !converted.has(text)) converted.set(text, await convert(owner, name, text));
  }

  /** The converted text: prepared, or converted immediately. */
  get(name: Conversion, text: string): string {
    return this.#converted[name].get(text) ?? conversions[name](text);
  }
}
