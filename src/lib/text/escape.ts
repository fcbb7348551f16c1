/** The references that stand for characters of markup, in HTML and XML. */
export const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const referenceTo = (character: string): string => REFERENCES[character]!;

export const escaped = (text: string): string => text.replace(/[&<>]/g, referenceTo);

/** Text, escaped for an attribute in double quotation marks. */
export const escapedAttribute = (text: string): string => text.replace(/[&<>"]/g, referenceTo);
/** Text and attribute values of XML 1.0: escaped, and without the characters that no XML document may contain. */
export function xml(text: string): string {
  const allowed = FORBIDDEN.test(text) ? text.replace(ALL_FORBIDDEN, '') : text;
  return MARKUP.test(allowed) ? allowed.replace(ALL_MARKUP, referenceTo) : allowed;
}

export type XmlAttributes = Readonly<Record<string, string | number | undefined>>;

/** An element with text as its content; without content it is empty. Attributes without a value are left out. */
export const element = (name: string, text: string | number, attributes: XmlAttributes = {}): string =>
  text === '' ? `<${name}${attributesOf(attributes)}/>` : parent(name, [xml(String(text))], attributes);

/** The same, but nothing at all without a text. */
export const optionalElement = (
  name: string,
  text: string | number | undefined,
  attributes?: XmlAttributes,
): string => (text === undefined || text === '' ? '' : element(name, text, attributes));

/** An element with other elements as its content. */
export const parent = (name: string, content: readonly string[], attributes: XmlAttributes = {}): string =>
  `<${name}${attributesOf(attributes)}>${content.join('')}</${name}>`;

export const attributesOf = (attributes: XmlAttributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${xml(String(value))}"`))
    .join('');

// A lone surrogate is a character of its own here.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const ALL_FORBIDDEN = new RegExp(FORBIDDEN, 'gu');

/** A tab or a line end within an attribute would be read as a space. */
const MARKUP = /[&<>"\t\n\r]/;
const ALL_MARKUP = new RegExp(MARKUP, 'g');
