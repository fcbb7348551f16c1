/** Text, escaped for HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Text, escaped for an attribute in double quotation marks. */
export const escapedAttribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');
