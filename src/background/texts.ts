import { searchable } from '../lib/text/search-terms.ts';
import { escapedTextOf, richText, termText } from '../lib/text/text.ts';
import { inBackground, type Owner } from './background.ts';

/** The functions that turn a text into another one, by the names of their jobs. */
const conversions = { richText, termText, searchable, escapedTextOf };

type Conversion = keyof typeof conversions;

/** Characters. A text of up to this length is converted at once: the worst markup takes 8 ms. */
const SHORT = 4000;

/**
 * Converts a text, a long one in the background.
 * @throws Overloaded where too many jobs of this owner wait there already
 */
export const convert = (owner: Owner, name: Conversion, text: string): string | Promise<string> =>
  text.length <= SHORT ? conversions[name](text) : inBackground(owner, name, [text]);

/**
 * Long texts that were converted ahead of a transaction. Others wait to write while a transaction is open, so it must not
 * wait for the background itself.
 */
export class PreparedTexts {
  readonly #converted: Record<Conversion, Map<string, string>> = {
    richText: new Map(),
    termText: new Map(),
    searchable: new Map(),
    escapedTextOf: new Map(),
  };

  /**
   * Converts those of the texts that are long and not converted yet.
   * @throws Overloaded where too many jobs of this owner wait already
   */
  async prepare(owner: Owner, name: Conversion, texts: readonly string[]): Promise<void> {
    const converted = this.#converted[name];
    for (const text of texts)
      if (text.length > SHORT && !converted.has(text)) converted.set(text, await convert(owner, name, text));
  }

  /** A text converted: ahead if it was prepared, at once if not. */
  get(name: Conversion, text: string): string {
    return this.#converted[name].get(text) ?? conversions[name](text);
  }
}
