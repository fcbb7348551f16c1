import { Parser } from 'htmlparser2';
import { get } from './get.ts';

/** The attributes of an element. */
export type Attributes = Readonly<Record<string, string>>;

interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  readonly above: Element | undefined;
  text: string;
}

/**
 * Reads a page as tests ask for it. Selectors are those of CSS, as far as names, classes, attributes and elements within
 * others go: `.dates a[rel=next], h1`.
 */
export function markup(html: string) {
  const elements = elementsOf(html);
  const matching = (selector: string) => {
    const paths = selector.split(',').map(one => one.trim().split(/\s+/));
    return elements.filter(element => paths.some(path => isAt(element, path)));
  };
  return {
    /** The attributes of each matching element. */
    all: (selector: string): Attributes[] => matching(selector).map(({ attributes }) => attributes),
    /** The text of each matching element, on one line. */
    texts: (selector: string): string[] => matching(selector).map(({ text }) => onOneLine(text)),
    /** The texts of the matching elements, on one line. */
    textOf: (selector: string): string =>
      onOneLine(
        matching(selector)
          .map(({ text }) => text)
          .join(' '),
      ),
  };
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  let current: Element | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      current = { name, attributes, above: current, text: '' };
      elements.push(current);
    },
    ontext(text) {
      for (let one = current; one; one = one.above) one.text += text;
    },
    onclosetag() {
      current = current?.above;
    },
  });
  parser.end(html);
  return elements;
}

function isAt(element: Element, [...path]: string[]): boolean {
  const own = path.pop()!;
  if (!isLike(element, own)) return false;
  for (let one = element.above; path.length > 0; one = one.above) {
    if (!one) return false;
    if (isLike(one, path.at(-1)!)) path.pop();
  }
  return true;
}

/** `a.button[rel=next]` */
function isLike({ name, attributes }: Element, selector: string): boolean {
  const classes = (attributes.class ?? '').split(' ');
  return [...selector.matchAll(/\[([\w-]+)(?:="?([^"\]]*)"?)?\]|\.([\w-]+)|^([\w-]+)/g)].every(
    ([, attribute, value, className, tag]) => {
      if (className) return classes.includes(className);
      if (tag) return tag === name;
      return value === undefined ? attribute! in attributes : attributes[attribute!] === value;
    },
  );
}

/** Opens pages of a site as a browser does. */
export const pageReader =
  (site: string) =>
  async (path: string, headers: Record<string, string> = {}) => {
    const answer = await get(site, path, { accept: 'text/html', ...headers });
    const text = String(answer.body);
    return { status: answer.status, headers: answer.headers, text, ...markup(text) };
  };
