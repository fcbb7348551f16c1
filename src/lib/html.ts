import { REFERENCES } from './text/escape.ts';

/** HTML that is safe to send: made by `html`, which escapes every text. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What a template takes: texts are escaped, HTML and lists are inserted, and nothing stands for no value. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/**
 * Makes HTML from a template. Values may stand between tags, or within attributes in quotation marks; never in the name
 * of a tag or an attribute, or in a script or a style.
 */
export function html(texts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let all = texts[0]!;
  for (let at = 0; at < values.length; at++) all += textOf(values[at]) + texts[at + 1]!;
  return new Html(all);
}

/** HTML that was sanitised elsewhere. */
export const trusted = (text: string): Html => new Html(text);

export const NOTHING = new Html('');

/** An attribute with a space before it; nothing if it has no value. `true` makes an attribute without a value. */
export const attribute = (name: string, value: string | number | boolean | undefined): Html =>
  value === undefined || value === false
    ? NOTHING
    : new Html(value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`);

function textOf(value: HtmlValue): string {
  if (typeof value === 'string') return escaped(value);
  if (value instanceof Html) return value.text;
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'number') return String(value);
  let all = '';
  for (const one of value) all += textOf(one);
  return all;
}

/** Markup, and control characters, which HTML does not allow. */
const SPECIAL = /[^\t\n !#-%(-;=?-~\xa0-\uffff]/;
const ALL_SPECIAL = new RegExp(SPECIAL, 'g');

/** Most texts have nothing to escape. */
const escaped = (text: string): string =>
  SPECIAL.test(text)
    ? text.replace(ALL_SPECIAL, found => (found < ' ' ? '' : (REFERENCES[found] ?? '')))
    : text;
