import { SaxesParser } from 'saxes';

/** An element of an XML document. Names are `{namespace}local`, without a namespace just `local`. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Its own text. */
  text: string;
}

/**
 * Parses XML 1.0 with namespaces.
 * @throws Error if the document is not well-formed, or holds a character that XML does not allow
 */
export function parseXml(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const element: XmlElement = {
      name: nameOf(uri, local),
      attributes: Object.fromEntries(
        Object.values(attributes).map(({ uri, local, value }) => [nameOf(uri, local), value]),
      ),
      children: [],
      text: '',
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', text => {
    open.at(-1)!.text += text;
  });
  parser.write(xml).close();
  return root.children[0]!;
}

const nameOf = (uri: string, local: string): string => (uri === '' ? local : `{${uri}}${local}`);

export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter(child => child.name === name);

export const textsOf = (parent: XmlElement, name: string): string[] =>
  childrenOf(parent, name).map(({ text }) => text);
