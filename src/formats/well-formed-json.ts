import { scriptSafe } from '../lib/json.ts';

/** JSON for strict parsers, half of a pair of surrogates being U+FFFD, that may stand in a script of a page. */
export const embeddableJson = (value: unknown): string =>
  scriptSafe(JSON.stringify(value).replace(ESCAPES, found => (found.length === 6 ? '\\ufffd' : found)));

/** `JSON.stringify` escapes no surrogates but lone ones. Other escapes are read over, as `\\` may stand before `ud800`. */
const ESCAPES = /\\(?:ud[89a-f][\da-f]{2}|.)/g;
