import type { Language } from './language.ts';
import { errorWords } from './messages.ts';

export type ErrorKey = keyof typeof errorWords;
export type MessageValues = Readonly<Record<string, string | number>>;

/** The text of `key` with `{name}` replaced from `values`. */
export const say = (key: ErrorKey, language: Language, values?: MessageValues): string =>
  filled(errorWords[key][language], values);

export const filled = (text: string, values: MessageValues = {}): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
